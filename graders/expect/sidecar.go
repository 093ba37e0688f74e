package expect

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// pair is an app and the sidecar beside it, in one Pod.
type pair struct {
	app, sidecar *corev1.Container
	volume       string
	port         int // that the sidecar asks for; 0 if its words do not tell
}

// longRunning are the containers of a Pod that go on as long as the Pod: the usual ones, and init containers that are
// restarted always, which are sidecars by their own name (Pod v1, initContainers[].restartPolicy).
func longRunning(pod *corev1.Pod) []*corev1.Container {
	var all []*corev1.Container
	for i := range pod.Spec.InitContainers {
		c := &pod.Spec.InitContainers[i]
		if c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways {
			all = append(all, c)
		}
	}
	for i := range pod.Spec.Containers {
		all = append(all, &pod.Spec.Containers[i])
	}
	return all
}

// localhost finds the Pod's own address in a command, with the port that follows it, or a colon before something else. A number that belongs to
// a redirection (2>&1) is no port.
var localhost = regexp.MustCompile(`(?i)(\w+://)?(?:\blocalhost\b|\b127\.0\.0\.1\b|\[?::1\]?)(?::(\d{1,5})\b|(:)|\s+(\d{1,5})(?:[\s;|&)"'\x60]|$))?`)

// pairs are all containers that could be app and sidecar: the sidecar's words name the Pod's own address.
func pairs(w *evidence.World, pod *corev1.Pod) []pair {
	var all []pair
	containers := longRunning(pod)
	for _, sidecar := range containers {
		for _, reach := range localhost.FindAllStringSubmatch(told(w, pod, sidecar), -1) {
			for _, app := range containers {
				if app != sidecar {
					all = append(all, pair{app: app, sidecar: sidecar, volume: shared(pod, app, sidecar), port: portOf(reach)})
				}
			}
		}
	}
	return all
}

func portOf(reach []string) int {
	scheme, port := strings.ToLower(reach[1]), reach[2]+reach[4]
	if n, err := strconv.Atoi(port); err == nil {
		return n
	}
	if scheme == "http://" && reach[3] == "" {
		return 80
	}
	return 0
}

// told is everything that a container is told: command, arguments, commands of probes, environment, and the ConfigMaps
// that it mounts.
func told(w *evidence.World, pod *corev1.Pod, c *corev1.Container) string {
	parts := []string{strings.Join(slices.Concat(c.Command, c.Args), "\n")}
	for _, probe := range []*corev1.Probe{c.StartupProbe, c.LivenessProbe, c.ReadinessProbe} {
		if probe != nil && probe.Exec != nil {
			parts = append(parts, strings.Join(probe.Exec.Command, " "))
		}
	}
	parts = append(parts, environment(w, pod, c)...)
	for _, mount := range c.VolumeMounts {
		for _, volume := range pod.Spec.Volumes {
			if volume.Name == mount.Name {
				parts = append(parts, mounted(w, pod.Namespace, volume)...)
			}
		}
	}
	return strings.Join(parts, "\n;\n") // a number at the beginning of one is no port of the address at the end of another
}

// environment are the values of a container's variables, also those that come from ConfigMaps.
func environment(w *evidence.World, pod *corev1.Pod, c *corev1.Container) []string {
	var values []string
	for _, e := range c.Env {
		values = append(values, e.Value)
		if e.ValueFrom != nil && e.ValueFrom.ConfigMapKeyRef != nil {
			values = append(values, configured(w, pod.Namespace, e.ValueFrom.ConfigMapKeyRef.Name, e.ValueFrom.ConfigMapKeyRef.Key)...)
		}
	}
	for _, from := range c.EnvFrom {
		if from.ConfigMapRef != nil {
			values = append(values, configured(w, pod.Namespace, from.ConfigMapRef.Name)...)
		}
	}
	return values
}

// mounted are the texts of the ConfigMaps in a volume.
func mounted(w *evidence.World, namespace string, volume corev1.Volume) []string {
	var texts []string
	if volume.ConfigMap != nil {
		texts = append(texts, configured(w, namespace, volume.ConfigMap.Name)...)
	}
	if volume.Projected != nil {
		for _, source := range volume.Projected.Sources {
			if source.ConfigMap != nil {
				texts = append(texts, configured(w, namespace, source.ConfigMap.Name)...)
			}
		}
	}
	return texts
}

