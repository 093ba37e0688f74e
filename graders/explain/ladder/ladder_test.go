package ladder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
)

// stuck is an object that does not do what was expected, and what is to be said about it.
type stuck struct {
	name, target string
	objects      []string
	state        report.State
	layer        explain.Layer
	// says is part of the summary, notes are parts of notes.
	says  string
	notes []string
	// rungs are "layer state" of all rungs; nil to leave them unchecked.
	rungs []string
}

func TestWhereItStops(t *testing.T) {
	all := slices.Concat(podCases(), deploymentCases(), setCases(), jobCases(), serviceCases())
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			r := explained(t, stateOf(t, c.target, c.objects))
			if r.State != c.state || r.Layer != c.layer || !strings.Contains(r.Summary, c.says) {
				t.Errorf("%s at %q: %s\nwant %s at %q: …%s…", r.State, r.Layer, r.Summary, c.state, c.layer, c.says)
			}
			for _, want := range c.notes {
				if !slices.ContainsFunc(r.Notes, func(note string) bool { return strings.Contains(note, want) }) {
					t.Errorf("no note says %q: %q", want, r.Notes)
				}
			}
			var rungs []string
			for _, rung := range r.Rungs {
				rungs = append(rungs, string(rung.Layer)+" "+string(rung.State))
				if rung.State == report.Stopped && len(rung.Evidence) == 0 {
					t.Errorf("rung %s has stopped without evidence: %s", rung.Layer, rung.Text)
				}
			}
			if c.rungs != nil && !slices.Equal(rungs, c.rungs) {
				t.Errorf("rungs %q, want %q", rungs, c.rungs)
			}
		})
	}
}

func podCases() []stuck {
	bare := func(rest string) []string { return []string{pod("p", "", on, rest), node("n1", "")} }
	return []stuck{
		{name: "ready", target: "pod/p", objects: bare(ready), state: report.Reached, says: "nothing is in the way", notes: []string{"no controller owns this Pod"}},
		{
			name: "Pending, nodes hidden", target: "pod/p", state: report.Stopped, layer: explain.Scheduler, says: "0/1 nodes are available: 1 node(s) had untolerated taint(s)",
			objects: []string{pod("p", "", "containers: [{name: c, image: nginx}]", "status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: '0/1 nodes are available: 1 node(s) had untolerated taint(s).'}]}")},
			rungs:   []string{"api reached", "scheduler stopped", "kubelet notReached"},
		},
		{name: "another scheduler", target: "pod/p", objects: []string{pod("p", "", "schedulerName: volcano, containers: [{name: c, image: nginx}]", "")}, state: report.Stopped, layer: explain.Scheduler, says: "waits for scheduler volcano"},
		{name: "image", target: "pod/p", objects: bare(container("state: {waiting: {reason: ImagePullBackOff, message: Back-off}}")), state: report.Stopped, layer: explain.Kubelet, says: "image nginx cannot be pulled"},
		{
			name: "crash loop", target: "pod/p", state: report.Stopped, layer: explain.Kubelet, says: "ended with exit code 3",
			objects: bare(container("restartCount: 4, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 3, reason: Error}}")),
		},
		{
			name: "a program that ends by itself", target: "pod/p", state: report.Stopped, layer: explain.Kubelet, says: "work that ends belongs into a Job",
			objects: bare(container("restartCount: 4, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 0, reason: Completed}}")),
		},
		{
			name: "memory", target: "pod/p", state: report.Stopped, layer: explain.Kubelet, says: "more memory than its limit 64Mi",
			objects: []string{pod("p", "", "nodeName: n1, containers: [{name: c, image: nginx, resources: {limits: {memory: 64Mi}}}]",
				container("restartCount: 1, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: OOMKilled}}"))},
		},
		{
			name: "liveness", target: "pod/p", state: report.Stopped, layer: explain.Kubelet, says: "its liveness probe fails",
			objects: append(bare(container("restartCount: 1, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: Error}}")),
				warning("Pod/p", "Unhealthy", "Liveness probe failed: 404")),
		},
		{name: "a Secret that is not there", target: "pod/p", objects: bare(container("state: {waiting: {reason: CreateContainerConfigError, message: 'secret \"s\" not found'}}")), state: report.Stopped, layer: explain.Kubelet, says: `secret "s" not found`},
		{name: "command", target: "pod/p", objects: bare(container("state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 127, reason: Error}}")), state: report.Stopped, layer: explain.Kubelet, says: "not found or cannot be executed"},
		{name: "on its way", target: "pod/p", objects: bare(container("state: {waiting: {reason: ContainerCreating}}")), state: report.Waiting, layer: explain.Kubelet, says: "still being started"},
		{
			name: "volume", target: "pod/p", state: report.Stopped, layer: explain.Kubelet, says: `configmap "x" not found`,
			objects: append(bare(container("state: {waiting: {reason: ContainerCreating}}")), warning("Pod/p", "FailedMount", "MountVolume.SetUp failed: configmap \"x\" not found")),
		},
		{
			name: "readiness", target: "pod/p", state: report.Waiting, layer: explain.Kubelet, says: "readiness probe does not succeed",
			objects: []string{pod("p", "", "nodeName: n1, containers: [{name: c, image: nginx, readinessProbe: {httpGet: {path: /x, port: 80}}}]", container("state: {running: {}}")), node("n1", "")},
		},
		{
			name: "startup", target: "pod/p", state: report.Waiting, layer: explain.Kubelet, says: "startup probe has not succeeded",
			objects: []string{pod("p", "", "nodeName: n1, containers: [{name: c, image: nginx, startupProbe: {tcpSocket: {port: 80}}}]", container("started: false, state: {running: {}}"))},
		},
		{
			name: "init container", target: "pod/p", state: report.Waiting, layer: explain.Kubelet, says: "init container i runs",
			objects: bare("status: {phase: Pending, initContainerStatuses: [{name: i, ready: false, state: {running: {}}}], containerStatuses: [{name: c, ready: false, state: {waiting: {reason: PodInitializing}}}]}"),
		},
		{
			name: "readiness gate", target: "pod/p", state: report.Waiting, layer: explain.Kubelet, says: "readiness gate lb",
			objects: []string{pod("p", "", on+", readinessGates: [{conditionType: lb}]", "status: {phase: Running, containerStatuses: [{name: c, ready: true, state: {running: {}}}]}")},
		},
		{name: "evicted", target: "pod/p", objects: bare("status: {phase: Failed, reason: Evicted, message: low on memory}"), state: report.Stopped, layer: explain.Kubelet, says: "Evicted: low on memory"},
		{name: "node gone", target: "pod/p", objects: []string{pod("p", "", on, ready), node("n2", "")}, state: report.Stopped, layer: explain.Kubelet, says: "node n1 of Pod p does not exist"},
		{
			name: "node not ready", target: "pod/p", state: report.Stopped, layer: explain.Kubelet, says: "does not report",
			objects: []string{pod("p", "", on, ready), "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {conditions: [{type: Ready, status: Unknown, reason: NodeStatusUnknown}]}}"},
		},
		{
			// The second incident, as it looks while everything runs: the Pod does not say which card it needs.
			name: "one GPU is not one GPU", target: "pod/train", state: report.Reached, says: "nothing is in the way",
			notes: []string{"nvidia.com/gpu is a number: nodes that offer it differ in label gpu.homelab/tier (small, xlarge)"},
			objects: []string{
				pod("train", "", `nodeName: n1, containers: [{name: c, image: nginx, resources: {limits: {nvidia.com/gpu: "1"}, requests: {nvidia.com/gpu: "1"}}}]`, ready),
				"{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {gpu.homelab/tier: small}}, status: {allocatable: {nvidia.com/gpu: '1'}, conditions: [{type: Ready, status: 'True'}]}}",
				"{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {gpu.homelab/tier: xlarge}}, status: {allocatable: {nvidia.com/gpu: '1'}, conditions: [{type: Ready, status: 'True'}]}}",
			},
		},
	}
}

