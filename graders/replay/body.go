package replay

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/podium-labs/podium/graders/evidence"
)

// derived are the fields of metadata that only the API server sets.
func derived() []string {
	return []string{"creationTimestamp", "generation", "managedFields", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"}
}

// bodyOf is the body of a request without what only the API server sets, and what its resourceVersion was.
func bodyOf(r evidence.Request) (body any, revision string, err error) {
	if len(r.Body) == 0 || string(r.Body) == "null" {
		return lostBody(r), "", nil
	}
	if body, err = decode(r.Body); err != nil {
		return nil, "", fmt.Errorf("read body of %s %s: %w", r.Verb, r.Resource, err)
	}
	if operations, ok := body.([]any); ok {
		return withoutTests(operations), "", nil
	}
	object, ok := body.(map[string]any)
	if !ok {
		return body, "", nil
	}
	if object["kind"] == "DeleteOptions" {
		object["apiVersion"] = "v1" // the audit log names the internal version
		if precondition(object, "preconditions") {
			revision = revisionFor(r)
		}
		return object, revision, nil
	}
	if precondition(object, "metadata") {
		revision = revisionFor(r)
	}
	if metadata, ok := object["metadata"].(map[string]any); ok && r.Verb != "patch" {
		for _, field := range derived() {
			delete(metadata, field)
		}
	}
	if r.Verb != "patch" && r.Subresource == "" {
		delete(object, "status") // never taken from such requests
	}
	return object, revision, nil
}

// precondition removes a resourceVersion and says whether there was one.
func precondition(object map[string]any, field string) bool {
	inside, ok := object[field].(map[string]any)
	if !ok {
		return false
	}
	version, ok := inside["resourceVersion"].(string)
	delete(inside, "resourceVersion")
	return ok && version != ""
}

func revisionFor(r evidence.Request) string {
	if r.Code == http.StatusConflict {
		return staleRevision
	}
	return currentRevision
}

// withoutTests leaves out those operations of a JSON patch that compare the resourceVersion.
func withoutTests(operations []any) []any {
	kept := []any{}
	for _, operation := range operations {
		if fields, ok := operation.(map[string]any); !ok || fields["path"] != "/metadata/resourceVersion" {
			kept = append(kept, operation)
		}
	}
	return kept
}

// unknownField is how the API server names a field that it does not know (k8s.io/apimachinery, strict decoding).
var unknownField = regexp.MustCompile(`unknown field "([^"]+)"`)

// handledAs is how it names the kind that it tried to read.
var handledAs = regexp.MustCompile(`^([A-Z][A-Za-z]*) in version "[^"]*" cannot be handled`)

// lostBody is a body with the fault for which the API server refused one that the audit log does not hold. A request
// that needs no body has none.
func lostBody(r evidence.Request) any {
	if r.Code != http.StatusBadRequest {
		return nil
	}
	kind := handledAs.FindStringSubmatch(r.Message)
	if kind == nil {
		return nil
	}
	version := strings.TrimPrefix(r.Group+"/"+r.Version, "/")
	object := map[string]any{"apiVersion": version, "kind": kind[1], "metadata": map[string]any{"name": r.Name}}
	for _, field := range unknownField.FindAllStringSubmatch(r.Message, -1) {
		set(object, strings.Split(field[1], "."))
	}
	return object
}

// indexed is one step of a path into a list, for example containers[0].
var indexed = regexp.MustCompile(`^(.*)\[0\]$`)

// set puts something into a field that may not exist, below the first entry of a list if the path says so.
func set(object map[string]any, path []string) {
	for i, step := range path {
		if i == len(path)-1 {
			object[step] = json.Number("1")
			return
		}
		list := indexed.FindStringSubmatch(step)
		if list != nil {
			step = list[1]
		}
		next := map[string]any{}
		switch old := object[step].(type) {
		case map[string]any:
			next = old
		case []any:
			next, _ = old[0].(map[string]any) // made below
		default:
			object[step] = any(next)
			if list != nil {
				object[step] = []any{next}
			}
		}
		object = next
	}
}
