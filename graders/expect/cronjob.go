package expect

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// CronJob is a CronJob of a lab, by name.
type CronJob struct{ Subject }

func (c CronJob) in(w *evidence.World) (*batchv1.CronJob, bool) {
	return w.CronJob(c.Namespace, c.Name)
}

// now is the CronJob at the end of the history; without one it fills in the verdict.
func (c CronJob) now(verdict *Verdict) (*batchv1.CronJob, *evidence.World, error) {
	now, err := c.Evidence.History().Now()
	if err != nil {
		return nil, nil, err
	}
	found, ok := c.in(now)
	if ok {
		return found, now, nil
	}
	requests, err := c.learnerRequests()
	if err != nil {
		return nil, nil, err
	}
	verdict.Actual = lang.M("no CronJob %s", c.Name)
	*verdict = verdict.at(now.Moment().Instant()).because(explain.Missing(requests, "cronjobs", "CronJob", c.Namespace, c.Name))
	return nil, now, nil
}

// RunAtTheInstantsOf holds for a CronJob that runs at the same instants as that schedule in that time zone, however
// it is spelled. Schedules are parsed as the CronJob controller does it (formatSchedule in
// k8s.io/kubernetes/pkg/controller/cronjob).
func RunAtTheInstantsOf(schedule, zone string) Matcher {
	return matcher(func(c CronJob) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("CronJob %s runs at the instants of %s in %s", c.Name, schedule, zone)}
		found, now, err := c.now(&verdict)
		if err != nil || found == nil {
			return verdict, err
		}
		wanted, err := instants(schedule, &zone)
		if err != nil {
			return verdict, err
		}
		verdict.Actual = lang.M("its schedule is %s", found.Spec.Schedule)
		if found.Spec.Suspend != nil && *found.Spec.Suspend {
			return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("it is suspended: it never runs")}), nil
		}
		asked, err := instants(found.Spec.Schedule, found.Spec.TimeZone)
		if err != nil { // what the API server has accepted can be parsed
			return verdict, err
		}
		ours, theirs, same := compare(wanted, asked, now.Moment().At)
		if verdict.OK = same; same {
			return verdict, nil
		}
		return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("where a run is due at %s, its next one is at %s", clock(ours), clock(theirs))}), nil
	})
}

// KeepTheTimeOf holds for a CronJob whose timeZone is set, to one with the same clock as that zone.
func KeepTheTimeOf(zone string) Matcher {
	return matcher(func(c CronJob) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("timeZone of CronJob %s is that of %s", c.Name, zone)}
		found, now, err := c.now(&verdict)
		if err != nil || found == nil {
			return verdict, err
		}
		if found.Spec.TimeZone == nil {
			verdict.Actual = lang.M("it has no timeZone")
			return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("without one a schedule means the clock of the kube-controller-manager, wherever that runs")}), nil
		}
		verdict.Actual = lang.M("it is %s", *found.Spec.TimeZone)
		if verdict.OK, err = sameClock(zone, *found.Spec.TimeZone, now.Moment().At); err != nil || verdict.OK {
			return verdict, err
		}
		return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("the clocks of the two zones differ")}), nil
	})
}

// LetARunFinish holds for a CronJob whose concurrencyPolicy is Forbid: Allow starts a second run beside the first, and
// Replace ends the first.
func LetARunFinish() Matcher {
	return matcher(func(c CronJob) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("CronJob %s neither ends a run that is still going nor starts another beside it", c.Name)}
		found, _, err := c.now(&verdict)
		if err != nil || found == nil {
			return verdict, err
		}
		verdict.OK = found.Spec.ConcurrencyPolicy == batchv1.ForbidConcurrent
		verdict.Actual = lang.M("its concurrencyPolicy is %s", string(found.Spec.ConcurrencyPolicy))
		if verdict.OK {
			return verdict, nil
		}
		return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("Allow starts a second run beside the first, Replace ends the first")}), nil
	})
}

// HaveBeenRunByHand holds for a CronJob one of whose Jobs was not made by its schedule, and ran in a Pod: CronJob, Job and Pod
// are a chain of owners.
func HaveBeenRunByHand() Matcher {
	return matcher(func(c CronJob) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("a run of CronJob %s that you started: CronJob, Job and Pod own each other", c.Name)}
		byHand := false
		_, ran, err := c.Evidence.History().First(func(w *evidence.World) bool {
			found, ok := c.in(w)
			if !ok {
				return false
			}
			for _, job := range w.JobsOf(found) {
				if evidence.Scheduled(job) {
					continue
				}
				byHand = true
				for _, pod := range w.PodsOf(job) {
					if pod.Status.Phase == corev1.PodRunning && evidence.Ready(pod) || pod.Status.Phase == corev1.PodSucceeded {
						return true
					}
				}
			}
			return false
		})
		if err != nil {
			return verdict, err
		}
		if verdict.OK = ran; ran {
			verdict.Actual = lang.M("it ran")
			return verdict, nil
		}
		return c.notRun(verdict, byHand)
	})
}

func (c CronJob) notRun(verdict Verdict, byHand bool) (Verdict, error) {
	found, now, err := c.now(&verdict)
	if err != nil || found == nil {
		return verdict, err
	}
	if !byHand {
		verdict.Actual = lang.M("no Job of it that its schedule did not make")
		return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("a run that names the CronJob as its owner is made by kubectl create job --from=cronjob/%s", c.Name)}), nil
	}
	verdict.Actual = lang.M("its Pod did not run")
	for _, job := range now.JobsOf(found) {
		if !evidence.Scheduled(job) {
			return verdict.because(explain.JobStop(now, nil, job.Namespace, job.Name)), nil
		}
	}
	return verdict.because(explain.Finding{Layer: explain.Job, Why: lang.M("the Job is gone")}), nil
}
