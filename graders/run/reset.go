package run

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/labs"
)

// ResetTask deletes what a task of a running lab is about, with everything that controllers made of it, and the written
// answers to it; then it puts the lab's own objects back and notes, in the learner's name, that the task begins anew: of
// the history only what comes after that counts for it. It returns what was deleted, as kind/name. Nodes stay as they are.
func ResetTask(ctx context.Context, config, learner *rest.Config, lab *labs.Lab, task string) ([]string, error) {
	c, err := client.New(config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		return nil, fmt.Errorf("connect to the cluster: %w", err)
	}
	var deleted []string
	for _, name := range lab.Names(task) {
		for _, object := range resettable(lab.Namespace(), name) {
			gone, err := deleteWhole(ctx, c, object)
			if err != nil {
				return deleted, err
			}
			if gone {
				deleted = append(deleted, strings.TrimPrefix(fmt.Sprintf("%T/", object), "*v1.")+name)
			}
		}
	}
	if err := forgetAnswers(ctx, c, lab.Namespace(), task); err != nil {
		return deleted, err
	}
	if err := ApplyFixture(ctx, config, lab); err != nil {
		return deleted, err
	}
	return deleted, noteReset(ctx, learner, lab.Namespace(), task)
}

// noteReset writes down that a task begins anew.
func noteReset(ctx context.Context, learner *rest.Config, namespace, task string) error {
	c, err := client.New(learner, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		return fmt.Errorf("connect to the cluster: %w", err)
	}
	note := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: labs.ResetsConfigMap}}
	note.Data = map[string]string{task: time.Now().UTC().Format(time.RFC3339Nano)}
	err = c.Create(ctx, note)
	if apierrors.IsAlreadyExists(err) {
		body, encodeErr := json.Marshal(map[string]any{"data": note.Data})
		if encodeErr != nil {
			return fmt.Errorf("encode note of the reset: %w", encodeErr)
		}
		err = c.Patch(ctx, note, client.RawPatch(types.MergePatchType, body))
	}
	if err != nil {
		return fmt.Errorf("note the reset of %s: %w", task, err)
	}
	return nil
}

// resettable are the objects that may be meant by a name.
func resettable(namespace, name string) []client.Object {
	all := []client.Object{
		&appsv1.Deployment{}, &appsv1.DaemonSet{}, &appsv1.StatefulSet{}, &batchv1.Job{}, &batchv1.CronJob{}, &corev1.Pod{}, &corev1.Service{},
	}
	for _, object := range all {
		object.SetNamespace(namespace)
		object.SetName(name)
	}
	return all
}

// deleteWhole deletes an object and waits until it and what hangs on it are gone.
func deleteWhole(ctx context.Context, c client.Client, object client.Object) (bool, error) {
	err := c.Delete(ctx, object, client.PropagationPolicy("Foreground"))
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("delete %T %s: %w", object, object.GetName(), err)
	}
	err = wait.PollUntilContextCancel(ctx, readyPoll, true, func(ctx context.Context) (bool, error) {
		err := c.Get(ctx, client.ObjectKeyFromObject(object), object)
		return err != nil, client.IgnoreNotFound(err)
	})
	if err != nil {
		return false, fmt.Errorf("wait until %T %s is gone: %w", object, object.GetName(), err)
	}
	return true, nil
}

// forgetAnswers takes the written answers to a task out of the ConfigMap.
func forgetAnswers(ctx context.Context, c client.Client, namespace, task string) error {
	answers := &corev1.ConfigMap{}
	err := c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: labs.AnswersConfigMap}, answers)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read written answers: %w", err)
	}
	before := len(answers.Data)
	for key := range answers.Data {
		if key == task || strings.HasPrefix(key, task+"-") {
			delete(answers.Data, key)
		}
	}
	if len(answers.Data) == before {
		return nil
	}
	if err := c.Update(ctx, answers); err != nil {
		return fmt.Errorf("forget written answers: %w", err)
	}
	return nil
}
