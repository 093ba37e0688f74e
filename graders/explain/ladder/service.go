package ladder

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
)

func (b *builder) service(ctx context.Context, service *corev1.Service) error {
	b.stored(seen.Service, service)
	b.next("get endpointslices -l " + discoveryv1.LabelServiceName + "=" + service.Name)
	if service.Spec.ClusterIP == corev1.ClusterIPNone {
		b.note(lang.M("Service %s is headless (clusterIP None): its name resolves to the addresses of the Pods, and its ports are not translated", service.Name))
	}
	selected := seen.Selected(service, b.Pods)
	s := b.serviceStage(service, selected)
	b.add(explain.Service, object(seen.Service, service), s)
	if len(selected) == 0 {
		return nil
	}
	return b.podsRungs(ctx, selected)
}

func (b *builder) serviceStage(service *corev1.Service, selected []*corev1.Pod) stage {
	selector := metav1.FormatLabelSelector(&metav1.LabelSelector{MatchLabels: service.Spec.Selector})
	s := stage{state: report.Stopped, evidence: []report.Evidence{field(seen.Service, service, "spec.selector", selector)}}
	ready := b.readyEndpoints(service)
	switch {
	case service.Spec.Type == corev1.ServiceTypeExternalName:
		return stage{report.Reached, lang.M("Service %s is a name for %s (ExternalName): it has no endpoints", service.Name, service.Spec.ExternalName), nil}
	case len(service.Spec.Selector) == 0 && ready == 0:
		s.why = lang.M("Service %s has no selector: nobody makes endpoints for it, except by hand", service.Name)
	case len(service.Spec.Selector) == 0:
		return stage{report.Reached, lang.M("Service %s has no selector; somebody made %d endpoints for it", service.Name, ready), nil}
	case len(selected) == 0:
		s.why = b.nothingSelected(service, selector)
	default:
		return b.endpoints(service, selected, ready, s)
	}
	return s
}

func (b *builder) readyEndpoints(service *corev1.Service) int {
	count := 0
	for _, slice := range b.Slices {
		if slice.Labels[discoveryv1.LabelServiceName] != service.Name {
			continue
		}
		for _, e := range slice.Endpoints {
			if e.Conditions.Ready == nil || *e.Conditions.Ready {
				count += len(e.Addresses)
			}
		}
	}
	return count
}

// endpoints is a Service that selects Pods: what keeps them from becoming endpoints.
func (b *builder) endpoints(service *corev1.Service, selected []*corev1.Pod, ready int, s stage) stage {
	able := 0
	for _, pod := range selected {
		if evidence.Ready(pod) {
			able++
		}
	}
	s.evidence = append(s.evidence, field(seen.Service, service, "EndpointSlice ready addresses", ready))
	for _, port := range service.Spec.Ports {
		if why, wrong := wrongPort(service, port, selected); wrong {
			s.why = why
			s.evidence = append(s.evidence, field(seen.Service, service, "spec.ports["+portName(port)+"].targetPort", port.TargetPort.String()))
			if ready == 0 || port.TargetPort.Type == intstr.String {
				return s
			}
			b.note(why)
		}
	}
	switch {
	case able == 0 && !service.Spec.PublishNotReadyAddresses:
		s.state, s.why = report.Waiting, lang.M("Service %s selects %d Pods, and none of them is ready", service.Name, len(selected))
	case ready == 0:
		s.state, s.why = report.Waiting, lang.M("Service %s selects %d ready Pods; the EndpointSlice controller has not written them yet", service.Name, able)
	case ready < len(selected):
		s.state, s.why = report.Reached, lang.M("Service %s has %d endpoints; %d of %d Pods are ready", service.Name, ready, able, len(selected))
	default:
		s.state, s.why = report.Reached, lang.M("Service %s has %d ready endpoints", service.Name, ready)
	}
	return s
}

