// Package tools holds the text programs that scripts use around kubectl. They know the box and their streams, nothing else of the
// host, and refuse every option they do not implement.
package tools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/lang"
)

// Usage is the exit code of a call that was not understood.
const Usage = 2

// Env is what one call of a tool may use.
type Env struct {
	// Name is the tool's own name, for messages.
	Name string
	// Dir is the working directory, as the shell knows it.
	Dir string
	// Box opens files.
	Box *box.Box
	// Environ holds the exported variables as "name=value".
	Environ []string

	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer

	// Exec runs another program of the shell and returns its exit code; its streams are those of the given Env.
	Exec func(ctx context.Context, env *Env, args []string) int
	// Programs are the names that Exec knows.
	Programs []string
	// Words are those of what is not the tool's own way to speak; English when nil.
	Words *lang.Printer
	// Now is the time; time.Now when nil.
	Now func() time.Time
}

// Say puts a message into words.
func (e *Env) Say(m lang.Message) string {
	if e.Words == nil {
		return m.String()
	}
	return e.Words.Say(m)
}

// Tool runs with its arguments, without its name, and returns an exit code.
type Tool func(ctx context.Context, env *Env, args []string) int

// All returns every tool by name.
func All() map[string]Tool {
	return map[string]Tool{
		"awk": awk, "base64": base64Tool, "basename": basename, "cat": cat, "column": column, "cp": cp, "cut": cut, "date": date,
		"diff": diff, "dirname": dirname, "egrep": egrep, "fgrep": fgrep, "grep": grep, "head": head, "jq": jq, "ls": ls,
		"mkdir": mkdir, "mktemp": mktemp, "mv": mv, "paste": paste, "printf": printf, "rev": rev, "rm": rm, "sed": sed, "seq": seq, "sleep": sleep,
		"sort": sortTool, "tac": tac, "tail": tail, "tee": tee, "timeout": timeout, "touch": touch, "tr": tr, "uniq": uniq,
		"wc": wc, "which": which, "xargs": xargs, "yq": newYQ(),
	}
}

// complain prints one line with the tool's name before it.
func (e *Env) complain(about lang.Message) {
	_, _ = fmt.Fprintln(e.Stderr, e.Name+": "+e.Say(about))
}

// usage reports a call that was not understood.
func (e *Env) usage(about lang.Message) int {
	e.complain(about)
	return Usage
}

func (e *Env) now() time.Time {
	if e.Now != nil {
		return e.Now()
	}
	return time.Now()
}

// fileError reports a file that could not be used, as the usual tools word it.
func (e *Env) fileError(name string, err error) {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("No such file or directory") //nolint:staticcheck // the wording that scripts and people know
	}
	e.complain(lang.M("%s: %s", name, err))
}

// open opens an operand; "-" is standard input.
func (e *Env) open(name string) (io.ReadCloser, error) {
	if name == "-" || name == "/dev/stdin" {
		if e.Stdin == nil {
			return io.NopCloser(strings.NewReader("")), nil
		}
		return io.NopCloser(e.Stdin), nil
	}
	if name == "/dev/null" {
		return io.NopCloser(strings.NewReader("")), nil
	}
	return e.Box.OpenFile(e.Dir, name, 0, 0)
}

// each calls do with every operand, or with standard input when there is none, and returns 1 if one could not be read.
func (e *Env) each(names []string, do func(name string, r io.Reader) error) int {
	if len(names) == 0 {
		names = []string{"-"}
	}
	code := 0
	for _, name := range names {
		r, err := e.open(name)
		if err == nil {
			err = do(name, r)
			_ = r.Close()
		}
		if errors.Is(err, errStop) {
			return code
		}
		if err != nil {
			e.fileError(name, err)
			code = 1
		}
	}
	return code
}

// errStop ends reading early: the output is closed or all that was asked for is there.
var errStop = errors.New("stop")
