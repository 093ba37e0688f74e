package ui

import (
	"io"
	"sync"
)

// Output is standard output that remembers what went wrong with it, so that no command has to ask about every line that it prints.
type Output struct {
	out io.Writer
	mu  sync.Mutex
	err error
}

// NewOutput writes to out.
func NewOutput(out io.Writer) *Output { return &Output{out: out} }

// Write passes on what it is given.
func (o *Output) Write(content []byte) (int, error) {
	n, err := o.out.Write(content)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
	}
	return n, err
}

// Err is the first error of writing; nil if everything was written.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// Behind is what is written to in the end: a file, if it is one, for programs and screens that need the terminal itself.
func Behind(out io.Writer) io.Writer {
	if o, ok := out.(*Output); ok {
		return o.out
	}
	return out
}