func portName(port corev1.ServicePort) string {
	if port.Name != "" {
		return port.Name
	}
	return fmt.Sprint(port.Port)
}

// wrongPort is a target port that no container has: by name it gives no endpoint at all; by number nobody answers there,
// unless a container listens without saying so, which is allowed.
func wrongPort(service *corev1.Service, port corev1.ServicePort, pods []*corev1.Pod) (lang.Message, bool) {
	var names, numbers []string
	for _, pod := range pods {
		for _, c := range pod.Spec.Containers {
			for _, p := range c.Ports {
				if port.TargetPort.Type == intstr.String && p.Name == port.TargetPort.StrVal || port.TargetPort.Type == intstr.Int && p.ContainerPort == port.TargetPort.IntVal {
					return lang.Message{}, false
				}
				if p.Name != "" && !slices.Contains(names, p.Name) {
					names = append(names, p.Name)
				}
				if number := fmt.Sprint(p.ContainerPort); !slices.Contains(numbers, number) {
					numbers = append(numbers, number)
				}
			}
		}
	}
	target := port.TargetPort.String()
	switch {
	case port.TargetPort.Type == intstr.String && len(names) > 0:
		return lang.M("targetPort %s of Service %s is the name of no container port; there are: %s", target, service.Name, strings.Join(names, ", ")), true
	case port.TargetPort.Type == intstr.String:
		return lang.M("targetPort %s of Service %s is the name of no container port: the containers name none", target, service.Name), true
	case len(numbers) > 0:
		return lang.M("targetPort %s of Service %s is not among the ports that the containers declare: %s", target, service.Name, strings.Join(numbers, ", ")), true
	}
	return lang.Message{}, false
}

// nothingSelected compares the selector with the labels there are.
func (b *builder) nothingSelected(service *corev1.Service, selector string) lang.Message {
	best, missing := bestMatch(service.Spec.Selector, b.Pods)
	if best == nil {
		return lang.M("the selector %s of Service %s matches no Pod in namespace %s, which has none with similar labels", selector, service.Name, service.Namespace)
	}
	return lang.M("the selector %s of Service %s matches no Pod; nearest is Pod %s, which has %s", selector, service.Name, best.Name, labelsText(best.Labels, missing))
}

// bestMatch is the Pod that meets most of a selector, or whose labels look most like it, and the keys that differ. Another value
// of the same key is no likeness: it only decides between Pods that have some.
func bestMatch(selector map[string]string, pods []*corev1.Pod) (best *corev1.Pod, missing []string) {
	score := 0
	for _, pod := range pods {
		meets, like, differ := 0, false, []string(nil)
		for _, key := range slices.Sorted(maps.Keys(selector)) {
			value, has := pod.Labels[key]
			switch {
			case has && value == selector[key]:
				meets, like = meets+4, true
			case has && typo(selector[key], value):
				meets, like, differ = meets+3, true, append(differ, key)
			case has:
				meets, differ = meets+1, append(differ, key)
			default:
				same := sameValue(pod.Labels, selector[key])
				meets, like, differ = meets+same, like || same > 0, append(differ, key)
			}
		}
		if like && meets > score {
			best, missing, score = pod, differ, meets
		}
	}
	return best, missing
}

func typo(a, b string) bool {
	_, is := nearest.Typo(a, []string{b})
	return is
}

// sameValue is for a key that is wrong where the value is right, "name: web" instead of "app: web".
func sameValue(labels map[string]string, value string) int {
	for _, v := range labels {
		if v == value {
			return 2
		}
	}
	return 0
}

// labelsText shows the labels that differ, or all if those keys are not there.
func labelsText(labels map[string]string, keys []string) string {
	var shown []string
	for _, key := range keys {
		if value, has := labels[key]; has {
			shown = append(shown, key+"="+value)
		}
	}
	if len(shown) < len(keys) {
		shown = nil
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			shown = append(shown, key+"="+labels[key])
		}
	}
	return strings.Join(shown, ", ")
}
