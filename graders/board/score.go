package board

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// score is the tasks and, once they have been graded, their points.
type score struct {
	// Points is nil as long as there is no score.
	Points *int   `json:"points"`
	Max    int    `json:"max"`
	At     int64  `json:"at,omitempty"` // milliseconds since 1970
	Error  string `json:"error,omitempty"`
	Tasks  []task `json:"tasks"`
}

type task struct {
	ID     string  `json:"id"`
	Title  string  `json:"title"`
	Points int     `json:"points"`
	Max    int     `json:"max"`
	Status string  `json:"status"` // empty: not graded yet
	Checks []check `json:"checks"`
}

type check struct {
	Title  string `json:"title"`
	Status string `json:"status"`
	Max    int    `json:"max"`
	Seen   string `json:"seen,omitempty"`
	Why    string `json:"why,omitempty"`
	RV     string `json:"rv,omitempty"` // the moment that decided
}

// ungraded lists the tasks of a lab nobody has graded yet.
func ungraded(lab *labs.Lab, language string) (score, error) {
	s := score{Max: lab.Points()}
	for _, t := range lab.Tasks(nil) {
		text, err := lab.TaskText(language, t.ID)
		if err != nil {
			return score{}, err
		}
		item := task{ID: t.ID, Title: text.Title, Max: t.Points()}
		for _, c := range t.Checks {
			if c.Hidden() {
				continue
			}
			item.Checks = append(item.Checks, check{Title: text.Checks[c.ID], Max: c.Points})
		}
		s.Tasks = append(s.Tasks, item)
	}
	return s, nil
}

// graded takes out of a record what the board shows.
func graded(record *result.Record) score {
	s := score{Points: record.Score, Max: record.MaxScore, At: record.GradedAt.UnixMilli()}
	if record.Error != nil {
		s.Error = result.Clean(record.Error.Message)
	}
	for i := range record.Tasks {
		t := &record.Tasks[i]
		item := task{ID: t.ID, Title: result.Clean(t.Title), Points: t.Points, Max: t.MaxPoints, Status: string(t.Status)}
		for j := range t.Checks {
			if t.Checks[j].Visible() {
				item.Checks = append(item.Checks, gradedCheck(&t.Checks[j]))
			}
		}
		s.Tasks = append(s.Tasks, item)
	}
	return s
}

func gradedCheck(c *result.Check) check {
	item := check{Title: result.Clean(c.Title), Status: string(c.Status), Max: c.MaxPoints, Seen: result.Clean(c.Actual)}
	if c.Status == result.Passed {
		item.Seen = ""
	}
	if c.Why != nil && c.Status != result.Passed {
		item.Why = result.Clean(*c.Why)
	}
	if c.When != nil {
		item.RV = c.When.ResourceVersion
	}
	return item
}

// watchScores shows the tasks, and every new score until ctx ends. The board is worth looking at without a score too, so what
// goes wrong with it is shown and not returned.
func (b *Board) watchScores(ctx context.Context) error {
	var last score
	if b.options.Lab != nil {
		tasks, err := ungraded(b.options.Lab, b.options.Words.Tag())
		if err != nil {
			return err
		}
		last = tasks
		if err := b.show(last); err != nil {
			return err
		}
	}
	if b.options.Scores == nil {
		return nil
	}
	records, err := b.options.Scores(ctx)
	if err != nil {
		last.Error = result.Clean(err.Error())
		return b.show(last)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case record, ok := <-records:
			if !ok {
				return nil
			}
			last = newer(last, graded(record))
			if err := b.show(last); err != nil {
				return err
			}
		}
	}
}

// newer is the newer score, unless there is none: then the last one stays, with the reason.
func newer(last, now score) score {
	if now.Points == nil && last.Points != nil {
		last.Error = now.Error
		return last
	}
	return now
}

func (b *Board) show(s score) error {
	encoded, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode score: %w", err)
	}
	b.feed.grade(encoded)
	return nil
}
