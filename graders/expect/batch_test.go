package expect_test

import (
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

// tried is a Job of which so many Pods failed.
func tried(job *batchv1.Job, failed int32) *batchv1.Job {
	job.Status.Failed = failed
	return job
}

// sideBySide is a Job whose first tries are so many Pods at once.
func sideBySide(job *batchv1.Job, pods int32) *batchv1.Job {
	job = job.DeepCopy()
	job.Spec.Parallelism = &pods
	return job
}

func TestJobsThatEnd(t *testing.T) {
	job := et.Job(nil, "j", 2)
	failed := et.Status(et.Pod(job, "j-a", old, false), "Failed", et.Exited("c", 1))
	other := et.Status(et.Pod(job, "j-a", old, false), "Failed", et.Exited("c", 2))
	limit, exceeded := batchv1.JobFailed, batchv1.JobReasonBackoffLimitExceeded
	for name, c := range map[string]struct {
		tell             []client.Object
		complete, gaveUp bool
	}{
		"complete":                              {tell: []client.Object{job, et.Ended(job, batchv1.JobComplete, "", 1)}, complete: true},
		"of nothing":                            {tell: []client.Object{job, et.Ended(job, batchv1.JobComplete, "", 0)}},
		"gave up":                               {tell: []client.Object{job, failed, et.Ended(job, limit, exceeded, 0)}, gaveUp: true},
		"another exit code":                     {tell: []client.Object{job, other, et.Ended(job, limit, exceeded, 0)}},
		"another reason":                        {tell: []client.Object{job, failed, et.Ended(job, limit, batchv1.JobReasonDeadlineExceeded, 0)}},
		"another limit":                         {tell: []client.Object{et.Job(nil, "j", 6), failed, et.Ended(et.Job(nil, "j", 6), limit, exceeded, 0)}},
		"limited too late":                      {tell: []client.Object{et.Job(nil, "j", 6), failed, et.Ended(et.Job(nil, "j", 6), limit, exceeded, 0), et.Ended(job, limit, exceeded, 0)}},
		"limited on the way, after two retries": {tell: []client.Object{et.Job(nil, "j", 6), failed, tried(et.Job(nil, "j", 6), 3), et.Ended(job, limit, exceeded, 0)}},
		"limited on the way, in time":           {tell: []client.Object{et.Job(nil, "j", 6), failed, tried(et.Job(nil, "j", 6), 2), et.Ended(job, limit, exceeded, 0)}, gaveUp: true},
		"three at once":                         {tell: []client.Object{job, failed, tried(et.Ended(sideBySide(job, 3), limit, exceeded, 0), 3)}},
		"three at once, and two retries":        {tell: []client.Object{job, failed, tried(et.Ended(sideBySide(job, 3), limit, exceeded, 0), 5)}, gaveUp: true},
		"one at a time":                         {tell: []client.Object{job, failed, tried(et.Ended(sideBySide(job, 1), limit, exceeded, 0), 3)}, gaveUp: true},
		"still trying":                          {tell: []client.Object{job, failed}},
		"none":                                  {},
		"a Deployment":                          {tell: []client.Object{et.Deployment("j", old, 1)}},
	} {
		j := expect.Job{Subject: subject(with(c.tell...), "j")}
		agrees(t, name, j, expect.RunToTheEnd(), c.complete)
		agrees(t, name, j, expect.GiveUpAfter(2, 1), c.gaveUp)
	}
	s := with(job, et.Ended(job, batchv1.JobComplete, "", 1))
	s.Delete(job)
	agrees(t, "removed after its time to live", expect.Job{Subject: subject(s, "j")}, expect.RunToTheEnd(), true)
}

func TestSchedulesAreComparedByTheirInstants(t *testing.T) {
	for schedule, want := range map[string]bool{
		"*/5 * * * *": true, "0-59/5 * * * *": true, "0,5,10,15,20,25,30,35,40,45,50,55 * * * *": true, "*/5 */1 1-31 JAN-DEC ?": true,
		"*/5 0-23 * * 0-6": true, "0-55/5 * * 1-12 SUN-SAT": true,
		"5 * * * *": false, "*/6 * * * *": false, "2-59/5 * * * *": false, "*/5 9-17 * * *": false, "*/5 * * * MON-FRI": false, "*/5 * 1-30 * *": false,
		"*/5 * * 1-11 *": false, "*/5 * 29 2 *": false, "0 */5 * * *": false, "@hourly": false, "@every 5m": false, "*/5 * 31 2 *": false, "*/10,*/15 * * * *": false,
	} {
		for _, zone := range []string{"", "Asia/Tokyo", "Europe/Berlin"} {
			if zone != "Asia/Tokyo" && !want {
				continue
			}
			c := expect.CronJob{Subject: subject(with(et.CronJob("r", schedule, zone)), "r")}
			agrees(t, schedule+" in "+zone, c, expect.RunAtTheInstantsOf("*/5 * * * *", "Asia/Tokyo"), want)
		}
	}
	for zone, want := range map[string]bool{"Asia/Tokyo": true, "": false, "UTC": false, "Asia/Seoul": false} {
		c := expect.CronJob{Subject: subject(with(et.CronJob("r", "0 9 * * *", zone)), "r")}
		agrees(t, "nine o'clock in "+zone, c, expect.RunAtTheInstantsOf("0 9 * * *", "Asia/Tokyo"), want || zone == "Asia/Seoul")
	}
	suspended, yes := et.CronJob("r", "*/5 * * * *", ""), true
	suspended.Spec.Suspend = &yes
	agrees(t, "suspended", expect.CronJob{Subject: subject(with(suspended), "r")}, expect.RunAtTheInstantsOf("*/5 * * * *", "Asia/Tokyo"), false)
	agrees(t, "none", expect.CronJob{Subject: subject(et.New(), "r")}, expect.RunAtTheInstantsOf("*/5 * * * *", "Asia/Tokyo"), false)
}

func TestTimeZonesAreComparedByTheirClocks(t *testing.T) {
	for zone, want := range map[string]bool{
		"Asia/Tokyo": true, "Japan": true, "Etc/GMT-9": true, "Asia/Seoul": true,
		"": false, "UTC": false, "Etc/GMT+9": false, "Asia/Shanghai": false, "Australia/Adelaide": false,
	} {
		agrees(t, zone, expect.CronJob{Subject: subject(with(et.CronJob("r", "@daily", zone)), "r")}, expect.KeepTheTimeOf("Asia/Tokyo"), want)
	}
}

func TestRunsOfACronJob(t *testing.T) {
	cron := et.CronJob("r", "@daily", "")
	job := et.Job(cron, "now", 6)
	done := et.Status(et.Pod(job, "now-a", old, false), "Succeeded", et.Exited("c", 0))
	scheduled := et.Job(cron, "r-29", 6)
	scheduled.Annotations = map[string]string{batchv1.CronJobScheduledTimestampAnnotation: "2026-11-30T19:00:00+09:00"}
	alone := et.Job(nil, "now", 6)
	for name, c := range map[string]struct {
		tell []client.Object
		want bool
	}{
		"by hand":         {[]client.Object{cron, job, done}, true},
		"its Pod waits":   {[]client.Object{cron, job, et.Status(done, "Pending")}, false},
		"by its schedule": {[]client.Object{cron, scheduled, et.Status(et.Pod(scheduled, "x", old, false), "Succeeded")}, false},
		"beside it":       {[]client.Object{cron, alone, et.Status(et.Pod(alone, "x", old, false), "Succeeded")}, false},
		"without it":      {[]client.Object{job, done}, false},
	} {
		agrees(t, name, expect.CronJob{Subject: subject(with(c.tell...), "r")}, expect.HaveBeenRunByHand(), c.want)
	}
	for policy, want := range map[batchv1.ConcurrencyPolicy]bool{batchv1.ForbidConcurrent: true, batchv1.AllowConcurrent: false, batchv1.ReplaceConcurrent: false} {
		cron := et.CronJob("r", "@daily", "")
		cron.Spec.ConcurrencyPolicy = policy
		agrees(t, string(policy), expect.CronJob{Subject: subject(with(cron), "r")}, expect.LetARunFinish(), want)
	}
}
