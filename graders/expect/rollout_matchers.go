package expect

import (
	"encoding/json"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// FinishWith holds for a Rollout at whose end n Pods of the new image were ready.
func FinishWith(n int) Matcher {
	return matcher(func(r Rollout) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%d Pods of %s ready with image %s, none left of the old", n, r.Deployment.Name, r.Image)}
		if done, err := r.mustHaveFinished(&verdict); !done || err != nil {
			return verdict, err
		}
		w, err := r.Deployment.Evidence.History().At(r.Settled)
		if err != nil {
			return verdict, err
		}
		found, _ := r.Deployment.in(w)
		ready := 0
		if found != nil {
			ready = readyOf(w, found, r.Image)
		}
		verdict.OK = ready == n
		verdict.Actual = lang.M("%d Pods ready with image %s", ready, r.Image)
		if verdict.OK {
			return verdict, nil
		}
		verdict.When = r.Settled
		return verdict.because(explain.Finding{Layer: explain.Deployment, Why: r.Deployment.describe(w)}), nil
	})
}

// mustHaveFinished fills in the verdict of a rollout that did not come to its end.
func (r Rollout) mustHaveFinished(verdict *Verdict) (bool, error) {
	if r.err != nil {
		return false, r.err
	}
	if !r.Started {
		verdict.Actual = lang.M("%s was never rolled out to %s", r.Deployment.Name, r.Image)
		*verdict = verdict.because(r.missing)
		return false, nil
	}
	if r.Finished {
		return true, nil
	}
	w, err := r.Deployment.Evidence.History().At(r.Settled)
	if err != nil {
		return false, err
	}
	requests, err := r.Deployment.learnerRequests()
	if err != nil {
		return false, err
	}
	verdict.Actual = lang.M("the rollout to %s began and did not finish: %s", r.Image, r.Deployment.describe(w))
	verdict.When = r.Settled
	*verdict = verdict.because(explain.DeploymentStop(w, requests, r.Deployment.Namespace, r.Deployment.Name))
	return false, nil
}

// KeepTheOldReplicaSet holds for a finished Rollout after which the ReplicaSet it came from is still there, scaled to 0.
func KeepTheOldReplicaSet() Matcher {
	return matcher(func(r Rollout) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the ReplicaSet from before the rollout is kept with 0 replicas")}
		if done, err := r.mustHaveFinished(&verdict); !done || err != nil {
			return verdict, err
		}
		w, err := r.Deployment.Evidence.History().At(r.Settled)
		if err != nil {
			return verdict, err
		}
		rs, kept := replicaSet(w, r.Deployment, r.Before)
		switch {
		case !kept:
			verdict.Actual = lang.M("it is gone")
			return verdict.at(r.Settled).because(r.whyGone(w)), nil
		case *rs.Spec.Replicas != 0:
			verdict.Actual = lang.M("it still has %d replicas", *rs.Spec.Replicas)
			return verdict.at(r.Settled).because(explain.Finding{Layer: explain.ReplicaSet, Why: r.Deployment.describe(w)}), nil
		}
		verdict.OK, verdict.Actual = true, lang.M("it is kept with 0 replicas")
		return verdict, nil
	})
}

func (v Verdict) at(m evidence.Moment) Verdict {
	v.When = m
	return v
}

func (r Rollout) whyGone(w *evidence.World) explain.Finding {
	found, ok := r.Deployment.in(w)
	if ok && found.Spec.RevisionHistoryLimit != nil {
		return explain.Finding{Layer: explain.Deployment, Why: lang.M("revisionHistoryLimit of %s is %d; older ReplicaSets are deleted, and nobody can go back to them", r.Deployment.Name, *found.Spec.RevisionHistoryLimit)}
	}
	return explain.Finding{Layer: explain.API, Why: lang.M("%s was deleted or made anew", r.Deployment.Name)}
}

// replicaSet finds a ReplicaSet of the Deployment by UID.
func replicaSet(w *evidence.World, d Deployment, uid types.UID) (*appsv1.ReplicaSet, bool) {
	found, ok := d.in(w)
	if !ok {
		return nil, false
	}
	sets := w.ReplicaSetsOf(found)
	i := slices.IndexFunc(sets, func(rs *appsv1.ReplicaSet) bool { return rs.UID == uid })
	if i < 0 {
		return nil, false
	}
	return sets[i], true
}

