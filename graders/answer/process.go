package answer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/podium-labs/podium/graders/answer/sandbox"
	"github.com/podium-labs/podium/graders/lang"
)

// startBudget is how long the process may take to be ready for its first step; it is never counted against the learner.
const startBudget = 30 * time.Second

// killGrace is how long after its limit a step may take to reply before the process is killed.
const killGrace = 3 * time.Second

// Config says how to run one answer.
type Config struct {
	// Binary is the podium executable.
	Binary string
	// Args are its arguments; "__answer" when empty.
	Args []string
	// Kubeconfig is the learner's credential. A copy is made.
	Kubeconfig string
	// Namespace is the default namespace.
	Namespace string
	// Files are laid into the working directory.
	Files []File
	// Language is that of what Podium itself says in the output of a step; English when empty.
	Language string
	// Limits bound each step.
	Limits RunLimits
	// TempDir is where the scratch folder is made; the system's when empty.
	TempDir string
	// Unconfined runs the answer without a sandbox: for answers that are trusted, where there is none.
	Unconfined bool

	server string // instead of the kubeconfig's
	deeds  []Deed // instead of steps
}

// CrashError says that the answer's process ended or hung by itself. That is not the script's doing.
type CrashError struct {
	// Err is how it ended.
	Err error
	// Stderr is the end of what the process itself printed: a panic, for instance.
	Stderr string
}

// Error names how it ended.
func (e *CrashError) Error() string {
	if e.Stderr == "" {
		return fmt.Sprintf("answer process: %v", e.Err)
	}
	return fmt.Sprintf("answer process: %v: %s", e.Err, e.Stderr)
}

// Unwrap returns how it ended.
func (e *CrashError) Unwrap() error { return e.Err }

// errClosed is what Run returns after Close.
var errClosed = errors.New("answer process is closed")

// Process runs the steps of one answer, one after the other. It is safe for concurrent use, though steps wait for each other.
type Process struct {
	ctx     context.Context //nolint:containedctx // the life of the process
	config  Config
	scratch string
	server  string
	words   *lang.Printer

	mu     sync.Mutex
	child  *child
	closed bool
}

// Start makes the scratch folder and starts the process; it does not wait until it is ready, so that it can be started ahead of
// its use. The process ends with ctx at the latest.
func Start(ctx context.Context, config Config) (*Process, error) {
	if len(config.Args) == 0 {
		config.Args = []string{"__answer"}
	}
	config.Limits = config.Limits.WithDefaults()
	words, err := lang.New(orElse(config.Language, lang.English))
	if err != nil {
		return nil, err
	}
	scratch, server, err := newScratch(ctx, config)
	if err != nil {
		return nil, err
	}
	p := &Process{ctx: ctx, config: config, scratch: scratch, server: orElse(config.server, server), words: words}
	if p.child, err = p.spawn(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(scratch))
	}
	return p, nil
}

// Sandbox waits until the process is ready and returns the name of the sandbox in force: "none" or "landlock".
func (p *Process) Sandbox(ctx context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.ready(ctx); err != nil {
		return "", err
	}
	return p.child.sandbox, nil
}

// Run runs one step. A script that fails or runs out of time is an Outcome; an error means that the step could not be run, and is a
// *CrashError when the process died or hung. After a timeout the next Run starts a new process on the same scratch folder.
func (p *Process) Run(ctx context.Context, step Step) (Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.ready(ctx); err != nil {
		return Outcome{}, err
	}
	started := time.Now()
	exceeded := p.child.watchMemory(p.config.Limits.MemoryBytes)
	p.child.send(Request{Step: &step})
	answer, err := p.child.receive(ctx, p.config.Limits.Step+killGrace)
	killed := exceeded()
	switch {
	case killed && err != nil && ctx.Err() == nil:
		p.drop()
		return Outcome{ExitCode: ExitKilled, Duration: time.Since(started), Output: "\n" + p.words.Say(OutOfMemory(p.config.Limits)) + "\n"}, nil
	case errors.Is(err, errNoReply):
		// The process runs something that it cannot end by itself.
		p.drop()
		return Outcome{ExitCode: ExitTimedOut, TimedOut: true, Duration: time.Since(started)}, nil
	case err != nil:
		p.drop()
		return Outcome{}, err
	case answer.Outcome == nil:
		return Outcome{}, fmt.Errorf("answer process: %s", orElse(answer.Error, "a reply without an outcome"))
	}
	if answer.Last {
		p.drop()
	}
	return *answer.Outcome, nil
}

// Close ends the process and everything it started, waits for it and removes the scratch folder.
func (p *Process) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	p.drop()
	if err := os.RemoveAll(p.scratch); err != nil {
		return fmt.Errorf("remove scratch: %w", err)
	}
	return nil
}

// drop ends the current child.
func (p *Process) drop() {
	if p.child != nil {
		p.child.kill()
		p.child = nil
	}
}

// ready makes sure that there is a child that waits for a step.
func (p *Process) ready(ctx context.Context) error {
	if p.closed {
		return errClosed
	}
	if p.child == nil {
		var err error
		if p.child, err = p.spawn(); err != nil {
			return err
		}
	}
	if p.child.sandbox != "" {
		return nil
	}
	answer, err := p.child.receive(ctx, startBudget)
	if err == nil && answer.Error != "" {
		err = fmt.Errorf("answer process: %s", answer.Error)
	}
	if errors.Is(err, errNoReply) {
		err = &CrashError{Err: fmt.Errorf("not ready after %v", startBudget), Stderr: p.child.stderr.Text()}
	}
	if err != nil {
		p.drop()
		return err
	}
	if answer.Sandbox != sandbox.Landlock && !p.config.Unconfined {
		p.drop()
		return fmt.Errorf("answer process: sandbox is %q", answer.Sandbox)
	}
	p.child.sandbox, p.child.deeds = answer.Sandbox, answer.Deeds
	return nil
}
