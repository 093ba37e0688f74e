package labs

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"text/template"
)

// textFolder holds the texts of a lab, one folder per language, one file per task and lab.md for the lab itself.
const textFolder = "text"

// HintSteps is how many hints every task has: a question, a direction, and nearly the answer.
const HintSteps = 3

// Text is what a learner reads about a task, in one language.
type Text struct {
	// Title is one line; Body says what to do, in Markdown.
	Title, Body string
	// Hints go from a question to nearly the answer.
	Hints []string
	// Checks are the titles of the checks by their ids.
	Checks map[string]string
}

// TaskText reads the text of a task. The file is Markdown with a fixed outline: a title, the text, `## Hints` and
// `## Checks`, the last two as lists. It is a template over the lab's Words, so that names stand in one place only.
func (l *Lab) TaskText(language, task string) (Text, error) {
	return l.text(language, task)
}

// Intro reads the text about the lab as a whole; it has neither hints nor checks.
func (l *Lab) Intro(language string) (Text, error) { return l.text(language, "lab") }

func (l *Lab) text(language, name string) (Text, error) {
	file := path.Join(textFolder, language, name+".md")
	source, err := fs.ReadFile(l.Files, file)
	if err != nil {
		return Text{}, fmt.Errorf("read text of %s: %w", l.ID, err)
	}
	parsed, err := template.New(file).Option("missingkey=error").Parse(string(source))
	if err != nil {
		return Text{}, fmt.Errorf("parse text %s: %w", file, err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, l.Words); err != nil {
		return Text{}, fmt.Errorf("fill in text %s: %w", file, err)
	}
	text, err := parseText(out.String())
	if err != nil {
		return Text{}, fmt.Errorf("parse text %s: %w", file, err)
	}
	return text, nil
}

// The headings of a task's text. They are the same in every language: they are never shown.
const (
	hintsHeading  = "## Hints"
	checksHeading = "## Checks"
)

func parseText(source string) (Text, error) {
	title, rest, _ := strings.Cut(source, "\n")
	title, ok := strings.CutPrefix(title, "# ")
	if !ok {
		return Text{}, fmt.Errorf("the first line is not a title")
	}
	body, rest, _ := strings.Cut(rest, hintsHeading)
	hints, checks, _ := strings.Cut(rest, checksHeading)
	text := Text{Title: strings.TrimSpace(title), Body: strings.TrimSpace(body), Hints: listItems(hints), Checks: map[string]string{}}
	for _, item := range listItems(checks) {
		id, title, ok := strings.Cut(item, ": ")
		if !ok {
			return Text{}, fmt.Errorf("the check %q has no title", item)
		}
		text.Checks[id] = title
	}
	return text, nil
}

// listItems are the items of a Markdown list; lines that go on are joined.
func listItems(source string) []string {
	var items []string
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch item, isItem := strings.CutPrefix(line, "- "); {
		case isItem:
			items = append(items, item)
		case line != "" && len(items) > 0:
			items[len(items)-1] += " " + line
		}
	}
	return items
}
