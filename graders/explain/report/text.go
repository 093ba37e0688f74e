package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// TextOptions says how the text looks.
type TextOptions struct {
	// Words are in the language of the report.
	Words *lang.Printer
	// Color adds ANSI colours.
	Color bool
	// Width is the number of columns to keep within; 80 if zero, never less than 40.
	Width int
	// ASCII draws the marks as the live screen does, for terminals that have no others.
	ASCII bool
}

const (
	defaultWidth = 80
	minWidth     = 40
	// maxNodes is how many nodes the text lists; the JSON has all.
	maxNodes = 20
)

// Text writes the report for a person.
func Text(w io.Writer, r *Report, o TextOptions) error {
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	t := &text{words: o.Words, width: max(o.Width, minWidth), color: o.Color, ascii: o.ASCII}
	t.head(r)
	t.rungs(r.Rungs)
	if r.Placement != nil {
		t.placement(r)
	}
	t.list(t.words.Sprintf("Worth knowing"), r.Notes)
	t.list(t.words.Sprintf("Not seen"), r.Limits)
	t.commands(r.Next)
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return fmt.Errorf("write explanation: %w", err)
	}
	return nil
}

// text collects lines.
type text struct {
	words *lang.Printer
	width int
	color bool
	ascii bool
	out   strings.Builder
}

func (t *text) head(r *Report) {
	t.hang("", t.paint(lipgloss.NewStyle().Bold(true), r.Object.Kind+" "+r.Object.Namespace+"/"+r.Object.Name))
	t.hang(t.mark(r.State)+" ", r.Summary)
}

// rungs shows the chain with the evidence of those rungs where it does not go on.
func (t *text) rungs(rungs []Rung) {
	t.blank()
	widest := 0
	for _, rung := range rungs {
		widest = max(widest, lipgloss.Width(t.layer(rung.Layer)))
	}
	for _, rung := range rungs {
		name := t.layer(rung.Layer)
		prefix := "  " + t.mark(rung.State) + " " + name + strings.Repeat(" ", widest-lipgloss.Width(name)+2)
		t.hang(prefix, rung.Text)
		if rung.State == Reached || rung.State == NotReached {
			continue
		}
		for _, e := range rung.Evidence {
			t.hang(strings.Repeat(" ", widest+6), t.faint(e.Object+" "+e.Field+": "+e.Value))
		}
	}
}

func (t *text) placement(r *Report) {
	p := r.Placement
	t.blank()
	fit := 0
	for _, n := range p.Nodes {
		if n.Fits {
			fit++
		}
	}
	t.hang("", t.words.Sprintf("Where %s could run: %d of %d nodes", p.Pod, fit, len(p.Nodes)))
	for _, l := range p.OfThePod {
		t.lever(t.words.Sprintf("any node"), l)
	}
	widest := 0
	shown := p.Nodes[:min(maxNodes, len(p.Nodes))]
	for _, n := range shown {
		widest = max(widest, lipgloss.Width(n.Name))
	}
	for _, n := range shown {
		t.node(n, min(widest, t.width/3))
	}
	if more := len(p.Nodes) - len(shown); more > 0 {
		t.hang("  ", t.words.Sprintf("… and %d more (--output json lists all)", more))
	}
	if p.Preemption != nil {
		t.hang("  ", t.words.Sprintf("preemption: %s", p.Preemption.Text))
	}
	if p.Scheduler != "" && !quoted(r.Rungs) {
		t.hang("  ", t.faint(t.words.Sprintf("kube-scheduler says: %s", p.Scheduler)))
	}
	t.suggestions(p)
}

// quoted is true if the scheduler's sentence stands among the evidence already.
func quoted(rungs []Rung) bool {
	return slices.ContainsFunc(rungs, func(r Rung) bool { return r.Layer == explain.Scheduler && len(r.Evidence) > 0 })
}

