package submission

import (
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
)

// SourceError says that a source could not be opened, through no fault of what is in it.
type SourceError struct {
	// Err is the cause.
	Err error
	// Usage tells a source or a commit that was named wrongly from an environment that failed.
	Usage bool
	// Next is what to do or to type.
	Next string
}

// Error is the text of the cause.
func (e *SourceError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SourceError) Unwrap() error { return e.Err }

func usage(next, format string, args ...any) error {
	return &SourceError{Err: lang.Errorf(format, args...), Usage: true, Next: next}
}

func infra(next, format string, args ...any) error {
	return &SourceError{Err: lang.Errorf(format, args...), Next: next}
}

// invalid blames the submission. The path is foreign text: it is cut, and cleaned where people read it.
func invalid(path, format string, args ...any) error {
	return answer.Invalid(Legible(path), format, args...)
}