func deploymentCases() []stuck {
	newest := replicaSet("new", "nginx", "2", "replicas: 2")
	good := []string{pod("a", "ReplicaSet/new", on, ready), pod("b", "ReplicaSet/new", on, ready)}
	return []stuck{
		{
			name: "rolled out", target: "deploy/web", objects: append([]string{deployment("", "replicas: 2, updatedReplicas: 2, availableReplicas: 2"), newest}, good...), state: report.Reached, says: "nothing is in the way",
			rungs: []string{"api reached", "deployment reached", "replicaset reached", "scheduler reached", "kubelet reached"},
		},
		{
			name: "paused", target: "deploy/web", objects: []string{deployment("paused: true", "replicas: 0")}, state: report.Stopped, layer: explain.Deployment, says: "is paused",
			rungs: []string{"api reached", "deployment stopped", "replicaset notReached", "scheduler notReached", "kubelet notReached"},
		},
		{name: "not seen yet", target: "deploy/web", objects: []string{strings.Replace(deployment("", ""), "observedGeneration: 2", "observedGeneration: 1", 1)}, state: report.Waiting, layer: explain.Deployment, says: "has not seen generation 2"},
		{
			name: "quota", target: "deploy/web", state: report.Stopped, layer: explain.ReplicaSet, says: "exceeded quota",
			objects: []string{deployment("", "replicas: 0"), replicaSet("new", "nginx", "2", "replicas: 0, conditions: [{type: ReplicaFailure, status: 'True', reason: FailedCreate, message: 'pods is forbidden: exceeded quota'}]")},
			rungs:   []string{"api reached", "deployment waiting", "replicaset stopped", "scheduler notReached", "kubelet notReached"},
		},
		{
			name: "rollout held by its new Pods", target: "deploy/web", state: report.Stopped, layer: explain.Kubelet, says: "cannot be pulled",
			objects: []string{
				deployment("", "replicas: 3, updatedReplicas: 1, availableReplicas: 2, conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded}]"), replicaSet("old", "old", "2", "replicas: 2"), replicaSet("new", "nginx", "1", "replicas: 1"),
				pod("a", "ReplicaSet/old", on, ready), pod("b", "ReplicaSet/old", on, ready), pod("c", "ReplicaSet/new", on, container("state: {waiting: {reason: ErrImagePull}}")),
			},
			rungs: []string{"api reached", "deployment waiting", "replicaset reached", "scheduler reached", "kubelet stopped"},
		},
		{name: "no replicas", target: "deploy/web", objects: []string{deployment("replicas: 0", ""), replicaSet("new", "nginx", "0", "")}, state: report.Reached, says: "nothing is in the way"},
		{name: "an old revision", target: "rs/old", objects: []string{deployment("", ""), replicaSet("old", "old", "0", ""), newest}, state: report.Reached, says: "nothing is in the way"},
	}
}

func TestARolloutIsExplainedWithItsNumbers(t *testing.T) {
	r := explained(t, stateOf(t, "deploy/web", deploymentCases()[4].objects))
	const want = "the rollout stands at 1 new and 2 old Pods: at most 3 may exist and at least 2 must be available, and 2 are; progressDeadlineSeconds is over"
	if got := r.Rungs[1].Text; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
