package evidence

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Job finds a Job by name.
func (w *World) Job(namespace, name string) (*batchv1.Job, bool) {
	return find[*batchv1.Job](w, "Job", namespace, name)
}

// JobsOf returns the Jobs that owner controls.
func (w *World) JobsOf(owner client.Object) []*batchv1.Job {
	return list(w, "Job", controlledBy[*batchv1.Job](owner))
}

// CronJob finds a CronJob by name.
func (w *World) CronJob(namespace, name string) (*batchv1.CronJob, bool) {
	return find[*batchv1.CronJob](w, "CronJob", namespace, name)
}

// JobCondition is the condition of that type if it is true.
func JobCondition(job *batchv1.Job, kind batchv1.JobConditionType) (batchv1.JobCondition, bool) {
	for _, c := range job.Status.Conditions {
		if c.Type == kind && c.Status == corev1.ConditionTrue {
			return c, true
		}
	}
	return batchv1.JobCondition{}, false
}

// Scheduled is true for a Job that the CronJob controller made when its time had come. It notes that time on the Job
// (CronJobScheduledTimestampAnnotation); `kubectl create job --from` does not.
func Scheduled(job *batchv1.Job) bool {
	_, is := job.Annotations[batchv1.CronJobScheduledTimestampAnnotation]
	return is
}
