package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/result"
)

// Options say how a batch is graded on a cluster.
type Options struct {
	Client kubernetes.Interface
	Shelf  Shelf
	Pods   Pods
	// Order is what all tasks have in common; its tasks are filled in.
	Order Order
	// Locate turns the source of a submission into what a Pod can open.
	Locate func(source string) (string, error)
	// Canary is after how many submissions the reference solutions are graded again; below zero is only in the beginning.
	Canary int
	// Prepare, if set, makes the folder in which Pods leave their answers.
	Prepare func(folder string) error
}

// GoneError says that a Job was removed before it had ended.
type GoneError struct{ Job string }

// Error names it.
func (e *GoneError) Error() string { return "somebody removed Job " + e.Job }

// DetachedError says that a Job goes on without us.
type DetachedError struct {
	Job, Namespace string
	Err            error
}

// Error names it.
func (e *DetachedError) Error() string {
	return fmt.Sprintf("interrupted; Job %s in namespace %s goes on", e.Job, e.Namespace)
}

// Unwrap returns why.
func (e *DetachedError) Unwrap() error { return e.Err }

// Run grades what has no result yet, or is to be graded again. A Job that an earlier run has left is waited for first. What it returns is as of batch.Run.
func Run(ctx context.Context, o Options, b batch.Options) (_ *batch.Plan, err error) {
	session, err := batch.OpenSession(ctx, b)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	f := &fleet{Options: o, session: session}
	var left underway
	there, err := get(ctx, o.Shelf, current, &left)
	if err != nil {
		return session.Plan(), err
	}
	if there {
		if err := f.collect(ctx, left); err != nil {
			if _, gone := errors.AsType[*GoneError](err); !gone {
				return session.Plan(), err
			}
		}
		if err := session.Replan(ctx); err != nil {
			return session.Plan(), err
		}
	}
	planned := session.Plan()
	if len(planned.Todo) == 0 && len(session.Doubtful()) == 0 {
		return planned, nil
	}
	sent, err := f.send(ctx, planned, b)
	if err != nil {
		return planned, err
	}
	return planned, f.collect(ctx, *sent)
}

type fleet struct {
	Options

	session *batch.Session
}

// Draft is the Job that Run would make, and the order for it.
func Draft(o Options, todo *batch.Plan, labs []string) (*batchv1.Job, *Order, error) {
	order := o.Order
	order.Several = len(labs) > 1
	order.Tasks = plan(todo, labs, o.Canary)
	for i := range order.Tasks {
		if task := &order.Tasks[i]; task.Witness == "" {
			var err error
			if task.Source, err = o.Locate(task.Source); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", task.ID, err)
			}
		}
	}
	name := "podium-" + rand.String(8)
	o.Pods.Command = append(append([]string{}, o.Pods.Command...), "--job", name)
	job, err := o.Pods.Job(name, len(order.Tasks))
	return job, &order, err
}

// send writes the order and then makes the Job. The journal is told in between, so that it knows of whatever may come back.
func (f *fleet) send(ctx context.Context, planned *batch.Plan, b batch.Options) (*underway, error) {
	labs := make([]string, len(b.Labs))
	for i, lab := range b.Labs {
		labs[i] = lab.ID
	}
	job, order, err := Draft(f.Options, planned, labs)
	if err != nil {
		return nil, err
	}
	if f.Prepare != nil {
		if err := f.Prepare(AnswerFolder(job.Name)); err != nil {
			return nil, err
		}
	}
	sent := &underway{Job: job.Name, Namespace: job.Namespace}
	if err := errors.Join(put(ctx, f.Shelf, orderKey(job.Name), order), put(ctx, f.Shelf, current, sent)); err != nil {
		return nil, err
	}
	if err := f.session.Begin(ctx); err != nil {
		return nil, err
	}
	if _, err := f.Client.BatchV1().Jobs(job.Namespace).Create(ctx, job, metav1.CreateOptions{}); err != nil {
		return nil, errors.Join(fmt.Errorf("create Job %s: %w", job.Name, err), f.Shelf.Remove(context.WithoutCancel(ctx), current))
	}
	return sent, nil
}

// collect takes in what a Job brings, until it has ended.
func (f *fleet) collect(ctx context.Context, from underway) error {
	c := &collector{fleet: f, from: from, taken: map[int]bool{}}
	there, err := get(ctx, f.Shelf, orderKey(from.Job), &c.order)
	if err != nil {
		return err
	}
	if !there { // the order was never written to its end, so no Job was made
		return f.Shelf.Remove(ctx, current)
	}
	for i := range c.order.Tasks {
		c.items += len(c.order.Tasks[i].Items())
	}
	f.session.Await(c.items)
	err = follow(ctx, f.Client, from.Namespace, from.Job, func(job *batchv1.Job) (bool, error) { return c.see(ctx, job) })
	if ctx.Err() != nil {
		return &DetachedError{Job: from.Job, Namespace: from.Namespace, Err: context.Cause(ctx)}
	}
	if err != nil {
		return err
	}
	if err := f.Shelf.Remove(ctx, current); err != nil {
		return err
	}
	return c.conclude()
}

// collector is what is known of one Job.
type collector struct {
	*fleet

	from  underway
	order Order
	items int
	// taken are indexes whose answer was looked at.
	taken map[int]bool
	wrong []error
	// proved counts witnesses that got what they must; unproved those that nothing is known of.
	proved, unproved int
	gone             bool
}

