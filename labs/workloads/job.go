package workloads

import (
	"slices"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/evidence"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// jobs: a Job is for work that ends. Its Pods are never restarted for ever, so Always is no restartPolicy for them.
func jobs(task *labs.Task) {
	jobHints(task)
	migrate, flaky, asked := task.Job(Migrate), task.Job(Flaky), task.Asked("jobs")
	task.Wait(labs.Wait{Until: givenUp, Longest: func(*evidence.World) time.Duration { return backoffs }})

	task.Check("completes", 4, func(j *labs.Judging) {
		j.Expect(migrate).To(RunToTheEnd())
	})
	task.Check("gives-up", 5, func(j *labs.Judging) {
		j.Expect(flaky).To(GiveUpAfter(Retries, ExitCode))
	})
	task.Check("always-refused", 3, func(j *labs.Judging) {
		j.Expect(asked).To(HaveMet(alwaysInAJob()))
	})
	task.Check("what-the-api-said", 3, func(j *labs.Judging) {
		j.Expect(task.Answer()).To(Mention(Term("restartPolicy"), Term("OnFailure"), Term("Never")))
	})
}

// backoffs is what the pauses between three failed Pods come to, 10 and 20 seconds (DefaultJobPodFailureBackOff in
// k8s.io/kubernetes/pkg/controller/job), and the Pods' own time. Simulated nodes have shorter ones.
const backoffs = 45 * time.Second

// givenUp is true unless the flaky Job is still to be tried again as often as it should.
func givenUp(w *evidence.World) bool {
	job, ok := w.Job(ID, Flaky)
	if !ok || job.Spec.BackoffLimit == nil || *job.Spec.BackoffLimit != Retries {
		return true
	}
	_, failed := evidence.JobCondition(job, batchv1.JobFailed)
	_, complete := evidence.JobCondition(job, batchv1.JobComplete)
	return failed || complete
}

// alwaysInAJob is what the API server says to restartPolicy Always in a Job, which is also what it fills in where there is none
// (validateJobSpec in k8s.io/kubernetes/pkg/apis/batch/validation).
func alwaysInAJob() Rejection {
	return Rejection{
		Name: lang.M("restartPolicy Always in a Job"),
		Is: func(r evidence.Request) bool {
			return slices.ContainsFunc(r.Causes, func(c metav1.StatusCause) bool {
				return c.Type == metav1.CauseTypeFieldValueRequired && c.Field == "spec.template.spec.restartPolicy"
			})
		},
	}
}
