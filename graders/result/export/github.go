package export

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/result"
)

// annotationLimit is how many annotations of a kind GitHub shows for a step; what is beyond is lost. All kinds together
// stay within it here.
const annotationLimit = 10

// GitHubSummary writes the step summary of a GitHub Actions job: the feedback for the student.
func GitHubSummary(w io.Writer, records []*result.Record, o Options) error {
	return Markdown(w, records, o)
}

// GitHubAnnotations writes workflow commands for at most ten annotations: the first failure of every task that is not
// complete, each at the answer's file, and one notice with the total. They belong on the standard output of a step.
func GitHubAnnotations(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	words := o.words()
	var errors []annotation
	for _, r := range records {
		errors = append(errors, annotations(r, words)...)
	}
	notice := annotation{kind: "notice", title: "Podium", text: words.Sprintf("Total") + ": " + sum(records).String()}
	if left := len(errors) - (annotationLimit - 1); left > 0 {
		errors = errors[:annotationLimit-1]
		notice.text += ". " + words.Sprintf("tasks that are not listed here: %d", left)
	}
	for _, next := range append(errors, notice) {
		if _, err := fmt.Fprintln(w, next); err != nil {
			return fmt.Errorf("write annotations: %w", err)
		}
	}
	return nil
}

// annotation is one workflow command:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
type annotation struct{ kind, file, title, text string }

// String is the command with everything escaped that could end it, or begin another.
func (a annotation) String() string {
	parameters := "title=" + escapeProperty(a.title)
	if a.file != "" {
		parameters = "file=" + escapeProperty(a.file) + "," + parameters
	}
	return fmt.Sprintf("::%s %s::%s", a.kind, parameters, escapeData(a.text))
}

func escapeData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func escapeProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escapeData(text))
}

func annotations(r *result.Record, words result.Words) []annotation {
	if !r.Scored() {
		return []annotation{{kind: "error", title: named(r.Lab), text: why(words, r)}}
	}
	var list []annotation
	for i := range r.Tasks {
		task := &r.Tasks[i]
		if task.Status == result.TaskPassed {
			continue
		}
		list = append(list, annotation{
			kind: "error", file: answerFile(r, task), text: firstFailure(r, task, words),
			title: fmt.Sprintf("%s/%s %d/%d", named(r.Lab), named(task.ID), task.Points, task.MaxPoints),
		})
	}
	return list
}

// firstFailure is what the student should read first.
func firstFailure(r *result.Record, task *result.Task, words result.Words) string {
	for _, check := range failuresFirst(task.Checks) {
		if check.Visible() && check.Status != result.Passed {
			return sentence(cmp.Or(check.Title, check.ID)) + "\n" + plain(factsOf(words, r, task, &check))
		}
	}
	return words.Sprintf("hidden check")
}

// answerFile is where the task was answered, within the repository.
func answerFile(r *result.Record, task *result.Task) string {
	if len(task.Steps) == 0 {
		return ""
	}
	step := max(0, slices.IndexFunc(task.Steps, func(s result.Step) bool { return s.ExitCode != 0 || s.TimedOut }))
	file := path.Join("answers", named(r.Lab), label(task.Steps[step].File))
	if !filepath.IsLocal(file) || !strings.HasPrefix(file, "answers/") {
		return ""
	}
	return file
}

// WithoutCommands writes what fill writes so that GitHub Actions finds no workflow commands in it. The token must be one that
// nobody can guess.
func WithoutCommands(w io.Writer, token string, fill func(io.Writer) error) error {
	if _, err := fmt.Fprintf(w, "::stop-commands::%s\n", token); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	fillErr := fill(w)
	if _, err := fmt.Fprintf(w, "\n::%s::\n", token); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return fillErr
}