// configured are the texts in a ConfigMap under these keys, or under all.
func configured(w *evidence.World, namespace, name string, keys ...string) []string {
	config, ok := w.ConfigMap(namespace, name)
	if !ok {
		return nil
	}
	if len(keys) == 0 {
		keys = slices.Sorted(maps.Keys(config.Data))
	}
	var texts []string
	for _, key := range keys {
		texts = append(texts, config.Data[key])
	}
	return texts
}

// shared is the emptyDir that both containers mount; "" if there is none.
func shared(pod *corev1.Pod, a, b *corev1.Container) string {
	mounts := func(c *corev1.Container, volume string) bool {
		return slices.ContainsFunc(c.VolumeMounts, func(m corev1.VolumeMount) bool { return m.Name == volume })
	}
	for _, volume := range pod.Spec.Volumes {
		if volume.EmptyDir != nil && mounts(a, volume.Name) && mounts(b, volume.Name) {
			return volume.Name
		}
	}
	return ""
}

// serves is false if the app says which ports it has, or its image is known for them, and the port is none of these.
func serves(app *corev1.Container, port int) bool {
	ports := known(app)
	return port == 0 || len(ports) == 0 || slices.Contains(ports, port)
}

func known(app *corev1.Container) []int {
	var ports []int
	for _, p := range app.Ports {
		ports = append(ports, int(p.ContainerPort))
	}
	for _, probe := range []*corev1.Probe{app.ReadinessProbe, app.LivenessProbe, app.StartupProbe} {
		switch {
		case probe == nil:
		case probe.HTTPGet != nil:
			ports = append(ports, probe.HTTPGet.Port.IntValue())
		case probe.TCPSocket != nil:
			ports = append(ports, probe.TCPSocket.Port.IntValue())
		}
	}
	if image, ok := objects.FindImage(app.Image); ok && len(app.Command) == 0 && len(app.Args) == 0 {
		for _, port := range image.Ports {
			ports = append(ports, int(port))
		}
	}
	return slices.DeleteFunc(ports, func(p int) bool { return p == 0 })
}

// HasASidecar is the condition that the Pod runs, on one node, an app and a sidecar that asks it over localhost and shares
// an emptyDir with it. No history tells what went over the wire or into the volume, so the containers are read for it.
func (p Pod) HasASidecar() Condition {
	return Condition{
		Name: lang.M("Pod %s runs an app and a sidecar that asks it over localhost and shares an emptyDir with it (read from the Pod: what they send each other is not recorded)", p.Name),
		Holds: func(w *evidence.World) bool {
			pod, ok := p.in(w)
			return ok && runs(pod) && slices.ContainsFunc(pairs(w, pod), func(is pair) bool {
				return is.volume != "" && serves(is.app, is.port)
			})
		},
		Seen: p.whichPair,
		Why:  p.whyNoPair,
	}
}

func (p Pod) whichPair(w *evidence.World) lang.Message {
	pod, ok := p.in(w)
	if !ok {
		return p.describe(w)
	}
	all := pairs(w, pod)
	switch i := slices.IndexFunc(all, func(is pair) bool { return is.volume != "" }); {
	case len(longRunning(pod)) < 2:
		return lang.M("Pod %s has one container", p.Name)
	case len(all) == 0:
		return lang.M("no container of %s is told to ask localhost", p.Name)
	case i < 0:
		return lang.M("container %s asks localhost, and shares no emptyDir with another", all[0].sidecar.Name)
	case !serves(all[i].app, all[i].port):
		return lang.M("container %s asks localhost for port %d, where %s does not listen", all[i].sidecar.Name, all[i].port, all[i].app.Name)
	}
	return p.describe(w)
}

func (p Pod) whyNoPair(w *evidence.World) explain.Finding {
	pod, ok := p.in(w)
	if !ok || !runs(pod) {
		return p.whyStopped(w)
	}
	return explain.Finding{Layer: explain.API, Why: lang.M("the containers of one Pod have one network and can mount the same volumes; another Pod is another machine")}
}
