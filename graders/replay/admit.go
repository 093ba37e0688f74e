package replay

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

var (
	groupName    = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$`)
	versionName  = regexp.MustCompile(`^v[0-9]+((alpha|beta)[0-9]+)?$`)
	resourceName = regexp.MustCompile(`^[a-z0-9]+$`)
	// objectName is what may stand in a path: what Kubernetes calls a path segment name, and references.
	objectName = regexp.MustCompile(`^[A-Za-z0-9_${][A-Za-z0-9_.:${}-]{0,252}$`)
	idName     = regexp.MustCompile(`^[a-z][a-z0-9]{0,39}-[1-9][0-9]{0,4}$`)
	kindName   = regexp.MustCompile(`^[A-Z][A-Za-z]{0,62}$`)
)

func verbs() []string { return []string{"create", "update", "patch", "delete", "deletecollection"} }

// subresources may be written to. What is missing opens a connection, or is not for learners.
func subresources() []string {
	return []string{"", "scale", "eviction", "ephemeralcontainers", "resize", "status"}
}

// options are the URL parameters that change what a request does.
func options() []string {
	return []string{
		"dryRun", "fieldManager", "fieldValidation", "force", "propagationPolicy", "orphanDependents", "gracePeriodSeconds", "labelSelector", "fieldSelector",
	}
}

// chatter is true for writes that change nothing that anybody grades.
func chatter(group, resource string) bool {
	return resource == "events" || group == "authorization.k8s.io" || group == "authentication.k8s.io"
}

// OptionBytes is how long the value of an option may be.
const OptionBytes = 1000

// admit says why a request must not be sent, empty if it may. RBAC bounds what the learner's credential can do; this keeps
// paths and parameters to what they say they are.
func (r *Request) admit() lang.Message {
	switch {
	case !slices.Contains(verbs(), r.Verb):
		return lang.M("verb %q is not one of %s", r.Verb, strings.Join(verbs(), ", "))
	case r.Group != "" && !groupName.MatchString(r.Group), strings.Contains(r.Group, ".."):
		return lang.M("%q is no API group", r.Group)
	case !versionName.MatchString(r.Version):
		return lang.M("%q is no API version", r.Version)
	case !resourceName.MatchString(r.Resource), chatter(r.Group, r.Resource):
		return lang.M("resource %q cannot be replayed", r.Resource)
	case !slices.Contains(subresources(), r.Subresource):
		return lang.M("subresource %q cannot be replayed", r.Subresource)
	case r.Namespace != "" && !resourceNamespace.MatchString(r.Namespace):
		return lang.M("%q is no namespace", r.Namespace)
	}
	return r.admitRest()
}

var resourceNamespace = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

func (r *Request) admitRest() lang.Message {
	named := r.Verb != "deletecollection" && (r.Verb != "create" || r.Subresource != "")
	switch {
	case r.Name != "" && !objectName.MatchString(r.Name):
		return lang.M("%q is no name", r.Name)
	case named != (r.Name != ""):
		return lang.M("its name is missing, or it has one that it cannot have")
	case (r.Verb == "patch") != (r.Patch != ""), r.Patch != "" && patchTypes()[r.Patch] == "":
		return lang.M("%q is no kind of patch for verb %s", r.Patch, r.Verb)
	case r.Revision != "" && r.Revision != currentRevision && r.Revision != staleRevision:
		return lang.M("revision %q is neither current nor stale", r.Revision)
	case len(r.Body) == 0 && slices.Contains([]string{"create", "update", "patch"}, r.Verb):
		return lang.M("its body is missing")
	}
	for name, value := range r.Options {
		if !slices.Contains(options(), name) {
			return lang.M("option %q cannot be replayed", name)
		}
		if len(value) > OptionBytes {
			return lang.M("option %q is longer than %s bytes", name, strconv.Itoa(OptionBytes))
		}
	}
	return lang.Message{}
}

// admit says why an object line makes no sense, empty if it does.
func (o *Object) admit(known map[string]*Object) lang.Message {
	switch {
	case !idName.MatchString(o.ID):
		return lang.M("%q is no id; ids are like pod-1", o.ID)
	case known[o.ID] != nil:
		return lang.M("there is another object %s above", o.ID)
	case !kindName.MatchString(o.Kind):
		return lang.M("%q is no kind", o.Kind)
	case o.Owner != "" && known[o.Owner] == nil:
		return lang.M("there is no object %q above", o.Owner)
	case (o.Name == "") == (o.Owner == "" && o.Prefix == ""):
		return lang.M("it needs either a name, or an owner or a prefix")
	case o.Name == "" && (o.Born < 1 || o.Born > maxBorn):
		return lang.M("born must be from 1 to %s", strconv.Itoa(maxBorn))
	}
	return lang.Message{}
}

// maxBorn is more children than any object of a lab has.
const maxBorn = 10_000
