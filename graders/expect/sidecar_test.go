package expect_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
)

// duo is a Pod of an app and a sidecar that share an emptyDir and are both ready.
func duo(command ...string) *corev1.Pod {
	pod := et.Pod(nil, "app", old, true)
	mounts := []corev1.VolumeMount{{Name: "v", MountPath: "/v"}}
	pod.Labels = map[string]string{"app": "app"}
	pod.Spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}}
	pod.Spec.Containers = []corev1.Container{
		{Name: "app", Image: old, VolumeMounts: mounts, ReadinessProbe: &corev1.Probe{PeriodSeconds: 1}},
		{Name: "side", Image: "busybox:1.36", VolumeMounts: mounts, Command: command},
	}
	pod.Status.ContainerStatuses = []corev1.ContainerStatus{et.RunningContainer("app", true, 0), et.RunningContainer("side", true, 0)}
	return pod
}

func TestASidecarSharesThePod(t *testing.T) {
	always := corev1.ContainerRestartPolicyAlways
	change := func(change func(*corev1.Pod)) *corev1.Pod {
		pod := duo("sh", "-c", "wget localhost")
		change(pod)
		return pod
	}
	for name, c := range map[string]struct {
		pod  *corev1.Pod
		want bool
	}{
		"localhost":         {duo("sh", "-c", "while true; do wget -qO- http://localhost/; sleep 5; done"), true},
		"its port":          {duo("nc", "127.0.0.1", "80"), true},
		"IPv6":              {duo("wget", "http://[::1]:80/"), true},
		"a port of its own": {duo("wget", "localhost:8080"), false},
		"http is port 80": {change(func(p *corev1.Pod) {
			p.Spec.Containers[0].Image, p.Spec.Containers[1].Command = "redis:7", []string{"wget", "http://localhost/"}
		}), false},
		"an unknown app": {change(func(p *corev1.Pod) {
			p.Spec.Containers[0].Image, p.Spec.Containers[1].Command = "me/app:1", []string{"wget", "http://localhost:9999/"}
		}), true},
		"a port by name": {change(func(p *corev1.Pod) {
			p.Spec.Containers[0].Image, p.Spec.Containers[1].Command = "redis:7", []string{"sh", "-c", "wget http://localhost:$PORT/"}
		}), true},
		"a probe that asks": {change(func(p *corev1.Pod) {
			p.Spec.Containers[1].Command = nil
			p.Spec.Containers[1].ReadinessProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{Exec: &corev1.ExecAction{Command: []string{"nc", "localhost", "80"}}}}
		}), true},
		"two ports":                   {duo("sh", "-c", "nc -l localhost:8080 & wget localhost:80"), true},
		"another host":                {duo("wget", "http://app/"), false},
		"a redirection is no port":    {duo("sh", "-c", "while true; do wget -qO- localhost 2>/dev/null; wget -qO- http://localhost 2>&1; curl -s 127.0.0.1 1>/v/x; sleep 5; done"), true},
		"a port before a redirection": {duo("sh", "-c", "nc localhost 81 2>/dev/null"), false},
		"one variable after the other": {change(func(p *corev1.Pod) {
			p.Spec.Containers[1].Command = nil
			p.Spec.Containers[1].Env = []corev1.EnvVar{{Name: "HOST", Value: "localhost"}, {Name: "INTERVAL", Value: "5"}}
		}), true},
		"in the environment": {change(func(p *corev1.Pod) {
			p.Spec.Containers[1].Command = nil
			p.Spec.Containers[1].Env = []corev1.EnvVar{{Name: "URL", Value: "http://localhost:80"}}
		}), true},
		"no volume": {change(func(p *corev1.Pod) { p.Spec.Containers[1].VolumeMounts = nil }), false},
		"no emptyDir": {change(func(p *corev1.Pod) {
			p.Spec.Volumes[0].VolumeSource = corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{}}
		}), false},
		"one container": {change(func(p *corev1.Pod) { p.Spec.Containers = p.Spec.Containers[1:] }), false},
		"not ready":     {et.Status(duo("wget", "localhost"), corev1.PodPending), false},
		"a restartable init": {change(func(p *corev1.Pod) {
			p.Spec.InitContainers = p.Spec.Containers[1:]
			p.Spec.Containers = p.Spec.Containers[:1]
			p.Spec.InitContainers[0].RestartPolicy = &always
		}), true},
		"an init container": {change(func(p *corev1.Pod) {
			p.Spec.InitContainers = p.Spec.Containers[1:]
			p.Spec.Containers = p.Spec.Containers[:1]
		}), false},
	} {
		app := expect.Pod{Subject: subject(with(c.pod), "app")}
		agrees(t, name, app.Lifetime(), expect.EndWith(app.HasASidecar()), c.want)
	}
	config := et.ConfigMap("words", map[string]string{"url": "http://localhost/", "other": "http://app/"})
	words := corev1.LocalObjectReference{Name: "words"}
	for name, told := range map[string]func(*corev1.Pod){
		"a variable from a ConfigMap": func(p *corev1.Pod) {
			p.Spec.Containers[1].Env = []corev1.EnvVar{{Name: "URL", ValueFrom: &corev1.EnvVarSource{ConfigMapKeyRef: &corev1.ConfigMapKeySelector{LocalObjectReference: words, Key: "url"}}}}
		},
		"all variables from one": func(p *corev1.Pod) {
			p.Spec.Containers[1].EnvFrom = []corev1.EnvFromSource{{ConfigMapRef: &corev1.ConfigMapEnvSource{LocalObjectReference: words}}}
		},
		"a projected volume": func(p *corev1.Pod) {
			sources := []corev1.VolumeProjection{{ConfigMap: &corev1.ConfigMapProjection{LocalObjectReference: words}}}
			p.Spec.Volumes = append(p.Spec.Volumes, corev1.Volume{Name: "words", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}}})
			p.Spec.Containers[1].VolumeMounts = append(p.Spec.Containers[1].VolumeMounts, corev1.VolumeMount{Name: "words", MountPath: "/words"})
		},
	} {
		pod := change(func(p *corev1.Pod) { p.Spec.Containers[1].Command = nil; told(p) })
		app := expect.Pod{Subject: subject(with(config, pod), "app")}
		agrees(t, name, app.Lifetime(), expect.EndWith(app.HasASidecar()), true)
	}
	app := expect.Pod{Subject: subject(et.New(), "app")}
	agrees(t, "none", app.Lifetime(), expect.EndWith(app.HasASidecar()), false)
}

