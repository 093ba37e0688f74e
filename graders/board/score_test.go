package board_test

import (
	"context"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// scored delivers one record of a lab with some tasks done, one partly, and one failed at a moment that can be shown.
func scored(t *testing.T, lab *labs.Lab, language string) func(context.Context) (<-chan *result.Record, error) {
	t.Helper()
	record := &result.Record{Lab: lab.ID, Language: language, GradedAt: time.Date(2026, 11, 30, 10, 3, 12, 0, time.UTC)}
	for i, task := range lab.Tasks(nil) {
		text, err := lab.TaskText(language, task.ID)
		if err != nil {
			t.Fatal(err)
		}
		item := result.Task{ID: task.ID, Title: text.Title}
		for j, check := range task.Checks {
			status := result.Failed
			if i < 4 || i == 4 && j < 2 {
				status = result.Passed
			}
			found := result.Check{ID: check.ID, Title: text.Checks[check.ID], Status: status, MaxPoints: check.Points}
			if status == result.Failed {
				why := "the template was edited by hand"
				found.Actual, found.Why = "revision 2 is the newest", &why
				found.When = &result.Moment{ResourceVersion: "40"}
			}
			item.Checks = append(item.Checks, found)
		}
		record.Tasks = append(record.Tasks, item)
	}
	record.Sum()
	return func(context.Context) (<-chan *result.Record, error) {
		records := make(chan *result.Record, 1)
		records <- record
		return records, nil
	}
}
