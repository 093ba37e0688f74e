// Package exit is the one table of exit codes.
package exit

import (
	"errors"

	"github.com/podium-labs/podium/graders/lang"
)

// The exit codes. A broken cluster must never look like a failed learner, so they are kept apart.
const (
	// OK means graded, or done.
	OK = 0
	// BelowMinScore means graded, with fewer points than --min-score.
	BelowMinScore = 1
	// Usage means that the command line cannot be carried out as it stands.
	Usage = 2
	// Infrastructure means that something other than the submission failed; no points are lost by it.
	Infrastructure = 3
	// InvalidSubmission means that the submission cannot be graded as it is, or that it tampered with the grading. Grading it again
	// changes nothing about that, so it is not Infrastructure.
	InvalidSubmission = 4
	// Interrupted means that Ctrl-C ended it (128 + SIGINT, as shells do).
	Interrupted = 130
)

// Error is an error that knows its exit code and, if there is one, the next command to type.
type Error struct {
	Code int
	Err  error
	// Next is a command or a sentence that helps; may be empty.
	Next string
	// Said is Next in any language, where it is more than a command with a few words before it; may be empty.
	Said lang.Message
}

// Error is the text of the cause; it is empty if everything has been said.
func (e *Error) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// With makes an error of a cause, an exit code and what to do next.
func With(code int, err error, next string) error {
	return &Error{Code: code, Err: err, Next: next}
}

// Advise is With for advice that is a sentence of its own.
func Advise(code int, err error, next lang.Message) error {
	return &Error{Code: code, Err: err, Next: next.String(), Said: next}
}

// Advice is what to do next in the printer's language; empty if there is nothing.
func (e *Error) Advice(printer *lang.Printer) string {
	if !e.Said.Empty() {
		return printer.Say(e.Said)
	}
	return printer.Advice(e.Next)
}

// Code is the exit code for what a command returned; without any other hint, an error is one of usage.
func Code(err error) int {
	if err == nil {
		return OK
	}
	if known, ok := errors.AsType[*Error](err); ok {
		return known.Code
	}
	return Usage
}
