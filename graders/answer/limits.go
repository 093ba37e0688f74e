package answer

// Limits bound what a submission may contain. A zero field means its default.
type Limits struct {
	// FileBytes is the size of one file; 1 MiB by default.
	FileBytes int64
	// Files is the number of files read; 100 by default.
	Files int
	// TotalBytes is the size of all files read; 8 MiB by default.
	TotalBytes int64
	// Documents is the number of YAML documents in one manifest; 200 by default.
	Documents int
	// Depth is how many folders a task's folder may nest; 4 by default.
	Depth int
}

func (l Limits) withDefaults() Limits {
	return Limits{
		FileBytes:  orElse(l.FileBytes, 1<<20),
		Files:      orElse(l.Files, 100),
		TotalBytes: orElse(l.TotalBytes, 8<<20),
		Documents:  orElse(l.Documents, 200),
		Depth:      orElse(l.Depth, 4),
	}
}

func orElse[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}
