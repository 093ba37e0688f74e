package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "gocloud.dev/blob/fileblob" // file://
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/batch/fleet"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
)

// course is a batch and a cluster whose Pods are run by this test.
type course struct {
	t       *testing.T
	client  *fake.Clientset
	shelf   *bucket.Place
	out     string
	entries []roster.Entry
	// points are what submissions get; faulty are those whose grading fails so often.
	mu     sync.Mutex
	faulty map[string]int
	// endless are submissions whose grading never ends, and mangle changes what Pods bring.
	endless map[string]bool
	mangle  map[string]func(string) string
	// graded counts gradings.
	graded map[string]int
	// crashed are submissions whose Pod leaves nothing behind, and spoilt lets reference solutions fail.
	crashed map[string]bool
	spoilt  bool
	// budget is that of each grading, and sent, if set, changes what Pods grade with.
	budget time.Duration
	sent   func(*journal.Key)
	// between, if set, is called before each index.
	between func(index int)
	pods    sync.WaitGroup
}

func newCourse(t *testing.T, n int) *course {
	t.Helper()
	c := &course{t: t, client: fake.NewClientset(), out: t.TempDir(), faulty: map[string]int{}, crashed: map[string]bool{}, graded: map[string]int{}}
	source := t.TempDir()
	for i := range n {
		dir := filepath.Join(source, fmt.Sprintf("student-%02d", i), "answers", "lab-2")
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, "deploy.sh"), fmt.Appendf(nil, "pass %d\n", i%5), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	list, err := roster.Folder(source)
	if err != nil {
		t.Fatal(err)
	}
	c.entries = list.Entries
	if c.shelf, err = bucket.Open(t.Context(), "file://"+c.out); err != nil {
		t.Fatal(err)
	}
	c.client.PrependReactor("create", "jobs", func(action clienttesting.Action) (bool, runtime.Object, error) {
		job := action.(clienttesting.CreateAction).GetObject().(*batchv1.Job).DeepCopy() // that is what a fake gets
		c.pods.Go(func() { c.runPods(job) })
		return false, nil, nil
	})
	t.Cleanup(c.pods.Wait)
	return c
}

func (c *course) options() batch.Options {
	words, err := lang.New(lang.English)
	if err != nil {
		c.t.Fatal(err)
	}
	return batch.Options{
		Out: c.out, Entries: c.entries, Labs: []*labs.Lab{rollouts.Lab()}, Known: []string{"lab-2"}, Words: words, Grade: c.grade,
		Key: journal.Key{Podium: "test", Kubernetes: "v1", Provider: "fake", Seed: 1}, BackOff: func(int) time.Duration { return time.Millisecond },
		Budget: c.budget,
	}
}

func (c *course) fleet() fleet.Options {
	return fleet.Options{
		Client: c.client, Shelf: c.shelf, Pods: fleet.Pods{Namespace: "grading", Image: "podium"}, Order: fleet.Order{Podium: "test", Language: "en"},
		Locate: func(source string) (string, error) { return source, nil }, Canary: 4,
	}
}

