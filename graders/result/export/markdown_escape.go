package export

import (
	"regexp"
	"strings"
)

// code is a span in backticks that looks the same with any renderer, because nothing in it means anything.
var code = regexp.MustCompile("`[A-Za-z0-9][A-Za-z0-9 ._:/=,-]*`")

// markdown makes foreign text safe in a paragraph, list item or table cell of Markdown, for CommonMark, GitHub's dialect and
// renderers that know only half of it: no HTML, links, images, emphasis, mathematics, mentions or references to issues.
// Spans of harmless code stay. The text must be one line already; see sentence.
func markdown(text string) string {
	var out strings.Builder
	rest := 0
	for _, span := range code.FindAllStringIndex(text, -1) {
		// A third backtick beside it would make it another span.
		if strings.Contains(neighbours(text, span), "`") || strings.Contains(text[span[0]:span[1]], "://") {
			continue
		}
		out.WriteString(escape(text[rest:span[0]]))
		out.WriteString(text[span[0]:span[1]])
		rest = span[1]
	}
	out.WriteString(escape(text[rest:]))
	return block.ReplaceAllStringFunc(out.String(), func(begin string) string {
		return begin[:len(begin)-1] + `\` + begin[len(begin)-1:]
	})
}

// block finds what would begin a list, a line or a heading if it stood at the beginning of a paragraph.
var block = regexp.MustCompile(`^(\d+[.)]|[-+=:])`)

func neighbours(text string, span []int) string {
	return text[max(0, span[0]-1):span[0]] + text[span[1]:min(len(text), span[1]+1)]
}

// wordJoiner is U+2060: it is invisible, and takes its meaning from what follows "@" and "#". A backslash would not do:
// GitHub looks for both in the finished page.
const wordJoiner = "\u2060"

// issue finds the long form of a reference to an issue.
var issue = regexp.MustCompile(`(?i)\b(gh)-(\d)`)

func escape(text string) string {
	text = strings.NewReplacer(
		"\\", `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`, "!", `\!`,
		"&", "&amp;", "<", "&lt;", ">", "&gt;",
		"@", "@"+wordJoiner, "#", "#"+wordJoiner,
		"://", `:\/\/`, "www.", `www\.`, "WWW.", `WWW\.`,
	).Replace(text)
	return issue.ReplaceAllString(text, "${1}-"+wordJoiner+"${2}")
}
