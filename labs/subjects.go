package labs

import "github.com/podium-labs/podium/graders/expect"

// Pod is the Pod of that name in the lab's namespace.
func (t *Task) Pod(name string) expect.Pod { return expect.Pod{Subject: t.subject(name)} }

// Job is the Job of that name in the lab's namespace.
func (t *Task) Job(name string) expect.Job { return expect.Job{Subject: t.subject(name)} }

// CronJob is the CronJob of that name in the lab's namespace.
func (t *Task) CronJob(name string) expect.CronJob { return expect.CronJob{Subject: t.subject(name)} }

// Asked is what the learner asked of the API server about one kind of object, for example "jobs", whatever its name.
func (t *Task) Asked(resource string) expect.Asked {
	t.resources = append(t.resources, resource)
	return expect.Asked{Subject: t.subject(""), Resource: resource}
}

// AnswerTo is the written answer to one of several questions of this task: its key is the task's id, a dash, and part.
func (t *Task) AnswerTo(part string) expect.Written {
	return expect.Written{Subject: t.subject(AnswersConfigMap), Key: t.ID + "-" + part}
}
