package ladder

import (
	"context"
	"time"

	"github.com/robfig/cron/v3"
	batchv1 "k8s.io/api/batch/v1"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

func (b *builder) cronJob(ctx context.Context, c *batchv1.CronJob) error {
	b.stored(seen.CronJob, c)
	b.next("describe cronjob " + c.Name)
	jobs := seen.OwnedBy(c, b.Jobs)
	b.add(explain.CronJob, object(seen.CronJob, c), b.cronJobStage(c, jobs))
	newest := newestJob(jobs)
	if newest == nil {
		b.notReached(explain.Job, explain.Scheduler, explain.Kubelet)
		return nil
	}
	return b.jobRungs(ctx, newest)
}

func newestJob(jobs []*batchv1.Job) *batchv1.Job {
	var newest *batchv1.Job
	for _, job := range jobs {
		if newest == nil || newest.CreationTimestamp.Before(&job.CreationTimestamp) {
			newest = job
		}
	}
	return newest
}

func (b *builder) cronJobStage(c *batchv1.CronJob, jobs []*batchv1.Job) stage {
	s := stage{state: report.Stopped, evidence: []report.Evidence{field(seen.CronJob, c, "spec.schedule", c.Spec.Schedule)}}
	if c.Spec.TimeZone != nil {
		s.evidence = append(s.evidence, field(seen.CronJob, c, "spec.timeZone", *c.Spec.TimeZone))
	}
	if c.Status.LastScheduleTime != nil {
		s.evidence = append(s.evidence, field(seen.CronJob, c, "status.lastScheduleTime", c.Status.LastScheduleTime.UTC().Format(time.RFC3339)))
	}
	event := b.Warning(c, "FailedCreate", "UnparseableSchedule", "UnknownTimeZone", "FailedNeedsStart", "TooManyMissedTimes")
	switch {
	case c.DeletionTimestamp != nil:
		return deleting(seen.CronJob, c)
	case valueOr(c.Spec.Suspend, false):
		s.why = lang.M("CronJob %s is suspended: it starts nothing until spec.suspend is false", c.Name)
		s.evidence = append(s.evidence, field(seen.CronJob, c, "spec.suspend", true))
		return s
	case event != nil && event.Reason == "FailedCreate":
		return b.refused(seen.CronJob, c, lang.M("CronJob %s could not make a Job: %s", c.Name, event.Message))
	}
	times, err := scheduleOf(c)
	if err != nil {
		s.why = lang.M("CronJob %s: its schedule cannot be read: %s", c.Name, err.Error())
		return s
	}
	return b.scheduled(c, jobs, times, s)
}

// schedule is when a CronJob is due, as its controller computes it: in the controller's time zone unless it names one.
type schedule struct {
	cron.Schedule
	zone *time.Location
}

func scheduleOf(c *batchv1.CronJob) (schedule, error) {
	zone := time.UTC
	if c.Spec.TimeZone != nil {
		var err error
		if zone, err = time.LoadLocation(*c.Spec.TimeZone); err != nil {
			return schedule{}, err
		}
	}
	parsed, err := cron.ParseStandard(c.Spec.Schedule)
	return schedule{parsed, zone}, err
}

func (s schedule) after(t time.Time) time.Time { return s.Next(t.In(s.zone)) }

// due is the first time since the last start, or since the CronJob was made, at which it should have started; zero if that is still to come.
func (s schedule) due(c *batchv1.CronJob, now time.Time) time.Time {
	since := c.CreationTimestamp.Time
	if c.Status.LastScheduleTime != nil {
		since = c.Status.LastScheduleTime.Time
	}
	if due := s.after(since); !due.IsZero() && !due.After(now) {
		return due
	}
	return time.Time{}
}

func (b *builder) scheduled(c *batchv1.CronJob, jobs []*batchv1.Job, times schedule, s stage) stage {
	due, next := times.due(c, b.Now), times.after(b.Now)
	s.evidence = append(s.evidence, field(seen.CronJob, c, "spec.concurrencyPolicy", c.Spec.ConcurrencyPolicy))
	if c.Spec.TimeZone == nil {
		b.note(lang.M("spec.timeZone is not set: the schedule is in the time zone of the controller manager, here taken to be UTC"))
	}
	switch {
	case next.IsZero():
		s.why = lang.M("CronJob %s: schedule %s never comes", c.Name, c.Spec.Schedule)
	case due.IsZero() && len(jobs) > 0:
		s.state, s.why = report.Reached, lang.M("CronJob %s started what was due; next at %s", c.Name, next.Format(time.RFC3339))
	case due.IsZero():
		s.state, s.why = report.Waiting, lang.M("CronJob %s is not due yet: next at %s", c.Name, next.Format(time.RFC3339))
	case c.Spec.ConcurrencyPolicy == batchv1.ForbidConcurrent && len(c.Status.Active) > 0:
		s.why = lang.M("CronJob %s was due at %s, but Job %s still runs and concurrencyPolicy is Forbid", c.Name, due.Format(time.RFC3339), c.Status.Active[0].Name)
	case c.Spec.StartingDeadlineSeconds != nil && b.Now.Sub(due) > time.Duration(*c.Spec.StartingDeadlineSeconds)*time.Second:
		s.why = lang.M("CronJob %s was due at %s and missed it by more than startingDeadlineSeconds %d, so this start is left out; next at %s", c.Name, due.Format(time.RFC3339), *c.Spec.StartingDeadlineSeconds, next.Format(time.RFC3339))
		s.evidence = append(s.evidence, field(seen.CronJob, c, "spec.startingDeadlineSeconds", *c.Spec.StartingDeadlineSeconds))
	default:
		s.state, s.why = report.Waiting, lang.M("CronJob %s has been due since %s; the CronJob controller has not started it yet", c.Name, due.Format(time.RFC3339))
	}
	return s
}
