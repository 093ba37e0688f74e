package answer

import (
	"fmt"

	"github.com/podium-labs/podium/graders/lang"
)

// InvalidError says that a submission cannot be graded as it is; the grading ends as invalid_submission.
type InvalidError struct {
	// Path is the file or folder at fault, relative to the submission, with slashes; empty when it is the whole.
	Path string
	// Reason is a sentence for the learner, without the path.
	Reason string
	// Said is the reason in any language; if it is empty, the reason is told as it is.
	Said lang.Message
}

// Error names the path and the reason.
func (e *InvalidError) Error() string {
	if e.Path == "" {
		return "invalid submission: " + e.Reason
	}
	return fmt.Sprintf("invalid submission: %q: %s", e.Path, e.Reason)
}

// Message is the same in any language.
func (e *InvalidError) Message() lang.Message {
	reason := e.Said
	if reason.Empty() {
		reason = lang.Verbatim(e.Reason)
	}
	if e.Path == "" {
		return lang.M("invalid submission: %s", reason)
	}
	return lang.M("invalid submission: %q: %s", e.Path, reason)
}

// Invalid blames a submission, and a path in it unless that is empty. The format is the key of its translation.
func Invalid(path, format string, args ...any) *InvalidError {
	return &InvalidError{Path: path, Reason: fmt.Sprintf(format, args...), Said: lang.M(format, args...)}
}

func invalid(path, format string, args ...any) *InvalidError { return Invalid(path, format, args...) }
