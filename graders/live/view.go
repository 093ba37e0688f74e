package live

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/result"
)

// The smallest screen that is laid out; on a smaller one the end of lines and of the text is cut.
const (
	leastWidth  = 40
	leastHeight = 12
)

// View draws the screen: score, tasks, the current task with its hints, what just changed, and the keys.
func (s *Screen) View() tea.View {
	view := tea.NewView(s.Draw())
	view.AltScreen = true
	view.WindowTitle = "podium " + s.options.Lab.ID
	return view
}

// Draw is the screen as text, exactly as high as the window.
func (s *Screen) Draw() string {
	lines := s.head()
	body := s.body()
	room := s.bodyHeight()
	s.scroll = min(s.scroll, max(0, len(body)-room))
	body = body[s.scroll:min(len(body), s.scroll+room)]
	for len(body) < room {
		body = append(body, "")
	}
	lines = append(append(lines, body...), s.foot()...)
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], s.columns(), "...")
	}
	return strings.Join(lines, "\n")
}

func (s *Screen) columns() int { return max(s.width, leastWidth) }

// bodyHeight is what head and foot leave.
func (s *Screen) bodyHeight() int {
	return max(1, max(s.height, leastHeight)-len(s.head())-footLines)
}

// head is the line with the score, and a line a task.
func (s *Screen) head() []string {
	lines := []string{s.ends(s.paint(bold, s.options.Lab.ID)+"  "+s.title, s.score())}
	if s.page != "" {
		return append(lines, s.rule())
	}
	for i, task := range s.tasks {
		mark, points := s.mark(task.ID)
		pointer := "  "
		name := fmt.Sprintf("%-18s %s", task.ID, s.texts[task.ID].Title)
		if i == s.current {
			pointer, name = "> ", s.paint(bold, name)
		}
		lines = append(lines, s.ends(pointer+mark+" "+name, fmt.Sprintf("%s/%d", points, task.Points())))
	}
	return append(lines, s.rule())
}

// score is the total, or the clock of an exam.
func (s *Screen) score() string {
	if exam := s.progress.Exam; exam.Sealed() {
		return s.words.Sprintf("%s left", exam.Left(s.options.Now()).Truncate(time.Second))
	}
	if s.record == nil || s.record.Score == nil {
		return fmt.Sprintf("-/%d", s.options.Lab.Points())
	}
	return fmt.Sprintf("%d/%d", *s.record.Score, s.record.MaxScore)
}

// mark is the state of a task as one character, which says it without colour, and its points.
func (s *Screen) mark(id string) (mark, points string) {
	if s.record == nil || s.progress.Exam.Sealed() {
		return " ", "-"
	}
	for _, task := range s.record.Tasks {
		if task.ID != id {
			continue
		}
		points = fmt.Sprint(task.Points)
		switch task.Status {
		case result.TaskPassed:
			return s.paint(green, "+"), points
		case result.TaskPartial:
			return s.paint(yellow, "~"), points
		case result.TaskBlocked:
			return s.paint(faint, "."), points
		case result.TaskErrored:
			return s.paint(yellow, "?"), "-"
		case result.TaskFailed:
			return s.paint(faint, "-"), points
		}
	}
	return " ", "-"
}

// body is the current task's text with its hints, or a page that was asked for.
func (s *Screen) body() []string {
	if s.page != "" {
		return strings.Split(strings.TrimRight(s.page, "\n"), "\n")
	}
	text := s.texts[s.task().ID]
	lines := result.Wrap(text.Body, s.columns())
	shown := min(s.progress.Hints[s.task().ID], len(text.Hints))
	if s.progress.Exam.Sealed() {
		shown = 0
	}
	for i, hint := range text.Hints[:shown] {
		lines = append(lines, s.hanging(fmt.Sprintf("%d. ", i+1), hint)...)
	}
	if shown > 0 {
		for _, hint := range Reactions(s.record, s.task().ID) {
			lines = append(lines, s.hanging("*  ", result.Clean(hint))...)
		}
	}
	return lines
}

// hanging is a hint below an empty line, with its mark before the first line of it.
func (s *Screen) hanging(mark, text string) []string {
	lines := []string{""}
	for i, line := range result.Wrap(text, s.columns()-ansi.StringWidth(mark)) {
		prefix := strings.Repeat(" ", ansi.StringWidth(mark))
		if i == 0 {
			prefix = mark
		}
		lines = append(lines, s.paint(cyan, prefix+line))
	}
	return lines
}

// footLines is the height of the foot.
const footLines = 4

// foot is a rule, the reason for the first failing check, what just changed or is asked, and the keys.
func (s *Screen) foot() []string {
	return []string{s.rule(), s.reason(), s.news(), s.help()}
}

func (s *Screen) reason() string {
	if s.record == nil || s.progress.Exam.Sealed() {
		return ""
	}
	task, check, found := FirstFailing(s.record, s.task().ID)
	if !found {
		return ""
	}
	why := result.Clean(check.Actual)
	if check.Why != nil {
		why += "; " + result.Clean(*check.Why)
	}
	return s.paint(red, task.ID+"/"+check.ID) + ": " + oneLine(why)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (s *Screen) news() string {
	switch {
	case s.ask != nil:
		return s.paint(bold, s.ask.text)
	case s.busy != "":
		return s.paint(faint, s.busy)
	}
	return s.paint(cyan, oneLine(s.notice))
}

func (s *Screen) help() string {
	if s.page != "" {
		return s.paint(faint, s.words.Sprintf("up and down scroll; any other key goes back"))
	}
	var parts []string
	for _, k := range s.keys() {
		if k.name != "" {
			parts = append(parts, cmp.Or(k.shown, k.key)+" "+k.name)
		}
	}
	return s.paint(faint, strings.Join(parts, "  "))
}

func (s *Screen) rule() string { return s.paint(faint, strings.Repeat("-", s.columns())) }

// ends writes text at the left and something short at the right edge; the text is cut if there is no room for both.
func (s *Screen) ends(left, right string) string {
	room := s.columns() - ansi.StringWidth(right) - 1
	left = ansi.Truncate(left, room, "...")
	return left + strings.Repeat(" ", room-ansi.StringWidth(left)+1) + right
}

// style is how something is painted.
type style int

const (
	bold style = iota
	faint
	green
	yellow
	red
	cyan
)

// paint uses the terminal's own 16 colours, or nothing.
func (s *Screen) paint(how style, text string) string {
	if !s.options.Color || text == "" {
		return text
	}
	base := lipgloss.NewStyle()
	switch how {
	case bold:
		base = base.Bold(true)
	case faint:
		base = base.Faint(true)
	case green:
		base = base.Foreground(lipgloss.Green)
	case yellow:
		base = base.Foreground(lipgloss.Yellow)
	case red:
		base = base.Foreground(lipgloss.Red)
	case cyan:
		base = base.Foreground(lipgloss.Cyan)
	}
	return base.Render(text)
}
