package tools

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

// matches returns the places where a line matches, without overlaps.
func (g *grepCall) matches(line string) [][2]int {
	var found [][2]int
	for at := 0; at <= len(line); {
		start, end, ok := g.next(line, at)
		if !ok {
			break
		}
		found = append(found, [2]int{start, end})
		if at = end; end == start {
			at += width(line, at)
		}
	}
	return found
}

// next finds the leftmost match from a place on.
func (g *grepCall) next(line string, at int) (start, end int, ok bool) {
	for _, re := range g.res {
		if s, e, hit := g.one(re, line, at); hit && (!ok || s < start || (s == start && e > end)) {
			start, end, ok = s, e, true
		}
	}
	return start, end, ok
}

func (g *grepCall) one(re *regexp.Regexp, line string, at int) (int, int, bool) {
	for _, loc := range re.FindAllStringIndex(line, -1) {
		switch {
		case loc[0] < at:
		case g.whole && (loc[0] != 0 || loc[1] != len(line)):
		case g.word && !wordEdges(line, loc[0], loc[1]):
		default:
			return loc[0], loc[1], true
		}
	}
	return 0, 0, false
}

func wordEdges(line string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(line[:start])
	after, _ := utf8.DecodeRuneInString(line[end:])
	return (start == 0 || !wordRune(before)) && (end == len(line) || !wordRune(after))
}

func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func width(line string, at int) int {
	if at >= len(line) {
		return 1
	}
	_, n := utf8.DecodeRuneInString(line[at:])
	return n
}
