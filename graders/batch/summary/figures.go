package summary

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// figures is everything that the page says, counted.
type figures struct {
	submissions []submission
	tasks       []*task
	failing     []*failing
	histogram   []bin
	// scores are percents of those who have one.
	scores []float64
	faults []fault
	times  []timing
	// first and last are when the first and the last grading ended.
	first, last time.Time
}

// submission is what one submission got.
type submission struct {
	id string
	// score and most are over all labs; scored is false if one has no score.
	score, most int
	scored      bool
	cells       []cell
}

// cell is a task of a submission.
type cell struct {
	points, most int
	scored       bool
	status       result.TaskStatus
}

// task is how a task went.
type task struct {
	lab, id, title                   string
	full, partial, none, blocked, of int
	points, most                     int
}

// failing is a check that did not pass.
type failing struct {
	lab, task, title string
	failed, blocked  int
	of               int
	reasons          map[string]int
}

// fault is a result that is missing.
type fault struct {
	id, lab, phase, message string
	infra                   bool
	outcome                 result.Outcome
}

// bin is a bar of the histogram: scores from low up to, but not including, high.
type bin struct{ low, high, count int }

// timing is how long something took.
type timing struct {
	name             string
	median, p90, max time.Duration
}

func count(data Data) *figures {
	f := &figures{}
	index, checks := map[string]*task{}, map[string]*failing{}
	durations := map[string][]time.Duration{}
	for _, group := range groups(data.Records) {
		s := submission{id: label(group[0].Submission.ID), scored: true}
		for _, r := range group {
			f.see(r)
			s.most += r.MaxScore
			if r.Score == nil {
				s.scored = false
			} else {
				s.score += *r.Score
				addTimes(durations, r)
			}
			for i := range r.Tasks {
				s.cells = append(s.cells, f.count(r, &r.Tasks[i], index, checks))
			}
		}
		f.submissions = append(f.submissions, s)
		if s.scored && s.most > 0 {
			f.scores = append(f.scores, 100*float64(s.score)/float64(s.most))
		}
	}
	for _, c := range checks {
		if c.failed+c.blocked > 0 {
			f.failing = append(f.failing, c)
		}
	}
	slices.SortFunc(f.failing, func(a, b *failing) int {
		return cmp.Or(cmp.Compare(b.failed, a.failed), cmp.Compare(b.blocked, a.blocked), strings.Compare(a.lab+a.task+a.title, b.lab+b.task+b.title))
	})
	f.histogram = histogram(f.scores)
	f.times = timings(durations)
	return f
}

// groups are the records of each submission, in the order in which they came.
func groups(records []*result.Record) [][]*result.Record {
	var all [][]*result.Record
	for i, r := range records {
		if i > 0 && records[i-1].Submission.ID == r.Submission.ID {
			all[len(all)-1] = append(all[len(all)-1], r)
			continue
		}
		all = append(all, []*result.Record{r})
	}
	return all
}

// see notes when a record was made, and what is missing from it.
func (f *figures) see(r *result.Record) {
	if r.Score != nil {
		if f.first.IsZero() || r.GradedAt.Before(f.first) {
			f.first = r.GradedAt
		}
		if r.GradedAt.After(f.last) {
			f.last = r.GradedAt
		}
		return
	}
	missing := fault{id: label(r.Submission.ID), lab: label(r.Lab), infra: r.Outcome == result.InfraError, outcome: r.Outcome}
	if r.Error != nil {
		missing.phase, missing.message = label(r.Error.Phase), sentence(r.Error.Message)
	}
	f.faults = append(f.faults, missing)
}

// count adds a task of a record.
func (f *figures) count(r *result.Record, t *result.Task, index map[string]*task, checks map[string]*failing) cell {
	key := r.Lab + "/" + t.ID
	known := index[key]
	if known == nil {
		known = &task{lab: label(r.Lab), id: label(t.ID), title: title(t.Title), most: t.MaxPoints}
		index[key] = known
		f.tasks = append(f.tasks, known)
	}
	if r.Score == nil {
		return cell{most: t.MaxPoints}
	}
	known.of++
	known.points += t.Points
	switch t.Status {
	case result.TaskPassed:
		known.full++
	case result.TaskPartial:
		known.partial++
	case result.TaskBlocked:
		known.blocked++
	case result.TaskFailed, result.TaskErrored:
		known.none++
	}
	for i := range t.Checks {
		countCheck(r, t, &t.Checks[i], checks)
	}
	return cell{points: t.Points, most: t.MaxPoints, scored: true, status: t.Status}
}

