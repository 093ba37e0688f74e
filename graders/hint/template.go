package hint

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
)

// Template is what a workload makes its Pods of, or a Pod by itself.
type Template struct {
	Kind, Name string
	Labels     map[string]string
	Spec       corev1.PodSpec
}

// Template finds the workload of that name, of whatever kind.
func (s *Seen) Template(name string) (Template, bool) {
	of := func(kind string, t corev1.PodTemplateSpec) (Template, bool) {
		return Template{Kind: kind, Name: name, Labels: t.Labels, Spec: t.Spec}, true
	}
	if d, ok := s.Now.Deployment(s.Namespace, name); ok {
		return of("Deployment", d.Spec.Template)
	}
	if d, ok := s.Now.DaemonSet(s.Namespace, name); ok {
		return of("DaemonSet", d.Spec.Template)
	}
	if d, ok := s.Now.StatefulSet(s.Namespace, name); ok {
		return of("StatefulSet", d.Spec.Template)
	}
	if j, ok := s.Now.Job(s.Namespace, name); ok {
		return of("Job", j.Spec.Template)
	}
	if p, ok := s.Now.Pod(s.Namespace, name); ok {
		return Template{Kind: "Pod", Name: name, Labels: p.Labels, Spec: p.Spec}, true
	}
	return Template{}, false
}

// OfTemplate looks at the Pod template of a workload that exists.
func OfTemplate(name string, say func(*Seen, Template) lang.Message) When {
	return func(s *Seen) lang.Message {
		if t, ok := s.Template(name); ok {
			return say(s, t)
		}
		return none()
	}
}

// OfDeployment looks at a Deployment that exists.
func OfDeployment(name string, say func(*Seen, *appsv1.Deployment) lang.Message) When {
	return func(s *Seen) lang.Message {
		if d, ok := s.Now.Deployment(s.Namespace, name); ok {
			return say(s, d)
		}
		return none()
	}
}

// OfDaemonSet looks at a DaemonSet that exists.
func OfDaemonSet(name string, say func(*Seen, *appsv1.DaemonSet) lang.Message) When {
	return func(s *Seen) lang.Message {
		if d, ok := s.Now.DaemonSet(s.Namespace, name); ok {
			return say(s, d)
		}
		return none()
	}
}

// OfStatefulSet looks at a StatefulSet that exists.
func OfStatefulSet(name string, say func(*Seen, *appsv1.StatefulSet) lang.Message) When {
	return func(s *Seen) lang.Message {
		if d, ok := s.Now.StatefulSet(s.Namespace, name); ok {
			return say(s, d)
		}
		return none()
	}
}

// Answer is what the learner wrote under a key of a ConfigMap; empty if nothing.
func (s *Seen) Answer(config, key string) string {
	found, ok := s.Now.ConfigMap(s.Namespace, config)
	if !ok {
		return ""
	}
	return found.Data[key]
}
