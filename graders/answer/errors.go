package answer

import "fmt"

// InvalidError says that a submission cannot be graded as it is; the grading ends as invalid_submission.
type InvalidError struct {
	// Path is the file or folder at fault, relative to the submission, with slashes; empty when it is the whole.
	Path string
	// Reason is a sentence for the learner, without the path.
	Reason string
}

// Error names the path and the reason.
func (e *InvalidError) Error() string {
	if e.Path == "" {
		return "invalid submission: " + e.Reason
	}
	return fmt.Sprintf("invalid submission: %q: %s", e.Path, e.Reason)
}

func invalid(path, format string, args ...any) *InvalidError {
	return &InvalidError{Path: path, Reason: fmt.Sprintf(format, args...)}
}
