package lang

import (
	"maps"
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
	known := japanesePhrases()
	maps.Copy(known, japaneseParts())
	return p.phrase(text, known)
}

func (p *Printer) phrase(text string, known map[string]string) string {
	if p.tag == English {
		return text
	}
	numbers := digits.FindAllString(text, -1)
	if said, ok := known[digits.ReplaceAllString(text, "#")]; ok && strings.Count(said, "#") == len(numbers) {
		for _, number := range numbers {
			said = strings.Replace(said, "#", number, 1)
		}
		return said
	}
	if before, after, found := strings.Cut(text, ": "); found {
		return p.phrase(before, known) + ": " + p.phrase(after, known)
	}
	if before, inside, found := strings.Cut(text, " ("); found {
		return p.phrase(before, known) + " (" + inside
	}
	if i := strings.LastIndex(text, ", "); i >= 0 { // a path, and what there is to say of it
		return text[:i+2] + p.phrase(text[i+2:], known)
	}
	return text
}
