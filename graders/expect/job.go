package expect

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Job is a Job of a lab, by name.
type Job struct{ Subject }

func (j Job) in(w *evidence.World) (*batchv1.Job, bool) { return w.Job(j.Namespace, j.Name) }

// RunToTheEnd holds for a Job that completed with at least one Pod that succeeded. It may have been removed since.
func RunToTheEnd() Matcher {
	return matcher(func(j Job) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("Job %s runs to the end (condition Complete)", j.Name)}
		_, done, err := j.Evidence.History().First(func(w *evidence.World) bool {
			job, ok := j.in(w)
			if !ok {
				return false
			}
			_, complete := evidence.JobCondition(job, batchv1.JobComplete)
			return complete && job.Status.Succeeded > 0
		})
		if err != nil {
			return verdict, err
		}
		if done {
			verdict.OK, verdict.Actual = true, lang.M("it is complete")
			return verdict, nil
		}
		return j.unfinished(verdict)
	})
}

// unfinished fills in what there is of the Job at the end of the history.
func (j Job) unfinished(verdict Verdict) (Verdict, error) {
	now, err := j.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	requests, err := j.learnerRequests()
	if err != nil {
		return verdict, err
	}
	verdict.Actual = j.describe(now)
	return verdict.at(now.Moment().Instant()).because(explain.JobStop(now, requests, j.Namespace, j.Name)), nil
}

func (j Job) describe(w *evidence.World) lang.Message {
	job, ok := j.in(w)
	if !ok {
		return lang.M("no Job %s", j.Name)
	}
	if failed, is := evidence.JobCondition(job, batchv1.JobFailed); is {
		return lang.M("Job %s failed with %s", j.Name, failed.Reason)
	}
	if _, complete := evidence.JobCondition(job, batchv1.JobComplete); complete {
		return lang.M("Job %s is complete, with %d Pods that succeeded", j.Name, job.Status.Succeeded)
	}
	return lang.M("Job %s has not ended", j.Name)
}

// GiveUpAfter holds for a Job whose container ended with that exit code and whose controller gave up when its
// backoffLimit of so many retries was used up.
func GiveUpAfter(retries int, code int32) Matcher {
	return matcher(func(j Job) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("Job %s ends with exit code %d, is tried again %d times, and then fails with BackoffLimitExceeded", j.Name, code, retries)}
		ended, beyond, gaveUp := map[types.UID]bool{}, map[types.UID]bool{}, map[types.UID]bool{}
		err := j.Evidence.History().Walk(func(w *evidence.World) bool {
			job, ok := j.in(w)
			if !ok {
				return true
			}
			for _, pod := range w.PodsOf(job) {
				ended[job.UID] = ended[job.UID] || endedWith(pod, code)
			}
			limited := int(*job.Spec.BackoffLimit) == retries
			beyond[job.UID] = beyond[job.UID] || !limited && failures(job, w.PodsOf(job)) > retries
			failed, is := evidence.JobCondition(job, batchv1.JobFailed)
			if _, known := gaveUp[job.UID]; is && !known { // what is written into spec.backoffLimit later changes nothing about it
				gaveUp[job.UID] = failed.Reason == batchv1.JobReasonBackoffLimitExceeded && limited && !beyond[job.UID] && !allAtOnce(job, retries)
			}
			return true
		})
		if err != nil {
			return verdict, err
		}
		for uid := range gaveUp {
			if gaveUp[uid] && ended[uid] {
				verdict.OK, verdict.Actual = true, lang.M("it gave up after %d retries", retries)
				return verdict, nil
			}
		}
		return j.notGivenUp(verdict, retries, code, len(ended) > 0 && anyTrue(ended))
	})
}

// failures is how many Pods of a Job failed, or how often a container of one was started again.
func failures(job *batchv1.Job, pods []*corev1.Pod) int {
	failed := int(job.Status.Failed)
	for _, pod := range pods {
		for _, s := range pod.Status.ContainerStatuses {
			failed = max(failed, int(s.RestartCount))
		}
	}
	return failed
}

// allAtOnce is true of a Job whose failures were first tries of Pods side by side: nothing was tried again.
func allAtOnce(job *batchv1.Job, retries int) bool {
	p := job.Spec.Parallelism
	return p != nil && *p > 1 && int(job.Status.Failed) < int(*p)+retries
}

func anyTrue(of map[types.UID]bool) bool {
	for _, is := range of {
		if is {
			return true
		}
	}
	return false
}

// notGivenUp says what is different about a Job that should have failed.
func (j Job) notGivenUp(verdict Verdict, retries int, code int32, ended bool) (Verdict, error) {
	now, err := j.Evidence.History().Now()
	if err != nil {
		return verdict, err
	}
	job, ok := j.in(now)
	if !ok {
		return j.unfinished(verdict)
	}
	failed, is := evidence.JobCondition(job, batchv1.JobFailed)
	switch {
	case is && failed.Reason == batchv1.JobReasonBackoffLimitExceeded && ended && int(*job.Spec.BackoffLimit) == retries:
		verdict.Actual = lang.M("its backoffLimit became %d only after it had been tried more often", retries)
		return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("the backoffLimit counts that the Job has when it fails")}), nil
	case is && failed.Reason == batchv1.JobReasonBackoffLimitExceeded && ended:
		verdict.Actual = lang.M("its backoffLimit is %d", *job.Spec.BackoffLimit)
		return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("backoffLimit is how often a Job is tried again; it is 6 unless the Job says otherwise")}), nil
	case is && !ended:
		verdict.Actual = lang.M("no container of it ended with exit code %d", code)
		return verdict.because(explain.JobStop(now, nil, j.Namespace, j.Name)), nil
	}
	return j.unfinished(verdict)
}

// endedWith is true if some container of the Pod ended with that exit code, now or the time before.
func endedWith(pod *corev1.Pod, code int32) bool {
	for _, s := range pod.Status.ContainerStatuses {
		for _, state := range []corev1.ContainerState{s.State, s.LastTerminationState} {
			if state.Terminated != nil && state.Terminated.ExitCode == code {
				return true
			}
		}
	}
	return false
}