// grade gives the points that a submission asks for.
func (c *course) grade(ctx context.Context, work batch.Work) (*result.Record, error) {
	c.mu.Lock()
	c.graded[work.Answers.ID]++
	c.mu.Unlock()
	if c.endless[work.Answers.ID] {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	record, err := run.Invalid(work.Lab, work.Answers.ID, lang.English, "test", &answer.InvalidError{})
	if err != nil {
		return nil, err
	}
	record.Submission.TreeSHA256, record.GradedAt = work.Answers.TreeSHA256, time.Unix(1e9, 0).UTC()
	record.Environment, record.Outcome, record.Error = result.Environment{Provider: "fake", Kubernetes: "v1"}, "", nil
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.faulty[work.Answers.ID] > 0 {
		c.faulty[work.Answers.ID]--
		record.Outcome, record.Error = result.InfraError, &result.Error{Phase: "provision", Message: "etcd is not ready"}
		record.Sum()
		return record, nil
	}
	pass := 1000
	switch {
	case len(work.Answers.Tasks) == 0, strings.Contains(work.Answers.ID, "/") && c.spoilt:
		pass = 0
	case !strings.Contains(work.Answers.ID, "/"):
		_, _ = fmt.Sscanf(string(work.Answers.Tasks[0].Files[0].Content), "pass %d", &pass)
	}
	n := 0
	for i := range record.Tasks {
		for j := range record.Tasks[i].Checks {
			if record.Tasks[i].Checks[j].Status = result.Failed; n < pass {
				record.Tasks[i].Checks[j].Status = result.Passed
			}
			n++
		}
	}
	record.Sum()
	return record, nil
}

// runPods does what the Job controller and the Pods do, index by index.
func (c *course) runPods(job *batchv1.Job) {
	c.appear(job)
	var done, failed []string
	for index := range int(*job.Spec.Completions) {
		if c.between != nil {
			c.between(index)
		}
		var err error
		for range *job.Spec.BackoffLimitPerIndex + 1 {
			if err = c.work(job.Name, index); !errors.Is(err, fleet.ErrInfrastructure) {
				break
			}
		}
		if err != nil {
			failed = append(failed, fmt.Sprint(index))
		} else {
			done = append(done, fmt.Sprint(index))
		}
		job.Status.CompletedIndexes, job.Status.FailedIndexes = strings.Join(done, ","), new(strings.Join(failed, ","))
		c.status(job)
	}
	end := batchv1.JobComplete
	if len(failed) > 0 {
		end = batchv1.JobFailed
	}
	job.Status.Conditions = []batchv1.JobCondition{{Type: end, Status: corev1.ConditionTrue}}
	c.status(job)
}

// appear waits for the Job to be there: it is made at this moment.
func (c *course) appear(job *batchv1.Job) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for c.t.Context().Err() == nil {
		if _, err := c.client.BatchV1().Jobs(job.Namespace).Get(c.t.Context(), job.Name, metav1.GetOptions{}); err == nil {
			return
		}
		<-ticker.C
	}
}

// status is written unless somebody has removed the Job.
func (c *course) status(job *batchv1.Job) {
	_, _ = c.client.BatchV1().Jobs(job.Namespace).UpdateStatus(context.WithoutCancel(c.t.Context()), job, metav1.UpdateOptions{})
}

// work is one Pod.
func (c *course) work(job string, index int) error {
	o := c.options()
	o.Out, o.Entries, o.Labs, o.TempDir = "", nil, nil, c.t.TempDir()
	if c.sent != nil {
		c.sent(&o.Key)
	}
	w := fleet.Worker{Shelf: c.crashing(), Job: job, Index: index, AllLabs: []*labs.Lab{rollouts.Lab()}, Options: func(*fleet.Order) (batch.Options, error) { return o, nil }}
	return w.Work(context.WithoutCancel(c.t.Context()))
}

// crashing is the shelf as Pods see it: those of some submissions end before they have written anything.
func (c *course) crashing() fleet.Shelf { return crashShelf{c.shelf, c} }

type crashShelf struct {
	fleet.Shelf

	c *course
}

func (s crashShelf) Write(ctx context.Context, key string, content []byte) error {
	for id := range s.c.crashed {
		if strings.Contains(string(content), `"id":"`+id+`"`) {
			return errors.New("killed")
		}
	}
	for id, change := range s.c.mangle {
		if strings.Contains(string(content), `"id":"`+id+`"`) {
			content = []byte(change(string(content)))
		}
	}
	return s.Shelf.Write(ctx, key, content)
}

// summary runs a batch in the usual way, on one machine, or on the cluster, and returns its table.
func (c *course) summary(o batch.Options) string {
	c.t.Helper()
	if _, err := batch.Summarise(o); err != nil {
		c.t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(o.Out, batch.SummaryCSV))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(content)
}

// collected are the results that there are.
func (c *course) collected() *batch.Results {
	c.t.Helper()
	results, err := batch.Collect(c.options())
	if err != nil {
		c.t.Fatal(err)
	}
	return results
}

// blank says of submissions without a score why they have none.
func (c *course) blank() map[string]string {
	c.t.Helper()
	said := map[string]string{}
	for _, record := range c.collected().Infra() {
		said[record.Submission.ID] = record.Error.Phase + ": " + record.Error.Message
	}
	return said
}

// complete fails the test unless so many submissions have a score.
func (c *course) complete(n int) {
	c.t.Helper()
	if results := c.collected(); len(results.Infra()) > 0 || len(results.Records) != n {
		c.t.Errorf("%d records, without a score: %v", len(results.Records), results.Infra())
	}
}

