package submission

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/podium-labs/podium/graders/lang"
)

// place is where a name lies in a submission.
type place int

const (
	outside place = iota // ignored, whatever it is
	above                // answers or answers/<lab>, which must be folders
	beside               // in answers, but no wanted lab's folder
	inside               // copied
)

var (
	drive    = regexp.MustCompile(`^[A-Za-z]:`)
	reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$`)
	dotGit   = regexp.MustCompile(`(?i)^(\.git|git~[0-9])[ .]*$`)
)

// escapes says why a name leads out of the submission. Nothing that people do by accident makes such a name, so it is refused wherever it is.
func escapes(name string) lang.Message {
	slashed := strings.ReplaceAll(name, `\`, "/")
	switch {
	case strings.HasPrefix(slashed, "/"):
		return lang.M("is an absolute path")
	case drive.MatchString(slashed):
		return lang.M("begins with a drive letter")
	case strings.ContainsRune(name, 0):
		return lang.M("has a NUL character in its name")
	}
	for part := range strings.SplitSeq(slashed, "/") {
		if part == ".." {
			return lang.M("leads out of its folder with ..")
		}
	}
	return lang.Message{}
}

// unfit says why a name that is to be copied cannot be.
func (l *Limits) unfit(name string) lang.Message {
	switch {
	case len(name) > l.PathBytes:
		return lang.M("has too long a path")
	case strings.Count(name, "/") > l.Depth:
		return lang.M("is nested too deep")
	case !utf8.ValidString(name):
		return lang.M("has a name that is no UTF-8")
	case strings.Contains(name, `\`):
		return lang.M("has a backslash in its name; folders are separated by /")
	case strings.Contains(name, ":"):
		return lang.M("has a colon in its name")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return lang.M("has control or invisible characters in its name")
	}
	for part := range strings.SplitSeq(name, "/") {
		if dotGit.MatchString(part) {
			return lang.M("is part of a git repository of its own")
		}
	}
	return lang.Message{}
}

// portable reports whether a file could also be on Windows.
func portable(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if reserved.MatchString(part) || strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") {
			return false
		}
	}
	return true
}

// fold makes names alike that some file systems take for the same: other case, other composition of accents.
func fold(name string) string { return norm.NFC.String(cases.Fold().String(norm.NFC.String(name))) }

// locate says where a clean name lies, and below which entry of answers.
func (o *Options) locate(name string) (place, string) {
	parts := strings.SplitN(name, "/", 3)
	if parts[0] != "answers" {
		return outside, ""
	}
	if len(parts) == 1 {
		return above, ""
	}
	switch {
	case !slices.Contains(o.Labs, parts[1]):
		return beside, parts[1]
	case len(parts) == 2:
		return above, parts[1]
	}
	return inside, parts[1]
}

// Legible is a foreign name, cut to 300 bytes, without what must not reach a terminal.
func Legible(name string) string {
	if len(name) > 300 {
		name = name[:300] + "..."
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(name, string(utf8.RuneError)))
}
