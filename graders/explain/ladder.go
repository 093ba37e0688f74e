package explain

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// DeploymentStop climbs down the ladder of one Deployment and returns the rung at which it stands still.
// Requests are the learner's; they explain why an object does not exist.
func DeploymentStop(w *evidence.World, requests evidence.Requests, namespace, name string) Finding {
	d, ok := w.Deployment(namespace, name)
	if !ok {
		return Missing(requests, "deployments", "Deployment", namespace, name)
	}
	if d.Spec.Paused {
		return Finding{Deployment, lang.M("Deployment %s is paused (kubectl rollout resume deployment/%s goes on)", name, name)}
	}
	rs, ok := w.CurrentReplicaSet(d)
	if !ok {
		return Finding{Deployment, lang.M("the Deployment controller has not made a ReplicaSet for the newest template of %s", name)}
	}
	want := 1
	if d.Spec.Replicas != nil {
		want = int(*d.Spec.Replicas)
	}
	pods := active(w.PodsOf(rs))
	if finding, stuck := PodsStop(pods); stuck {
		return finding
	}
	if message, failed := createFailure(rs); failed {
		return Finding{ReplicaSet, lang.M("the ReplicaSet could not create Pods: %s", message)}
	}
	return Finding{Deployment, lang.M("Deployment %s asks for %d replicas; its newest ReplicaSet has %d Pods", name, want, len(pods))}
}

// DaemonSetStop is DeploymentStop for a DaemonSet.
func DaemonSetStop(w *evidence.World, requests evidence.Requests, namespace, name string) Finding {
	ds, ok := w.DaemonSet(namespace, name)
	if !ok {
		return Missing(requests, "daemonsets", "DaemonSet", namespace, name)
	}
	if finding, stuck := PodsStop(active(w.PodsOf(ds))); stuck {
		return finding
	}
	return Finding{DaemonSet, lang.M("DaemonSet %s wants a Pod on %d nodes and has %d ready", name, ds.Status.DesiredNumberScheduled, ds.Status.NumberReady)}
}

// StatefulSetStop is DeploymentStop for a StatefulSet.
func StatefulSetStop(w *evidence.World, requests evidence.Requests, namespace, name string) Finding {
	sts, ok := w.StatefulSet(namespace, name)
	if !ok {
		return Missing(requests, "statefulsets", "StatefulSet", namespace, name)
	}
	if finding, stuck := PodsStop(active(w.PodsOf(sts))); stuck {
		return finding
	}
	return Finding{StatefulSet, lang.M("StatefulSet %s has %d ready replicas", name, sts.Status.ReadyReplicas)}
}

// Missing explains why an object is not there: the last request for it was refused, it was deleted, or nobody asked for it.
func Missing(requests evidence.Requests, resource, kind, namespace, name string) Finding {
	about := requests.On(resource, namespace, name).Where(evidence.Request.Writes)
	if elsewhere, ok := strayed(requests, resource, namespace, name); ok && len(about) == 0 {
		return Finding{API, lang.M("%s %s was asked for in namespace %s instead of %s", kind, name, elsewhere, namespace)}
	}
	if other, ok := refusedAsAnother(requests, namespace, name); ok && len(about) == 0 {
		return Finding{API, lang.M("the API server refused %s %s (%d): %s", other.Resource, name, other.Code, other.Message)}
	}
	if len(about) == 0 {
		return Finding{API, lang.M("no request for %s %s in namespace %s reached the API server", kind, name, namespace)}
	}
	last := about[len(about)-1]
	switch {
	case last.Code >= 400:
		return Finding{API, lang.M("the API server refused it (%d): %s", last.Code, last.Message)}
	case last.DryRun:
		return Finding{API, lang.M("the last request for %s %s was a dry run, which stores nothing", kind, name)}
	case last.Verb == "delete":
		return Finding{API, lang.M("%s %s was deleted by %s", kind, name, last.User)}
	}
	return Finding{API, lang.M("%s %s does not exist", kind, name)}
}

