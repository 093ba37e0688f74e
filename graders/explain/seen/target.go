// Package seen is what podium explain looks at: it reads from a cluster the objects that one explanation needs, and
// remembers what it was not allowed to see.
package seen

import (
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// The kinds that can be explained.
const (
	Pod         = "Pod"
	Deployment  = "Deployment"
	ReplicaSet  = "ReplicaSet"
	StatefulSet = "StatefulSet"
	DaemonSet   = "DaemonSet"
	Job         = "Job"
	CronJob     = "CronJob"
	Service     = "Service"
)

// Target is the object to explain.
type Target struct {
	Kind, Namespace, Name string
}

// String is how kubectl would name it, "deployment/web".
func (t Target) String() string { return strings.ToLower(t.Kind) + "/" + t.Name }

// kindNames are the names of a kind that kubectl knows, the one to be shown first, then its plural.
func kindNames() map[string][]string {
	return map[string][]string{
		Pod:         {"pod", "pods", "po"},
		Deployment:  {"deployment", "deployments", "deploy"},
		ReplicaSet:  {"replicaset", "replicasets", "rs"},
		StatefulSet: {"statefulset", "statefulsets", "sts"},
		DaemonSet:   {"daemonset", "daemonsets", "ds"},
		Job:         {"job", "jobs"},
		CronJob:     {"cronjob", "cronjobs", "cj"},
		Service:     {"service", "services", "svc"},
	}
}

// group is the API group of a kind.
func group(kind string) string {
	switch kind {
	case Pod, Service:
		return ""
	case Job, CronJob:
		return "batch"
	}
	return "apps"
}

// version is that of all these groups.
const version = "v1"

// KindNames are the names of the kinds, one for each.
func KindNames() []string {
	var names []string
	for _, all := range kindNames() {
		names = append(names, all[0])
	}
	slices.Sort(names)
	return names
}

// ParseKind understands a kind as kubectl does: in singular, plural and short form, each also with its group, or version and group.
func ParseKind(name string) (string, error) {
	resource, qualified, dotted := strings.Cut(strings.ToLower(name), ".")
	for kind, all := range kindNames() {
		if slices.Contains(all, resource) && (!dotted || qualified == group(kind) || qualified == version+"."+group(kind)) {
			return kind, nil
		}
	}
	return "", lang.Errorf("cannot explain a %q (kinds: %s)", name, strings.Join(KindNames(), ", "))
}

// ParseTarget reads "deploy/web" or the two words "deploy web".
func ParseTarget(args []string) (Target, error) {
	kind, name, ok := strings.Cut(args[0], "/")
	if len(args) == 2 {
		kind, name, ok = args[0], args[1], !strings.Contains(args[0], "/")
	}
	if !ok || name == "" || strings.Contains(name, "/") {
		return Target{}, lang.Errorf("%q is not KIND/NAME, for example deployment/web", strings.Join(args, " "))
	}
	known, err := ParseKind(kind)
	return Target{Kind: known, Name: name}, err
}
