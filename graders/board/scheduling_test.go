package board_test

import (
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/podium-labs/podium/fixtures/objects"
	lab3 "github.com/podium-labs/podium/labs/scheduling"
)

const (
	newImage  = "nginx:1.27"
	oldImage  = "nginx:1.26"
	spreadWhy = "0/4 nodes are available: 1 node(s) didn't match pod topology spread constraints, 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable."
)

// rollOut is lab-2 as one does it: deploy, roll out, undo.
func rollOut(a *attempt) {
	a.wait(20 * time.Second)
	web := a.deploy("web", oldImage, 4, objects.Worker, objects.Worker2, objects.Worker3)
	a.wait(90 * time.Second)
	web.image(newImage)
	a.wait(40 * time.Second)
	web.image(oldImage)
	a.wait(5 * time.Second)
	a.flush()
}

// scheduling is where lab-3 ends: tiers, a taint, a cordon, and Pods that no node takes.
func scheduling(a *attempt) {
	a.lab = lab3.Lab()
	for i, tier := range []string{"xlarge", "large", "small"} {
		a.wait(2 * time.Second)
		a.nodes[i+1].Labels["gpu.homelab/tier"] = tier
		a.nodes[i+1].Labels["gpu.homelab/vram"] = []string{"32g", "24g", "8g"}[i]
		a.put("Node", a.nodes[i+1])
	}
	a.deploy("train", "pytorch:2.9", 1, objects.Worker)
	a.wait(30 * time.Second)
	a.deploy("ha", oldImage, 3, objects.Worker, objects.Worker2, objects.Worker3)
	daemons(a)
	jobs(a)
	a.wait(45 * time.Second)
	a.nodes[3].Spec.Taints = []corev1.Taint{{Key: "dedicated", Value: "batch", Effect: corev1.TaintEffectNoSchedule}}
	a.put("Node", a.nodes[3])
	a.wait(12 * time.Second)
	a.nodes[2].Spec.Unschedulable = true
	a.put("Node", a.nodes[2])
	a.wait(30 * time.Second)
	spread := a.deploy("spread", oldImage, 3, objects.Worker)
	six := int32(6)
	spread.d.Spec.Replicas = &six
	a.put("Deployment", spread.d)
	spread.scale(spread.sets[0], 6)
	for range 3 {
		pod := a.pod(a.name(spread.sets[0].Name), spread.sets[0], "ReplicaSet", oldImage)
		a.stuck(pod, spreadWhy)
	}
	relay := a.pod("relay", nil, "", "busybox:1.36")
	a.stuck(relay, "0/4 nodes are available: 4 node(s) had untolerated taint(s).")
	broken := a.pod("broken", nil, "", "nginx:1.227")
	a.bind(broken, objects.Worker)
	broken.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "c", Image: "nginx:1.227", State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ImagePullBackOff"}}}}
	a.put("Pod", broken)
	greedy := a.pod("greedy", nil, "", "busybox:1.36")
	greedy.Spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("6"), objects.GPU: resource.MustParse("1")}
	a.bind(greedy, objects.Worker)
	a.start(greedy, true)
	a.flush()
}

func daemons(a *attempt) {
	ds := &appsv1.DaemonSet{ObjectMeta: a.meta("agent", nil, "")}
	ds.Spec.Template.Spec.Containers = []corev1.Container{{Name: "c", Image: "busybox:1.36"}}
	ds.Status.DesiredNumberScheduled = 3
	a.put("DaemonSet", ds)
	for _, node := range []string{objects.Worker, objects.Worker2, objects.Worker3} {
		pod := a.pod(a.name("agent"), ds, "DaemonSet", "busybox:1.36")
		pod.Labels[appsv1.ControllerRevisionHashLabelKey] = "6c7f"
		a.bind(pod, node)
		a.start(pod, true)
	}
	ds.Status.NumberReady, ds.Status.UpdatedNumberScheduled = 3, 3
	a.put("DaemonSet", ds)
}

func jobs(a *attempt) {
	cron := &batchv1.CronJob{ObjectMeta: a.meta("report", nil, "")}
	cron.Spec.Schedule = "*/5 * * * *"
	a.put("CronJob", cron)
	job := &batchv1.Job{ObjectMeta: a.meta("report-29400125", cron, "CronJob")}
	a.put("Job", job)
	pod := a.pod(a.name(job.Name), job, "Job", "busybox:1.36")
	a.bind(pod, objects.Worker2)
	a.start(pod, true)
	a.wait(3 * time.Second)
	pod.Status.Phase = corev1.PodSucceeded
	a.put("Pod", pod)
	job.Status.Succeeded = 1
	job.Status.Conditions = []batchv1.JobCondition{{Type: batchv1.JobComplete, Status: corev1.ConditionTrue}}
	a.put("Job", job)
	crash := a.pod("crash", nil, "", "busybox:1.36")
	a.bind(crash, objects.Worker3)
	crash.Status.Phase = corev1.PodFailed
	crash.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "c", State: corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 3}}}}
	a.put("Pod", crash)
}
