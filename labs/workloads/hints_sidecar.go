package workloads

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

var (
	// uid is how UIDs look.
	uid = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	// podNames are words that look like the name of a Pod of a Deployment.
	podNames = regexp.MustCompile(`\b` + Web + `-[a-z0-9]+-[a-z0-9]+\b`)
	// localPort is where a command asks its own Pod.
	localPort = regexp.MustCompile(`(?:localhost|127\.0\.0\.1):(\d+)`)
)

func sidecarHints(task *labs.Task) {
	task.Hint("success-threshold", hint.Rejected("pods", Dead, "livenessProbe.successThreshold", "", func(code int, _ string) lang.Message {
		return lang.M("Pod %s was refused (%d): a liveness probe succeeds at once or not at all, so its successThreshold is 1.", Dead, code)
	}), "liveness-restarts", "readiness-does-not")
	task.Hint("swapped", func(s *hint.Seen) lang.Message {
		dead, one := s.Template(Dead)
		busy, other := s.Template(Busy)
		if !one || !other || !has(dead, ready) || !has(busy, live) || has(dead, live) {
			return lang.Message{}
		}
		return lang.M("%s has the readiness probe and %s the liveness probe: the other way round. Liveness restarts, readiness only keeps traffic away.", Dead, Busy)
	}, "liveness-restarts", "readiness-does-not")
	task.Hint("ends-by-itself", hint.EndsByItself(Busy), "liveness-restarts", "readiness-does-not")
	inOnePod(task)
	theService(task)
	task.Hint("no-startup-probe", hint.OfTemplate(App, func(_ *hint.Seen, t hint.Template) lang.Message {
		if has(t, func(c corev1.Container) *corev1.Probe { return c.StartupProbe }) {
			return lang.Message{}
		}
		return lang.M("No container of %s has a startupProbe. initialDelaySeconds waits a fixed time; a startup probe waits for the program.", App)
	}), "startup-first")
}

// inOnePod has the hints about what containers of one Pod share.
func inOnePod(task *labs.Task) {
	task.Hint("one-container", hint.OfTemplate(App, func(_ *hint.Seen, t hint.Template) lang.Message {
		if len(t.Spec.Containers)+len(t.Spec.InitContainers) > 1 {
			return lang.Message{}
		}
		return lang.M("Pod %s has one container. A sidecar is a second one in the same Pod: only there do they share localhost and an emptyDir.", App)
	}), "sidecar")
	task.Hint("liveness-port", hint.LivenessPort(App), "sidecar")
	task.Hint("liveness-too-early", hint.LivenessTooEarly(App), "sidecar", "only-once-ready", "startup-first")
	task.Hint("a-volume-each", hint.OfTemplate(App, func(_ *hint.Seen, t hint.Template) lang.Message {
		mounts := map[string]int{}
		for _, c := range slices.Concat(t.Spec.InitContainers, t.Spec.Containers) {
			for _, m := range c.VolumeMounts {
				mounts[m.Name]++
			}
		}
		for _, v := range t.Spec.Volumes {
			if v.EmptyDir != nil && mounts[v.Name] > 1 {
				return lang.Message{}
			}
		}
		return lang.M("No emptyDir of %s is mounted by two containers. They share a volume if both mount it by the same name.", App)
	}), "sidecar")
	task.Hint("sidecar-port", hint.OfTemplate(App, func(_ *hint.Seen, t hint.Template) lang.Message {
		for _, c := range t.Spec.Containers {
			asked := localPort.FindStringSubmatch(strings.Join(slices.Concat(c.Command, c.Args), " "))
			if asked != nil && asked[1] != "80" {
				return lang.M("Container %s asks localhost:%s. The app of the same Pod listens on another port: look at its probes.", c.Name, asked[1])
			}
		}
		return lang.Message{}
	}), "sidecar")
}

// theService has the hints about when a Service lists the Pod.
func theService(task *labs.Task) {
	task.Hint("service-selector", func(s *hint.Seen) lang.Message {
		service, ok := s.Now.Service(s.Namespace, App)
		pod, there := s.Template(App)
		if !ok || !there || labels.SelectorFromSet(service.Spec.Selector).Matches(labels.Set(pod.Labels)) {
			return lang.Message{}
		}
		return lang.M("Service %s selects %s, and Pod %s has the labels %s.", App, pairs(service.Spec.Selector), App, pairs(pod.Labels))
	}, "only-once-ready")
	task.Hint("publishes-unready", func(s *hint.Seen) lang.Message {
		if service, ok := s.Now.Service(s.Namespace, App); !ok || !service.Spec.PublishNotReadyAddresses {
			return lang.Message{}
		}
		return lang.M("Service %s has publishNotReadyAddresses: it lists Pods before they are ready.", App)
	}, "only-once-ready")
	task.Hint("no-readiness-probe", hint.NoReadinessProbe(App), "only-once-ready")
	task.Hint("readiness-port", hint.ReadinessPort(App), "only-once-ready")
}

func live(c corev1.Container) *corev1.Probe  { return c.LivenessProbe }
func ready(c corev1.Container) *corev1.Probe { return c.ReadinessProbe }

func has(t hint.Template, probe func(corev1.Container) *corev1.Probe) bool {
	return slices.ContainsFunc(t.Spec.Containers, func(c corev1.Container) bool { return probe(c) != nil })
}

// pairs are labels as kubectl writes them.
func pairs(set map[string]string) string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(set)) {
		all = append(all, key+"="+set[key])
	}
	return strings.Join(all, ",")
}
