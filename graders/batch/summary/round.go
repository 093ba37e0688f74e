package summary

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// Round is one regrade, and what it changed.
type Round struct {
	// Which is what was asked for.
	Which   string
	Changes []Change
}

// Change is one result that was made again.
type Change struct {
	ID, Lab string
	// Before and After are scores; nil where there is none.
	Before, After *int
	// Outcome is that of the new grading, and Kept is true if the old one goes on counting.
	Outcome result.Outcome
	Kept    bool
	// Up and Down are the checks, as "task/check", that pass now, or do not any more.
	Up, Down []string
}

// Compare says what a regrade changed.
func Compare(before, after *result.Record, kept bool) Change {
	c := Change{ID: after.Submission.ID, Lab: after.Lab, Before: before.Score, After: after.Score, Outcome: after.Outcome, Kept: kept}
	if after.Score == nil {
		return c // what could not be checked has not gone down
	}
	was, is := before.Statuses(), after.Statuses()
	for check, status := range is {
		switch old := was[check]; {
		case status == result.Passed && old != result.Passed:
			c.Up = append(c.Up, check)
		case status != result.Passed && old == result.Passed:
			c.Down = append(c.Down, check)
		}
	}
	slices.Sort(c.Up)
	slices.Sort(c.Down)
	return c
}

// Moved is "up", "down" or "same"; "kept" if the new grading was not taken, and "new" where there was no score before.
func (c *Change) Moved() string {
	switch {
	case c.Kept:
		return "kept"
	case c.After == nil:
		return "same"
	case c.Before == nil:
		return "new"
	case *c.After > *c.Before:
		return "up"
	case *c.After < *c.Before:
		return "down"
	case len(c.Up)+len(c.Down) > 0:
		return "other"
	}
	return "same"
}

// WriteRound writes a regrade as CSV, what has moved first.
func WriteRound(w io.Writer, round Round) error {
	order := []string{"down", "up", "other", "new", "kept", "same"}
	changes := slices.SortedStableFunc(slices.Values(round.Changes), func(a, b Change) int {
		if by := slices.Index(order, a.Moved()) - slices.Index(order, b.Moved()); by != 0 {
			return by
		}
		return strings.Compare(a.ID+"\x00"+a.Lab, b.ID+"\x00"+b.Lab)
	})
	rows := [][]string{{"submission", "lab", "moved", "before", "after", "status", "pass now", "pass no more"}}
	for _, c := range changes {
		rows = append(rows, []string{c.ID, c.Lab, c.Moved(), number(c.Before), number(c.After), string(c.Outcome), strings.Join(c.Up, " "), strings.Join(c.Down, " ")})
	}
	out := csv.NewWriter(w)
	for _, row := range rows {
		for i := range row {
			row[i] = export.Cell(row[i])
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("write regrade: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write regrade: %w", err)
	}
	return nil
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
