package result

// Wrap breaks text into lines of at most limit columns, as reports are broken: behind spaces and beside wide characters.
// There is always at least one line.
func Wrap(text string, limit int) []string { return wrap(text, limit) }
