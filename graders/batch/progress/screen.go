package progress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Screen draws a batch on a terminal until it is closed; the last picture stays. It reads no keys.
type Screen struct {
	program *tea.Program
	ended   chan error
}

// Open begins to draw.
func Open(ctx context.Context, out io.Writer, words *lang.Printer) *Screen {
	m := &model{words: words, tracker: NewTracker(time.Now), width: 80, now: time.Now}
	s := &Screen{program: tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(nil), tea.WithOutput(out), tea.WithoutSignalHandler()), ended: make(chan error, 1)}
	go func() {
		_, err := s.program.Run()
		s.ended <- err
	}()
	return s
}

// Take draws an event.
func (s *Screen) Take(e batch.Event) { s.program.Send(eventMsg(e)) }

// Close ends the drawing.
func (s *Screen) Close() error {
	s.program.Quit()
	if err := <-s.ended; err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		return fmt.Errorf("draw on the terminal: %w", err)
	}
	return nil
}

type (
	eventMsg batch.Event
	tickMsg  time.Time
)

// model is a bubbletea model.
type model struct {
	words   *lang.Printer
	tracker *Tracker
	width   int
	now     func() time.Time
}

var _ tea.Model = (*model)(nil)

// Init lets the clock tick.
func (m *model) Init() tea.Cmd { return tick() }

func tick() tea.Cmd { return tea.Tick(time.Second, func(t time.Time) tea.Msg { return tickMsg(t) }) }

// Update takes in what has happened.
func (m *model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		m.width = message.Width
	case eventMsg:
		m.tracker.Take(batch.Event(message))
	case tickMsg:
		return m, tick()
	}
	return m, nil
}

// View draws.
func (m *model) View() tea.View { return tea.NewView(m.draw()) }

// shown is how many running submissions are listed.
const shown = 8

func (m *model) draw() string {
	t, w := m.tracker, m.words
	lines := []string{m.bar()}
	counts := []string{
		w.Sprintf("full marks: %d", t.counts.Full), w.Sprintf("fewer points: %d", t.counts.Below),
		w.Sprintf("infrastructure: %d", t.counts.Infra), w.Sprintf("unreadable: %d", t.counts.Unreadable),
	}
	if t.counts.Before > 0 {
		counts = append(counts, w.Sprintf("done before: %d", t.counts.Before))
	}
	lines = append(lines, strings.Join(counts, "  "))
	if t.guarding {
		lines = append(lines, w.Sprintf("grading reference solutions and starters first"))
	}
	if t.elsewhere >= 0 {
		lines = append(lines, w.Sprintf("Pods running: %d", t.elsewhere))
	}
	list := t.longest()
	for i, r := range list {
		if i == shown {
			lines = append(lines, w.Sprintf("and %d more", len(list)-shown))
			break
		}
		lines = append(lines, fmt.Sprintf("  %s  %s  %s  %s", result.Clean(r.id), r.lab, r.step, clock(m.now().Sub(r.since))))
	}
	if t.notice != "" {
		lines = append(lines, "! "+strings.ReplaceAll(t.notice, "\n", " "))
	}
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], max(m.width-1, 20), "…")
	}
	return strings.Join(lines, "\n") + "\n"
}

// bar is the overall bar, with the rate and the time left behind it.
func (m *model) bar() string {
	t := m.tracker
	total := max(t.counts.Total, 1)
	done := t.counts.Total - t.counts.Left
	text := fmt.Sprintf(" %d/%d", done, t.counts.Total)
	if rate := t.Rate(); rate > 0 {
		text += "  " + m.words.Sprintf("%d an hour", int(rate))
		if t.counts.Left > 0 {
			text += "  " + m.words.Sprintf("%s left", clock(t.Left()))
		}
	}
	room := min(max(m.width-ansi.StringWidth(text)-3, 10), 40)
	full := room * done / total
	return "[" + strings.Repeat("█", full) + strings.Repeat("░", room-full) + "]" + text
}

// clock is a duration as a clock shows it.
func clock(d time.Duration) string {
	d = d.Round(time.Second)
	if d < time.Hour {
		return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
}