func (t *text) node(n Node, widest int) {
	name := n.Name + strings.Repeat(" ", max(0, widest-lipgloss.Width(n.Name)))
	if len(n.Levers) == 0 {
		state, words := Reached, t.words.Sprintf("takes the Pod")
		if !n.Fits {
			state, words = Stopped, t.words.Sprintf("would take it, if the Pod itself could be placed")
		}
		t.hang("  "+t.mark(state)+" "+name+"  ", words)
		return
	}
	for i, l := range n.Levers {
		if i > 0 {
			name = strings.Repeat(" ", lipgloss.Width(name))
		}
		t.lever(name, l)
	}
}

func (t *text) lever(name string, l Lever) {
	t.hang("  "+t.mark(Stopped)+" "+name+"  ", l.Text)
}

func (t *text) suggestions(p *Placement) {
	if len(p.Fits) > 0 {
		return
	}
	t.blank()
	if len(p.Suggestions) == 0 {
		t.hang("", t.words.Sprintf("No small change was found with which some node would take the Pod."))
		return
	}
	t.hang("", t.words.Sprintf("Each of these would be enough (tried with the real scheduler on a copy):"))
	for i, s := range p.Suggestions {
		var texts []string
		for _, c := range s.Changes {
			texts = append(texts, c.Text)
		}
		t.hang(fmt.Sprintf("  %d. ", i+1), t.words.Sprintf("%s → %s", strings.Join(texts, t.words.Sprintf("; and ")), strings.Join(s.Fits, ", ")))
		for _, c := range s.Changes {
			t.command(c.Command)
		}
		t.command(s.Command)
		if len(s.Alike) > 0 {
			t.hang("     ", t.words.Sprintf("The same with one of these nodes instead: %s", strings.Join(s.Alike, ", ")))
		}
	}
}

// command is never broken over lines by us: it is to be copied.
func (t *text) command(command string) {
	if command != "" {
		t.out.WriteString("     " + t.faint(command) + "\n")
	}
}

func (t *text) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	t.blank()
	t.hang("", title)
	for _, item := range items {
		t.hang("  - ", item)
	}
}

func (t *text) commands(next []string) {
	if len(next) == 0 {
		return
	}
	t.blank()
	t.hang("", t.words.Sprintf("Look further"))
	for _, command := range next {
		t.out.WriteString("  " + t.faint(command) + "\n")
	}
}

// hang writes text after prefix, wrapped, with the lines that follow indented as wide as prefix is.
func (t *text) hang(prefix, text string) {
	for i, part := range result.Wrap(text, t.width-lipgloss.Width(prefix)) {
		if i > 0 {
			prefix = strings.Repeat(" ", lipgloss.Width(prefix))
		}
		t.out.WriteString(strings.TrimRight(prefix+part, " ") + "\n")
	}
}

func (t *text) blank() { t.out.WriteByte('\n') }

func (t *text) paint(style lipgloss.Style, s string) string {
	if !t.color {
		return s
	}
	return style.Render(s)
}

func (t *text) faint(s string) string { return t.paint(lipgloss.NewStyle().Faint(true), s) }

// mark is one column wide everywhere.
func (t *text) mark(s State) string {
	style := lipgloss.NewStyle()
	reached, stopped, notReached := "✓", "✗", "-"
	if t.ascii {
		reached, stopped, notReached = "+", "-", "."
	}
	switch s {
	case Reached:
		return t.paint(style.Foreground(lipgloss.Green), reached)
	case Stopped:
		return t.paint(style.Foreground(lipgloss.Red), stopped)
	case Waiting:
		return t.paint(style.Foreground(lipgloss.Yellow), "~")
	case NotReached:
	}
	return t.faint(notReached)
}

// layer is the short name of a rung.
func (t *text) layer(l explain.Layer) string {
	switch l {
	case explain.API:
		return t.words.Sprintf("API server")
	case explain.Scheduler:
		return t.words.Sprintf("scheduler")
	case explain.Kubelet:
		return t.words.Sprintf("kubelet")
	case explain.Deployment:
		return "Deployment"
	case explain.ReplicaSet:
		return "ReplicaSet"
	case explain.StatefulSet:
		return "StatefulSet"
	case explain.DaemonSet:
		return "DaemonSet"
	case explain.Job:
		return "Job"
	case explain.CronJob:
		return "CronJob"
	case explain.Service:
		return "Service"
	case explain.Answer:
	}
	return string(l)
}
