package shell

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"mvdan.cc/sh/v3/interp"

	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/lang"
)

// grace is how long a program may take to notice that its time is up before it is left behind.
const grace = 100 * time.Millisecond

// running is a program that has not ended.
type running struct {
	cancel context.CancelFunc
	parent *running // the shell that it was started from, if that is a program too
}

// runningKey finds a program's own entry in its context.
type runningKey struct{}

// exec runs everything that is neither builtin nor function.
func (s *Shell) exec(ctx context.Context, args []string) error {
	hc := interp.HandlerCtx(ctx)
	env := &tools.Env{
		Dir: hc.Dir, Environ: exported(hc.Env), Words: s.words,
		Stdin: hc.Stdin, Stdout: hc.Stdout, Stderr: hc.Stderr,
	}
	code := s.start(ctx, env, args)
	if err := ctx.Err(); err != nil {
		return err
	}
	if code != 0 {
		return interp.ExitStatus(uint8(code)) //nolint:gosec // exit codes are a byte
	}
	return nil
}

// start runs one program and returns when it has ended or its context has; then it is left behind, cut off from its streams.
func (s *Shell) start(ctx context.Context, base *tools.Env, args []string) int {
	name, program, args := s.find(base, args)
	if program == nil {
		_, _ = fmt.Fprintln(base.Stderr, base.Say(lang.M("%s: not available in answers (available: %s)", name, strings.Join(s.names, " "))))
		return notAvailable
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	me := &running{cancel: cancel}
	me.parent, _ = ctx.Value(runningKey{}).(*running)
	defer s.register(me)()
	ctx = context.WithValue(ctx, runningKey{}, me)

	out := &gate{ctx: ctx, w: base.Stdout, broken: cancel}
	errs := &gate{ctx: ctx, w: base.Stderr}
	env := *base
	env.Name, env.Box, env.Stdout, env.Stderr, env.Exec, env.Programs = strings.TrimPrefix(name, "podium-"), s.box, out, errs, s.start, s.names

	done := make(chan int, 1)
	go func() {
		code := 1
		defer func() {
			if r := recover(); r != nil {
				_, _ = fmt.Fprintf(errs, "%s: internal error: %v\n", name, r)
				code = 1
			}
			done <- code
		}()
		code = program(ctx, &env, args)
	}()
	return await(ctx, done, out)
}

func await(ctx context.Context, done <-chan int, out *gate) int {
	select {
	case code := <-done:
		if out.closed.Load() {
			return brokenPipe
		}
		return code
	case <-ctx.Done():
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
	return brokenPipe
}

// find looks a program up; a name with a folder is one of ours under its usual path, or a script of the answer.
func (s *Shell) find(env *tools.Env, args []string) (string, tools.Tool, []string) {
	name := args[0]
	if dir, base := path.Split(name); dir != "" {
		switch strings.TrimSuffix(dir, "/") {
		case bin, "/bin", "/usr/bin", "/usr/local/bin":
			name = base
		default:
			if _, err := s.box.Stat(env.Dir, name, true); err == nil {
				return name, s.nested, args
			}
			return name, nil, nil
		}
	}
	if program, ok := s.programs[name]; ok {
		return name, program, args[1:]
	}
	if interp.IsBuiltin(name) {
		return name, s.nested, append([]string{"-c", `"$@"`, "bash", name}, args[1:]...) // by its own name: the path would lead here again
	}
	return name, nil, nil
}

func (s *Shell) register(r *running) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[r] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.running, r)
	}
}

// kill ends every program that runs in the background: the interpreter does not say which job is which.
func (s *Shell) kill(ctx context.Context, env *tools.Env, args []string) int {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") && strings.Trim(arg, "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			_, _ = fmt.Fprintln(env.Stderr, env.Say(lang.M("%s: option %s is not available in answers", "kill", arg)))
			return tools.Usage
		}
	}
	spared := map[*running]bool{}
	for r, _ := ctx.Value(runningKey{}).(*running); r != nil; r = r.parent {
		spared[r] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.running {
		if !spared[r] {
			r.cancel()
		}
	}
	return 0
}

// gate passes writes on until the program is ended or nobody reads any more. What a program has to say about being ended is not
// heard, as with a process that is killed.
type gate struct {
	ctx    context.Context //nolint:containedctx // that of the program whose stream it is
	w      io.Writer
	closed atomic.Bool
	broken context.CancelFunc
}

// Write ends the program, as SIGPIPE does, when the other side has gone.
func (g *gate) Write(data []byte) (int, error) {
	if g.closed.Load() || g.ctx.Err() != nil {
		return 0, io.ErrClosedPipe
	}
	n, err := g.w.Write(data)
	if err != nil && g.broken != nil {
		g.closed.Store(true)
		g.broken()
	}
	return n, err
}