// refusedAsAnother finds the last request for something of that name that was refused, of whatever kind: a Pod where a Deployment was
// looked for, for example.
func refusedAsAnother(requests evidence.Requests, namespace, name string) (evidence.Request, bool) {
	for _, r := range slices.Backward(requests) {
		if r.Writes() && r.Namespace == namespace && r.Names(name) && r.Subresource == "" {
			return r, r.Code >= 400
		}
	}
	return evidence.Request{}, false
}

// strayed finds the namespace to which the last request for such an object went if it was another one.
func strayed(requests evidence.Requests, resource, namespace, name string) (string, bool) {
	for _, r := range slices.Backward(requests) {
		if r.Resource == resource && r.Namespace != namespace && r.Names(name) {
			return r.Namespace, true
		}
	}
	return "", false
}

// PodsStop looks for the first Pod that is not ready and says what holds it. stuck is false if all are ready or there are none.
func PodsStop(pods []*corev1.Pod) (finding Finding, stuck bool) {
	for _, pod := range pods {
		if !evidence.Ready(pod) {
			return PodStop(pod), true
		}
	}
	return Finding{}, false
}

// PodStop says what keeps one Pod from being ready.
func PodStop(pod *corev1.Pod) Finding {
	if pod.Spec.NodeName == "" {
		if message := conditionMessage(pod, corev1.PodScheduled); message != "" {
			return Finding{Scheduler, lang.M("no node for a Pod: %s", message)}
		}
		return Finding{Scheduler, lang.M("the scheduler has not chosen a node yet")}
	}
	statuses := append(slices.Clone(pod.Status.InitContainerStatuses), pod.Status.ContainerStatuses...)
	for _, s := range statuses {
		if s.State.Waiting != nil && !slices.Contains(startingReasons(), s.State.Waiting.Reason) {
			return Finding{Kubelet, waitingWhy(s)}
		}
		if s.State.Terminated != nil && s.State.Terminated.ExitCode != 0 {
			return Finding{Kubelet, lang.M("container %s ended with exit code %d", s.Name, s.State.Terminated.ExitCode)}
		}
	}
	for _, s := range pod.Status.ContainerStatuses {
		if s.State.Running != nil && !s.Ready {
			return Finding{Kubelet, notReadyWhy(pod, s)}
		}
	}
	return Finding{Kubelet, lang.M("the containers were still being started")}
}

func waitingWhy(s corev1.ContainerStatus) lang.Message {
	if s.State.Waiting.Reason == "ErrImagePull" || s.State.Waiting.Reason == "ImagePullBackOff" {
		return lang.M("container %s: image %s cannot be pulled (%s)", s.Name, s.Image, lang.Verbatim("ImagePullBackOff"))
	}
	return lang.M("container %s is waiting: %s", s.Name, s.State.Waiting.Reason)
}

func notReadyWhy(pod *corev1.Pod, s corev1.ContainerStatus) lang.Message {
	for _, c := range pod.Spec.Containers {
		if c.Name == s.Name && c.ReadinessProbe != nil {
			return lang.M("container %s runs, but its readiness probe does not succeed", s.Name)
		}
	}
	return lang.M("container %s runs and was not ready yet", s.Name)
}

// startingReasons are the waiting reasons of a container that is on its way.
func startingReasons() []string { return []string{"ContainerCreating", "PodInitializing", ""} }

func conditionMessage(pod *corev1.Pod, kind corev1.PodConditionType) string {
	for _, c := range pod.Status.Conditions {
		if c.Type == kind && c.Status == corev1.ConditionFalse {
			return c.Message
		}
	}
	return ""
}

func createFailure(rs *appsv1.ReplicaSet) (string, bool) {
	for _, c := range rs.Status.Conditions {
		if c.Type == appsv1.ReplicaSetReplicaFailure && c.Status == corev1.ConditionTrue {
			return c.Message, true
		}
	}
	return "", false
}

func active(pods []*corev1.Pod) []*corev1.Pod {
	return slices.DeleteFunc(pods, func(p *corev1.Pod) bool { return !evidence.Active(p) })
}