func countCheck(r *result.Record, t *result.Task, c *result.Check, checks map[string]*failing) {
	key := r.Lab + "/" + t.ID + "/" + c.ID
	known := checks[key]
	if known == nil {
		known = &failing{lab: label(r.Lab), task: label(t.ID), title: title(cmp.Or(c.Title, c.ID)), reasons: map[string]int{}}
		checks[key] = known
	}
	known.of++
	switch c.Status {
	case result.Failed:
		known.failed++
		if reason := because(c); reason != "" {
			known.reasons[reason]++
		}
	case result.Blocked:
		known.blocked++
	case result.Passed, result.Errored:
	}
}

// because is why a check failed: the reason if one is known, else what was seen.
func because(c *result.Check) string {
	if c.Why != nil && *c.Why != "" {
		return sentence(*c.Why)
	}
	return sentence(c.Actual)
}

// common are the most frequent reasons.
func (c *failing) common(n int) []reason {
	list := make([]reason, 0, len(c.reasons))
	for text, times := range c.reasons {
		list = append(list, reason{text, times})
	}
	slices.SortFunc(list, func(a, b reason) int { return cmp.Or(cmp.Compare(b.Times, a.Times), strings.Compare(a.Text, b.Text)) })
	return list[:min(n, len(list))]
}

// reason is why a check failed, and how often.
type reason struct {
	Text  string
	Times int
}

// histogram has ten bars of ten percent, and one for full marks.
func histogram(scores []float64) []bin {
	bins := make([]bin, 11)
	for i := range bins {
		bins[i] = bin{low: 10 * i, high: min(10*i+10, 101)}
	}
	for _, score := range scores {
		bins[min(int(score)/10, 10)].count++
	}
	return bins
}

func addTimes(durations map[string][]time.Duration, r *result.Record) {
	var all time.Duration
	for _, phase := range r.Phases {
		took := time.Duration(phase.MS) * time.Millisecond
		durations[label(phase.Name)] = append(durations[label(phase.Name)], took)
		all += took
	}
	durations[""] = append(durations[""], all)
}

// timings lists the whole first, and then phases by how much time they take.
func timings(durations map[string][]time.Duration) []timing {
	var list []timing
	for name, took := range durations {
		slices.Sort(took)
		list = append(list, timing{name: name, median: quantile(took, .5), p90: quantile(took, .9), max: took[len(took)-1]})
	}
	slices.SortFunc(list, func(a, b timing) int {
		if (a.name == "") != (b.name == "") {
			return map[bool]int{true: -1, false: 1}[a.name == ""]
		}
		return cmp.Or(cmp.Compare(b.median, a.median), strings.Compare(a.name, b.name))
	})
	return list
}

// quantile is the smallest value that at least that part of a sorted list does not exceed.
func quantile[T any](sorted []T, part float64) T {
	return sorted[max(0, int(math.Ceil(part*float64(len(sorted))))-1)]
}

// Limits of foreign texts, in characters.
const (
	sentenceLimit = 240
	labelLimit    = 100
)

// sentence makes foreign text fit for a cell.
func sentence(text string) string { return cut(text, sentenceLimit) }

// title is a sentence of a lab, without its marks for code.
func title(text string) string { return strings.ReplaceAll(sentence(text), "`", "") }

func label(text string) string { return cut(text, labelLimit) }

func cut(text string, limit int) string {
	text = strings.Join(strings.Fields(result.Clean(text[:min(len(text), 16*limit)])), " ")
	characters := []rune(text)
	if len(characters) <= limit {
		return text
	}
	return string(characters[:limit-1]) + "…"
}
