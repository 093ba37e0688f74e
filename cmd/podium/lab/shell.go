package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/run"
)

func newShell(settings *ui.Settings, podium string) *cobra.Command {
	return oneLab("shell", "Open your shell with KUBECONFIG set, the score in its prompt, and a kubectl if you have none", func(cmd *cobra.Command, s *session) error {
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		options, err := s.liveOptions(cmd.Context(), printer, podium)
		if err != nil {
			return err
		}
		path, cleanup, err := pathWithPrograms()
		if err != nil {
			return exit.With(exit.Infrastructure, err, "")
		}
		defer cleanup()
		program := os.Getenv("SHELL")
		if program == "" {
			program = "/bin/sh"
		}
		ctx, cancel := context.WithCancel(cmd.Context())
		defer cancel()
		args, env, forgetPrompt, err := s.scorePrompt(ctx, program, settings.Color(cmd.OutOrStdout()), options)
		if err != nil {
			return exit.With(exit.Infrastructure, err, "")
		}
		defer forgetPrompt()
		shell := exec.CommandContext(ctx, program, args...)
		shell.Env = append(append(os.Environ(), "KUBECONFIG="+s.kubeconfig(), "PATH="+path, "PODIUM_LAB="+s.lab.ID), env...)
		shell.Stdin, shell.Stdout, shell.Stderr = cmd.InOrStdin(), ui.Behind(cmd.OutOrStdout()), cmd.ErrOrStderr()
		fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("shell for %s; leave it with exit, the lab keeps running", s.lab.ID))
		var ended *exec.ExitError
		if err := shell.Run(); err != nil && !errors.As(err, &ended) {
			return exit.With(exit.Infrastructure, lang.Errorf("run %s: %w", program, err), "set SHELL to a shell that exists")
		}
		if ended != nil { // as from every shell, the exit code is that of the last command
			return &exit.Error{Code: shellCode(ended)}
		}
		return nil
	})
}

// bySignal is what shells add to the number of the signal that ended a program.
const bySignal = 128

// shellCode is the exit code of a shell that did not end with 0.
func shellCode(ended *exec.ExitError) int {
	if status, ok := ended.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return bySignal + int(status.Signal())
	}
	return ended.ExitCode()
}

// scorePrompt makes the shell show the score; in an exam there is none before it is handed in.
func (s *session) scorePrompt(ctx context.Context, program string, color bool, options run.LiveOptions) (args, env []string, cleanup func(), err error) {
	dir, err := os.MkdirTemp("", "podium-shell-")
	if err != nil {
		return nil, nil, nil, lang.Errorf("make folder for the prompt: %w", err)
	}
	cleanup = func() { _ = os.RemoveAll(dir) } // some small files in the temporary folder
	if args, env, err = s.prompt(ctx, program, dir, color, options); err != nil {
		cleanup()
	}
	return args, env, cleanup, err
}

// pathWithPrograms returns the PATH, before it a folder with podium by its own name and as kubectl, as far as there are none yet.
func pathWithPrograms() (path string, cleanup func(), err error) {
	path = os.Getenv("PATH")
	var missing []string
	for _, name := range []string{ownName, KubectlName} {
		if _, err := exec.LookPath(name); err != nil {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return path, func() {}, nil
	}
	binary, err := os.Executable()
	if err != nil {
		return "", nil, lang.Errorf("find own executable: %w", err)
	}
	dir, err := os.MkdirTemp("", "podium-bin-")
	if err != nil {
		return "", nil, lang.Errorf("make folder for programs: %w", err)
	}
	cleanup = func() { _ = os.RemoveAll(dir) } // links in the temporary folder
	for _, name := range missing {
		if err := os.Symlink(binary, filepath.Join(dir, name)); err != nil {
			cleanup()
			return "", nil, lang.Errorf("link %s: %w", name, err)
		}
	}
	return dir + string(os.PathListSeparator) + path, cleanup, nil
}