// gradeBlanks asks for what has no score to be graded again, and wants every submission to have one then.
func (c *course) gradeBlanks() {
	c.t.Helper()
	again := c.options()
	again.Regrade = batch.Errored
	if _, err := fleet.Run(c.t.Context(), c.fleet(), again); err != nil {
		c.t.Fatal(err)
	}
	c.complete(len(c.entries))
}

func TestAFleetComesToTheSameAsOneMachine(t *testing.T) {
	c := newCourse(t, 11)
	c.faulty["student-03"] = 1
	local := c.options()
	local.Out = t.TempDir()
	if _, err := batch.Run(t.Context(), local); err != nil {
		t.Fatal(err)
	}
	c.faulty["student-03"] = 2
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	if one, many := c.summary(local), c.summary(c.options()); one != many {
		t.Errorf("the summaries differ:\n%s\n%s", one, many)
	}
	c.client.ClearActions()
	before, err := os.ReadFile(filepath.Join(c.out, journal.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil || len(c.client.Actions()) > 0 {
		t.Errorf("a finished batch: %v, %v", c.client.Actions(), err)
	}
	if after, err := os.ReadFile(filepath.Join(c.out, journal.FileName)); err != nil || string(after) != string(before) {
		t.Errorf("a finished batch was touched: %v", err)
	}
}

func TestWhatAPodCannotBring(t *testing.T) {
	c := newCourse(t, 3)
	c.faulty["student-01"], c.crashed["student-02"] = 99, true
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	said := c.blank()
	if len(said) != 2 || said["student-01"] != "provision: etcd is not ready" || !strings.Contains(said["student-02"], "pod: its Pod has failed") {
		t.Errorf("%v", said)
	}
	c.faulty["student-01"], c.crashed = 0, nil
	c.gradeBlanks()
}

// TestAJobGoesOnAlone presses Ctrl-C in the middle, and comes back.
func TestAJobGoesOnAlone(t *testing.T) {
	c := newCourse(t, 6)
	ctx, cancel := context.WithCancelCause(t.Context())
	pressed := errors.New("interrupt signal received") // as signal.NotifyContext has it
	c.between = func(index int) {
		if index == 4 {
			cancel(pressed)
		}
	}
	_, err := fleet.Run(ctx, c.fleet(), c.options())
	detached, is := errors.AsType[*fleet.DetachedError](err)
	if !is || detached.Namespace != "grading" || !errors.Is(err, pressed) {
		t.Fatal(err)
	}
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	jobs, err := c.client.BatchV1().Jobs("grading").List(t.Context(), metav1.ListOptions{})
	if err != nil || len(jobs.Items) != 1 {
		t.Errorf("%d Jobs, %v", len(jobs.Items), err)
	}
	c.complete(6)
}

// TestAJobThatWasRemoved loses nothing that its Pods have delivered, and the next run makes a Job for the rest.
func TestAJobThatWasRemoved(t *testing.T) {
	c := newCourse(t, 6)
	c.between = func(index int) {
		jobs := c.client.BatchV1().Jobs("grading")
		if list, err := jobs.List(t.Context(), metav1.ListOptions{}); index == 5 && err == nil {
			for i := range list.Items {
				_ = jobs.Delete(t.Context(), list.Items[i].Name, metav1.DeleteOptions{})
			}
		}
	}
	_, err := fleet.Run(t.Context(), c.fleet(), c.options())
	if _, gone := errors.AsType[*fleet.GoneError](err); !gone {
		t.Fatal(err)
	}
	c.pods.Wait()
	c.between = nil
	state, err := journal.Read(c.out)
	if err != nil || len(state.Items()) < 3 {
		t.Errorf("%v, %v", state.Items(), err)
	}
	if _, err := fleet.Run(t.Context(), c.fleet(), c.options()); err != nil {
		t.Fatal(err)
	}
	c.complete(6)
}

// TestAnImageOfAnotherVersion is found by the Pod.
func TestAnImageOfAnotherVersion(t *testing.T) {
	c := newCourse(t, 1)
	o := c.fleet()
	o.Order.Podium = "newer"
	_, err := fleet.Run(t.Context(), o, c.options())
	if _, is := errors.AsType[*batch.StoppedError](err); !is {
		t.Errorf("%v", err)
	}
}
