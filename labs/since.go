package labs

import (
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/expect"
)

// ResetsConfigMap remembers in a lab's namespace which tasks were set back, one key per task. It is written in the
// learner's name, so that it is part of a recorded attempt.
const ResetsConfigMap = evidence.ResetsConfigMap

// Resettable is evidence of an attempt at which tasks can be set back: for a task only what came after its last reset counts.
type Resettable interface {
	expect.Evidence
	// Resets is false where no task can have been set back, whatever is written in the cluster.
	Resets() bool
}

// evidenceOf is what counts for a task.
func evidenceOf(all expect.Evidence, namespace, task string) expect.Evidence {
	if resettable, is := all.(Resettable); is && resettable.Resets() {
		return &sinceReset{Evidence: all, namespace: namespace, task: task}
	}
	return all
}

// sinceReset is the evidence that came after the last reset of a task, or all if there was none.
type sinceReset struct {
	expect.Evidence
	namespace, task string

	cut  *evidence.History
	from evidence.Moment
	seen evidence.Moment
}

// History begins with the world as the reset has left it. It is cut again only when more has happened.
func (s *sinceReset) History() *evidence.History {
	all := s.Evidence.History()
	end := all.End()
	if s.cut != nil && s.seen == end {
		return s.cut
	}
	s.cut, s.seen, s.from = all, end, evidence.Moment{}
	mark := ""
	for _, v := range all.Versions() {
		resets, is := v.Object.(*corev1.ConfigMap)
		if !is || v.Deleted || resets.Namespace != s.namespace || resets.Name != ResetsConfigMap {
			continue
		}
		if now := resets.Data[s.task]; now != "" && now != mark {
			mark, s.from = now, v.Moment()
		}
	}
	if !s.from.IsZero() {
		s.cut = all.Since(s.from)
	}
	return s.cut
}

// Requests are those that came after the one that set the task back.
func (s *sinceReset) Requests() (evidence.Requests, error) {
	requests, err := s.Evidence.Requests()
	for i, r := range slices.Backward(requests) {
		if s.setBackBy(r) {
			return requests[i+1:], err
		}
	}
	return requests, err
}

func (s *sinceReset) setBackBy(r evidence.Request) bool {
	if r.Resource != "configmaps" || r.Namespace != s.namespace || !r.Writes() || !r.Names(ResetsConfigMap) || r.DryRun || r.Code < 200 || r.Code >= 300 {
		return false
	}
	var body struct {
		Data map[string]string `json:"data"`
	}
	return json.Unmarshal(r.Body, &body) == nil && body.Data[s.task] != ""
}
