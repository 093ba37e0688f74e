package submission

import "time"

// Limits bound what is read from a source. A zero field means its default.
type Limits struct {
	// ArchiveBytes is the size of an archive file; 32 MiB by default.
	ArchiveBytes int64
	// StreamBytes is how much an archive may unpack to, also where nothing of it is kept; 256 MiB by default.
	StreamBytes int64
	// Ratio is how many times larger than the archive its content may be, once that is above 1 MiB; 200 by default.
	Ratio int64
	// Entries is the number of files and folders in an archive, or under answers/ of a commit; 20,000 by default.
	Entries int
	// Files is the number of files copied; 1,000 by default. answer.Limits is stricter for each lab.
	Files int
	// FileBytes is the size of one copied file; 1 MiB by default.
	FileBytes int64
	// TotalBytes is the size of all copied files; 16 MiB by default.
	TotalBytes int64
	// PathBytes is the length of a copied file's path; 255 by default.
	PathBytes int
	// Depth is how many folders lie above a copied file; 8 by default.
	Depth int
	// TransferBytes is the size of what is fetched from a git repository; 256 MiB by default.
	TransferBytes int64
	// MemoryBytes is the address space of a git process; 2 GiB by default.
	MemoryBytes int64
	// Commits is how far a branch is followed back; 100,000 by default.
	Commits int
	// Time bounds all work on a git repository together; two minutes by default.
	Time time.Duration
}

func (l Limits) withDefaults() Limits {
	return Limits{
		ArchiveBytes:  orElse(l.ArchiveBytes, 32<<20),
		StreamBytes:   orElse(l.StreamBytes, 256<<20),
		Ratio:         orElse(l.Ratio, 200),
		Entries:       orElse(l.Entries, 20_000),
		Files:         orElse(l.Files, 1000),
		FileBytes:     orElse(l.FileBytes, 1<<20),
		TotalBytes:    orElse(l.TotalBytes, 16<<20),
		PathBytes:     orElse(l.PathBytes, 255),
		Depth:         orElse(l.Depth, 8),
		TransferBytes: orElse(l.TransferBytes, 256<<20),
		MemoryBytes:   orElse(l.MemoryBytes, 2<<30),
		Commits:       orElse(l.Commits, 100_000),
		Time:          orElse(l.Time, 2*time.Minute),
	}
}

func orElse[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}