func TestTrafficComesOnlyOnceReady(t *testing.T) {
	ready, unready := duo("x"), duo("x")
	unready.Status.Conditions = nil
	unprobed := duo("x")
	unprobed.Spec.Containers[0].ReadinessProbe = nil
	service := et.Service("app", map[string]string{"app": "app"})
	indifferent := service.DeepCopy()
	indifferent.Spec.PublishNotReadyAddresses = true
	for name, c := range map[string]struct {
		tell []client.Object
		want bool
	}{
		"gated":               {[]client.Object{service, unready, et.Slice("app", unready, false), ready, et.Slice("app", ready, true)}, true},
		"the Service later":   {[]client.Object{unready, ready, service, et.Slice("app", ready, true)}, true},
		"becomes unready":     {[]client.Object{service, ready, et.Slice("app", ready, true), unready, et.Slice("app", ready, false)}, true},
		"too early":           {[]client.Object{service, unready, et.Slice("app", unready, true), ready}, false},
		"not asked":           {[]client.Object{unready, ready, indifferent, et.Slice("app", ready, true)}, false},
		"never":               {[]client.Object{service, unready, et.Slice("app", unready, false), ready}, false},
		"by another Service":  {[]client.Object{service, ready, et.Slice("other", ready, true)}, false},
		"without a probe":     {[]client.Object{service, unprobed, et.Slice("app", unprobed, true)}, false},
		"without the Service": {[]client.Object{ready}, false},
		"without the Pod":     {[]client.Object{service}, false},
	} {
		agrees(t, name, expect.Pod{Subject: subject(with(c.tell...), "app")}, expect.BeListedOnlyWhenReady("app"), c.want)
	}
}

