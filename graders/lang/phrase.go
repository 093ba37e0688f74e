package lang

import (
	"regexp"
	"strings"
)

// Phrase is a value of a Message that is said as Printer.Phrase says it.
type Phrase string

// digits stand for # in the keys of phrases.
var digits = regexp.MustCompile(`[0-9]+`)

// Phrase puts into the printer's language what packages say that know no languages, as those that run clusters. It knows whole texts,
// with any numbers in them, and what stands behind a colon; all else stays as it is.
func (p *Printer) Phrase(text string) string {
	if p.tag == English {
		return text
	}
	known := japanesePhrases()
	numbers := digits.FindAllString(text, -1)
	if said, ok := known[digits.ReplaceAllString(text, "#")]; ok && strings.Count(said, "#") == len(numbers) {
		for _, number := range numbers {
			said = strings.Replace(said, "#", number, 1)
		}
		return said
	}
	if before, after, found := strings.Cut(text, ": "); found {
		return p.Phrase(before) + ": " + p.Phrase(after)
	}
	if before, inside, found := strings.Cut(text, " ("); found {
		return p.Phrase(before) + " (" + inside
	}
	if i := strings.LastIndex(text, ", "); i >= 0 { // a path, and what there is to say of it
		return text[:i+2] + p.Phrase(text[i+2:])
	}
	return text
}
