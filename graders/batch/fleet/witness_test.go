package fleet_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clienttesting "k8s.io/client-go/testing"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/fleet"
)

// TestAWitnessThatFails has reference solutions that are not full: the Job is removed before a submission is graded.
func TestAWitnessThatFails(t *testing.T) {
	c := newCourse(t, 3)
	c.spoilt = true
	c.between = func(index int) {
		if index == 2 { // the first submission
			c.untilRemoved()
		}
	}
	_, err := fleet.Run(t.Context(), c.fleet(), c.options())
	stopped, is := errors.AsType[*batch.StoppedError](err)
	if !is || stopped.Quarantined != 0 {
		t.Fatal(err)
	}
	c.pods.Wait()
	c.between = nil
	name := filepath.Join(c.out, ".batch", "canary", "lab-2-solution.json")
	if kept, err := os.ReadFile(name); err != nil || !strings.Contains(stopped.Error(), name) || !strings.Contains(string(kept), `"score"`) {
		t.Errorf("what it got is not kept, or not named: %v, %v", err, stopped)
	}
	c.spoilt = false
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	c.complete(3)
}

// TestAWitnessThatFailsOnTheWay stops the Job: the submissions that it has not come to are not graded, those that it has are graded again.
func TestAWitnessThatFailsOnTheWay(t *testing.T) {
	c := newCourse(t, 12)
	const canary, after = 6, 9 // solution, starter, four submissions, and the solution again
	c.between = func(index int) {
		c.mu.Lock()
		c.spoilt = index == canary
		c.mu.Unlock()
		if index == after {
			c.untilRemoved()
		}
	}
	_, err := fleet.Run(t.Context(), c.fleet(), c.options())
	stopped, is := errors.AsType[*batch.StoppedError](err)
	if !is || stopped.Quarantined < canary-2 || stopped.Quarantined > after-3 {
		t.Fatalf("%+v, %v", stopped, err)
	}
	c.pods.Wait()
	c.between = nil
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	c.complete(12)
}

// TestAJobThatMustNotBeRemoved goes on to its end, and nothing of it counts.
func TestAJobThatMustNotBeRemoved(t *testing.T) {
	c := newCourse(t, 3)
	c.spoilt = true
	c.client.PrependReactor("delete", "jobs", func(clienttesting.Action) (bool, runtime.Object, error) {
		return true, nil, apierrors.NewForbidden(batchv1.Resource("jobs"), "", nil)
	})
	_, err := fleet.Run(t.Context(), c.fleet(), c.options())
	if stopped, is := errors.AsType[*batch.StoppedError](err); !is || stopped.Quarantined != 3 {
		t.Errorf("%v", err)
	}
}

// untilRemoved waits for somebody to remove the Job, but not for ever.
func (c *course) untilRemoved() {
	limit := time.After(10 * time.Second)
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for c.t.Context().Err() == nil {
		if list, err := c.client.BatchV1().Jobs("grading").List(c.t.Context(), metav1.ListOptions{}); err == nil && len(list.Items) == 0 {
			return
		}
		select {
		case <-ticker.C:
		case <-limit:
			return
		}
	}
}
