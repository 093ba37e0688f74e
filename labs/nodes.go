package labs

import "github.com/podium-labs/podium/graders/expect"

// Nodes are all nodes of the cluster.
func (t *Task) Nodes() expect.Nodes {
	t.resources = append(t.resources, "nodes")
	return expect.Nodes{Subject: t.subject("")}
}

// Node is the node of that name; of the Pods on it, those in the lab's namespace count.
func (t *Task) Node(name string) expect.Node { return expect.Node{Subject: t.subject(name)} }

// Workload is whatever runs Pods under that name in the lab's namespace: a Deployment, another controller, or a Pod.
func (t *Task) Workload(name string) expect.Workload {
	return expect.Workload{Subject: t.subject(name)}
}
