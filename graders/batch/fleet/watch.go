package fleet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// How often a Job is asked for where a watch says nothing, and how long to wait after an error.
const (
	lookAgain = 30 * time.Second
	afterFail = 2 * time.Second
)

// follow calls see with each state of a Job, until see says that it is enough, or the Job is gone: then its last argument is nil. What the API
// server cannot answer for a while is asked again.
func follow(ctx context.Context, client kubernetes.Interface, namespace, name string, see func(*batchv1.Job) (enough bool, err error)) error {
	for {
		job, err := client.BatchV1().Jobs(namespace).Get(ctx, name, metav1.GetOptions{})
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case apierrors.IsNotFound(err):
			_, err := see(nil)
			return err
		case apierrors.IsForbidden(err), apierrors.IsUnauthorized(err):
			return fmt.Errorf("look at Job %s: %w", name, err)
		case err == nil:
			if enough, err := see(job); enough || err != nil {
				return err
			}
			if enough, err := events(ctx, client, job, see); enough || err != nil {
				return err
			}
			continue
		}
		if err := pause(ctx, afterFail); err != nil {
			return err
		}
	}
}

// events passes on what a watch reports, for a while.
func events(ctx context.Context, client kubernetes.Interface, job *batchv1.Job, see func(*batchv1.Job) (bool, error)) (bool, error) {
	w, err := client.BatchV1().Jobs(job.Namespace).Watch(ctx, metav1.ListOptions{
		FieldSelector: fields.OneTermEqualSelector(metav1.ObjectNameField, job.Name).String(), ResourceVersion: job.ResourceVersion,
	})
	if err != nil {
		return false, pause(ctx, afterFail) // the next round says what is wrong
	}
	defer w.Stop()
	timer := time.NewTimer(lookAgain)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, context.Cause(ctx)
		case <-timer.C:
			return false, nil
		case event, open := <-w.ResultChan():
			changed, is := event.Object.(*batchv1.Job)
			if !open || !is || event.Type == watch.Deleted {
				return false, nil
			}
			if changed.Name != job.Name {
				continue // a server that does not select by name
			}
			if enough, err := see(changed); enough || err != nil {
				return enough, err
			}
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// ended says how a Job has ended; empty while it goes on.
func ended(job *batchv1.Job) batchv1.JobConditionType {
	for _, condition := range job.Status.Conditions {
		if condition.Status == corev1.ConditionTrue && (condition.Type == batchv1.JobComplete || condition.Type == batchv1.JobFailed) {
			return condition.Type
		}
	}
	return ""
}

// trouble is the most frequent reason why Pods of a Job do not run; empty if they do.
func trouble(ctx context.Context, client kubernetes.Interface, job *batchv1.Job) string {
	if job.Spec.Suspend != nil && *job.Spec.Suspend {
		return "the Job is suspended; a queue has not admitted it yet"
	}
	pods, err := client.CoreV1().Pods(job.Namespace).List(ctx, metav1.ListOptions{LabelSelector: batchv1.JobNameLabel + "=" + job.Name, Limit: 500})
	if err != nil {
		return ""
	}
	count := map[string]int{}
	for i := range pods.Items {
		if reason := waiting(&pods.Items[i]); reason != "" {
			count[reason]++
		}
	}
	var reasons []string
	for reason := range count {
		reasons = append(reasons, reason)
	}
	slices.SortFunc(reasons, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	if len(reasons) == 0 {
		return ""
	}
	return fmt.Sprintf("%d Pods wait: %s", count[reasons[0]], reasons[0])
}

// waiting is why a Pod does not run, unless it is only on its way.
func waiting(pod *corev1.Pod) string {
	if pod.Status.Phase != corev1.PodPending {
		return ""
	}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodScheduled && condition.Status == corev1.ConditionFalse {
			return strings.TrimSpace(condition.Reason + " " + condition.Message)
		}
	}
	for _, container := range pod.Status.ContainerStatuses {
		if state := container.State.Waiting; state != nil && state.Reason != "ContainerCreating" && state.Reason != "PodInitializing" {
			return strings.TrimSpace(state.Reason + " " + state.Message)
		}
	}
	return ""
}
