package result

import "strings"

// look says where to go on reading: the files of the answer if there are any, and the command that shows
// the state of the layer.
func (t *report) look(task *Task, check *Check) string {
	var places []string
	for _, step := range task.Steps {
		places = append(places, Clean(step.File))
	}
	// Every lab lives in the namespace of its own name.
	places = append(places, "kubectl -n "+Clean(t.record.Lab)+" "+command(orNone(check.Layer)))
	return strings.Join(places, "; ")
}

// command is what to ask kubectl for, by layer.
func command(layer string) string {
	switch layer {
	case "deployment":
		return "describe deployments"
	case "replicaset":
		return "get replicasets -o wide"
	case "daemonset":
		return "describe daemonsets"
	case "statefulset":
		return "describe statefulsets"
	case "job":
		return "describe jobs"
	case "scheduler":
		return "get pods -o wide"
	case "kubelet":
		return "describe pods"
	case "service":
		return "get services,endpointslices"
	case "answer":
		return "get configmap answers -o yaml"
	}
	return "get all"
}
