// Package steps runs the steps of an end-to-end test one after the other.
package steps

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// Step is one of them.
type Step struct {
	// Name says in a few words what is done.
	Name string
	// Do does it.
	Do func(context.Context) error
}

// Run does everything in order and says what and for how long. It ends at the first error, with the name of the step before it.
func Run(ctx context.Context, out io.Writer, all []Step) error {
	for _, step := range all {
		started := time.Now()
		fmt.Fprintf(out, "\n--- %s\n", step.Name)
		if err := step.Do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.Name, err)
		}
		fmt.Fprintf(out, "--- %s: ok after %.0f s\n", step.Name, time.Since(started).Seconds())
	}
	return nil
}

// lastWords is how long the children of a program that was ended may go on writing before nobody reads any more.
const lastWords = 5 * time.Second

// Command runs a program with its output shown. env is added to this process's environment. The error is that of exec.Cmd.Run.
func Command(ctx context.Context, out io.Writer, env []string, name string, arguments ...string) error {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Env = append(os.Environ(), env...)
	command.Stdout, command.Stderr = out, os.Stderr
	command.WaitDelay = lastWords
	return command.Run()
}
