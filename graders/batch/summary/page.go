// Package summary sums up what a batch of submissions came to: as one page, and as tables of what a regrade changed.
package summary

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"time"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Data is what a page is made from.
type Data struct {
	// Records hold one for each submission and lab; those of a submission follow each other.
	Records []*result.Record
	// Words translate.
	Words *lang.Printer
	// Several is true if there is more than one lab.
	Several bool
}

//go:embed assets
var assets embed.FS

// view is what the template fills in. Everything in it is text, which the template escapes.
type view struct {
	Lang, Title, Subtitle string
	Style                 template.CSS
	Policy                string
	T                     map[string]string
	Figures               []figure
	Faults, Unreadable    []missing
	Tasks                 []taskRow
	Checks                []checkRow
	Histogram             chart
	Heads                 []head
	Rows                  []heatRow
	Omitted               string
	Times                 []timeRow
	Several               bool
}

// figure is one number that stands out.
type figure struct {
	Name, Value string
	Bad         bool
}

type missing struct{ ID, Lab, Where, Message string }

type taskRow struct {
	Lab, ID, Title               string
	Full, Partial, Blocked, None int
	// Percents of the bar; Rest begins where the others end.
	FullPercent, PartialPercent string
	PartialAt, FullWidth        string
	Mean                        string
}

type checkRow struct {
	Lab, Task, Title string
	Failed, Blocked  int
	Percent          string
	Width            string
	Reasons          []reason
}

type head struct{ Lab, Task string }

type heatRow struct {
	ID, Total string
	Cells     []heatCell
}

type heatCell struct {
	Text string
	// Class is the colour, and Says what a screen reader adds where there are no points.
	Class, Says string
}

type timeRow struct{ Name, Median, P90, Max string }

// mostRows is how many submissions the table of all lists; the CSV has the others.
const mostRows = 2000

// mostChecks is how many failing checks are listed.
const mostChecks = 25

// Page writes the page: one file without scripts that loads nothing, whose content policy lets it do nothing else either.
func Page(w io.Writer, data Data) error {
	style, err := assets.ReadFile("assets/summary.css")
	if err != nil {
		return fmt.Errorf("read style: %w", err)
	}
	page, err := template.ParseFS(assets, "assets/summary.html")
	if err != nil {
		return fmt.Errorf("parse page: %w", err)
	}
	digest := sha256.Sum256(style)
	v := build(data, count(data))
	v.Style = template.CSS(style) //nolint:gosec // our own file
	v.Policy = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'; base-uri 'none'; form-action 'none'"
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("fill in page: %w", err)
	}
	return nil
}

func build(data Data, f *figures) *view {
	words := data.Words
	v := &view{Lang: words.Tag(), T: texts(words), Several: data.Several, Title: words.Sprintf("Results of %d submissions", len(f.submissions))}
	v.Subtitle = subtitle(data, f)
	for _, m := range f.faults {
		row := missing{ID: m.id, Lab: m.lab, Where: m.phase, Message: m.message}
		if m.infra {
			v.Faults = append(v.Faults, row)
			continue
		}
		row.Where = result.OutcomeText(words, m.outcome)
		v.Unreadable = append(v.Unreadable, row)
	}
	v.Figures = keyFigures(words, f, len(v.Faults))
	v.Tasks = taskRows(f)
	v.Checks = checkRows(f)
	v.Histogram = draw(words, f.histogram)
	for _, t := range f.tasks {
		v.Heads = append(v.Heads, head{Lab: t.lab, Task: t.id})
	}
	v.Rows = heatRows(words, f)
	if left := len(f.submissions) - mostRows; left > 0 {
		v.Omitted = words.Sprintf("%d more are in summary.csv.", left)
	}
	for _, t := range f.times {
		v.Times = append(v.Times, timeRow{Name: cmp.Or(t.name, words.Sprintf("one grading")), Median: seconds(t.median), P90: seconds(t.p90), Max: seconds(t.max)})
	}
	return v
}

