package result

import (
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks text into lines of at most limit columns, at spaces and where Japanese may be broken.
func Wrap(text string, limit int) []string { return wrap(text, limit) }

// wrap breaks text into lines of at most limit columns; there is always at least one. Colours go on
// from line to line without touching what stands beside them.
func wrap(text string, limit int) []string {
	limit = max(limit, 1)
	var lines []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, fill(pieces(paragraph), limit)...)
	}
	var out strings.Builder
	w := lipgloss.NewWrapWriter(&out)
	// A strings.Builder accepts everything.
	_, _ = io.WriteString(w, strings.Join(lines, "\n"))
	_ = w.Close()
	return strings.Split(out.String(), "\n")
}

// fill puts as many pieces on a line as there is room for. A piece wider than a whole line is cut.
func fill(words []string, limit int) []string {
	var lines []string
	line := ""
	for _, word := range words {
		if columns(line)+columns(strings.TrimRight(word, " ")) > limit {
			if line != "" {
				lines = append(lines, strings.TrimRight(line, " "))
			}
			cut := strings.Split(ansi.Hardwrap(word, limit, true), "\n")
			lines = append(lines, cut[:len(cut)-1]...)
			line = cut[len(cut)-1]
			continue
		}
		line += word
	}
	return append(lines, strings.TrimRight(line, " "))
}

// pieces cuts a line wherever it may be broken: behind spaces, and on either side of a wide character,
// since Japanese has no spaces between words, but neither before a closing mark nor behind an opening one.
func pieces(line string) []string {
	var found []string
	var piece strings.Builder
	var before glyph
	for rest, state := line, byte(0); rest != ""; {
		sequence, width, size, next := ansi.DecodeSequence(rest, state, nil)
		rest, state = rest[size:], next
		now := glyph{sequence, width}
		if width > 0 {
			if mayBreak(before, now) {
				found = append(found, piece.String())
				piece.Reset()
			}
			before = now
		}
		piece.WriteString(sequence)
	}
	return append(found, piece.String())
}

// glyph is what takes one place in a line, and how many columns of it.
type glyph struct {
	text  string
	width int
}

func mayBreak(before, now glyph) bool {
	const closing, opening = "。、」』)】・ー,.)]", "「『(【(["
	switch {
	case before.text == "" || now.text == " ":
		return false
	case before.text == " ":
		return true
	case strings.Contains(closing, now.text), strings.Contains(opening, before.text):
		return false
	}
	return before.width > 1 || now.width > 1
}
