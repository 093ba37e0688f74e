package live

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
)

// eachLab shows every lab in every language on 80 columns and 24 lines.
func eachLab(t *testing.T, look func(t *testing.T, s *Screen)) {
	t.Helper()
	known := all.Labs()
	if len(known) < 3 {
		t.Fatalf("there are %d labs only", len(known))
	}
	for _, lab := range known {
		for _, language := range lang.Languages() {
			t.Run(lab.ID+"-"+language, func(t *testing.T) {
				s := screen(t, language, func(o *Options) {
					o.Lab, o.Check, o.Explain, o.Board, o.ResetTask = lab, checkNothing, explainNothing, boardNowhere, resetNothing
				})
				s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
				if len(s.tasks) == 0 {
					t.Fatal("no tasks")
				}
				look(t, s)
			})
		}
	}
}

// visible are the checks of a task that a learner is told of.
func visible(lab *labs.Lab, task string) []string {
	var ids []string
	for _, known := range lab.Tasks(nil) {
		for _, check := range known.Checks {
			if known.ID == task && !check.Hidden() {
				ids = append(ids, task+"/"+check.ID)
			}
		}
	}
	return ids
}

// titled is a record with the titles that the learner reads.
func titled(s *Screen, passed ...string) *result.Record {
	r := recordOf(s.options.Lab, passed...)
	for i := range r.Tasks {
		for j := range r.Tasks[i].Checks {
			check := &r.Tasks[i].Checks[j]
			check.Title = s.texts[r.Tasks[i].ID].Checks[check.ID]
		}
	}
	return r
}

// TestEveryLabFitsTheScreen: each task with all its hints, and with the news of all its checks at once.
func TestEveryLabFitsTheScreen(t *testing.T) {
	eachLab(t, func(t *testing.T, s *Screen) {
		for i, task := range s.tasks {
			s.current = i
			s.Update(recordMsg{titled(s)})
			s.Update(recordMsg{titled(s, visible(s.options.Lab, task.ID)...)})
			if drawn, more := squeezed(s.Draw()), len(visible(s.options.Lab, task.ID))-1; more > 0 && !strings.Contains(drawn, "(+"+strconv.Itoa(more)+"more)") && !strings.Contains(drawn, "ほか"+strconv.Itoa(more)+"件") {
				t.Errorf("%s: %d more changes are not told:\n%s", task.ID, more, s.Draw())
			}
			fits(t, s, task.ID)
			press(s, "h", "h", "h", "y")
			fits(t, s, task.ID)
			for range s.body() {
				press(s, "down")
			}
			hints := s.texts[task.ID].Hints
			if last := hints[len(hints)-1]; !strings.Contains(squeezed(strings.Join(s.body(), "")), squeezed(last)) {
				t.Errorf("%s: the last hint cannot be read", task.ID)
			}
		}
	})
}

// fits looks at what is drawn now: 24 lines of at most 80 columns, with the row of every task and all keys.
func fits(t *testing.T, s *Screen, task string) {
	t.Helper()
	lines := strings.Split(s.Draw(), "\n")
	if len(lines) != 24 {
		t.Errorf("%s: %d lines", task, len(lines))
	}
	for _, line := range lines {
		if ansi.StringWidth(line) > 80 {
			t.Errorf("%s: %d columns: %s", task, ansi.StringWidth(line), line)
		}
	}
	for _, known := range s.tasks {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, " "+known.ID+" ") }) {
			t.Errorf("%s: no row of task %s", task, known.ID)
		}
	}
	if last := lines[len(lines)-1]; strings.Contains(last, "...") {
		t.Errorf("%s: the keys are cut: %s", task, last)
	}
}

// TestEveryTaskHasASolutionToShow, whole and not empty.
func TestEveryTaskHasASolutionToShow(t *testing.T) {
	eachLab(t, func(t *testing.T, s *Screen) {
		for i, task := range s.tasks {
			solution, err := Solution(s.options.Lab, task.ID)
			if err != nil || !strings.Contains(solution, "kubectl ") {
				t.Fatalf("%s: the solution is %q, %v", task.ID, solution, err)
			}
			s.current = i
			press(s, "s", "y")
			shown := squeezed(strings.Join(s.body(), ""))
			for line := range strings.Lines(solution) {
				if !strings.Contains(shown, squeezed(line)) {
					t.Errorf("%s: cut: %s", task.ID, line)
				}
			}
			press(s, "q")
		}
	})
}

// TestOfSeveralChangesTheLossIsSaid, with the number of the others.
func TestOfSeveralChangesTheLossIsSaid(t *testing.T) {
	for language, wants := range map[string][2]string{lang.English: {"deploy: no longer passed: ", " (+2 more)"}, lang.Japanese: {"deploy: 合格でなくなりました: ", "(ほか2件)"}} {
		s := screen(t, language, nil)
		s.Update(recordMsg{record("deploy/four-ready")})
		s.Update(recordMsg{record("deploy/one-replicaset", "deploy/readiness-probe")})
		if drawn := s.Draw(); !strings.Contains(drawn, wants[0]+"four-ready"+wants[1]) {
			t.Errorf("%s:\n%s", language, drawn)
		}
		s.Update(recordMsg{record("deploy/one-replicaset")})
		if drawn := s.Draw(); !strings.Contains(drawn, wants[0]+"readiness-probe") || strings.Contains(drawn, wants[1]) {
			t.Errorf("%s, one change:\n%s", language, drawn)
		}
	}
}
