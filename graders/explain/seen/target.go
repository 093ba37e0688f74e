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

// kindNames are all names of a kind that kubectl knows, the one to be shown first.
func kindNames() map[string][]string {
	return map[string][]string{
		Pod:         {"pod", "po", "pods"},
		Deployment:  {"deployment", "deploy", "deployments", "deployment.apps", "deployments.apps"},
		ReplicaSet:  {"replicaset", "rs", "replicasets", "replicaset.apps", "replicasets.apps"},
		StatefulSet: {"statefulset", "sts", "statefulsets", "statefulset.apps", "statefulsets.apps"},
		DaemonSet:   {"daemonset", "ds", "daemonsets", "daemonset.apps", "daemonsets.apps"},
		Job:         {"job", "jobs", "job.batch", "jobs.batch"},
		CronJob:     {"cronjob", "cj", "cronjobs", "cronjob.batch", "cronjobs.batch"},
		Service:     {"service", "svc", "services"},
	}
}

// KindNames are the names of the kinds, one for each.
func KindNames() []string {
	var names []string
	for _, all := range kindNames() {
		names = append(names, all[0])
	}
	slices.Sort(names)
	return names
}

// ParseKind understands a kind as kubectl does: in singular, plural and short form.
func ParseKind(name string) (string, error) {
	for kind, all := range kindNames() {
		if slices.Contains(all, strings.ToLower(name)) {
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
