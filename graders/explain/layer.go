// Package explain says which layer of the chain API → controller → ReplicaSet → scheduler → kubelet stopped, and why.
package explain

import "github.com/podium-labs/podium/graders/lang"

// Layer is one link of the chain that makes a Pod run.
type Layer string

// The layers, from the request to the container.
const (
	API         Layer = "api"
	Deployment  Layer = "deployment"
	ReplicaSet  Layer = "replicaset"
	DaemonSet   Layer = "daemonset"
	StatefulSet Layer = "statefulset"
	Job         Layer = "job"
	Scheduler   Layer = "scheduler"
	Kubelet     Layer = "kubelet"
	Service     Layer = "service"
	// Answer is a written answer in the ConfigMap: no part of the chain, but where some checks stop.
	Answer Layer = "answer"
)

// Finding is the lowest layer that was reached and what it is waiting for.
type Finding struct {
	Layer Layer
	Why   lang.Message
}
