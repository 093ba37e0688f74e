package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/podium-labs/podium/graders/result"
)

// Limits of a page. GitHub takes no step summary of 1 MiB; nobody reads a hundredth of that.
const (
	pageLimit    = 256 << 10
	warningLimit = 20
	outputLines  = 5
)

// Markdown writes the feedback that a student gets: the points of every task, and for every task that is not complete
// what failed first, why, and a hint. Checks that are not visible are only counted. Everything in it that came from a
// cluster or a learner is escaped, so that it is safe on any page.
func Markdown(w io.Writer, records []*result.Record, o Options) error {
	if err := oneSubmission(records); err != nil {
		return err
	}
	p := &page{words: o.words(), options: o, heading: "#"}
	if len(records) > 1 {
		p.linef("# %s: %s", p.words.Sprintf("Total"), sum(records))
		p.heading = "##"
	}
	for _, r := range records {
		p.record(r)
	}
	if _, err := io.WriteString(w, p.text()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// page collects Markdown.
type page struct {
	words   result.Words
	options Options
	// heading is that of a record: "#", or "##" below the total of several.
	heading string
	out     strings.Builder
}

// linef writes a paragraph.
func (p *page) linef(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n\n", args...) }

func (p *page) record(r *result.Record) {
	p.linef("%s %s: %s", p.heading, markdown(named(r.Lab)), sum([]*result.Record{r}))
	p.linef("%s", p.origin(r))
	if text := result.OutcomeText(p.words, r.Outcome); text != "" {
		p.linef("**%s**", text)
	}
	p.trouble(r)
	if !r.Scored() {
		return // points would be read as a result
	}
	p.table(r)
	for i := range r.Tasks {
		p.task(r, &r.Tasks[i])
	}
}

// origin says whose work was graded, and where.
func (p *page) origin(r *result.Record) string {
	parts := []string{markdown(named(r.Submission.ID))}
	if r.Submission.Commit != "" {
		parts = append(parts, markdown(label(r.Submission.Commit)))
	}
	if r.Environment.Kubernetes != "" {
		parts = append(parts, p.words.Sprintf("Kubernetes %s, provider %s", markdown(label(r.Environment.Kubernetes)), markdown(label(r.Environment.Provider))))
	}
	return strings.Join(parts, " · ")
}

// trouble lists what went wrong outside of the checks.
func (p *page) trouble(r *result.Record) {
	var list []fact
	if e := r.Error; e != nil {
		list = append(list, fact{p.words.Sprintf("message"), sentence(e.Message)}, fact{p.words.Sprintf("next"), sentence(result.NextText(p.words, r))})
	}
	for _, sign := range r.Integrity.Tampering {
		list = append(list, fact{p.words.Sprintf("seen"), sentence(sign)})
	}
	for _, warning := range r.Warnings {
		list = append(list, fact{p.words.Sprintf("note"), sentence(warning)})
	}
	if text := factList(list[:min(len(list), warningLimit)]); text != "" {
		p.linef("%s", text)
	}
}

func (p *page) table(r *result.Record) {
	fmt.Fprintf(&p.out, "| | %s | %s |\n|---|---|---:|\n", p.words.Sprintf("task"), p.words.Sprintf("points"))
	for _, task := range r.Tasks {
		fmt.Fprintf(&p.out, "| %s | %s | %d/%d |\n", taskMark(task.Status), markdown(sentence(task.Title)), task.Points, task.MaxPoints)
	}
	p.out.WriteByte('\n')
}

// text is the page, cut between two paragraphs if it is too long.
func (p *page) text() string {
	text := strings.TrimRight(p.out.String(), "\n") + "\n"
	if len(text) <= pageLimit {
		return text
	}
	text = text[:pageLimit]
	text = text[:strings.LastIndex(text, "\n\n")+1]
	return text + "\n" + p.words.Sprintf("The rest was left out: the report is too long.") + "\n"
}

// factList are facts as a Markdown list, without those that say nothing.
func factList(list []fact) string {
	var lines []string
	for _, f := range list {
		if f.text != "" {
			lines = append(lines, "- "+f.name+": "+markdown(f.text))
		}
	}
	return strings.Join(lines, "\n")
}
