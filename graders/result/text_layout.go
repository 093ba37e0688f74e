package result

import "charm.land/lipgloss/v2"

// palette paints words, or leaves them as they are.
type palette struct {
	pass, fail, warn, dim, bold func(text string) string
}

// newPalette uses the 16 colours that every terminal has, in the theme its owner chose.
func newPalette(color bool) palette {
	if !color {
		plain := func(text string) string { return text }
		return palette{plain, plain, plain, plain, plain}
	}
	render := func(style lipgloss.Style) func(string) string {
		return func(text string) string { return style.Render(text) }
	}
	style := lipgloss.NewStyle()
	return palette{
		pass: render(style.Foreground(lipgloss.Green)),
		fail: render(style.Foreground(lipgloss.Red)),
		warn: render(style.Foreground(lipgloss.Yellow)),
		dim:  render(style.Faint(true)),
		bold: render(style.Bold(true)),
	}
}

// Marks are characters of one column everywhere: some others are two columns wide in Japanese terminals.
func (t *report) taskMark(status TaskStatus) string {
	if status == TaskPartial {
		return t.paint.warn("~")
	}
	return t.checkMark(Status(status))
}

func (t *report) checkMark(status Status) string {
	if t.ascii {
		return t.asciiMark(status)
	}
	switch status {
	case Passed:
		return t.paint.pass("✓")
	case Failed:
		return t.paint.fail("✗")
	case Blocked:
		return t.paint.warn("-")
	case Errored:
	}
	return t.paint.warn("!")
}

func (t *report) asciiMark(status Status) string {
	switch status {
	case Passed:
		return t.paint.pass("+")
	case Failed:
		return t.paint.fail("-")
	case Blocked:
		return t.paint.dim(".")
	case Errored:
	}
	return t.paint.warn("?")
}

// columns is how wide a line is on a terminal: 2 for an East Asian wide character, 0 for an escape sequence.
func columns(line string) int { return lipgloss.Width(line) }
