package ladder

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func (b *builder) job(ctx context.Context, job *batchv1.Job) error {
	b.stored(seen.Job, job)
	if owner := metav1.GetControllerOf(job); owner != nil && owner.Kind == seen.CronJob {
		b.add(explain.CronJob, &report.Object{Kind: seen.CronJob, Namespace: job.Namespace, Name: owner.Name}, stage{state: report.Reached, why: lang.M("%s %s made it", owner.Kind, owner.Name)})
	}
	return b.jobRungs(ctx, job)
}

func (b *builder) jobRungs(ctx context.Context, job *batchv1.Job) error {
	b.next("describe job " + job.Name)
	s := b.jobStage(job)
	b.add(explain.Job, object(seen.Job, job), s)
	pods := seen.OwnedBy(job, b.Pods)
	if running := active(pods); len(running) > 0 {
		return b.podsRungs(ctx, running)
	}
	if s.state == report.Stopped {
		b.decisive = explain.Job
		pods = lastFailed(pods) // why the last try failed is what one wants to know
	}
	return b.podsRungs(ctx, pods)
}

func lastFailed(pods []*corev1.Pod) []*corev1.Pod {
	var last *corev1.Pod
	for _, pod := range pods {
		if pod.Status.Phase == corev1.PodFailed && (last == nil || last.CreationTimestamp.Before(&pod.CreationTimestamp)) {
			last = pod
		}
	}
	if last == nil {
		return nil
	}
	return []*corev1.Pod{last}
}

func (b *builder) jobStage(job *batchv1.Job) stage {
	counts := []report.Evidence{
		field(seen.Job, job, "status.succeeded", job.Status.Succeeded), field(seen.Job, job, "status.failed", job.Status.Failed), field(seen.Job, job, "status.active", job.Status.Active),
	}
	if condition, is := jobCondition(job, batchv1.JobFailed, batchv1.JobFailureTarget); is {
		return stage{report.Stopped, jobFailure(job, condition), append([]report.Evidence{field(seen.Job, job, "status.conditions["+string(condition.Type)+"]", condition.Reason+": "+condition.Message)}, counts...)}
	}
	event := b.Warning(job, "FailedCreate")
	want := valueOr(job.Spec.Completions, valueOr(job.Spec.Parallelism, 1))
	_, complete := jobCondition(job, batchv1.JobComplete, batchv1.JobSuccessCriteriaMet)
	switch {
	case job.DeletionTimestamp != nil:
		return deleting(seen.Job, job)
	case complete:
		return stage{report.Reached, lang.M("Job %s is complete: %d Pods succeeded", job.Name, job.Status.Succeeded), counts}
	case valueOr(job.Spec.Suspend, false):
		return stage{report.Stopped, lang.M("Job %s is suspended: it makes no Pods until spec.suspend is false", job.Name), []report.Evidence{field(seen.Job, job, "spec.suspend", true)}}
	case valueOr(job.Spec.Parallelism, 1) == 0:
		return stage{report.Stopped, lang.M("Job %s may run no Pod at a time (spec.parallelism 0)", job.Name), []report.Evidence{field(seen.Job, job, "spec.parallelism", 0)}}
	case job.Spec.ManagedBy != nil && *job.Spec.ManagedBy != batchv1.JobControllerName:
		return stage{report.Waiting, lang.M("Job %s is managed by %s, not by the Job controller", job.Name, *job.Spec.ManagedBy), []report.Evidence{field(seen.Job, job, "spec.managedBy", *job.Spec.ManagedBy)}}
	case job.Status.Active == 0 && event != nil:
		return b.refused(seen.Job, job, lang.M("Job %s has no Pod: the API server refuses it: %s", job.Name, event.Message))
	case job.Status.Active == 0 && job.Status.Failed > 0:
		return stage{report.Waiting, lang.M("Job %s waits before it tries again: %d of at most %d failed Pods (backoffLimit)", job.Name, job.Status.Failed, valueOr(job.Spec.BackoffLimit, defaultBackoff)), counts}
	}
	return stage{report.Waiting, lang.M("Job %s: %d of %d succeeded, %d run", job.Name, job.Status.Succeeded, want, job.Status.Active), counts}
}

// defaultBackoff is the backoffLimit of a Job that names none.
const defaultBackoff = 6

func jobCondition(job *batchv1.Job, kinds ...batchv1.JobConditionType) (batchv1.JobCondition, bool) {
	for _, kind := range kinds {
		for _, c := range job.Status.Conditions {
			if c.Type == kind && c.Status == corev1.ConditionTrue {
				return c, true
			}
		}
	}
	return batchv1.JobCondition{}, false
}

// jobFailure says what the reasons of a failed Job mean.
func jobFailure(job *batchv1.Job, c batchv1.JobCondition) lang.Message {
	switch c.Reason {
	case batchv1.JobReasonBackoffLimitExceeded:
		return lang.M("Job %s gave up: %d Pods failed, and backoffLimit allows %d retries (BackoffLimitExceeded)", job.Name, job.Status.Failed, valueOr(job.Spec.BackoffLimit, defaultBackoff))
	case batchv1.JobReasonDeadlineExceeded:
		return lang.M("Job %s ran longer than activeDeadlineSeconds %d and was ended (DeadlineExceeded)", job.Name, valueOr(job.Spec.ActiveDeadlineSeconds, 0))
	case batchv1.JobReasonPodFailurePolicy:
		return lang.M("Job %s was ended by its podFailurePolicy: %s", job.Name, c.Message)
	case batchv1.JobReasonFailedIndexes, batchv1.JobReasonMaxFailedIndexesExceeded:
		return lang.M("Job %s failed because of its indexes %s: %s", job.Name, valueOr(job.Status.FailedIndexes, "-"), c.Message)
	}
	return lang.M("Job %s failed: %s", job.Name, c.Reason)
}