// probed is a Pod with one container with these probes.
func probed(name, image string, c corev1.Container, status corev1.ContainerStatus) *corev1.Pod {
	pod := et.Pod(nil, name, image, status.Ready)
	c.Name, c.Image, status.Name = "c", image, "c"
	pod.Spec.Containers = []corev1.Container{c}
	return et.Status(pod, corev1.PodRunning, status)
}

func TestStartupComesFirst(t *testing.T) {
	at := func(port int) *corev1.Probe {
		return &corev1.Probe{ProbeHandler: corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt(port)}}}
	}
	both, alone := corev1.Container{StartupProbe: at(80), ReadinessProbe: at(80)}, corev1.Container{ReadinessProbe: at(80)}
	starting, up := et.RunningContainer("c", false, 0), et.RunningContainer("c", true, 0)
	for name, c := range map[string]struct {
		tell []client.Object
		want bool
	}{
		"held back":       {[]client.Object{probed("app", old, both, starting), probed("app", old, both, up)}, true},
		"seen too late":   {[]client.Object{probed("app", old, both, up)}, true},
		"never up":        {[]client.Object{probed("app", old, both, starting)}, false},
		"no startup":      {[]client.Object{probed("app", old, alone, starting), probed("app", old, alone, up)}, false},
		"nothing to hold": {[]client.Object{probed("app", old, corev1.Container{StartupProbe: at(80)}, starting), probed("app", old, corev1.Container{StartupProbe: at(80)}, up)}, false},
		"none":            {},
	} {
		agrees(t, name, expect.Pod{Subject: subject(with(c.tell...), "app")}, expect.StartUpBeforeTheOtherProbes(), c.want)
	}
}

func TestTwinsTellTheProbesApart(t *testing.T) {
	live, ready := corev1.Container{LivenessProbe: &corev1.Probe{}}, corev1.Container{ReadinessProbe: &corev1.Probe{}}
	for name, c := range map[string]struct {
		dead, busy       *corev1.Pod
		restarts, spared bool
	}{
		"as they should":     {probed("dead", old, live, et.RunningContainer("", true, 2)), probed("busy", old, ready, et.RunningContainer("", false, 0)), true, true},
		"no restart yet":     {probed("dead", old, live, et.RunningContainer("", true, 0)), probed("busy", old, ready, et.RunningContainer("", false, 0)), false, true},
		"both end":           {probed("dead", old, live, et.RunningContainer("", true, 2)), probed("busy", old, ready, et.RunningContainer("", false, 2)), false, false},
		"busy is ready":      {probed("dead", old, live, et.RunningContainer("", true, 2)), probed("busy", old, ready, et.RunningContainer("", true, 0)), true, false},
		"different programs": {probed("dead", old, live, et.RunningContainer("", true, 2)), probed("busy", next, ready, et.RunningContainer("", false, 0)), false, false},
		"swapped":            {probed("dead", old, ready, et.RunningContainer("", false, 0)), probed("busy", old, live, et.RunningContainer("", true, 2)), false, false},
	} {
		s := with(c.dead, c.busy)
		twins := expect.Twins{Live: expect.Pod{Subject: subject(s, "dead")}, Ready: expect.Pod{Subject: subject(s, "busy")}}
		agrees(t, name, twins, expect.HaveTheLiveOneRestarted(), c.restarts)
		agrees(t, name, twins, expect.HaveTheReadyOneSpared(), c.spared)
	}
	s := et.New()
	none := expect.Twins{Live: expect.Pod{Subject: subject(s, "dead")}, Ready: expect.Pod{Subject: subject(s, "busy")}}
	agrees(t, "none", none, expect.HaveTheLiveOneRestarted(), false)
}
