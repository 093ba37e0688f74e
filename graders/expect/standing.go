package expect

import (
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Standing is a state of a node that an earlier task brought about and that has to last.
type Standing struct {
	// Task is the earlier task.
	Task string
	// Node and State are what it left.
	Node  Node
	State State
}

// HaveRunWhile holds for a Deployment that existed only while all these states lasted, from its creation to the end of the
// history. A verdict that does not hold names the step that was undone, the request, and the moment.
func HaveRunWhile(standings ...Standing) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		names := make([]lang.Message, len(standings))
		for i, s := range standings {
			names[i] = lang.M("node %s is %s", s.Node.Name, s.State.Name)
		}
		verdict := Verdict{Expected: lang.M("all the while that %s exists: %s", d.Name, names)}
		created, exists, err := d.createdAt()
		if err != nil {
			return verdict, err
		}
		if created, err = d.oldest(created); err != nil {
			return verdict, err
		}
		for _, s := range standings {
			holds, err := s.heldSince(&verdict, created)
			if !holds || err != nil {
				return verdict, err
			}
		}
		if !exists {
			verdict.Actual = lang.M("no Deployment %s", d.Name)
			finding, err := d.stopNow()
			return verdict.because(finding), err
		}
		verdict.OK, verdict.Actual = true, lang.M("they lasted")
		return verdict, nil
	})
}

// createdAt is the first moment of the Deployment that exists at the end, or the end of the history if there is none.
func (d Deployment) createdAt() (at evidence.Moment, exists bool, err error) {
	versions, err := d.Evidence.History().Of("Deployment", d.Namespace, d.Name)
	if err != nil || len(versions) == 0 || versions[len(versions)-1].Deleted {
		return d.Evidence.History().End(), false, err
	}
	for _, v := range versions {
		if v.UID() == versions[len(versions)-1].UID() {
			return v.Moment(), true, nil
		}
	}
	return at, false, nil
}

// oldest is that moment, or when the oldest Pod was made that the Deployment has at the end: one that adopts Pods has their past,
// whoever they belonged to when they were made.
func (d Deployment) oldest(created evidence.Moment) (evidence.Moment, error) {
	now, err := d.Evidence.History().Now()
	if err != nil {
		return created, err
	}
	found, ok := d.in(now)
	if !ok {
		return created, nil
	}
	lives, err := d.Evidence.History().PodLives(d.Namespace)
	pods := now.PodsOfDeployment(found)
	for _, life := range lives {
		has := slices.ContainsFunc(pods, func(p *corev1.Pod) bool { return p.UID == life.Pod.UID })
		if has && life.Created.RV < created.RV {
			created = life.Created
		}
	}
	return created, err
}

// heldSince fills in the verdict if the state did not last from then to the end of the history.
func (s Standing) heldSince(verdict *Verdict, since evidence.Moment) (bool, error) {
	spans, err := s.Node.spans(s.State)
	if err != nil {
		return false, err
	}
	for _, span := range spans {
		if span.open && span.from.RV <= since.RV {
			return true, nil
		}
	}
	if len(spans) == 0 {
		verdict.Actual = lang.M("node %s was never %s", s.Node.Name, s.State.Name)
		*verdict = verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("that is what task %s brings about", s.Task)})
		return false, nil
	}
	if first := spans[0]; first.open {
		verdict.Actual = lang.M("node %s became %s only later", s.Node.Name, s.State.Name)
		*verdict = verdict.at(first.from).because(explain.Finding{Layer: explain.API, Why: lang.M("task %s comes first; then make the Deployment anew", s.Task)})
		return false, nil
	}
	broken := lastBroken(spans, since)
	verdict.Actual = lang.M("task %s was undone: node %s was not %s any more", s.Task, s.Node.Name, s.State.Name)
	why, err := s.Node.whoEnded(s.State, broken)
	*verdict = verdict.at(broken.ended).because(explain.Finding{Layer: explain.API, Why: why})
	return false, err
}

// lastBroken is the last of the spans that came to an end.
func lastBroken(spans []span, since evidence.Moment) span {
	broken := spans[0]
	for _, s := range spans {
		if !s.open && (s.ended.RV >= since.RV || s.ended.RV > broken.ended.RV) {
			broken = s
		}
	}
	return broken
}

// whoEnded names the request that took a node out of a state: the last that was carried out before the change was seen
// and answered with a node that is not in it.
func (n Node) whoEnded(state State, ended span) (lang.Message, error) {
	requests, err := n.Evidence.Requests()
	if err != nil {
		return lang.Message{}, err
	}
	var culprit *evidence.Request
	for _, q := range requests.On("nodes", "", n.Name).Accepted().Where(evidence.Request.Writes) {
		var answer corev1.Node
		known := json.Unmarshal(q.Response, &answer) == nil
		if known && !state.On(&answer) && !q.At.After(ended.ended.At) {
			culprit = &q
		}
	}
	if culprit == nil {
		return lang.M("no request of yours did it"), nil
	}
	return lang.M("this request did it: %s", said(*culprit)), nil
}
