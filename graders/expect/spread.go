package expect

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// SpreadRule is a topology spread constraint that a Deployment is to keep.
type SpreadRule struct {
	Deployment
	// MaxSkew and TopologyKey are its fields; whenUnsatisfiable is DoNotSchedule.
	MaxSkew     int32
	TopologyKey string
}

// SpreadRule is the Deployment together with that constraint.
func (d Deployment) SpreadRule(maxSkew int32, topologyKey string) SpreadRule {
	return SpreadRule{Deployment: d, MaxSkew: maxSkew, TopologyKey: topologyKey}
}

func (s SpreadRule) keptIn(spec corev1.PodSpec) bool {
	return slices.ContainsFunc(spec.TopologySpreadConstraints, func(c corev1.TopologySpreadConstraint) bool {
		return c.MaxSkew == s.MaxSkew && c.TopologyKey == s.TopologyKey && c.WhenUnsatisfiable == corev1.DoNotSchedule
	})
}

// stuck is a Pod for which no node was found because of the constraint.
type stuck struct {
	life *evidence.Life
	// holding are the nodes that count as domains and take no Pod.
	holding []string
}

// stuckPods are the Pods that the constraint kept Pending, one for each ReplicaSet that had such Pods.
func (s SpreadRule) stuckPods() ([]stuck, error) {
	lives, err := Workload{s.Subject}.lives()
	if err != nil {
		return nil, err
	}
	var found []stuck
	seen := map[string]bool{}
	for _, life := range lives {
		revision := life.Pod.GenerateName
		if life.Unschedulable.IsZero() || seen[revision] || !s.keptIn(life.Pod.Spec) {
			continue
		}
		q, err := s.question(life.Pod, life.Unschedulable)
		if err != nil {
			return nil, err
		}
		holding, err := holdingBack(q)
		if err != nil {
			return nil, err
		}
		if len(holding) > 0 {
			seen[revision] = true
			found = append(found, stuck{life: life, holding: holding})
		}
	}
	return found, nil
}

// holdingBack are the nodes that count as domains of a Pod's spread constraint but take no Pod themselves. Such a node by
// itself is enough to keep the Pod off the nodes that would take it: among these alone, a place would be found.
func holdingBack(q question) ([]string, error) {
	answer, err := q.ask()
	if err != nil {
		return nil, err
	}
	var closed []string
	for _, node := range answer.Nodes {
		if slices.ContainsFunc(node.Failed(), func(v whatif.Verdict) bool { return v.Plugin != pluginSpread }) {
			closed = append(closed, node.Name)
		}
	}
	if fits, err := q.fitsWithout(closed, ""); err != nil || !fits {
		return nil, err
	}
	var holding []string
	for _, name := range closed {
		fits, err := q.fitsWithout(closed, name)
		if err != nil {
			return nil, err
		}
		if !fits {
			holding = append(holding, name)
		}
	}
	return holding, nil
}

// fitsWithout asks whether the Pod would fit somewhere if these nodes were not there, except for one of them.
func (q question) fitsWithout(nodes []string, but string) (bool, error) {
	for _, name := range nodes {
		if name != but {
			q = q.when(whatif.RemoveNode(name))
		}
	}
	answer, err := q.ask()
	if err != nil {
		return false, err
	}
	return len(answer.Feasible()) > 0, nil
}

// HaveStuck holds for a SpreadRule of which some Pod was Pending because nodes that take no Pod count as domains.
func HaveStuck() Matcher {
	return matcher(func(s SpreadRule) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("Pods of %s were Pending because of maxSkew %d, DoNotSchedule over %s", s.Name, s.MaxSkew, s.TopologyKey)}
		found, err := s.stuckPods()
		if err != nil {
			return verdict, err
		}
		if len(found) > 0 {
			verdict.OK, verdict.Actual, verdict.When = true, lang.M("it was Pending"), found[0].life.Unschedulable
			return verdict, nil
		}
		verdict.Actual = lang.M("none was Pending because of it")
		finding, err := s.stopNow()
		if lives, _ := (Workload{s.Subject}).lives(); len(lives) > 0 {
			finding = explain.Finding{Layer: explain.Scheduler, Why: lang.M("let it stick first, with the constraint as the text has it and nothing to help it")}
		}
		return verdict.because(finding), err
	})
}

// HaveAllReady holds for a Deployment that has exactly n replicas at the end of the history, all of the newest template and ready.
func HaveAllReady(n int) Matcher {
	return matcher(func(d Deployment) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("%d Pods of %s are ready", n, d.Name)}
		now, err := d.Evidence.History().Now()
		if err != nil {
			return verdict, err
		}
		found, ok := d.in(now)
		if ok {
			rs, has := now.CurrentReplicaSet(found)
			verdict.OK = has && int(*found.Spec.Replicas) == n && readyIn(now.PodsOf(rs)) == n
		}
		verdict.Actual = d.describe(now)
		if verdict.OK {
			return verdict, nil
		}
		if ok && int(*found.Spec.Replicas) != n {
			return verdict.because(explain.Finding{Layer: explain.API, Why: lang.M("%s asks for %d replicas", d.Name, *found.Spec.Replicas)}), nil
		}
		return verdict.at(now.Moment().Instant()).because(d.whyStopped(now)), nil
	})
}
