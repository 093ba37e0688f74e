package run

import (
	"testing"
	"time"

	"k8s.io/client-go/rest"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/labs/rollouts"
)

// nowhere is a cluster that nobody can reach.
type nowhere struct{ cluster.Provider }

func (nowhere) Kind() string                       { return "nowhere" }
func (nowhere) Credentials() cluster.Credentials   { return cluster.Credentials{} }
func (nowhere) KubernetesRestConfig() *rest.Config { return nil }

// TestBudgetsOfALiveAttempt: real containers take longer than simulated ones, for the grader and for who waits for it.
func TestBudgetsOfALiveAttempt(t *testing.T) {
	for name, c := range map[string]struct{ given, want Budgets }{
		"none": {Budgets{}, Budgets{}.WithDefaults()},
		"some": {Budgets{Settle: 5 * time.Minute, Kubelet: 15 * time.Second}, Budgets{
			Provision: 90 * time.Second, Fixture: 30 * time.Second, Answer: time.Minute, Settle: 5 * time.Minute, Checks: 30 * time.Second, Kubelet: 15 * time.Second,
		}},
	} {
		l, err := LiveOptions{Lab: rollouts.Lab(), Cluster: nowhere{}, Budgets: c.given}.prepare()
		if err != nil {
			t.Fatal(err)
		}
		if l.job.Budgets != c.want || l.options.Budgets != c.want {
			t.Errorf("%s: %+v for the grader, %+v for who waits, want %+v", name, l.job.Budgets, l.options.Budgets, c.want)
		}
	}
}
