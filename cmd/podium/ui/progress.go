package ui

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress tells a person what is going on, on one line that changes on a terminal, and in a line per step elsewhere.
type Progress struct {
	mu      sync.Mutex
	out     io.Writer
	live    bool
	started time.Time
}

// NewProgress writes to out.
func NewProgress(out io.Writer) *Progress {
	return &Progress{out: out, live: IsTerminal(out), started: time.Now()}
}

// clearLine puts the cursor at the beginning of an empty line (ECMA-48, EL).
const clearLine = "\r\x1b[K"

// Stepf says what has begun.
func (p *Progress) Stepf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%5.1fs %s", time.Since(p.started).Seconds(), fmt.Sprintf(format, args...))
	if p.live {
		fmt.Fprint(p.out, clearLine+text)
		return
	}
	fmt.Fprintln(p.out, text)
}

// Done removes the changing line; what was printed line by line stays.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live {
		fmt.Fprint(p.out, clearLine)
	}
}
