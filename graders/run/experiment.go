package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/labs"
)

// reactionLimit is how long the subject of an experiment may take to react. One that does not has another number
// afterwards than its lab wants, which is for the checks to say.
const reactionLimit = 5 * time.Second

// errNoSubject means that there is nothing to experiment on.
var errNoSubject = errors.New("the subject of the experiment does not exist")

// laboratory carries out experiments with the rights of the fixture.
type laboratory struct {
	client    client.Client
	namespace string
}

func newLaboratory(config *rest.Config, namespace string) (*laboratory, error) {
	c, err := client.New(config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		return nil, fmt.Errorf("connect to the cluster: %w", err)
	}
	return &laboratory{client: c, namespace: namespace}, nil
}

// made is what an experiment has left in the history: the subject as it was last seen, and the objects that came and went.
type made struct {
	subject  client.Object
	objects  []client.Object
	leftover func(client.Object) bool
}

// run creates the objects of an experiment, waits for the reaction, and removes them again, whatever happened. Without
// a subject it does nothing and returns errNoSubject.
func (l *laboratory) run(ctx context.Context, e labs.Experiment) (made, error) {
	if err := l.remove(ctx, e, e.Objects); err != nil { // what an experiment has left that was killed
		return made{}, err
	}
	before, err := l.read(ctx, e)
	if err != nil {
		return made{}, err
	}
	reading := e.Reading(before)
	created, err := l.create(ctx, e)
	if err == nil {
		_, err = l.await(ctx, e, func(now int) bool { return now != reading })
	}
	cleanup, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*reactionLimit)
	defer cancel()
	if removeErr := l.remove(cleanup, e, created); err == nil {
		err = removeErr
	}
	if err != nil {
		return made{}, err
	}
	subject, err := l.await(ctx, e, func(now int) bool { return now == reading })
	return made{subject: subject, objects: created, leftover: e.IsLeftover}, err
}

// read gets the subject.
func (l *laboratory) read(ctx context.Context, e labs.Experiment) (client.Object, error) {
	subject, ok := e.Subject.DeepCopyObject().(client.Object)
	if !ok {
		return nil, fmt.Errorf("read %T: not a Kubernetes object", e.Subject)
	}
	err := l.client.Get(ctx, client.ObjectKey{Namespace: l.namespace, Name: e.Subject.GetName()}, subject)
	switch {
	case apierrors.IsNotFound(err):
		return nil, errNoSubject
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", e.Subject.GetName(), err)
	}
	return subject, nil
}

// create makes the objects and returns those to be removed.
func (l *laboratory) create(ctx context.Context, e labs.Experiment) ([]client.Object, error) {
	var created []client.Object
	for _, object := range e.Objects {
		own, ok := object.DeepCopyObject().(client.Object)
		if !ok {
			return created, fmt.Errorf("create %T: not a Kubernetes object", object)
		}
		created = append(created, own)
		if err := l.client.Create(ctx, own); err != nil {
			return created, fmt.Errorf("create %s: %w", object.GetName(), err)
		}
	}
	return created, nil
}

// remove deletes the objects and the Pods that were meant for them: the DaemonSet controller does not look again when
// a node goes, and the Pod garbage collector would leave them for a minute. Those of the system's own DaemonSets are among them.
func (l *laboratory) remove(ctx context.Context, e labs.Experiment, created []client.Object) error {
	for _, object := range created {
		gone, ok := object.DeepCopyObject().(client.Object) // a client may fill it in
		if !ok {
			return fmt.Errorf("remove %T: not a Kubernetes object", object)
		}
		if err := l.client.Delete(ctx, gone); client.IgnoreNotFound(err) != nil {
			return fmt.Errorf("remove %s: %w", object.GetName(), err)
		}
	}
	pods := &corev1.PodList{}
	if err := l.client.List(ctx, pods, client.InNamespace(metav1.NamespaceAll)); err != nil {
		return fmt.Errorf("list pods: %w", err)
	}
	for i := range pods.Items {
		if !e.IsLeftover(&pods.Items[i]) {
			continue
		}
		if err := l.client.Delete(ctx, &pods.Items[i], client.GracePeriodSeconds(0)); client.IgnoreNotFound(err) != nil {
			return fmt.Errorf("remove pod %s: %w", pods.Items[i].Name, err)
		}
	}
	return nil
}

// await waits until the reading of the subject is as wanted. Running out of time is no error: the history tells.
func (l *laboratory) await(ctx context.Context, e labs.Experiment, wanted func(int) bool) (client.Object, error) {
	var subject client.Object
	err := wait.PollUntilContextTimeout(ctx, readyPoll, reactionLimit, true, func(ctx context.Context) (bool, error) {
		now, err := l.read(ctx, e)
		if err != nil {
			return false, err
		}
		subject = now
		return wanted(e.Reading(now)), nil
	})
	if ctx.Err() == nil && wait.Interrupted(err) {
		err = nil
	}
	return subject, err
}
