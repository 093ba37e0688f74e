package placement

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/lang"
)

// hostPort is a port of the node itself that a container takes.
type hostPort struct {
	ip       string
	protocol corev1.Protocol
	port     int32
}

func (p hostPort) String() string { return fmt.Sprintf("%s/%d", p.protocol, p.port) }

// conflicts follows HostPortInfo.CheckConflict of the scheduler: the address 0.0.0.0 stands for every address.
func (p hostPort) conflicts(with hostPort) bool {
	const anyAddress = "0.0.0.0"
	return p.protocol == with.protocol && p.port == with.port && (p.ip == with.ip || p.ip == anyAddress || with.ip == anyAddress)
}

func hostPortsOf(pod *corev1.Pod) []hostPort {
	var ports []hostPort
	containers := slices.Clone(pod.Spec.Containers)
	for _, c := range pod.Spec.InitContainers {
		if c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways {
			containers = append(containers, c) // a sidecar keeps its ports
		}
	}
	for _, c := range containers {
		for _, p := range c.Ports {
			if p.HostPort > 0 {
				ports = append(ports, hostPort{cmp.Or(p.HostIP, "0.0.0.0"), cmp.Or(p.Protocol, corev1.ProtocolTCP), p.HostPort})
			}
		}
	}
	return ports
}

func (q *question) hostPorts(node *corev1.Node) []Lever {
	var levers []Lever
	for _, own := range hostPortsOf(q.pod) {
		for _, pod := range q.snapshot.Pods {
			if pod.Spec.NodeName != node.Name {
				continue
			}
			for _, taken := range hostPortsOf(pod) {
				if own.conflicts(taken) {
					levers = append(levers, q.takenPort(own, pod))
				}
			}
		}
	}
	return levers
}

func (q *question) takenPort(port hostPort, by *corev1.Pod) Lever {
	lever := Lever{
		Kind: HostPort, Subject: port.String(), Why: lang.M("host port %s is taken by Pod %s/%s", port.String(), by.Namespace, by.Name),
		fixes: []fix{{Change{
			Kind: "drop-host-port", Subject: port.String(), Text: lang.M("remove hostPort %s from the Pod; a Service reaches it without", port.String()), cost: 2,
			pod: func(spec *corev1.PodSpec) { dropHostPort(spec, port) },
		}}},
	}
	return q.withEviction(lever, []*corev1.Pod{by})
}

func dropHostPort(spec *corev1.PodSpec, port hostPort) {
	for i := range spec.Containers {
		for j := range spec.Containers[i].Ports {
			p := &spec.Containers[i].Ports[j]
			if p.HostPort == port.port && cmp.Or(p.Protocol, corev1.ProtocolTCP) == port.protocol {
				p.HostPort = 0
			}
		}
	}
}
