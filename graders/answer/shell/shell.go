// Package shell runs the scripts of answers: bash's language, and no programs but those it is given.
package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/lang"
)

// The exit codes that the shell itself gives.
const (
	syntaxError  = 2
	notAvailable = 127
	brokenPipe   = 141
)

// bin is where programs seem to lie; there is no such folder.
const bin = "/answer/bin"

// Config is what a shell may use.
type Config struct {
	// Box confines all files.
	Box *box.Box
	// Environ holds exported variables as "name=value"; HOME, PATH, TMPDIR and TZ are added.
	Environ []string
	// Programs are added to the text tools; kubectl is one of them.
	Programs map[string]tools.Tool
	// Words are those of what the shell refuses; English when nil.
	Words *lang.Printer
}

// Shell runs scripts one after the other. Nothing that a script sets is seen by the next one.
type Shell struct {
	box      *box.Box
	words    *lang.Printer
	environ  []string
	programs map[string]tools.Tool
	names    []string

	mu      sync.Mutex
	running map[*running]struct{}
}

// Streams are the standard streams of a script.
type Streams struct {
	// Stdin may be nil: nothing to read.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// New makes a shell.
func New(config Config) *Shell {
	s := &Shell{
		box:     config.Box,
		words:   config.Words,
		running: map[*running]struct{}{},
		environ: append([]string{
			"HOME=" + config.Box.Work(), "PATH=" + bin, "TMPDIR=" + config.Box.TempDir(), "TZ=UTC", "LANG=C.UTF-8",
		}, config.Environ...),
	}
	s.programs = tools.All()
	maps.Copy(s.programs, config.Programs)
	s.programs["bash"], s.programs["sh"] = s.nested, s.nested
	s.names = slices.Sorted(maps.Keys(s.programs))
	s.programs[killName], s.programs[printfName] = s.kill, s.programs["printf"]
	return s
}

// Run runs a script and returns its exit code. The error is that of ctx when it ended first: what the script had started by then
// can no longer write or read. Programs still in the background at the end of the script are ended the same way.
func (s *Shell) Run(ctx context.Context, name string, source []byte, streams Streams) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return s.run(ctx, name, source, script{dir: s.box.Work(), environ: s.environ, streams: streams})
}

// Program runs one program, without a script around it, and returns its exit code.
func (s *Shell) Program(ctx context.Context, streams Streams, args ...string) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	env := &tools.Env{Dir: s.box.Work(), Environ: s.environ, Words: s.words, Stdin: streams.Stdin, Stdout: streams.Stdout, Stderr: streams.Stderr}
	return s.start(ctx, env, args), ctx.Err()
}

// script is one run of the interpreter.
type script struct {
	dir     string
	environ []string
	params  []string
	streams Streams
}

func (s *Shell) run(ctx context.Context, name string, source []byte, sc script) (code int, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.note(sc, lang.M("%s: the shell cannot run this: %s", name, fmt.Sprint(r)))
			code, err = syntaxError, nil
		}
	}()
	file, err := parse(name, source)
	if err != nil {
		_, _ = fmt.Fprintln(sc.streams.Stderr, err)
		return syntaxError, nil
	}
	for _, note := range unsupported(name, file) {
		s.note(sc, note)
	}
	confineTests(file)
	bashArrays(file)
	runner, err := s.runner(name, sc)
	if err != nil {
		return 0, fmt.Errorf("make shell: %w", err)
	}
	err = runner.Run(ctx, file)
	var status interp.ExitStatus
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err == nil:
		return 0, nil
	case errors.As(err, &status):
		return int(status), nil
	}
	s.note(sc, lang.M("%s: %s", name, err))
	return 1, nil
}

// note tells the reader of a script's output something about the script.
func (s *Shell) note(sc script, about lang.Message) {
	_, _ = fmt.Fprintln(sc.streams.Stderr, (&tools.Env{Words: s.words}).Say(about))
}

func (s *Shell) runner(name string, sc script) (*interp.Runner, error) {
	return interp.New(
		interp.Dir(s.real(sc.dir)),
		interp.Env(environ(sc.environ, name)),
		interp.Params(append([]string{"--"}, sc.params...)...),
		interp.StdIO(sc.streams.Stdin, sc.streams.Stdout, sc.streams.Stderr),
		interp.CallHandler(s.call),
		interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return s.exec }),
		interp.OpenHandler(s.open),
		interp.ReadDirHandler2(s.readDir),
		interp.StatHandler(s.stat),
	)
}

func parse(name string, source []byte) (*syntax.File, error) {
	parser := syntax.NewParser(syntax.Variant(syntax.LangBash))
	return parser.Parse(newlines(source), name)
}
