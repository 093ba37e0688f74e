package hint

import (
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// About are the learner's writes to an object, those to its subresources too, in order.
func (s *Seen) About(resource, name string) evidence.Requests {
	namespace := s.Namespace
	if resource == "nodes" || resource == "priorityclasses" {
		namespace = ""
	}
	return s.Asked.On(resource, namespace, name).Where(evidence.Request.Writes)
}

// open are the refused requests for an object after which none was accepted: the others have been mended since.
func (s *Seen) open(resource, name string) evidence.Requests {
	about := s.About(resource, name)
	for i, q := range slices.Backward(about) {
		if q.Code < 300 && q.Verb != "delete" && q.Subresource == "" {
			return about[i+1:]
		}
	}
	return about
}

// Rejected reacts to an object that the API server calls invalid because of a field, as long as no better one was accepted. Field and
// detail are parts of what it says.
func Rejected(resource, name, field, detail string, say func(code int, cause string) lang.Message) When {
	return func(s *Seen) lang.Message {
		for _, q := range slices.Backward(s.open(resource, name)) {
			for _, c := range q.Causes {
				if q.Refused() && strings.Contains(c.Field, field) && strings.Contains(c.Message, detail) {
					return say(q.Code, c.Message)
				}
			}
		}
		return none()
	}
}

// SelectorMismatch reacts to a selector that does not select the labels of its own template.
func SelectorMismatch(deployment string) When {
	return Rejected("deployments", deployment, "spec.template.metadata.labels", "selector", func(code int, _ string) lang.Message {
		return lang.M("Deployment %s was refused (%d), so there is none: its selector asks for labels that its own template does not have. Write the same labels in both.", deployment, code)
	})
}

// UnknownReplicas reacts to replicas in a DaemonSet that was never created because of it.
func UnknownReplicas(daemonSet string) When {
	return func(s *Seen) lang.Message {
		for _, q := range s.open("daemonsets", daemonSet) {
			if q.Refused() && strings.Contains(q.Message, "spec.replicas") {
				return unknownReplicas(daemonSet, q.Code)
			}
		}
		// what could not be decoded has no name in the log
		for _, q := range s.Asked.Verbs("create") {
			if q.Resource == "daemonsets" && q.Namespace == s.Namespace && q.Refused() && strings.Contains(q.Message, "spec.replicas") && !s.Exists("DaemonSet", daemonSet) {
				return unknownReplicas(daemonSet, q.Code)
			}
		}
		return none()
	}
}

func unknownReplicas(daemonSet string, code int) lang.Message {
	return lang.M("DaemonSet %s was refused (%d) because of spec.replicas, a field that it does not have: the nodes are its replicas. Leave the field out.", daemonSet, code)
}

// StatusByHand reacts to a status that the learner wrote, or tried to: kubectl reads it first, and gets no further.
func StatusByHand(resource string) When {
	return func(s *Seen) lang.Message {
		for _, q := range s.Asked {
			if q.Resource == resource && q.Subresource == "status" && q.Namespace == s.Namespace {
				return lang.M("You tried to write the status of %s at %s (answer: %d). A status is what controllers have seen; only what they see changes it.", q.Name, Clock(q.At), q.Code)
			}
		}
		return none()
	}
}

// Deleted reacts to an object that the learner deleted and that is needed.
func Deleted(kind, resource, name string) When {
	return func(s *Seen) lang.Message {
		if deletes := s.About(resource, name).Verbs("delete").Accepted(); len(deletes) > 0 && !s.Exists(kind, name) {
			return lang.M("You deleted %s %s at %s. It has to stay.", kind, name, Clock(deletes[len(deletes)-1].At))
		}
		return none()
	}
}

// MadeAnew reacts to a Deployment that was deleted and created again, instead of changed.
func MadeAnew(deployment string) When {
	return func(s *Seen) lang.Message {
		about := s.About("deployments", deployment).Accepted()
		for i, q := range about {
			if q.Verb == "delete" && slices.ContainsFunc(about[i:], func(later evidence.Request) bool { return later.Verb == "create" }) {
				return lang.M("You deleted Deployment %s at %s and made another: its ReplicaSets, and with them its revisions, went with the first. Change the one that is there.", deployment, Clock(q.At))
			}
		}
		return none()
	}
}

// NothingDone reacts to a task for which the cluster has seen no request at all: none that names one of these objects, none to one
// of these resources, and no written answer under the task's keys.
func NothingDone(names, resources []string, answers, key string) When {
	return func(s *Seen) lang.Message {
		if config, ok := s.Now.ConfigMap(s.Namespace, answers); ok {
			for k := range config.Data {
				if k == key || strings.HasPrefix(k, key+"-") {
					return none()
				}
			}
		}
		for _, q := range s.Asked.Where(evidence.Request.Writes) {
			if slices.Contains(resources, q.Resource) || slices.ContainsFunc(names, q.Names) {
				return none()
			}
		}
		return lang.M("The cluster has had no request of yours for this task yet. What counts is what it sees, not what is printed.")
	}
}
