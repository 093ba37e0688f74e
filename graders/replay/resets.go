package replay

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
)

// resetKind is the kind of a resource that the reset of a task may delete and put back; empty for any other.
func resetKind(resource string) string {
	return map[string]string{
		"deployments": "Deployment", "daemonsets": "DaemonSet", "statefulsets": "StatefulSet", "jobs": "Job", "cronjobs": "CronJob",
		"pods": "Pod", "services": "Service", "configmaps": "ConfigMap",
	}[resource]
}

// resets are what Podium did in the learner's name when a task was reset, as requests of the learner. The audit log has no
// bodies of these: they are concluded from the history.
func (i *inventions) resets(requests evidence.Requests, history *evidence.History, o Options) (evidence.Requests, error) {
	var found evidence.Requests
	for _, r := range requests.By(o.Fixture).Accepted() {
		kind := resetKind(r.Resource)
		if kind == "" || r.Namespace != o.Namespace || r.Subresource != "" || r.Name == "" {
			continue
		}
		var body any
		switch r.Verb {
		case "delete":
			if i.named(kind, r, r.At) != nil { // the Pods of an experiment have made-up names
				body = map[string]any{"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Foreground"}
			}
		case "create":
			if now := i.named(kind, r, r.Answered.Add(arrival)); now != nil && i.hadBefore(now) {
				body = object(r, now.first.Object)
			}
		case "update":
			body = forgotten(history, r)
			r.Verb = "patch"
		}
		if body == nil {
			continue
		}
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, fmt.Errorf("encode %s %s: %w", r.Verb, r.Name, err)
		}
		r.User, r.Body = o.User, encoded
		found = append(found, r)
	}
	return found, nil
}

// arrival is how much later than its answer a new object may be in the history.
const arrival = 5 * time.Second

// named finds the object that a request is about among those that existed at an instant and whose names are no invention.
func (i *inventions) named(kind string, r evidence.Request, at time.Time) *life {
	for _, l := range slices.Backward(i.lives) {
		if l.first.Kind == kind && l.first.Object.GetNamespace() == r.Namespace && l.first.Object.GetName() == r.Name && !l.invented() && !l.first.At.After(at) {
			return l
		}
	}
	return nil
}

// hadBefore is true if another object of the same name was there earlier: this one was put back.
func (i *inventions) hadBefore(l *life) bool {
	return slices.ContainsFunc(i.lives, func(other *life) bool {
		return other != l && other.first.RV < l.first.RV && other.first.Kind == l.first.Kind &&
			other.first.Object.GetNamespace() == l.first.Object.GetNamespace() && other.first.Object.GetName() == l.first.Object.GetName()
	})
}

// object is the body that creates an object again.
func object(r evidence.Request, as client.Object) any {
	fields, err := toFields(as)
	if err != nil {
		return nil
	}
	version := r.Version
	if r.Group != "" {
		version = r.Group + "/" + r.Version
	}
	fields["apiVersion"], fields["kind"] = version, resetKind(r.Resource)
	if metadata, ok := fields["metadata"].(map[string]any); ok {
		delete(metadata, "uid")
		delete(metadata, "resourceVersion")
	}
	return fields
}

func toFields(as client.Object) (map[string]any, error) {
	encoded, err := json.Marshal(as)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", as.GetName(), err)
	}
	var fields map[string]any
	if err := json.Unmarshal(encoded, &fields); err != nil {
		return nil, fmt.Errorf("decode %s: %w", as.GetName(), err)
	}
	return fields, nil
}

// forgotten is the patch that removes from a ConfigMap what an update removed; nil if that was nothing.
func forgotten(history *evidence.History, r evidence.Request) any {
	var before *corev1.ConfigMap
	for _, v := range history.Versions() {
		now, ok := v.Object.(*corev1.ConfigMap)
		if !ok || v.Deleted || now.Namespace != r.Namespace || now.Name != r.Name {
			continue
		}
		if v.At.Before(r.At) || before == nil {
			before = now
			continue
		}
		gone := map[string]any{}
		for key := range before.Data {
			if _, kept := now.Data[key]; !kept {
				gone[key] = nil
			}
		}
		if len(gone) == 0 {
			return nil
		}
		return map[string]any{"data": gone}
	}
	return nil
}
