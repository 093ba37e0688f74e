package run_test

import (
	"bytes"
	"errors"
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

// freshEmbedded makes embedded clusters.
func freshEmbedded(t *testing.T) run.Fresh {
	t.Helper()
	binary := embeddedtest.Binary(t)
	return run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider { return embedded.New(embedded.Options{Binary: binary}) }}
}

// gradeReference grades lab-2's reference answer and kills the control plane, as kill -9 does, in the middle of the
// first attempts. Without clusters of the caller's own, each attempt has a fresh one.
func gradeReference(t *testing.T, kills int, clusters run.Clusters) *result.Record {
	t.Helper()
	lab := rollouts.Lab()
	submission, err := answer.Load(t.Context(), "../../labs/rollouts/solutions/manifests", lab.ID, lab.TaskIDs())
	if err != nil {
		t.Fatal(err)
	}
	binary := embeddedtest.Binary(t)
	var running *embedded.Cluster
	if clusters == nil {
		clusters = run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider {
			running = embedded.New(embedded.Options{Binary: binary})
			return running
		}}
	}
	var log bytes.Buffer
	record, err := run.Grade(t.Context(), run.Options{
		Lab: lab, Submission: submission, Binary: binary, Version: "test", Log: &log,
		Clusters: clusters,
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
	record := gradeReference(t, 1, nil)
	if record.Outcome != result.Graded || record.Score == nil || *record.Score != 100 || record.Attempt != 2 {
		t.Errorf("%s, score %v, attempt %d, %+v", record.Outcome, record.Score, record.Attempt, record.Error)
	}
}

func TestAControlPlaneKilledTwiceGivesNoScore(t *testing.T) {
	record := gradeReference(t, 2, nil)
	if record.Outcome != result.InfraError || record.Score != nil || record.Attempt != 2 {
		t.Errorf("%s, score %v, attempt %d", record.Outcome, record.Score, record.Attempt)
	}
}

// The second grading meets the cluster on which the first has done all its work.
func TestAGradingOnAClusterThatWasSetBackGivesTheSameRecordButForTimes(t *testing.T) {
	made := 0
	fresh := freshEmbedded(t)
	clusters := run.NewReused(run.Fresh{Provider: fresh.Provider, New: func() cluster.Provider {
		made++
		return fresh.New()
	}})
	first, second := encode(t, gradeReference(t, 0, clusters)), encode(t, gradeReference(t, 0, clusters))
	if first != second {
		t.Errorf("two records differ:\n%s\n%s", first, second)
	}
	if drift, err := clusters.Drift(t.Context()); err != nil || len(drift) > 0 {
		t.Errorf("after the last grading the cluster differs in %v; %v", drift, err)
	}
	if err := clusters.Close(t.Context()); err != nil || made != 1 {
		t.Errorf("%d clusters were made; %v", made, err)
	}
}

// TestDriftOfWhatCannotBeSetBack is an error, and never the finding that nothing differs.
func TestDriftOfWhatCannotBeSetBack(t *testing.T) {
	clusters := run.NewReused(freshEmbedded(t))
	provider, err := clusters.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(clusters.Return(t.Context(), provider, false), provider.Destroy(t.Context())); err != nil {
		t.Fatal(err)
	}
	if drift, err := clusters.Drift(t.Context()); err == nil {
		t.Errorf("got %v", drift)
	}
	if err := clusters.Close(t.Context()); err != nil {
		t.Error(err)
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
