package ui

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

// Progress tells a person what is going on, on one line that changes on a terminal, and in a line per step elsewhere.
type Progress struct {
	mu      sync.Mutex
	out     io.Writer
	words   *lang.Printer
	live    bool
	started time.Time
}

// NewProgress writes to out, in the language of words.
func NewProgress(out io.Writer, words *lang.Printer) *Progress {
	return &Progress{out: out, words: words, live: IsTerminal(out), started: time.Now()}
}

// clearLine puts the cursor at the beginning of an empty line (ECMA-48, EL).
const clearLine = "\r\x1b[K"

// Component says what became of a part of a cluster; both are named in English.
func (p *Progress) Component(component, state string) {
	p.Step(lang.M("%s: %s", lang.Phrase(component), lang.Phrase(state)))
}

// Step says what has begun.
func (p *Progress) Step(what lang.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%5.1fs %s", time.Since(p.started).Seconds(), p.words.Say(what))
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
