package explain

import (
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// JobStop climbs down the ladder of one Job. Where there is none but a Deployment has its name, it says what that does
// with a program that ends.
func JobStop(w *evidence.World, requests evidence.Requests, namespace, name string) Finding {
	job, ok := w.Job(namespace, name)
	if !ok {
		if d, is := w.Deployment(namespace, name); is {
			return Finding{Deployment, endless(name, w.PodsOfDeployment(d))}
		}
		return Missing(requests, "jobs", "Job", namespace, name)
	}
	if failed, is := evidence.JobCondition(job, batchv1.JobFailed); is {
		return Finding{Job, lang.M("Job %s failed: %s", name, failed.Reason)}
	}
	if job.Spec.Suspend != nil && *job.Spec.Suspend {
		return Finding{Job, lang.M("Job %s is suspended", name)}
	}
	if finding, stuck := PodsStop(active(w.PodsOf(job))); stuck {
		return finding
	}
	return Finding{Job, lang.M("Job %s has %d active, %d succeeded and %d failed Pods, and a backoffLimit of %d", name,
		job.Status.Active, job.Status.Succeeded, job.Status.Failed, *job.Spec.BackoffLimit)}
}

// endless says what a Deployment does with a program that ends.
func endless(name string, pods []*corev1.Pod) lang.Message {
	if slices.ContainsFunc(pods, evidence.HasEnded) {
		return lang.M("Deployment %s is no Job: its program has ended, and was started again", name)
	}
	return lang.M("Deployment %s is no Job: what ends in it is started again and again", name)
}

// BarePodStop is DeploymentStop for a Pod of its own.
func BarePodStop(w *evidence.World, requests evidence.Requests, namespace, name string) Finding {
	pod, ok := w.Pod(namespace, name)
	if !ok {
		return Missing(requests, "pods", "Pod", namespace, name)
	}
	if pod.Status.Phase == corev1.PodSucceeded {
		return Finding{Kubelet, lang.M("the program of Pod %s has ended", name)}
	}
	return PodStop(pod)
}
