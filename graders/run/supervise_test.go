package run_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/rest"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/answertest"
	"github.com/podium-labs/podium/graders/answer/worker"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/rollouts"
)

// graderMode tells this test binary, when it is started as a grader process, how to misbehave.
const graderMode = "PODIUM_TEST_GRADER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(graderMode); mode != "" && len(os.Args) > 1 && os.Args[1] == run.GraderCommand {
		os.Exit(fakeGrader(mode))
	}
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "__answer":
			answertest.TrapLookups()
			os.Exit(exitCode(worker.Serve(context.Background(), os.Stdin, os.Stdout))) //nolint:forbidigo // there is no test here
		case run.GraderCommand:
			grader := run.Worker{Labs: hostileLabs(), In: os.Stdin, Log: os.Stderr}
			os.Exit(exitCode(grader.Work(context.Background()))) //nolint:forbidigo // nor here
		}
	}
	os.Exit(m.Run())
}

func exitCode(err error) int {
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// fakeGrader is a grader process that knows every check but not how to behave.
func fakeGrader(mode string) int {
	events := os.NewFile(3, "events")
	if _, err := bufio.NewReader(os.Stdin).ReadBytes('\n'); err != nil {
		return 9
	}
	send := func(e run.Event) {
		if err := json.NewEncoder(events).Encode(e); err != nil {
			panic(err)
		}
	}
	passAll := func() {
		for _, task := range rollouts.Lab().Tasks(nil) {
			for _, check := range task.Checks {
				send(run.Event{Task: task.ID, Check: &result.Check{ID: check.ID, Status: result.Passed, MaxPoints: check.Points, Visibility: "visible"}})
			}
		}
	}
	switch mode {
	case "good":
		passAll()
		send(run.Event{Done: true})
	case "exits at once":
		return 0
	case "panics":
		panic("a lab bug")
	case "stops half way":
		send(run.Event{Task: rollouts.Deploy, Check: &result.Check{ID: "four-ready", Status: result.Passed, MaxPoints: 5, Visibility: "visible"}})
	case "says done without checks":
		send(run.Event{Done: true})
	case "writes nonsense":
		passAll()
		_, _ = io.WriteString(events, "{\"score\": 100\n")
		send(run.Event{Done: true})
	case "invents a check":
		passAll()
		send(run.Event{Task: "deploy", Check: &result.Check{ID: "bonus", Status: result.Passed, MaxPoints: 1000, Visibility: "visible"}})
		send(run.Event{Done: true})
	case "hangs":
		_, _ = io.Copy(io.Discard, os.Stdin)
	}
	return 0
}

// fakeCluster is a provider without a cluster.
type fakeCluster struct {
	cluster.Provider

	createErr error
	done      chan struct{}
	destroyed int
}

func (f *fakeCluster) Create(context.Context, ...string) (string, error) { return "", f.createErr }
func (f *fakeCluster) Destroy(context.Context) error                     { f.destroyed++; return nil }
func (f *fakeCluster) Kind() string                                      { return "fake" }
func (f *fakeCluster) Credentials() cluster.Credentials                  { return cluster.Credentials{} }
func (f *fakeCluster) KubernetesRestConfig() *rest.Config                { return nil }
func (f *fakeCluster) Done() <-chan struct{}                             { return f.done }
func (f *fakeCluster) Err() error                                        { return errors.New("killed") }
func (f *fakeCluster) AuditLog(context.Context, cluster.AuditStart) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("")), nil
}

// fakes makes clusters and remembers them.
type fakes struct{ made []*fakeCluster }

func (f *fakes) next(createErr error) func() cluster.Provider {
	return func() cluster.Provider {
		c := &fakeCluster{createErr: createErr, done: make(chan struct{})}
		f.made = append(f.made, c)
		return c
	}
}

func options(t *testing.T, mode string, clusters *fakes) run.Options {
	t.Helper()
	t.Setenv(graderMode, mode)
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	short := 250 * time.Millisecond
	return run.Options{
		Lab: rollouts.Lab(), Submission: &answer.Submission{ID: "alice"}, Binary: binary, Version: "test", Clusters: run.Fresh{Provider: "fake", New: clusters.next(nil)},
		Budgets: run.Budgets{Provision: time.Second, Fixture: short, Answer: short, Settle: short, Checks: short},
		Walls:   func(context.Context) error { return nil },
	}
}

