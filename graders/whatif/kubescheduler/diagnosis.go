package kubescheduler

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"github.com/podium-labs/podium/graders/whatif"
)

// noNodes is what the scheduler says if there is no node at all (scheduler.ErrNoNodesAvailable).
const noNodes = "no nodes available to schedule pods"

// verdict says in the words of package whatif what a plugin said.
func verdict(plugin string, status *fwk.Status) whatif.Verdict {
	if status.IsSuccess() {
		return whatif.Verdict{Plugin: plugin}
	}
	v := whatif.Verdict{
		Plugin: plugin, Rejected: true, Reasons: status.Reasons(),
		Unresolvable: status.Code() == fwk.UnschedulableAndUnresolvable,
	}
	if status.Code() == fwk.Error {
		v.Reasons = []string{status.AsError().Error()}
	}
	return v
}

func notInSubset(plugins ...string) *fwk.Status {
	return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, fmt.Sprintf("node(s) didn't satisfy plugin(s) %v", plugins))
}

// diagnosis is what the scheduler notes down while it looks for a node.
type diagnosis struct {
	framework.Diagnosis
	failed error            // of a PreFilter: the Pod is neither placed nor turned down
	none   bool             // a PreFilter turned the Pod down, so no node is looked at
	only   sets.Set[string] // nodes that are looked at; nil for all
}

func (d *diagnosis) looksAt(node string) bool {
	return !d.none && d.failed == nil && (d.only == nil || d.only.Has(node))
}

// diagnose decides as Framework.RunPreFilterPlugins does which statuses of the PreFilters count: the first that nothing
// can resolve, else the last rejection, else the nodes that all of them leave.
func (q *question) diagnose() *diagnosis {
	d := &diagnosis{Diagnosis: framework.Diagnosis{NodeToStatus: framework.NewDefaultNodeToStatus()}}
	var rejected *fwk.Status
	var result *fwk.PreFilterResult
	by := sets.New[string]()
	for _, name := range q.preFilter {
		if status := q.whole[name]; status != nil {
			if !status.IsRejected() {
				d.failed = fmt.Errorf("running PreFilter plugin %q: %w", name, status.AsError())
				return d
			}
			if rejected = status; status.Code() == fwk.UnschedulableAndUnresolvable {
				break
			}
			continue
		}
		if q.subset[name] != nil {
			by.Insert(name)
			result = result.Merge(q.subset[name])
		}
		if !result.AllNodes() && len(result.NodeNames) == 0 {
			rejected = emptySubset(sets.List(by))
			break
		}
	}
	switch {
	case rejected != nil:
		d.none, d.PreFilterMsg = true, rejected.Message()
		d.NodeToStatus.SetAbsentNodesStatus(rejected)
	case !result.AllNodes():
		d.only = result.NodeNames
		d.NodeToStatus.SetAbsentNodesStatus(notInSubset(sets.List(by)...))
	}
	return d
}

func emptySubset(plugins []string) *fwk.Status {
	text := fmt.Sprintf("node(s) didn't satisfy plugin(s) %v simultaneously", plugins)
	if len(plugins) == 1 {
		text = "node(s) didn't satisfy plugin " + plugins[0]
	}
	return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, text)
}

// message is the scheduler's sentence about a Pod that stays Pending, without what preemption adds.
func message(answer *whatif.Answer, pod *corev1.Pod, d *diagnosis) string {
	switch {
	case len(answer.Held) > 0:
		var reasons []string
		for _, held := range answer.Held {
			reasons = append(reasons, held.Reasons...)
		}
		return strings.Join(reasons, ", ")
	case len(answer.Nodes) == 0:
		return noNodes
	case d.failed != nil:
		return d.failed.Error()
	case answer.Err != nil:
		return answer.Err.Error()
	case len(answer.Feasible()) > 0:
		return ""
	}
	return (&framework.FitError{Pod: pod, NumAllNodes: len(answer.Nodes), Diagnosis: d.Diagnosis}).Error()
}
