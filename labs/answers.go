package labs

import "github.com/podium-labs/podium/graders/expect"

// AnswerTo is the written answer to one of several questions of this task: its key is the task's id, a dash, and part.
func (t *Task) AnswerTo(part string) expect.Written {
	return expect.Written{Subject: t.subject(AnswersConfigMap), Key: t.ID + "-" + part}
}
