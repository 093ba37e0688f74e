package seen

import (
	"context"
	"regexp"

	schedulingv1 "k8s.io/api/scheduling/v1"
)

// noPriorityClass is how the API server refuses a Pod (k8s.io/kubernetes/plugin/pkg/admission/priority).
var noPriorityClass = regexp.MustCompile(`no PriorityClass with name ([-a-z0-9.]+) was found`)

// MissingPriorityClass is the class for want of which the API server refused a Pod; empty if that was not the reason.
func MissingPriorityClass(refusal string) string {
	found := noPriorityClass.FindStringSubmatch(refusal)
	if found == nil {
		return ""
	}
	return found[1]
}

// priorityClasses reads the classes if one was missed.
func (r *reader) priorityClasses(ctx context.Context) {
	missed := false
	for _, rs := range r.state.ReplicaSets {
		for _, c := range rs.Status.Conditions {
			missed = missed || MissingPriorityClass(c.Message) != ""
		}
	}
	for _, event := range r.state.Warnings {
		missed = missed || MissingPriorityClass(event.Message) != ""
	}
	if missed {
		r.state.PriorityClasses = objects[schedulingv1.PriorityClass](ctx, r, "priorityclasses", r.client.SchedulingV1().PriorityClasses().List)
	}
}
