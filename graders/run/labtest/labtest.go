// Package labtest lets a lab be tested with `go test`: its suite on an embedded cluster, and its texts.
package labtest

import (
	"testing"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/whatif"
	"github.com/podium-labs/podium/labs"
)

// Suite runs the lab's checks as Ginkgo specs against the answers in dir, on an embedded cluster of its own. Labs that
// ask what the scheduler would do need whatIf; for others it is nil.
func Suite(t *testing.T, lab *labs.Lab, dir string, whatIf func() (whatif.Scheduler, error)) {
	t.Helper()
	submission, err := answer.Load(t.Context(), dir, lab.ID, lab.TaskIDs())
	if err != nil {
		t.Fatal(err)
	}
	binary := embeddedtest.Binary(t)
	err = run.Specs(t.Context(), t, run.Options{
		Lab: lab, Submission: submission, Binary: binary, WhatIf: whatIf,
		Clusters: run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider { return embedded.New(embedded.Options{Binary: binary}) }},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Texts checks that a lab says everything it has to, in every language: titles, three hints a task, and a title for
// each check and for nothing else; and that it is worth 100 points.
func Texts(t *testing.T, lab *labs.Lab) {
	t.Helper()
	if points := lab.Points(); points != fullMarks {
		t.Errorf("%s is worth %d points", lab.ID, points)
	}
	for _, language := range lang.Languages() {
		if intro, err := lab.Intro(language); err != nil || intro.Body == "" {
			t.Errorf("%s: introduction %q, %v", language, intro.Body, err)
		}
		for _, task := range lab.Tasks(nil) {
			text, err := lab.TaskText(language, task.ID)
			if err != nil {
				t.Error(err)
				continue
			}
			checkText(t, language, task, text)
		}
	}
}

const fullMarks = 100

func checkText(t *testing.T, language string, task *labs.Task, text labs.Text) {
	t.Helper()
	if text.Title == "" || text.Body == "" || len(text.Hints) != labs.HintSteps {
		t.Errorf("%s/%s: title %q, body of %d bytes, %d hints", language, task.ID, text.Title, len(text.Body), len(text.Hints))
	}
	if len(text.Checks) != len(task.Checks) {
		t.Errorf("%s/%s: %d titles for %d checks", language, task.ID, len(text.Checks), len(task.Checks))
	}
	for _, check := range task.Checks {
		if text.Checks[check.ID] == "" {
			t.Errorf("%s/%s: no title for check %s", language, task.ID, check.ID)
		}
		if check.Points <= 0 {
			t.Errorf("%s/%s is worth %d points", task.ID, check.ID, check.Points)
		}
	}
}