// ReturnToAReplicaSetFromBefore holds for a finished Rollout that made a ReplicaSet grow again which was there
// already when the rollout left began: the Pods are then those of an earlier revision, however that was brought about.
func ReturnToAReplicaSetFromBefore(left Rollout) Matcher {
	return matcher(func(r Rollout) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the ReplicaSet that ran %s before is the one that grows again", r.Image)}
		if done, err := r.mustHaveFinished(&verdict); !done || err != nil {
			return verdict, err
		}
		verdict.OK = slices.Contains(left.Earlier, r.After)
		if verdict.OK {
			verdict.Actual = lang.M("the same ReplicaSet (same UID) has all Pods again")
			return verdict, nil
		}
		verdict.Actual = lang.M("another ReplicaSet has the Pods")
		return verdict.at(r.Interval.To).because(explain.Finding{Layer: explain.Deployment,
			Why: lang.M("the template differs from the earlier one, or the Deployment was made anew, so its controller made a new ReplicaSet instead of growing the old one")}), nil
	})
}

// HaveTheHighestRevision holds for a finished Rollout whose ReplicaSet then has the highest revision number of all.
func HaveTheHighestRevision(left Rollout) Matcher {
	return matcher(func(r Rollout) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the ReplicaSet of the earlier revision now has the highest revision number")}
		if done, err := r.mustHaveFinished(&verdict); !done || err != nil {
			return verdict, err
		}
		w, err := r.Deployment.Evidence.History().At(r.Settled)
		if err != nil {
			return verdict, err
		}
		mine, highest := 0, 0
		if found, ok := r.Deployment.in(w); ok {
			for _, rs := range w.ReplicaSetsOf(found) {
				highest = max(highest, evidence.Revision(rs.Annotations))
				if rs.UID == r.After && slices.Contains(left.Earlier, rs.UID) {
					mine = evidence.Revision(rs.Annotations)
				}
			}
		}
		verdict.OK = mine > 1 && mine == highest
		verdict.Actual = lang.M("its revision is %d, the highest is %d", mine, highest)
		if mine == 0 {
			verdict.Actual = lang.M("that ReplicaSet is gone, the highest revision is %d", highest)
		}
		if verdict.OK {
			return verdict, nil
		}
		return verdict.at(r.Settled).because(explain.Finding{Layer: explain.Deployment,
			Why: lang.M("going back gives the old ReplicaSet a new revision number; it does not restore the old number")}), nil
	})
}

// BeMadeByUndo holds for a Rollout that began with a JSON patch of /spec/template, which is what
// `kubectl rollout undo` sends (k8s.io/kubectl/pkg/polymorphichelpers/rollback.go).
func BeMadeByUndo() Matcher {
	return matcher(func(r Rollout) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the way back is `kubectl rollout undo`")}
		if done, err := r.mustHaveFinished(&verdict); !done || err != nil {
			return verdict, err
		}
		requests, err := r.Deployment.learnerRequests()
		if err != nil {
			return verdict, err
		}
		changes := requests.On("deployments", r.Deployment.Namespace, r.Deployment.Name).Accepted().
			Where(evidence.Request.Writes).Where(func(q evidence.Request) bool {
			// received before the change was seen: the last such request is the one that made it
			return setsTemplateTo(q, r.Image) && !q.At.After(r.Interval.From.At)
		})
		if len(changes) == 0 {
			verdict.Actual = lang.M("no request of yours changed the template")
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("see what you sent with: kubectl rollout undo --help")}), nil
		}
		last := changes[len(changes)-1]
		verdict.OK = replacesTemplate(last.Body)
		if verdict.OK {
			verdict.Actual = lang.M("undo put the template of the earlier revision back")
			return verdict, nil
		}
		verdict.Actual = lang.M("the template was changed by another request (%s)", last.Verb)
		return verdict.because(explain.Finding{Layer: explain.API,
			Why: lang.M("undo takes the template out of the old ReplicaSet and puts it back as a whole; an edit by hand may differ from it without your noticing")}), nil
	})
}

// setsTemplateTo is true if the stored object after the request has that image.
func setsTemplateTo(q evidence.Request, image string) bool {
	var answer appsv1.Deployment
	return q.Subresource == "" && json.Unmarshal(q.Response, &answer) == nil && evidence.Runs(answer.Spec.Template.Spec, image)
}

// replacesTemplate is true for a JSON patch (RFC 6902) that replaces the whole Pod template.
func replacesTemplate(body json.RawMessage) bool {
	var operations []patchOperation
	if json.Unmarshal(body, &operations) != nil {
		return false
	}
	return slices.ContainsFunc(operations, func(o patchOperation) bool {
		return o.Op == "replace" && strings.TrimSuffix(o.Path, "/") == "/spec/template"
	})
}

// patchOperation is one operation of a JSON patch.
type patchOperation struct {
	Op   string `json:"op"`
	Path string `json:"path"`
}
