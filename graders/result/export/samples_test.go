package export

import (
	"bytes"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// sample has every status a graded record can have, foreign text, two checks of one name and a hidden one.
func sample() *result.Record {
	why, layer := "a Pod was deleted before its successor was ready", "deployment"
	submitted := time.Date(2026, 11, 30, 0, 30, 0, 0, time.UTC)
	r := &result.Record{
		Schema: result.Schema, Lab: "lab-2", Podium: "v0.3.0", Language: "en", Attempt: 1,
		Submission:  result.Submission{ID: "alice", Commit: "0a1b2c3", SubmittedAt: &submitted},
		GradedAt:    time.Date(2026, 11, 30, 10, 0, 0, 0, time.FixedZone("JST", 9*3600)),
		Environment: result.Environment{Provider: "embedded", Kubernetes: "v1.37.2"},
		Phases:      []result.Phase{{Name: "provision", MS: 2100, Outcome: "ok"}, {Name: "checks", MS: 812, Outcome: "ok"}},
		Warnings:    []string{"answers/lab-2/extra.yaml belongs to no task"},
		Tasks: []result.Task{
			{ID: "deploy", Title: "Deployment `web` with 4 replicas", Checks: []result.Check{
				{ID: "ready", Title: "Four ready", Status: result.Passed, MaxPoints: 10, DurationMS: 12, Visibility: "visible"},
			}},
			{ID: "rollout", Title: "Roll out nginx:1.27", Checks: []result.Check{
				{ID: "old-kept", Title: "The old ReplicaSet is kept", Status: result.Passed, MaxPoints: 5, Expected: "x", Actual: "x", Visibility: "visible"},
				{ID: "ready", Title: "Four ready at <every> moment & always", Status: result.Failed, MaxPoints: 10, DurationMS: 800,
					Expected: "at least 4 ready", Actual: "3 \x1b[31mof\x00 4 ]]>", Why: &why, Layer: &layer, Visibility: "visible",
					Hint: &result.Hint{ID: "scaled", Text: "You scaled ReplicaSet web-1 to <4>; Deployment web put it back at 01:02:02 UTC."},
					When: &result.Moment{Time: time.Date(2026, 11, 30, 1, 2, 3, 480e6, time.UTC), Object: "Pod/web-x2", ResourceVersion: "412"}},
				{ID: "ready", Title: "The same name again", Status: result.Blocked, MaxPoints: 5, Expected: "x", Actual: "there is no Deployment web", Visibility: "visible"},
				{ID: "trap", Title: "Unspeakable", Expected: "unspeakable", Actual: "unspeakable", Status: result.Failed, MaxPoints: 5, Layer: &layer, Visibility: "hidden"},
				{ID: "later", Title: "Told after the due date", Expected: "a later day", Status: result.Failed, MaxPoints: 5, Visibility: "after_due_date"},
			}, Steps: []result.Step{{File: "rollout/01-set.sh"}, {File: "rollout/02-wait.sh", ExitCode: 1, Output: "Waiting\nerror: timed out waiting for the condition\n"}}},
		},
	}
	r.Sum()
	return r
}

// second is another lab of the same submission, with full marks.
func second() *result.Record {
	r := sample()
	r.Lab, r.Tasks, r.Warnings = "lab-1", r.Tasks[:1], nil
	r.GradedAt = r.GradedAt.Add(time.Minute)
	r.Sum()
	return r
}

// unanswered is sample without an answer to its last task.
func unanswered() *result.Record {
	r := sample()
	r.Tasks[1].Note, r.Tasks[1].Steps = "No answer was handed in for this task.", nil
	return r
}

// infrastructure is sample on a cluster that died.
func infrastructure() *result.Record {
	r := sample()
	r.Tasks[1].Checks[1].Status = result.Errored
	r.Sum()
	return r
}

// ended is a grading that ended before its tasks.
func ended(outcome result.Outcome) *result.Record {
	r := &result.Record{Schema: result.Schema, Lab: "lab-2", Podium: "v0.3.0", Language: "en", Submission: result.Submission{ID: "alice"},
		GradedAt: time.Date(2026, 11, 30, 1, 0, 0, 0, time.UTC), Outcome: outcome, Error: &result.Error{Phase: "load", Message: "too many files", Next: "remove some"}}
	r.Sum()
	return r
}

// classroom is what Classroom 50 tells its graders.
func classroom(name string) string {
	return map[string]string{
		"CLASSROOM": "k8s-2026", "ASSIGNMENT": "rollouts", "OWNER": "alice", "ASSIGNMENT_TYPE": "individual",
		"SUBMISSION_TAG": "submit/20261130T003000Z-0a1b2c3", "COMMIT_URL": "https://git.example/alice/commit/0a1b2c3",
		"RELEASE_URL": "https://git.example/alice/releases/1", "REVIEW_URL": "",
	}[name]
}

func hint(_, task string) string { return "What does a change of `" + task + "` change?" }

// write makes a document, or fails the test.
func write(t *testing.T, format string, records []*result.Record, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := mustFind(t, format).Write(&out, records, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func mustFind(t *testing.T, name string) Format {
	t.Helper()
	format, ok := Find(name)
	if !ok {
		t.Fatalf("no format %s", name)
	}
	return format
}