// see takes in what is new in the state of a Job. It is true when there will be no more.
func (c *collector) see(ctx context.Context, job *batchv1.Job) (bool, error) {
	if job == nil {
		c.gone = true
		return true, c.rest(ctx, false)
	}
	most := len(c.order.Tasks)
	done, err := indexes(job.Status.CompletedIndexes, most)
	if err != nil {
		return false, err
	}
	var failed []int
	if job.Status.FailedIndexes != nil {
		if failed, err = indexes(*job.Status.FailedIndexes, most); err != nil {
			return false, err
		}
	}
	for _, index := range append(done, failed...) {
		if err := c.take(ctx, index, true); err != nil {
			return false, err
		}
	}
	if ended(job) != "" {
		return true, c.rest(ctx, true)
	}
	if len(c.wrong) > 0 && c.stop(ctx, job) {
		return true, c.rest(ctx, false)
	}
	c.session.Emit(batch.Event{Kind: batch.Elsewhere, Running: int(job.Status.Active), Message: trouble(ctx, c.Client, job)})
	return false, nil
}

// stop removes a Job whose results are not to be trusted, Pods and all: what would still come would be taken back. Where it must not, the
// Job goes on, and is judged in the end.
func (c *collector) stop(ctx context.Context, job *batchv1.Job) bool {
	err := c.Client.BatchV1().Jobs(job.Namespace).Delete(ctx, job.Name, metav1.DeleteOptions{
		PropagationPolicy: new(metav1.DeletePropagationBackground), Preconditions: metav1.NewUIDPreconditions(string(job.UID)),
	})
	return err == nil || apierrors.IsNotFound(err)
}

// rest takes what no index of the Job's status led to. Final means that nothing more can come.
func (c *collector) rest(ctx context.Context, final bool) error {
	for index := range c.order.Tasks {
		if err := c.take(ctx, index, final); err != nil {
			return err
		}
	}
	return nil
}

// take takes in the answer of an index. Where there is none, and the index is at its end, that is a fault of the infrastructure.
func (c *collector) take(ctx context.Context, index int, final bool) error {
	if c.taken[index] {
		return nil
	}
	var answer Answer
	there, err := get(ctx, c.Shelf, answerKey(c.from.Job, index), &answer)
	damaged, unreadable := errors.AsType[*damagedError](err)
	if err != nil && !unreadable {
		return err
	}
	task := &c.order.Tasks[index]
	if !final && (!there || answer.Infra) {
		if task.Witness != "" {
			c.unproved++
		}
		return nil
	}
	c.taken[index] = true
	if task.Witness != "" {
		c.judge(task, there, &answer)
		return nil
	}
	if unreadable {
		return c.blank(index, task.Items(), "its answer cannot be read: "+damaged.err.Error())
	}
	for _, delivery := range answer.Deliveries {
		if err := c.takeOne(index, task, delivery); err != nil {
			return err
		}
	}
	return c.blank(index, task.Items(), "its Pod has failed")
}

// takeOne takes in one result of a task. One that cannot be, because another version has made it for example, would be the same in every run
// to come: it is a fault of the infrastructure, and the batch goes on.
func (c *collector) takeOne(index int, task *Task, delivery batch.Delivery) error {
	if !slices.Contains(task.Items(), delivery.Item) {
		return nil // not what it was asked for
	}
	err := c.session.Take(delivery)
	if refused, is := errors.AsType[*batch.RefusedError](err); is {
		return c.blank(index, []journal.Item{delivery.Item}, refused.Error())
	}
	return err
}

// blank notes that nothing has come of these items, unless something has.
func (c *collector) blank(index int, items []journal.Item, why string) error {
	for _, item := range items {
		fault := &result.Error{
			Phase: "pod", Message: fmt.Sprintf("%s (Job %s, index %d)", why, c.from.Job, index),
			Next: fmt.Sprintf("kubectl -n %s describe pods -l %s=%s,%s=%d", c.from.Namespace, batchv1.JobNameLabel, c.from.Job, batchv1.JobCompletionIndexAnnotation, index),
		}
		if err := c.session.Blank(item, fault); err != nil {
			return err
		}
	}
	return nil
}

// judge looks at what a witness got.
func (c *collector) judge(task *Task, there bool, answer *Answer) {
	switch {
	case !there:
		c.unproved++
	case answer.Wrong != "":
		got := &batch.Testimony{Wrong: errors.New(answer.Wrong), Record: answer.Record, Log: []byte(answer.Log)}
		c.wrong = append(c.wrong, c.session.KeepWitness(task.Labs[0], task.Witness == Starter, got))
	default:
		c.proved++
	}
}

// conclude proves what the Job has brought, or takes it back.
func (c *collector) conclude() error {
	doubtful := c.session.Doubtful()
	switch {
	case len(c.wrong) > 0:
		return c.session.Distrust(errors.Join(c.wrong...))
	case c.gone:
		return &GoneError{Job: c.from.Job}
	case c.unproved > 0:
		return c.session.Distrust(fmt.Errorf("%d Pods with reference solutions of Job %s have failed", c.unproved, c.from.Job))
	}
	return c.session.Prove(doubtful)
}
