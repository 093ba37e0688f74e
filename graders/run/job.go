// Package run grades one submission against one lab: the parent that keeps the clock and the record, and the
// grader process that gathers evidence and makes the checks.
package run

import (
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/result"
)

// Job is what a grader process is asked to do. It arrives as one JSON line on standard input, which then stays
// open as long as the parent lives.
type Job struct {
	// Lab is the id of the lab.
	Lab string `json:"lab"`
	// Language is that of the sentences in the results.
	Language string `json:"language"`
	// Binary is the executable that answer processes are started from.
	Binary string `json:"binary"`
	// TempDir is where answers get their scratch folders. The parent removes it, also after a grader that was killed.
	TempDir string `json:"temp_dir"`
	// Credentials are those of the cluster.
	Credentials cluster.Credentials `json:"credentials"`
	// Answers are applied task by task; unused in a live grading.
	Answers []answer.Answer `json:"answers"`
	// LastAttempt is true if there will be no other: an answer process that ends by itself, as it did before, is then
	// the answer's doing.
	LastAttempt bool `json:"last_attempt"`
	// Unconfined runs answers without a sandbox.
	Unconfined bool `json:"unconfined,omitempty"`
	// Journal is the recorded history of a live attempt. If it is set nothing is applied, and only
	// the experiments of the lab change anything, for a moment.
	Journal string `json:"journal,omitempty"`
	// Until, if set, is the instant after which nothing of a live attempt counts.
	Until time.Time `json:"until,omitzero"`
	// Watch goes on with a live attempt: all checks are made again whenever the cluster has come to rest after a change.
	Watch bool `json:"watch,omitempty"`
	// Budgets bound the phases.
	Budgets Budgets `json:"budgets"`
}

// Budgets bound the phases of a grading. Only Answer and Settle are spent by the learner; running out of another
// one is a fault of the infrastructure. A zero field has the default named with it.
type Budgets struct {
	// Provision is the time to a running cluster (90 s).
	Provision time.Duration `json:"provision"`
	// Fixture is the time for the lab's own objects (30 s).
	Fixture time.Duration `json:"fixture"`
	// Answer is the wall-clock time of each file of an answer (60 s).
	Answer time.Duration `json:"answer"`
	// Settle is how long the cluster may take to come to rest after each file (20 s); then it is judged as it is.
	Settle time.Duration `json:"settle"`
	// Checks is the time for the checks of one task (30 s).
	Checks time.Duration `json:"checks"`
	// Kubelet is how long nothing may change while a Pod comes up or goes, before the cluster counts as being at rest
	// (0: nodes are simulated).
	Kubelet time.Duration `json:"kubelet,omitempty"`
}

// ContainerBudgets are those of a grading with real containers: they take their time to start and to end, and answers wait for them. A
// DaemonSet whose programs ignore SIGTERM rolls over four nodes, one after the other, in more than two minutes. The first
// cluster of a machine pulls its images; what makes it bounds what comes after that.
func ContainerBudgets() Budgets {
	return Budgets{Provision: 30 * time.Minute, Fixture: time.Minute, Answer: 3 * time.Minute, Settle: 5 * time.Minute, Checks: time.Minute, Kubelet: 15 * time.Second}
}

// WithDefaults fills in what is zero.
func (b Budgets) WithDefaults() Budgets {
	return Budgets{
		Provision: orElse(b.Provision, 90*time.Second),
		Fixture:   orElse(b.Fixture, 30*time.Second),
		Answer:    orElse(b.Answer, 60*time.Second),
		Settle:    orElse(b.Settle, 20*time.Second),
		Checks:    orElse(b.Checks, 30*time.Second),
		Kubelet:   b.Kubelet,
	}
}

func orElse(value, otherwise time.Duration) time.Duration {
	if value == 0 {
		return otherwise
	}
	return value
}

// Event is one line that a grader process writes on its own pipe, as soon as there is something to say. Exactly
// one of the pointers is set, or Began, or Tampering, or Done.
type Event struct {
	// Task is the task that Step and Check belong to.
	Task string `json:"task,omitempty"`
	// Began is the id of a task whose turn it is.
	Began string `json:"began,omitempty"`
	// Step is one file of an answer that has been run.
	Step *result.Step `json:"step,omitempty"`
	// Check is one finished check.
	Check *result.Check `json:"check,omitempty"`
	// Phase is one finished phase, or a part of it; parts of one name add up.
	Phase *result.Phase `json:"phase,omitempty"`
	// Tampering is what somebody did to the cluster that no answer may do; it ends the grading without a score.
	Tampering []string `json:"tampering,omitempty"`
	// Error ends the grading without a score.
	Error *result.Error `json:"error,omitempty"`
	// Round ends the checks of one moment; only a watching grader sends it.
	Round bool `json:"round,omitempty"`
	// Done is the last line of a grading that came to its end.
	Done bool `json:"done,omitempty"`
}