// subtitle says what was graded, with what, and when.
func subtitle(data Data, f *figures) string {
	words := data.Words
	var labs []string
	text, kubernetes := "", ""
	for _, r := range data.Records {
		if !slices.Contains(labs, label(r.Lab)) {
			labs = append(labs, label(r.Lab))
			text += map[bool]string{true: ", ", false: ""}[text != ""] + label(r.Lab)
		}
		if r.Score != nil && r.Environment.Kubernetes != "" {
			kubernetes = words.Sprintf("Kubernetes %s, provider %s", label(r.Environment.Kubernetes), label(r.Environment.Provider))
		}
	}
	if kubernetes != "" {
		text += " · " + kubernetes
	}
	if !f.first.IsZero() {
		text += " · " + words.Sprintf("graded from %s to %s", utc(f.first), utc(f.last))
	}
	return text
}

func utc(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

func keyFigures(words *lang.Printer, f *figures, faults int) []figure {
	full := 0
	for _, score := range f.scores {
		if score >= 100 {
			full++
		}
	}
	all := []figure{{Name: words.Sprintf("with a score"), Value: words.Sprintf("%d of %d", len(f.scores), len(f.submissions))}}
	if len(f.scores) > 0 {
		sorted := slices.Sorted(slices.Values(f.scores))
		all = append(all,
			figure{Name: words.Sprintf("median"), Value: percent(quantile(sorted, .5))},
			figure{Name: words.Sprintf("mean"), Value: percent(mean(sorted))},
			figure{Name: words.Sprintf("full marks"), Value: fmt.Sprint(full)})
	}
	return append(all, figure{Name: words.Sprintf("failed by the infrastructure"), Value: fmt.Sprint(faults), Bad: faults > 0})
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, n := range list {
		sum += n
	}
	return sum / float64(len(list))
}

func percent(p float64) string { return fmt.Sprintf("%d %%", int(math.Round(p))) }

// share is a part of something in percent, as a length in SVG.
func share(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(part) / float64(of)
}

func length(p float64) string { return fmt.Sprintf("%.1f", p) }

func taskRows(f *figures) []taskRow {
	var rows []taskRow
	for _, t := range f.tasks {
		full, partial := share(t.full, t.of), share(t.partial, t.of)
		row := taskRow{
			Lab: t.lab, ID: t.id, Title: t.title, Full: t.full, Partial: t.partial, Blocked: t.blocked, None: t.none,
			FullPercent: percent(full), PartialPercent: length(partial), PartialAt: length(full), FullWidth: length(full), Mean: "–",
		}
		if t.of > 0 {
			row.Mean = fmt.Sprintf("%.1f / %d", float64(t.points)/float64(t.of), t.most)
		} else {
			row.FullPercent = "–"
		}
		rows = append(rows, row)
	}
	return rows
}

func checkRows(f *figures) []checkRow {
	var rows []checkRow
	for _, c := range f.failing[:min(mostChecks, len(f.failing))] {
		failed := share(c.failed, c.of)
		rows = append(rows, checkRow{Lab: c.lab, Task: c.task, Title: c.title, Failed: c.failed, Blocked: c.blocked, Percent: percent(failed), Width: length(failed), Reasons: c.common(3)})
	}
	return rows
}

func heatRows(words *lang.Printer, f *figures) []heatRow {
	var rows []heatRow
	for _, s := range f.submissions[:min(mostRows, len(f.submissions))] {
		row := heatRow{ID: s.id, Total: "–"}
		if s.scored {
			row.Total = fmt.Sprintf("%d/%d", s.score, s.most)
		}
		for _, c := range s.cells {
			row.Cells = append(row.Cells, heat(words, c))
		}
		rows = append(rows, row)
	}
	return rows
}

// heat is the cell of a task: its points, and one of five colours.
func heat(words *lang.Printer, c cell) heatCell {
	if !c.scored {
		return heatCell{Text: "–", Class: "no", Says: words.Sprintf("no score")}
	}
	class := "h0"
	switch {
	case c.points == c.most:
		class = "h4"
	case 3*c.points >= 2*c.most:
		class = "h3"
	case 3*c.points >= c.most:
		class = "h2"
	case c.points > 0:
		class = "h1"
	}
	says := ""
	if c.status == result.TaskBlocked {
		says = words.Sprintf("blocked")
	}
	return heatCell{Text: fmt.Sprint(c.points), Class: class, Says: says}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
