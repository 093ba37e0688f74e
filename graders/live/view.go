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
	rule := s.rule()
	if len(body) > room {
		rule = s.scrolled(s.scroll+1, s.scroll+room, len(body))
	}
	body = body[s.scroll:min(len(body), s.scroll+room)]
	for len(body) < room {
		body = append(body, "")
	}
	lines = append(append(append(lines, body...), rule), s.foot()...)
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], s.columns(), "...")
	}
	return strings.Join(lines, "\n")
}

func (s *Screen) columns() int { return max(s.width, leastWidth) }

// bodyHeight is what head and foot leave.
func (s *Screen) bodyHeight() int {
	return max(1, max(s.height, leastHeight)-len(s.head())-len(s.foot())-1)
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
	if s.page != "" { // commands of a solution have no length of their own, and none may be cut
		return strings.Split(ansi.Wrap(strings.TrimRight(s.page, "\n"), s.columns(), ""), "\n")
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

// newsLines is the most that news may take; a question is never cut.
const newsLines = 2

// foot is the reason for the first failing check, what just changed or is asked, and the keys. Long news take the place of the reason.
func (s *Screen) foot() []string {
	news := s.news()
	if len(news) == 1 {
		news = []string{s.reason(), news[0]}
	}
	return append(news, s.help())
}

// scrolled is the rule below a text that has more lines than there is room for.
func (s *Screen) scrolled(from, to, all int) string {
	text := " " + s.words.Sprintf("up/down: lines %d to %d of %d", from, to, all) + " "
	return s.paint(faint, strings.Repeat("-", max(0, s.columns()-ansi.StringWidth(text)))+text)
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

func (s *Screen) news() []string {
	text, how := oneLine(s.notice), cyan
	switch {
	case s.ask != nil:
		text, how = s.ask.text, bold
	case s.busy != "":
		text, how = s.busy, faint
	}
	lines := result.Wrap(text, s.columns())
	if s.ask == nil && len(lines) > newsLines {
		lines = append(lines[:newsLines-1], strings.Join(lines[newsLines-1:], " "))
	}
	for i := range lines {
		lines[i] = s.paint(how, lines[i])
	}
	return lines
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
