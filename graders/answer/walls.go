package answer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/podium-labs/podium/graders/answer/sandbox"
	"github.com/podium-labs/podium/graders/lang"
)

// UnconfinedError says that answers cannot be confined here.
type UnconfinedError struct {
	// Err is why.
	Err error
}

// Error says what cannot be done, and why.
func (e *UnconfinedError) Error() string {
	return fmt.Sprintf("answers cannot be confined here: %v", e.Err)
}

// Message is the same in any language.
func (e *UnconfinedError) Message() lang.Message {
	return lang.M("answers cannot be confined here: %s", e.Err)
}

// Unwrap returns why.
func (e *UnconfinedError) Unwrap() error { return e.Err }

// Walls prove, once for as many gradings as share them, that the sandbox of answers holds on this machine.
type Walls struct {
	// Binary is the podium executable, Args are its arguments; "__answer" when empty.
	Binary string
	Args   []string

	mu    sync.Mutex
	known bool
	err   error
}

// Stand returns nil if an answer's process that tries to leave its sandbox fails, and one that stays in it does not. The error is
// an *UnconfinedError where the system has no sandbox. The process is started by the first call only.
func (w *Walls) Stand(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known {
		return w.err
	}
	err := w.prove(ctx)
	if ctx.Err() != nil {
		return fmt.Errorf("prove the sandbox: %w", ctx.Err())
	}
	w.known, w.err = true, err
	return err
}

func (w *Walls) prove(ctx context.Context) error {
	if err := sandbox.Available(); err != nil {
		return &UnconfinedError{Err: err}
	}
	dir, err := os.MkdirTemp("", "podium-walls-")
	if err != nil {
		return fmt.Errorf("prove the sandbox: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // nothing of it is needed any more
	y, err := newYard(ctx, dir)
	if err != nil {
		return fmt.Errorf("prove the sandbox: %w", err)
	}
	defer y.close()
	if err := y.walk(ctx, Config{Binary: w.Binary, Args: w.Args, TempDir: dir}); err != nil {
		return fmt.Errorf("prove the sandbox: %w", err)
	}
	return nil
}

// yard is what lies on both sides of the walls.
type yard struct {
	canary            string // a file outside
	open, closed      net.Listener
	inside, forbidden []Deed
}

const canaryText = "nobody reads this\n"

func newYard(ctx context.Context, dir string) (*yard, error) {
	y := &yard{canary: filepath.Join(dir, "canary")}
	if err := os.WriteFile(y.canary, []byte(canaryText), 0o600); err != nil {
		return nil, err
	}
	binary, err := os.Executable()
	if err != nil {
		return nil, err
	}
	for _, listener := range []*net.Listener{&y.open, &y.closed} {
		if *listener, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
			y.close()
			return nil, err
		}
	}
	// the working directory of the process is its scratch
	y.inside = []Deed{
		{Kind: Write, Target: WorkFolder + "/probe"}, {Kind: Read, Target: WorkFolder + "/probe"}, {Kind: List, Target: WorkFolder},
		{Kind: Write, Target: os.DevNull}, {Kind: Read, Target: os.DevNull}, {Kind: Connect, Target: y.open.Addr().String()},
	}
	y.forbidden = []Deed{
		{Kind: Read, Target: y.canary}, {Kind: Write, Target: y.canary}, {Kind: Write, Target: y.canary + ".new"}, {Kind: List, Target: dir},
		{Kind: List, Target: "/"}, {Kind: Link, Target: WorkFolder + "/link"}, {Kind: Connect, Target: y.closed.Addr().String()},
		{Kind: Exec, Target: binary},
	}
	return y, nil
}

func (y *yard) close() {
	for _, listener := range []net.Listener{y.open, y.closed} {
		if listener != nil {
			_ = listener.Close() // nobody uses it any more
		}
	}
}

// walk lets an answer's process try all of it.
func (y *yard) walk(ctx context.Context, config Config) error {
	done, err := Attempt(ctx, config, y.open.Addr().String(), append(y.inside, y.forbidden...))
	if err != nil {
		return err
	}
	if len(done) != len(y.inside)+len(y.forbidden) {
		return fmt.Errorf("%d of %d deeds were tried", len(done), len(y.inside)+len(y.forbidden))
	}
	var faults []error
	for i, deed := range done {
		switch {
		case i < len(y.inside) && deed.Error != "":
			faults = append(faults, fmt.Errorf("an answer cannot %s %s: %s", deed.Kind, deed.Target, deed.Error))
		case i >= len(y.inside) && deed.Error == "":
			faults = append(faults, fmt.Errorf("an answer can %s %s", deed.Kind, deed.Target))
		case i >= len(y.inside) && !deed.Denied:
			faults = append(faults, fmt.Errorf("an answer that tries to %s %s is not denied it but fails: %s", deed.Kind, deed.Target, deed.Error))
		}
	}
	if text, err := os.ReadFile(y.canary); err != nil || string(text) != canaryText {
		faults = append(faults, fmt.Errorf("an answer changed %s", y.canary))
	}
	return errors.Join(faults...)
}
