package tools

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
)

// lines calls do with each line without its end; ended is false for a last line that has none.
func lines(ctx context.Context, r io.Reader, do func(line string, ended bool) error) error {
	in := bufio.NewReader(r)
	for {
		if err := ctx.Err(); err != nil {
			return errStop
		}
		line, err := in.ReadString('\n')
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return err
		}
		if line == "" {
			return nil
		}
		text, ended := strings.CutSuffix(line, "\n")
		if stop := do(text, ended); stop != nil || last {
			return stop
		}
	}
}

// allLines reads a whole input.
func (e *Env) allLines(ctx context.Context, names []string) ([]string, int) {
	var all []string
	code := e.each(names, func(_ string, r io.Reader) error {
		return lines(ctx, r, func(line string, _ bool) error {
			all = append(all, line)
			return nil
		})
	})
	return all, code
}

// output is a buffered standard output that remembers that nobody reads it any more.
type output struct {
	*bufio.Writer
	failed bool
}

func (e *Env) output() *output {
	return &output{Writer: bufio.NewWriter(e.Stdout)}
}

// line writes one line and returns errStop when the reader has gone.
func (o *output) line(text string) error {
	return o.text(text + "\n")
}

func (o *output) text(text string) error {
	if _, err := o.WriteString(text); err != nil {
		o.failed = true
	}
	if o.failed {
		return errStop
	}
	return nil
}

// live writes at once what was buffered, for tools in the middle of a watch.
func (o *output) live(text string) error {
	if err := o.line(text); err != nil {
		return err
	}
	return o.Flush()
}

func (o *output) close() { _ = o.Flush() }

// perLine is a tool that turns each line into another.
func (e *Env) perLine(ctx context.Context, names []string, change func(line string) string) int {
	out := e.output()
	defer out.close()
	return e.each(names, func(_ string, r io.Reader) error {
		return lines(ctx, r, func(line string, _ bool) error { return out.live(change(line)) })
	})
}
