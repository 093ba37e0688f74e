package ladder

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/explain/placement"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// unplaced says why a Pod has no node, and fills in the placement.
func (b *builder) unplaced(ctx context.Context, pod *corev1.Pod) (stage, error) {
	said := scheduled(pod)
	s := stage{state: report.Stopped, why: lang.M("no node for a Pod: %s", said.Message)}
	if said.Message != "" {
		s.evidence = append(s.evidence, field(seen.Pod, pod, "status.conditions[PodScheduled]", said.Reason+": "+said.Message))
	}
	switch {
	case pod.DeletionTimestamp != nil:
		return deleting(seen.Pod, pod), nil
	case pod.Spec.SchedulerName != "" && pod.Spec.SchedulerName != corev1.DefaultSchedulerName:
		b.note(lang.M("Pod %s asks for scheduler %s; what is said here about nodes is what the default scheduler would say", pod.Name, pod.Spec.SchedulerName))
		s.why = lang.M("Pod %s waits for scheduler %s", pod.Name, pod.Spec.SchedulerName)
		s.evidence = append(s.evidence, field(seen.Pod, pod, "spec.schedulerName", pod.Spec.SchedulerName))
	case said.Message == "":
		s.state, s.why = report.Waiting, lang.M("the scheduler has not chosen a node yet")
	}
	if b.Snapshot == nil || b.o.Scheduler == nil {
		return s, nil
	}
	p, err := placement.Explain(ctx, b.o.Scheduler, b.Snapshot, pod)
	if err != nil {
		return s, err
	}
	b.report.Placement = b.render(p, pod)
	if pod.Spec.SchedulerName == "" || pod.Spec.SchedulerName == corev1.DefaultSchedulerName {
		s.state, s.why = verdict(p, pod)
	}
	return s, nil
}

func verdict(p *placement.Placement, pod *corev1.Pod) (report.State, lang.Message) {
	switch {
	case len(p.Fits) > 0:
		return report.Waiting, lang.M("Pod %s fits on %s now; the scheduler tries again soon", pod.Name, strings.Join(p.Fits, ", "))
	case pod.Status.NominatedNodeName != "":
		return report.Waiting, lang.M("Pod %s is to get node %s when the Pods that it displaces there are gone", pod.Name, pod.Status.NominatedNodeName)
	case p.Preemption != nil && p.Preemption.Node != "":
		return report.Waiting, lang.M("Pod %s is about to displace Pods of lower priority on node %s", pod.Name, p.Preemption.Node)
	case len(p.Pod) == 1:
		return report.Stopped, p.Pod[0].Why
	case len(p.Nodes) == 0:
		return report.Stopped, lang.M("there is no node that Pod %s may run on", pod.Name)
	case len(p.Nodes) == 1 && len(p.Nodes[0].Levers) == 1:
		return report.Stopped, lang.M("node %s does not take Pod %s: %s", p.Nodes[0].Name, pod.Name, p.Nodes[0].Levers[0].Why)
	}
	return report.Stopped, lang.M("none of %d nodes takes Pod %s", len(p.Nodes), pod.Name)
}

func scheduled(pod *corev1.Pod) corev1.PodCondition {
	for _, c := range pod.Status.Conditions {
		if c.Type == corev1.PodScheduled && c.Status == corev1.ConditionFalse {
			return c
		}
	}
	return corev1.PodCondition{}
}

// render puts a placement into words.
func (b *builder) render(p *placement.Placement, pod *corev1.Pod) *report.Placement {
	out := &report.Placement{
		Pod: result.Clean(pod.Namespace + "/" + pod.Name), Fits: cleaned(p.Fits), Scheduler: result.Clean(p.Message), OfThePod: b.levers(p.Pod), Nodes: []report.Node{},
	}
	for _, n := range p.Nodes {
		fits := len(n.Levers) == 0 && len(p.Fits) > 0
		out.Nodes = append(out.Nodes, report.Node{Name: result.Clean(n.Name), Fits: fits, Levers: b.levers(n.Levers)})
	}
	if p.Preemption != nil {
		out.Preemption = b.preemption(p)
	}
	for _, s := range p.Suggestions {
		out.Suggestions = append(out.Suggestions, b.suggestion(s, pod))
	}
	return out
}

func (b *builder) levers(levers []placement.Lever) []report.Lever {
	var out []report.Lever
	for _, l := range levers {
		out = append(out, report.Lever{Kind: l.Kind, Subject: result.Clean(l.Subject), Text: b.say(l.Why)})
	}
	return out
}

func (b *builder) preemption(p *placement.Placement) *report.Preemption {
	out := &report.Preemption{Node: result.Clean(p.Preemption.Node)}
	var names []string
	for _, victim := range p.Preemption.Victims {
		names = append(names, result.Clean(victim.Namespace+"/"+victim.Name))
	}
	out.Victims = names
	switch {
	case out.Node != "":
		out.Text = b.say(lang.M("%s would have to leave node %s, as their priority is lower", strings.Join(names, ", "), out.Node))
	case !p.Preemption.Eligible:
		out.Text = b.say(lang.M("not tried: %s", orNotNeeded(p.Preemption.Reason)))
	default:
		out.Text = b.say(lang.M("helps nowhere: no Pod of lower priority is in the way"))
	}
	return out
}

func orNotNeeded(reason string) lang.Message {
	if reason == "" {
		return lang.M("the Pod is not looked at before")
	}
	return lang.Verbatim(reason)
}

func (b *builder) suggestion(s placement.Suggestion, pod *corev1.Pod) report.Suggestion {
	out := report.Suggestion{Fits: cleaned(s.Fits), Command: b.patch(s, pod)}
	if len(s.Alike) > 0 {
		out.Alike = cleaned(s.Alike)
	}
	for _, c := range s.Changes {
		out.Changes = append(out.Changes, report.Change{
			Kind: c.Kind, Subject: result.Clean(c.Subject), Node: result.Clean(c.Node), Text: b.say(c.Text), Command: result.Clean(c.Command),
		})
	}
	return out
}

func cleaned(texts []string) []string {
	out := []string{}
	for _, text := range texts {
		out = append(out, result.Clean(text))
	}
	return out
}
