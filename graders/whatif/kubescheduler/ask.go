package kubescheduler

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	corev1helpers "k8s.io/component-helpers/scheduling/corev1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"

	"github.com/podium-labs/podium/graders/whatif"
)

// question is one Pod looked at by all plugins.
type question struct {
	*engine
	pod   *corev1.Pod
	state fwk.CycleState
	nodes []fwk.NodeInfo

	skip   sets.Set[string]                // plugins whose PreFilter says that they have nothing to check
	subset map[string]*fwk.PreFilterResult // plugins whose PreFilter names the only possible nodes
	whole  map[string]*fwk.Status          // plugins whose PreFilter turns the Pod down
}

// ask runs every PreFilter and every Filter by itself, on every node, where the scheduler stops at the first rejection.
func (e *engine) ask(ctx context.Context, snapshot *whatif.Snapshot, pod *corev1.Pod) (*whatif.Answer, error) {
	nodes, err := e.load(snapshot, pod)
	if err != nil {
		return nil, err
	}
	q := &question{
		engine: e, pod: pod, state: framework.NewCycleState(), nodes: nodes,
		skip: sets.New[string](), subset: map[string]*fwk.PreFilterResult{}, whole: map[string]*fwk.Status{},
	}
	answer := &whatif.Answer{}
	for _, plugin := range e.framework.PreEnqueuePlugins() {
		if status := plugin.PreEnqueue(ctx, pod); !status.IsSuccess() {
			answer.Held = append(answer.Held, verdict(plugin.Name(), status))
		}
	}
	answer.Pod = q.preFilters(ctx)
	diagnosis := q.diagnose()
	var fit []fwk.NodeInfo
	for _, info := range nodes {
		node, first, err := q.node(ctx, info)
		if err != nil {
			return nil, err
		}
		answer.Nodes = append(answer.Nodes, node)
		if first == nil {
			fit = append(fit, info)
		} else if diagnosis.looksAt(node.Name) {
			diagnosis.NodeToStatus.Set(node.Name, first)
		}
	}
	if err := q.score(ctx, fit, answer); err != nil {
		return nil, err
	}
	answer.Message = message(answer, pod, diagnosis)
	return answer, nil
}

func (q *question) preFilters(ctx context.Context) []whatif.Verdict {
	var rejections []whatif.Verdict
	for _, name := range q.preFilter {
		result, status := q.plugins[name].(fwk.PreFilterPlugin).PreFilter(ctx, q.state, q.pod, q.nodes)
		switch {
		case status.IsSkip():
			q.skip.Insert(name)
		case !status.IsSuccess():
			q.whole[name] = status.WithPlugin(name)
			rejections = append(rejections, verdict(name, status))
		case !result.AllNodes():
			q.subset[name] = result
		}
	}
	// Plugins that turned the Pod down have left no state behind that they could add a Pod to.
	q.state.SetSkipFilterPlugins(q.skip.Union(sets.KeySet(q.whole)))
	return rejections
}

// node asks all Filters about one node. The status is that of the first to reject it; nil if it fits.
func (q *question) node(ctx context.Context, info fwk.NodeInfo) (*whatif.Node, *fwk.Status, error) {
	node := &whatif.Node{Name: info.Node().Name}
	var first *fwk.Status
	add := func(name string, status *fwk.Status) {
		v := verdict(name, status)
		node.Verdicts = append(node.Verdicts, v)
		if v.Rejected && first == nil {
			first = status.WithPlugin(name)
		}
	}
	full, fullState, err := q.withNominated(ctx, info)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range q.preFilter {
		if _, filters := q.plugins[name].(fwk.FilterPlugin); !filters && q.whole[name] != nil {
			add(name, q.whole[name])
		}
	}
	for _, name := range q.filter {
		status := q.filterNode(ctx, name, info, full, fullState)
		if only := q.subset[name]; only != nil && status.IsSuccess() && !only.NodeNames.Has(node.Name) {
			status = notInSubset(name)
		}
		add(name, status)
	}
	return node, first, nil
}

// filterNode asks one Filter: with the Pods nominated to the node if there are any, and then without.
func (q *question) filterNode(ctx context.Context, name string, info, full fwk.NodeInfo, fullState fwk.CycleState) *fwk.Status {
	plugin := q.plugins[name].(fwk.FilterPlugin)
	if status := q.whole[name]; status != nil {
		return status
	}
	if q.skip.Has(name) {
		return nil
	}
	if full != nil {
		if status := plugin.Filter(ctx, fullState, q.pod, full); !status.IsSuccess() {
			return status
		}
	}
	return plugin.Filter(ctx, q.state, q.pod, info)
}

// withNominated returns the node as if the Pods nominated to it ran there already, as
// Framework.RunFilterPluginsWithNominatedPods does for those of at least the same priority; nil without any.
func (q *question) withNominated(ctx context.Context, info fwk.NodeInfo) (fwk.NodeInfo, fwk.CycleState, error) {
	var full fwk.NodeInfo
	state := q.state
	for _, nominated := range q.lister.NominatedPodsForNode(info.Node().Name) {
		if corev1helpers.PodPriority(nominated.GetPod()) < corev1helpers.PodPriority(q.pod) || samePod(nominated.GetPod(), q.pod) {
			continue
		}
		if full == nil {
			full, state = info.Snapshot(), state.Clone()
		}
		full.AddPodInfo(nominated)
		if status := q.framework.RunPreFilterExtensionAddPod(ctx, state, q.pod, nominated, full); !status.IsSuccess() {
			return nil, nil, fmt.Errorf("add nominated pod: %w", status.AsError())
		}
	}
	return full, state, nil
}

// score fills in the scores of the nodes that fit. kube-scheduler does not score a lone node, so an error then counts
// for nothing.
func (q *question) score(ctx context.Context, fit []fwk.NodeInfo, answer *whatif.Answer) error {
	if len(fit) == 0 {
		return nil
	}
	var scores []fwk.NodePluginScores
	status := q.framework.RunPreScorePlugins(ctx, q.state, q.pod, fit)
	if status.IsSuccess() {
		scores, status = q.framework.RunScorePlugins(ctx, q.state, q.pod, fit)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !status.IsSuccess() && len(fit) > 1 {
		answer.Err = status.AsError()
	}
	for _, score := range scores {
		node := answer.Node(score.Name)
		node.Total, node.Scores = score.TotalScore, map[string]int64{}
		for _, plugin := range score.Scores {
			node.Scores[plugin.Name] = plugin.Score
		}
	}
	return nil
}
