package evidencetest

import (
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Job is a Job with a backoffLimit, controlled by owner if there is one.
func Job(owner client.Object, name string, backoffLimit int32) *batchv1.Job {
	return &batchv1.Job{
		TypeMeta: metav1.TypeMeta{APIVersion: "batch/v1", Kind: "Job"}, ObjectMeta: meta(name, owner),
		Spec: batchv1.JobSpec{BackoffLimit: &backoffLimit},
	}
}

// Ended is the Job with a condition that says how it ended, and the number of Pods that succeeded.
func Ended(job *batchv1.Job, condition batchv1.JobConditionType, reason string, succeeded int32) *batchv1.Job {
	job = job.DeepCopy()
	job.Status.Succeeded = succeeded
	job.Status.Conditions = []batchv1.JobCondition{{Type: condition, Status: corev1.ConditionTrue, Reason: reason}}
	return job
}

// CronJob is a CronJob with a schedule and, unless it is empty, a time zone.
func CronJob(name, schedule, zone string) *batchv1.CronJob {
	c := &batchv1.CronJob{
		TypeMeta: metav1.TypeMeta{APIVersion: "batch/v1", Kind: "CronJob"}, ObjectMeta: meta(name, nil),
		Spec: batchv1.CronJobSpec{Schedule: schedule, ConcurrencyPolicy: batchv1.AllowConcurrent},
	}
	if zone != "" {
		c.Spec.TimeZone = &zone
	}
	return c
}

// DaemonSet is a DaemonSet with one container of that image, which wants a number of Pods.
func DaemonSet(name, image string, desired int32) *appsv1.DaemonSet {
	return &appsv1.DaemonSet{
		TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "DaemonSet"}, ObjectMeta: meta(name, nil),
		Spec: appsv1.DaemonSetSpec{Template: template(image)}, Status: appsv1.DaemonSetStatus{DesiredNumberScheduled: desired},
	}
}

// ControlPlane is a node with the label and the taint of the control plane.
func ControlPlane(name string) *corev1.Node {
	const key = "node-role.kubernetes.io/control-plane"
	return Node(name, map[string]string{key: ""}, corev1.Taint{Key: key, Effect: corev1.TaintEffectNoSchedule})
}

// Bound is the Pod on another node.
func Bound(pod *corev1.Pod, node string) *corev1.Pod {
	pod = pod.DeepCopy()
	pod.Spec.NodeName = node
	return pod
}

// Status is the Pod with that phase and the statuses of its containers.
func Status(pod *corev1.Pod, phase corev1.PodPhase, containers ...corev1.ContainerStatus) *corev1.Pod {
	pod = pod.DeepCopy()
	pod.Status.Phase, pod.Status.ContainerStatuses = phase, containers
	return pod
}

// RunningContainer is the status of a container that runs, ready or not, after so many restarts.
func RunningContainer(name string, ready bool, restarts int32) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: name, Ready: ready, Started: &ready, RestartCount: restarts,
		State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{}}}
}

// Exited is the status of a container that ended with that code.
func Exited(name string, code int32) corev1.ContainerStatus {
	return corev1.ContainerStatus{Name: name, State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: code}}}
}

// Slice is an EndpointSlice of a Service that lists a Pod, ready or not.
func Slice(service string, pod *corev1.Pod, ready bool) *discoveryv1.EndpointSlice {
	slice := &discoveryv1.EndpointSlice{
		TypeMeta: metav1.TypeMeta{APIVersion: "discovery.k8s.io/v1", Kind: "EndpointSlice"}, ObjectMeta: meta(service+"-1", nil),
		Endpoints: []discoveryv1.Endpoint{{
			TargetRef:  &corev1.ObjectReference{Kind: "Pod", Name: pod.Name, UID: pod.UID},
			Conditions: discoveryv1.EndpointConditions{Ready: &ready},
		}},
	}
	slice.Labels = map[string]string{discoveryv1.LabelServiceName: service}
	return slice
}

// Service is a Service with a selector.
func Service(name string, selector map[string]string) *corev1.Service {
	return &corev1.Service{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Service"}, ObjectMeta: meta(name, nil), Spec: corev1.ServiceSpec{Selector: selector}}
}