func TestAGraderThatMisbehavesNeverCostsAPoint(t *testing.T) {
	for mode, phase := range map[string]string{
		"exits at once": "grader", "panics": "grader", "stops half way": "grader", "writes nonsense": "grader",
		"invents a check": "grader", "hangs": "provision", "says done without checks": "checks",
	} {
		t.Run(mode, func(t *testing.T) {
			clusters := &fakes{}
			record, err := run.Grade(t.Context(), options(t, mode, clusters))
			if err != nil {
				t.Fatal(err)
			}
			if record.Outcome != result.InfraError || record.Score != nil || record.MaxScore != 100 || record.Error == nil || record.Error.Phase != phase {
				t.Errorf("%s, score %v of %d, %+v", record.Outcome, record.Score, record.MaxScore, record.Error)
			}
			if record.Attempt != run.DefaultAttempts || len(clusters.made) != run.DefaultAttempts {
				t.Errorf("attempt %d on %d clusters", record.Attempt, len(clusters.made))
			}
			for i, c := range clusters.made {
				if c.destroyed != 1 {
					t.Errorf("cluster %d was destroyed %d times", i, c.destroyed)
				}
			}
			var out strings.Builder
			if err := result.Encode(&out, record); err != nil {
				t.Error(err)
			} else if err := result.Validate([]byte(out.String())); err != nil {
				t.Errorf("the record is not valid: %v", err)
			}
		})
	}
}

func TestWhatWasFinishedIsKept(t *testing.T) {
	record, err := run.Grade(t.Context(), options(t, "stops half way", &fakes{}))
	if err != nil {
		t.Fatal(err)
	}
	if first := record.Tasks[0].Checks[0]; first.Status != result.Passed {
		t.Errorf("the check that was made is %s", first.Status)
	}
}

func TestAGoodGraderIsGraded(t *testing.T) {
	record, err := run.Grade(t.Context(), options(t, "good", &fakes{}))
	if err != nil || record.Outcome != result.Graded || record.Score == nil || *record.Score != 100 || record.Attempt != 1 {
		t.Errorf("%+v, %v", record, err)
	}
}

func TestWhereAnAnswerCameFromAndWhatIsMissing(t *testing.T) {
	for language, note := range map[string]string{"en": "No answer was handed in for this task.", "ja": "この課題の解答は提出されていません。"} {
		o, at := options(t, "good", &fakes{}), time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
		o.Language = language
		o.Submission = &answer.Submission{ID: "alice", Commit: "0a1b2c3", SubmittedAt: &at, Tasks: []answer.Answer{
			{Task: rollouts.Deploy, Steps: []answer.Step{{File: "deploy.sh"}}}, {Task: rollouts.RollOut},
		}}
		record, err := run.Grade(t.Context(), o)
		if err != nil || record.Submission.Commit != "0a1b2c3" || record.Submission.SubmittedAt == nil || !record.Submission.SubmittedAt.Equal(at) {
			t.Fatalf("%+v, %v", record, err)
		}
		for _, task := range record.Tasks {
			if want := map[bool]string{true: "", false: note}[task.ID == rollouts.Deploy]; task.Note != want {
				t.Errorf("%s: %q, want %q", task.ID, task.Note, want)
			}
		}
	}
}

// TestWarningsAreFew: a file in the wrong place is worth a line, but not a hundred thousand of them.
func TestWarningsAreFew(t *testing.T) {
	o := options(t, "good", &fakes{})
	o.Language = "ja"
	o.Submission = &answer.Submission{ID: "alice", Warnings: slices.Repeat([]lang.Message{lang.M("%s answers no task", "x.sh")}, 100_000)}
	record, err := run.Grade(t.Context(), o)
	if err != nil || len(record.Warnings) != 31 || record.Warnings[0] != "x.shはどの課題の解答でもありません" || record.Warnings[30] != "ここに表示されない警告: 99,970" {
		t.Errorf("%v, %q", err, record.Warnings)
	}
}

func TestAClusterThatDoesNotComeUpIsAnInfrastructureFault(t *testing.T) {
	clusters := &fakes{}
	o := options(t, "good", clusters)
	o.Clusters = run.Fresh{Provider: "fake", New: clusters.next(fmt.Errorf("etcd is not ready"))}
	record, err := run.Grade(t.Context(), o)
	if err != nil || record.Outcome != result.InfraError || record.Error.Phase != "provision" || !strings.Contains(record.Error.Message, "etcd") {
		t.Errorf("%+v, %v", record.Error, err)
	}
}

func TestAControlPlaneThatEndsIsTriedAgain(t *testing.T) {
	clusters := &fakes{}
	o := options(t, "hangs", clusters)
	o.Clusters = run.Fresh{Provider: "fake", New: func() cluster.Provider {
		made := clusters.next(nil)()
		close(clusters.made[len(clusters.made)-1].done)
		return made
	}}
	record, err := run.Grade(t.Context(), o)
	if err != nil || record.Outcome != result.InfraError || record.Attempt != 2 || !strings.Contains(record.Error.Message, "control plane") {
		t.Errorf("%+v, %v", record.Error, err)
	}
}

func TestCallingItOffLeavesNoClusterAndNoRecord(t *testing.T) {
	clusters := &fakes{}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	o := options(t, "hangs", clusters)
	o.Budgets.Answer = time.Minute
	record, err := run.Grade(ctx, o)
	if record != nil || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, %v", record, err)
	}
	if len(clusters.made) != 1 || clusters.made[0].destroyed != 1 {
		t.Errorf("%d clusters", len(clusters.made))
	}
}
