package seen

import (
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

// State is the part of a cluster that one explanation needs.
type State struct {
	Target Target
	// Now is the time of the reading.
	Now time.Time

	// The objects of the target's namespace; only those kinds are there that stand above or below the target.
	Deployments  []*appsv1.Deployment
	ReplicaSets  []*appsv1.ReplicaSet
	StatefulSets []*appsv1.StatefulSet
	DaemonSets   []*appsv1.DaemonSet
	Jobs         []*batchv1.Job
	CronJobs     []*batchv1.CronJob
	Services     []*corev1.Service
	Slices       []*discoveryv1.EndpointSlice
	Pods         []*corev1.Pod
	Claims       []*corev1.PersistentVolumeClaim
	// PriorityClasses are there if a controller was refused a Pod for want of one.
	PriorityClasses []*schedulingv1.PriorityClass
	// Warnings are the Events of type Warning about objects of the namespace. They prove nothing, as they are dropped and
	// merged, but only they quote what the API server answered to a controller, or a kubelet's trouble with a volume.
	Warnings []*corev1.Event

	// Nodes are all nodes; NodesHidden is true if they could not be read.
	Nodes       []*corev1.Node
	NodesHidden bool
	// Snapshot is what the scheduler looks at; nil unless some Pod of the target waits for a node, or nodes are hidden.
	Snapshot *whatif.Snapshot
	// Limits say what could not be seen, and how that limits the answer.
	Limits []lang.Message
}

// OwnedBy picks the objects that a controller made.
func OwnedBy[T metav1.Object](owner metav1.Object, objects []T) []T {
	return slices.DeleteFunc(slices.Clone(objects), func(o T) bool {
		controller := metav1.GetControllerOf(o)
		return controller == nil || controller.UID != owner.GetUID()
	})
}

// Find returns the object of that name, or the zero value.
func Find[T metav1.Object](name string, objects []T) (found T, ok bool) {
	at := slices.IndexFunc(objects, func(o T) bool { return o.GetName() == name })
	if at < 0 {
		return found, false
	}
	return objects[at], true
}

// Node finds a node by name; nil if there is none or nodes are hidden.
func (s *State) Node(name string) *corev1.Node {
	node, _ := Find(name, s.Nodes)
	return node
}

// Warning is the newest Warning about an object with one of these reasons; nil if there is none.
func (s *State) Warning(about metav1.Object, reasons ...string) *corev1.Event {
	var newest *corev1.Event
	for _, event := range s.Warnings {
		if event.InvolvedObject.UID != about.GetUID() || !slices.Contains(reasons, event.Reason) {
			continue
		}
		if newest == nil || when(event).After(when(newest)) {
			newest = event
		}
	}
	return newest
}

func when(event *corev1.Event) time.Time {
	switch {
	case event.Series != nil:
		return event.Series.LastObservedTime.Time
	case !event.LastTimestamp.IsZero():
		return event.LastTimestamp.Time
	}
	return event.EventTime.Time
}
