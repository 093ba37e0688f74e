package live

import (
	"context"
	"io/fs"
	"path"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// press does what a key stands for.
func (s *Screen) press(key string) tea.Cmd {
	if key == "ctrl+c" {
		return s.end(Left)
	}
	if s.ask != nil {
		return s.answer(key)
	}
	if s.busy != "" {
		return nil
	}
	switch key {
	case "up", "k":
		s.scroll = max(0, s.scroll-1)
		return nil
	case "down", "j":
		s.scroll++
		return nil
	case "pgup":
		s.scroll = max(0, s.scroll-s.bodyHeight())
		return nil
	case "pgdown", "space":
		s.scroll += s.bodyHeight()
		return nil
	}
	if s.page != "" { // any other key goes back to the task
		s.page, s.scroll = "", 0
		return nil
	}
	for _, k := range s.keys() {
		if k.key == key {
			return k.do()
		}
	}
	return nil
}

// answer is y or n; everything else is no.
func (s *Screen) answer(key string) tea.Cmd {
	asked := s.ask
	s.ask = nil
	switch {
	case key == "y" || key == "Y":
		return asked.yes()
	case key == "R" && asked.whole != nil:
		return asked.whole()
	}
	return nil
}

// binding is a key with its name. One without a name stands with another, which shows both.
type binding struct {
	key, name string
	do        func() tea.Cmd
	shown     string
}

// keys are those that can be used now.
func (s *Screen) keys() []binding {
	exam := s.progress.Exam.Sealed()
	all := []binding{
		{key: "n", shown: "n/p", name: s.words.Sprintf("task"), do: func() tea.Cmd { return s.move(1) }},
		{key: "p", do: func() tea.Cmd { return s.move(-1) }},
	}
	if !exam {
		all = append(all, binding{key: "h", name: s.words.Sprintf("hint"), do: s.hint}, binding{key: "s", name: s.words.Sprintf("solution"), do: s.solution})
		if s.options.Check != nil {
			all = append(all, binding{key: "c", name: s.words.Sprintf("check"), do: s.check})
		}
		all = append(all, binding{key: "e", name: s.words.Sprintf("explain"), do: s.explain})
	}
	if s.options.ResetTask != nil || s.options.Reset != nil {
		all = append(all, binding{key: "r", name: s.words.Sprintf("reset"), do: s.reset})
	}
	if s.options.Board != nil {
		all = append(all, binding{key: "b", name: s.words.Sprintf("board"), do: s.board})
	}
	if exam {
		all = append(all, binding{key: "u", name: s.words.Sprintf("hand in"), do: s.handIn})
	}
	return append(all, binding{key: "q", name: s.words.Sprintf("leave"), do: func() tea.Cmd { return s.end(Left) }})
}

func (s *Screen) move(by int) tea.Cmd {
	s.current = min(max(0, s.current+by), len(s.tasks)-1)
	s.scroll = 0
	s.save()
	return nil
}

// hint shows one more hint. The last is nearly the answer, so it asks before.
func (s *Screen) hint() tea.Cmd {
	show := func() tea.Cmd {
		s.progress.showHint(s.task().ID, labs.HintSteps)
		s.save()
		s.scroll = 1 << 20 // hints stand at the end; the view limits it
		return nil
	}
	if s.progress.Hints[s.task().ID] == labs.HintSteps-1 {
		s.ask = &question{text: s.words.Sprintf("The last hint is nearly the answer. Show it? (y/n)"), yes: show}
		return nil
	}
	return show()
}

// solution shows how the task can be done, after a question, and notes that it was shown.
func (s *Screen) solution() tea.Cmd {
	s.ask = &question{text: s.words.Sprintf("Show a solution? That you looked will be noted. (y/n)"), yes: func() tea.Cmd {
		text, err := Solution(s.options.Lab, s.task().ID)
		if err != nil {
			s.notice = s.options.Printer.Err(err)
			return nil
		}
		s.progress.showSolution(s.task().ID, s.options.Now())
		s.save()
		s.page, s.scroll = text, 0
		return nil
	}}
	return nil
}

// Solution is one way to do a task: the files of the lab's own answer by commands.
func Solution(lab *labs.Lab, task string) (string, error) {
	root := path.Join("solutions", "commands", "answers", lab.ID)
	var text strings.Builder
	err := fs.WalkDir(lab.Files, root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := strings.TrimPrefix(file, root+"/")
		if of, _, _ := strings.Cut(strings.ReplaceAll(name, "/", "."), "."); of != task {
			return nil
		}
		content, err := fs.ReadFile(lab.Files, file)
		if err != nil {
			return err
		}
		text.WriteString("# " + name + "\n" + string(content) + "\n")
		return nil
	})
	return text.String(), err
}

