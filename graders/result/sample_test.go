package result

import (
	"time"
)

// sample is a record with every status, a long history and foreign text, freshly made and summed.
func sample() *Record {
	why, layer := "web-7c9f-x2 was deleted before its successor was ready", "deployment"
	submitted := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	r := &Record{
		Schema: Schema, Lab: "lab-2", Podium: "v0.3.0", Language: "en",
		Submission: Submission{ID: "alice", Commit: "0a1b2c3", SubmittedAt: &submitted},
		GradedAt:   submitted.Add(2 * time.Hour), Attempt: 1, Seed: 42,
		Environment: Environment{Provider: "embedded", Kubernetes: "v1.37.2"},
		Tasks: []Task{
			{ID: "deploy", Title: "Deployment web with four replicas", Checks: []Check{
				{ID: "four-ready", Title: "Four Pods ready through one ReplicaSet", Status: Passed, MaxPoints: 10,
					Expected: "4 ready", Actual: "4 ready", Visibility: "visible", DurationMS: 12},
			}},
			{ID: "rollout", Title: "Roll out nginx:1.27 while four Pods stay ready at every moment of it", Checks: []Check{
				{ID: "at-most-six-pods", Title: "At most six Pods", Status: Passed, MaxPoints: 5, Visibility: "visible"},
				{ID: "four-ready-always", Title: "Four Pods ready at every moment", Status: Failed, MaxPoints: 10,
					Expected: "at least 4 ready Pods at every moment between the change of the image and the end of the rollout",
					Actual:   "3 of 4 ready", Why: &why, Layer: &layer, Visibility: "visible", DurationMS: 812,
					Hint: &Hint{ID: "replicaset-scaled", Text: "You scaled ReplicaSet web-7c9f to 5; Deployment web put it back to 4 at 10:02:11 UTC."},
					When: &Moment{Time: submitted.Add(131480 * time.Millisecond), Object: "Pod/web-7c9f-x2", ResourceVersion: "412"}},
			}, Steps: []Step{{File: "rollout.sh", ExitCode: 1, Output: "one\ntwo\nthree\nfour\nfive\nerror: timed out waiting for the condition\n"}}},
			{ID: "undo", Title: "Go back to nginx:1.26", Checks: []Check{
				{ID: "same-replicaset", Title: "The first ReplicaSet grew again", Status: Blocked, MaxPoints: 15,
					Expected: "the ReplicaSet of nginx:1.26 with 4 replicas", Actual: "no second revision to go back from", Visibility: "visible"},
				{ID: "secret", Title: "A trap", Status: Failed, MaxPoints: 5, Expected: "secret words", Visibility: "hidden"},
			}},
		},
		Phases:    []Phase{{Name: "provision", MS: 2100, Outcome: "ok"}},
		Integrity: Integrity{Sandbox: "landlock"},
	}
	r.Sum()
	return r
}

// infrastructure is sample after its cluster died before the last task.
func infrastructure() *Record {
	r := sample()
	r.Tasks[2].Checks[0].Status = Errored
	r.Tasks[2].Checks[0].Actual = "the API server did not answer"
	r.Error = &Error{Phase: "checks", Message: "control plane ended: signal: killed", Next: "podium grade . --lab lab-2"}
	r.Sum()
	return r
}
