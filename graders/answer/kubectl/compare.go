package kubectl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/pmezard/go-difflib/difflib"
	"k8s.io/utils/exec"

	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/lang"
)

// comparer stands in for the diff program that kubectl diff would start; nothing is ever run on the host.
type comparer struct{ exec.Interface }

// Command takes diff's arguments; the last two are the folders to compare.
func (comparer) Command(_ string, args ...string) exec.Cmd {
	return &comparison{from: args[len(args)-2], to: args[len(args)-1]}
}

// CommandContext is Command: a comparison is short.
func (c comparer) CommandContext(_ context.Context, name string, args ...string) exec.Cmd {
	return c.Command(name, args...)
}

// comparison is one run of diff -u -N over two folders.
type comparison struct {
	exec.Cmd
	from, to string
	out      io.Writer
}

// SetStdout keeps where to print.
func (c *comparison) SetStdout(out io.Writer) { c.out = out }

// SetStderr is not needed: there is nothing that could print there.
func (c *comparison) SetStderr(io.Writer) {}

// Run prints the differences and fails with exit code 1 when there are some.
func (c *comparison) Run() error {
	names := map[string]bool{}
	for _, dir := range []string{c.from, c.to} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return lang.Errorf("read folder to compare: %w", err)
		}
		for _, entry := range entries {
			names[entry.Name()] = true
		}
	}
	var sorted []string
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	different := false
	for _, name := range sorted {
		changed, err := c.file(name)
		if err != nil {
			return err
		}
		different = different || changed
	}
	if different {
		return exec.CodeExitError{Err: errors.New("exit status 1"), Code: 1}
	}
	return nil
}

func (c *comparison) file(name string) (bool, error) {
	a, err := content(filepath.Join(c.from, name))
	if err != nil {
		return false, err
	}
	b, err := content(filepath.Join(c.to, name))
	if err != nil {
		return false, err
	}
	groups := difflib.NewMatcherWithJunk(a, b, false, nil).GetGroupedOpCodes(3)
	if len(groups) == 0 {
		return false, nil
	}
	_, _ = fmt.Fprintf(c.out, "--- LIVE/%[1]s\n+++ MERGED/%[1]s\n", name)
	for _, group := range groups {
		if _, err := io.WriteString(c.out, tools.Hunk(group, a, b)); err != nil {
			return true, err
		}
	}
	return true, nil
}

func content(name string) ([]string, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return tools.SplitLines(string(data)), err
}

func differs(err error) bool {
	var exit exec.ExitError
	return errors.As(err, &exit) && exit.ExitStatus() == 1
}
