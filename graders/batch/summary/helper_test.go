package summary_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch/summary"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
	"github.com/podium-labs/podium/labs/scheduling"
)

// moment is when gradings begin.
func moment() time.Time { return time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC) }

// record is a grading in which each check passes by a decision of its own.
func record(t *testing.T, lab *labs.Lab, id, language string, pass func(task, check int) bool) *result.Record {
	t.Helper()
	r, err := run.Invalid(lab, id, language, "test", &answer.InvalidError{})
	if err != nil {
		t.Fatal(err)
	}
	r.Outcome, r.Error, r.GradedAt = "", nil, moment()
	r.Environment = result.Environment{Provider: "embedded", Kubernetes: "v1.37.2"}
	r.Phases = []result.Phase{{Name: "provision", MS: 1500}, {Name: "answer", MS: 2000}, {Name: "settle", MS: 2500}}
	for i := range r.Tasks {
		for j := range r.Tasks[i].Checks {
			check := &r.Tasks[i].Checks[j]
			check.Status, check.Expected, check.Actual = result.Failed, "at least 4 ready Pods of web at every moment", "the lowest was 2"
			if i%2 == 0 {
				check.Why = new("at that moment web had 4 replicas, maxSurge 0 and maxUnavailable 2")
			}
			if pass(i, j) {
				check.Status = result.Passed
			}
		}
	}
	r.Sum()
	return r
}

// ungraded is a result that is missing.
func ungraded(t *testing.T, lab *labs.Lab, id, language string, outcome result.Outcome, message string) *result.Record {
	t.Helper()
	r, err := run.Invalid(lab, id, language, "test", &answer.InvalidError{})
	if err != nil {
		t.Fatal(err)
	}
	r.Outcome, r.Error = outcome, &result.Error{Phase: "provision", Message: message}
	r.Sum()
	return r
}

// class is a class of n students in these labs: some are good at it, tasks get harder, and two of them have no result.
func class(t *testing.T, n int, language string, list ...*labs.Lab) []*result.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var records []*result.Record
	for _, lab := range list {
		records = append(records, ungraded(t, lab, "a-fault", language, result.InfraError, "create cluster: not ready within 1m5s (not ready: etcd)"))
	}
	for i := range n {
		skill := random.Float64()
		for _, lab := range list {
			if i == 7 {
				records = append(records, ungraded(t, lab, "student-007", language, result.InvalidSubmission, `"answers/lab-2/deploy.yaml": is a symbolic link`))
				continue
			}
			records = append(records, record(t, lab, fmt.Sprintf("student-%03d", i), language, func(task, _ int) bool {
				return skill > .8 || random.Float64() < .4+skill-.06*float64(task)
			}))
		}
	}
	return records
}

func page(t *testing.T, language string, records []*result.Record, several bool) string {
	t.Helper()
	words, err := lang.New(language)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := summary.Page(&out, summary.Data{Records: records, Words: words, Several: several}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func oneLab() []*labs.Lab  { return []*labs.Lab{rollouts.Lab()} }
func twoLabs() []*labs.Lab { return []*labs.Lab{rollouts.Lab(), scheduling.Lab()} }
