// Package live is the screen beside which a learner works: tasks that turn green as the cluster changes, hints, and why
// a check does not pass yet.
package live

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Options say what is shown, and what keys can do. A key whose function is nil is not offered.
type Options struct {
	// Lab is the lab.
	Lab *labs.Lab
	// Printer is that of the learner's language.
	Printer *lang.Printer
	// Records are the gradings, newest last; see run.Watch. The screen goes on when there are no more.
	Records <-chan *result.Record
	// Store keeps the progress.
	Store Store
	// Color is false for terminals and people without colours.
	Color bool
	// Kubeconfig is shown to those who work in another terminal.
	Kubeconfig string
	// Check makes all checks, those too that disturb the cluster for a moment.
	Check func(context.Context) (*result.Record, error)
	// Reset starts the whole lab again. The screen ends: its cluster is another one then.
	Reset func(context.Context) error
	// ResetTask deletes what a task is about and says what was deleted.
	ResetTask func(ctx context.Context, task string) (string, error)
	// Explain says why the object of a failing check does not do what it should, in so many columns; empty if there is none.
	Explain func(ctx context.Context, task string, check result.Check, width int) (string, error)
	// Board returns the address of the board.
	Board func(context.Context) (string, error)
	// Now is the clock; time.Now if nil.
	Now func() time.Time
}

// Ending says why the screen was left.
type Ending int

// The endings.
const (
	// Left means that the learner goes on another time; the cluster stays.
	Left Ending = iota
	// Restart means that the lab was reset.
	Restart
	// Submitted means that an exam was handed in, or that its time is up.
	Submitted
)

// Screen is a bubbletea model.
type Screen struct {
	options  Options
	words    *lang.Printer
	ctx      context.Context //nolint:containedctx // commands of a model have no other way to end with it
	progress *Progress
	tasks    []*labs.Task
	texts    map[string]labs.Text
	title    string

	record  *result.Record
	current int
	ask     *question
	page    string // shown instead of the task until a key is pressed
	scroll  int
	notice  string
	busy    string
	width   int
	height  int
	ending  Ending
	err     error
}

// question waits for y or n, or for R where there is something bigger to do.
type question struct {
	text       string
	yes, whole func() tea.Cmd
}

var _ tea.Model = (*Screen)(nil)

// New prepares the screen of a lab.
func New(ctx context.Context, options Options) (*Screen, error) {
	if options.Now == nil {
		options.Now = time.Now
	}
	progress, err := options.Store.Load()
	if err != nil {
		return nil, err
	}
	intro, err := options.Lab.Intro(options.Printer.Tag())
	if err != nil {
		return nil, err
	}
	s := &Screen{options: options, words: options.Printer, ctx: ctx, progress: progress, tasks: options.Lab.Tasks(nil), texts: map[string]labs.Text{}, title: intro.Title, width: 80, height: 24}
	for i, task := range s.tasks {
		if s.texts[task.ID], err = options.Lab.TaskText(options.Printer.Tag(), task.ID); err != nil {
			return nil, err
		}
		if task.ID == progress.Task {
			s.current = i
		}
	}
	return s, nil
}

// Ending says why the program ended.
func (s *Screen) Ending() Ending { return s.ending }

// Err is what kept the screen from going on.
func (s *Screen) Err() error { return s.err }

// messages of the model
type (
	recordMsg struct{ record *result.Record }
	endMsg    struct{}
	tickMsg   time.Time
	doneMsg   struct {
		notice string
		page   string
		record *result.Record
		err    error
		then   func() tea.Cmd
	}
)

// Init waits for the first record.
func (s *Screen) Init() tea.Cmd {
	commands := []tea.Cmd{s.wait()}
	if s.progress.Exam.Sealed() {
		commands = append(commands, tick())
	}
	return tea.Batch(commands...)
}

func (s *Screen) wait() tea.Cmd {
	return func() tea.Msg {
		select {
		case record, open := <-s.options.Records:
			if !open {
				return endMsg{}
			}
			return recordMsg{record}
		case <-s.ctx.Done():
			return endMsg{}
		}
	}
}

func tick() tea.Cmd { return tea.Tick(time.Second, func(t time.Time) tea.Msg { return tickMsg(t) }) }

// Update takes in what has happened.
func (s *Screen) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch m := message.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = m.Width, m.Height
	case recordMsg:
		s.take(m.record)
		return s, s.wait()
	case endMsg:
		if s.notice == "" && s.ctx.Err() == nil {
			s.notice = s.words.Sprintf("The cluster can no longer be watched. Leave with q and start the lab again.")
		}
	case tickMsg:
		s.recall()
		if !s.progress.Exam.Sealed() {
			return s, nil // it was handed in elsewhere
		}
		if s.progress.Exam.Left(s.options.Now()) == 0 {
			return s, s.end(Submitted)
		}
		return s, tick()
	case doneMsg:
		return s, s.finish(m)
	case tea.KeyPressMsg:
		return s, s.press(m.String())
	}
	return s, nil
}

// take shows a new record and says what it changes.
func (s *Screen) take(record *result.Record) {
	if record.Error != nil {
		s.notice = result.Clean(record.Error.Message)
		return
	}
	changes := Changes(s.record, record)
	first := s.record == nil
	s.record = record
	if len(changes) > 0 && !first && !s.progress.Exam.Sealed() {
		s.notice = s.options.Printer.Say(newest(changes))
	}
}

// newest says the first of several changes, and how many there are beside it.
func newest(changes []lang.Message) lang.Message {
	if len(changes) == 1 {
		return changes[0]
	}
	return lang.M("%s (+%d more)", changes[0], len(changes)-1)
}

// finish ends what a key began.
func (s *Screen) finish(m doneMsg) tea.Cmd {
	s.busy = ""
	if m.err != nil {
		s.notice = result.Clean(s.options.Printer.Err(m.err))
		return nil
	}
	if m.record != nil {
		s.take(m.record)
	}
	if m.notice != "" {
		s.notice = m.notice
	}
	if m.page != "" {
		s.page, s.scroll = m.page, 0
	}
	if m.then != nil {
		return m.then()
	}
	return nil
}

// end leaves the screen.
func (s *Screen) end(ending Ending) tea.Cmd {
	s.ending = ending
	s.save()
	return tea.Quit
}

// recall takes over what others have stored: podium lab finish in another terminal, or a second screen. A screen neither begins an exam
// nor hands it in, so what is stored of that is always the truth.
func (s *Screen) recall() bool {
	stored, err := s.options.Store.Load()
	if err != nil {
		s.err, s.notice = err, s.options.Printer.Err(err)
		return false
	}
	s.progress.join(stored)
	return true
}

func (s *Screen) save() {
	if !s.recall() {
		return // what cannot be read must not be written over
	}
	s.progress.Task = s.task().ID
	if err := s.options.Store.Save(s.progress); err != nil {
		s.err, s.notice = err, s.options.Printer.Err(err)
	}
}

func (s *Screen) task() *labs.Task { return s.tasks[s.current] }