// explain shows everything that is known about the checks of the task, and why the object of the first that fails stands still.
func (s *Screen) explain() tea.Cmd {
	if s.record == nil {
		s.notice = s.words.Sprintf("Nothing has been checked yet.")
		return nil
	}
	var text strings.Builder
	if err := result.TextTask(&text, s.record, s.task().ID, result.TextOptions{Color: s.options.Color, Width: s.columns(), Words: s.options.Printer, ASCII: true}); err != nil {
		s.notice = s.options.Printer.Err(err)
		return nil
	}
	task, check, found := FirstFailing(s.record, s.task().ID)
	if !found || task.ID != s.task().ID || s.options.Explain == nil {
		s.page, s.scroll = text.String(), 0
		return nil
	}
	width := s.columns()
	return s.start(s.words.Sprintf("Explaining ..."), func(ctx context.Context) doneMsg {
		explained, err := s.options.Explain(ctx, task.ID, check, width)
		if err != nil {
			return doneMsg{page: text.String(), notice: result.Clean(s.options.Printer.Err(err))}
		}
		return doneMsg{page: text.String() + "\n" + explained}
	})
}

func (s *Screen) check() tea.Cmd {
	return s.start(s.words.Sprintf("Checking everything ..."), func(ctx context.Context) doneMsg {
		record, err := s.options.Check(ctx)
		return doneMsg{record: record, err: err, notice: s.words.Sprintf("Everything was checked.")}
	})
}

func (s *Screen) board() tea.Cmd {
	return s.start(s.words.Sprintf("Opening the board ..."), func(ctx context.Context) doneMsg {
		address, err := s.options.Board(ctx)
		return doneMsg{err: err, notice: address}
	})
}

// reset asks first about the task, then about the lab.
func (s *Screen) reset() tea.Cmd {
	if s.options.ResetTask == nil {
		return s.askForLab()
	}
	task := s.task().ID
	s.ask = &question{text: s.words.Sprintf("Reset task %s: delete what it is about? (y/n; R resets the whole lab)", task), yes: func() tea.Cmd {
		return s.start(s.words.Sprintf("Resetting ..."), func(ctx context.Context) doneMsg {
			said, err := s.options.ResetTask(ctx, task)
			return doneMsg{err: err, notice: said}
		})
	}}
	if s.options.Reset != nil {
		s.ask.whole = s.askForLab
	}
	return nil
}

func (s *Screen) askForLab() tea.Cmd {
	s.ask = &question{text: s.words.Sprintf("Reset the whole lab: delete its cluster and begin again? (y/n)"), yes: func() tea.Cmd {
		return s.start(s.words.Sprintf("Resetting ..."), func(ctx context.Context) doneMsg {
			return doneMsg{err: s.options.Reset(ctx), then: func() tea.Cmd { return s.end(Restart) }}
		})
	}}
	return nil
}

func (s *Screen) handIn() tea.Cmd {
	s.ask = &question{text: s.words.Sprintf("Hand in? After that nothing counts any more. (y/n)"), yes: func() tea.Cmd { return s.end(Submitted) }}
	return nil
}

// start does something that takes a while; until then only leaving is possible.
func (s *Screen) start(busy string, do func(context.Context) doneMsg) tea.Cmd {
	s.busy, s.notice = busy, ""
	return func() tea.Msg { return do(s.ctx) }
}
