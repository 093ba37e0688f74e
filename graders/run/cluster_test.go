package run_test

import (
	"bytes"
	"syscall"
	"testing"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/rollouts"
)

// gradeReference grades lab-2's reference answer and kills the control plane, as kill -9 does, in the middle of the
// first attempts.
func gradeReference(t *testing.T, kills int) *result.Record {
	t.Helper()
	lab := rollouts.Lab()
	submission, err := answer.Load(t.Context(), "../../labs/rollouts/solutions/manifests", lab.ID, lab.TaskIDs())
	if err != nil {
		t.Fatal(err)
	}
	binary := embeddedtest.Binary(t)
	var running *embedded.Cluster
	var log bytes.Buffer
	record, err := run.Grade(t.Context(), run.Options{
		Lab: lab, Submission: submission, Binary: binary, Version: "test", Log: &log,
		NewCluster: func() cluster.Provider {
			running = embedded.New(embedded.Options{Binary: binary})
			return running
		},
		Progress: func(event run.Event) {
			if event.Began == rollouts.RollOut && kills > 0 {
				kills--
				if err := syscall.Kill(running.PID(), syscall.SIGKILL); err != nil {
					t.Errorf("kill the control plane: %v", err)
				}
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if t.Failed() || record.Error != nil {
		t.Logf("log of the graders:\n%s", log.String())
	}
	return record
}

func TestAKilledControlPlaneIsTriedAgainWithTheRightScore(t *testing.T) {
	record := gradeReference(t, 1)
	if record.Outcome != result.Graded || record.Score == nil || *record.Score != 100 || record.Attempt != 2 {
		t.Errorf("%s, score %v, attempt %d, %+v", record.Outcome, record.Score, record.Attempt, record.Error)
	}
}

func TestAControlPlaneKilledTwiceGivesNoScore(t *testing.T) {
	record := gradeReference(t, 2)
	if record.Outcome != result.InfraError || record.Score != nil || record.Attempt != 2 {
		t.Errorf("%s, score %v, attempt %d", record.Outcome, record.Score, record.Attempt)
	}
}

func TestTwoGradingsGiveTheSameRecordButForTimes(t *testing.T) {
	first, second := encode(t, gradeReference(t, 0)), encode(t, gradeReference(t, 0))
	if first != second {
		t.Errorf("two records differ:\n%s\n%s", first, second)
	}
}

func encode(t *testing.T, record *result.Record) string {
	t.Helper()
	var out bytes.Buffer
	if err := result.Encode(&out, result.Normalised(record)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
