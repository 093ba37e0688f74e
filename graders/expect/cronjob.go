package expect

import (
	"fmt"
	"time"
	_ "time/tzdata" // the zones that the control plane knows, also on a machine without them

	"github.com/robfig/cron/v3"
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

func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// instants parses a schedule. Without a time zone it is that of the kube-controller-manager, which is UTC in a lab.
func instants(schedule string, zone *string) (cron.Schedule, error) {
	if zone == nil {
		utc := "UTC"
		zone = &utc
	}
	parsed, err := cron.ParseStandard("TZ=" + *zone + " " + schedule)
	if err != nil {
		return nil, fmt.Errorf("parse schedule: %w", err)
	}
	return parsed, nil
}

// compare walks through both schedules: one whole day, and the beginning of every day of four years. The fields of a
// schedule do not depend on each other, so nothing can hide in between. It returns the first difference.
func compare(wanted, asked cron.Schedule, from time.Time) (ours, theirs time.Time, same bool) {
	day := 24 * time.Hour
	start := from.UTC().Truncate(day)
	for at := start; at.Before(start.Add(day)); at = ours {
		if ours, theirs = wanted.Next(at), asked.Next(at); !ours.Equal(theirs) {
			return ours, theirs, false
		}
	}
	for n := range 4*365 + 1 {
		for _, hour := range []time.Duration{0, 15 * time.Hour} { // midnight in UTC and in Tokyo
			at := start.Add(time.Duration(n)*day + hour - time.Second)
			if ours, theirs = wanted.Next(at), asked.Next(at); !ours.Equal(theirs) {
				return ours, theirs, false
			}
		}
	}
	return ours, theirs, true
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

// sameClock compares the offsets of two zones over the coming four years, month by month.
func sameClock(a, b string, from time.Time) (bool, error) {
	first, err := time.LoadLocation(a)
	if err != nil {
		return false, fmt.Errorf("read time zone: %w", err)
	}
	second, err := time.LoadLocation(b)
	if err != nil {
		return false, fmt.Errorf("read time zone: %w", err)
	}
	for month := range 48 {
		at := from.AddDate(0, month, 0)
		_, one := at.In(first).Zone()
		_, other := at.In(second).Zone()
		if one != other {
			return false, nil
		}
	}
	return true, nil
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
