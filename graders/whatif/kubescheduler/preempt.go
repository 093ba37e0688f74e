package kubescheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/names"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"

	"github.com/podium-labs/podium/graders/whatif"
)

// cycle is one attempt to place a Pod, by the framework itself.
type cycle struct {
	*engine
	pod       *corev1.Pod
	state     fwk.CycleState
	nodes     []fwk.NodeInfo
	diagnosis framework.Diagnosis
	fits      []string
}

// preempt goes the scheduler's own way up to the point where it would evict. It must not call
// Framework.RunPostFilterPlugins nor Evaluator.Preempt, which delete the victims.
func (e *engine) preempt(ctx context.Context, snapshot *whatif.Snapshot, pod *corev1.Pod) (*whatif.Preemption, error) {
	nodes, err := e.load(snapshot, pod)
	if err != nil {
		return nil, err
	}
	if len(nodes) == 0 {
		return &whatif.Preemption{Reason: noNodes, Message: noNodes}, nil
	}
	c := &cycle{
		engine: e, pod: pod, state: framework.NewCycleState(), nodes: nodes,
		diagnosis: framework.Diagnosis{NodeToStatus: framework.NewDefaultNodeToStatus()},
	}
	if err := c.findNodes(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return &whatif.Preemption{Reason: err.Error(), Message: err.Error()}, nil // a failed plugin ends the attempt: that is the answer
	}
	if len(c.fits) > 0 {
		return &whatif.Preemption{Reason: "the Pod fits without preemption on " + strings.Join(c.fits, ", ")}, nil
	}
	return c.postFilter(ctx)
}

// findNodes does what Scheduler.findNodesThatFitPod does.
func (c *cycle) findNodes(ctx context.Context) error {
	statuses := c.diagnosis.NodeToStatus
	only, status, by := c.framework.RunPreFilterPlugins(ctx, c.state, c.pod)
	if !status.IsSuccess() {
		if !status.IsRejected() {
			return status.AsError()
		}
		statuses.SetAbsentNodesStatus(status)
		c.diagnosis.PreFilterMsg = status.Message()
		return nil
	}
	if !only.AllNodes() {
		statuses.SetAbsentNodesStatus(notInSubset(sets.List(by)...))
	}
	for _, info := range c.nodes {
		name := info.Node().Name
		if !only.AllNodes() && !only.NodeNames.Has(name) {
			continue
		}
		status := c.framework.RunFilterPluginsWithNominatedPods(ctx, c.state, c.pod, info)
		if status.IsSuccess() {
			c.fits = append(c.fits, name)
			continue
		}
		if !status.IsRejected() {
			return status.AsError()
		}
		statuses.Set(name, status)
	}
	return ctx.Err()
}

// postFilter does what Framework.RunPostFilterPlugins does, with a dry run in the place of preemption.
func (c *cycle) postFilter(ctx context.Context) (*whatif.Preemption, error) {
	answer := &whatif.Preemption{}
	var said []string
	for _, name := range c.engine.postFilter {
		if name == names.DefaultPreemption {
			if err := c.dryRun(ctx, answer); err != nil {
				return nil, err
			}
			if answer.Node != "" {
				said = nil // success is all that the scheduler tells of
			}
			said = append(said, "preemption: "+answer.Reason)
			break
		}
		if len(c.pod.Spec.ResourceClaims) > 0 {
			continue // it could set a claim free, by a request to the cluster
		}
		_, status := c.plugins[name].(fwk.PostFilterPlugin).PostFilter(ctx, c.state, c.pod, c.diagnosis.NodeToStatus)
		if !status.IsRejected() || status.Code() == fwk.UnschedulableAndUnresolvable {
			answer.Reason, said = status.Message(), []string{status.Message()}
			break
		}
		said = append(said, status.Reasons()...)
	}
	c.diagnosis.PostFilterMsg = strings.Join(said, ", ")
	answer.Message = (&framework.FitError{Pod: c.pod, NumAllNodes: len(c.nodes), Diagnosis: c.diagnosis}).Error()
	return answer, nil
}

// dryRun does what the preemption plugin does before it evicts anybody. Reason is what the plugin would report.
func (c *cycle) dryRun(ctx context.Context, answer *whatif.Preemption) error {
	plugin, is := c.plugins[names.DefaultPreemption].(*defaultpreemption.DefaultPreemption)
	if !is {
		return errors.New("the profile has another preemption plugin")
	}
	statuses := c.diagnosis.NodeToStatus
	answer.Eligible, answer.Reason = plugin.PodEligibleToPreemptOthers(ctx, c.pod, statuses.Get(c.pod.Status.NominatedNodeName))
	if !answer.Eligible {
		return nil
	}
	possible, err := statuses.NodesForStatusCode(c.lister.NodeInfos(), fwk.Unschedulable)
	if err != nil {
		return fmt.Errorf("list nodes that preemption may help on: %w", err)
	}
	slices.SortFunc(possible, func(a, b fwk.NodeInfo) int { return strings.Compare(a.Node().Name, b.Node().Name) })
	failed := framework.NewDefaultNodeToStatus()
	if len(possible) > 0 {
		budgets, err := plugin.Evaluator.PdbLister.List(labels.Everything())
		if err != nil {
			return fmt.Errorf("list disruption budgets: %w", err)
		}
		candidates, rejected, err := plugin.Evaluator.DryRunPreemption(ctx, c.state, c.pod, possible, budgets, 0, int32(len(possible)))
		if err != nil && len(candidates) == 0 {
			return fmt.Errorf("try preemption: %w", err)
		}
		if len(candidates) > 0 {
			c.choose(ctx, plugin.Evaluator, candidates, answer)
			return nil
		}
		failed = rejected
	}
	failed.SetAbsentNodesStatus(fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "Preemption is not helpful for scheduling"))
	answer.Reason = (&framework.FitError{Pod: c.pod, NumAllNodes: len(c.nodes), Diagnosis: framework.Diagnosis{NodeToStatus: failed}}).Error()
	return nil
}

func (c *cycle) choose(ctx context.Context, evaluator *preemption.Evaluator, candidates []preemption.Candidate, answer *whatif.Preemption) {
	best := evaluator.SelectCandidate(ctx, candidates)
	answer.Node, answer.Victims = best.Name(), c.originals(best.Victims().Pods)
	answer.Reason = fmt.Sprintf("found a potential placement for pod on node %v, preempting %d victims", answer.Node, len(answer.Victims))
	for _, candidate := range candidates {
		answer.Candidates = append(answer.Candidates, whatif.Candidate{
			Node: candidate.Name(), Victims: c.originals(candidate.Victims().Pods), PDBViolations: candidate.Victims().NumPDBViolations,
		})
	}
	slices.SortFunc(answer.Candidates, func(a, b whatif.Candidate) int { return strings.Compare(a.Node, b.Node) })
}

// originals are the snapshot's own Pods behind the copies that the plugins see.
func (c *cycle) originals(copies []*corev1.Pod) []*corev1.Pod {
	pods := make([]*corev1.Pod, len(copies))
	for i, p := range copies {
		pods[i] = c.lister.originals[p.UID]
	}
	return pods
}
