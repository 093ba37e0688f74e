package result

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// Clean makes foreign text safe and legible wherever people read it: without escape sequences, control
// characters (line breaks stay) and marks that change the reading direction. Whoever names an object or prints a
// line must not be able to move the cursor, recolour a score or turn 10/100 around.
func Clean(text string) string {
	text = ansi.Strip(strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", "    ", "\u2028", "\n", "\u2029", "\n").Replace(text)
	return strings.TrimSpace(strings.Map(printable, text))
}

func printable(r rune) rune {
	const zeroWidthJoiner = '\u200d' // holds emoji together
	switch {
	case r == '\n', r == zeroWidthJoiner:
		return r
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}
