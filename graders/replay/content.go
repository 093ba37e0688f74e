package replay

import (
	"encoding/json"
	"slices"
	"strings"

	jsonpatchv5 "github.com/evanphx/json-patch/v5"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
)

func patchTypes() map[string]types.PatchType {
	return map[string]types.PatchType{
		jsonPatch: types.JSONPatchType, mergePatch: types.MergePatchType, strategicPatch: types.StrategicMergePatchType, applyPatch: types.ApplyPatchType,
	}
}

// contentType concludes the kind of a patch, which the audit log does not hold. A list is a JSON patch. Only an apply may
// have the parameter force, which kubectl always sends; any other is recognised by a body that is a whole object under a field
// manager that is not one of kubectl's for patches. A merge patch and a strategic merge patch without lists do the same;
// with lists, it is the one that turns the object as it was into what was answered.
func contentType(r evidence.Request, history *evidence.History) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(r.Body, &fields) != nil {
		return jsonPatch
	}
	whole := fields["apiVersion"] != nil && fields["kind"] != nil && fields["metadata"] != nil
	manager := r.Options.Get("fieldManager")
	switch {
	case r.Options.Has("force"), whole && manager != "" && !strings.HasPrefix(manager, "kubectl-"):
		return applyPatch
	case !strings.Contains(string(r.Body), "["):
		return mergePatch
	case hasDirective(r.Body), manager == "kubectl-client-side-apply":
		return strategicPatch
	}
	return reproducing(r, history)
}

// hasDirective is true if a key of the body is one that only strategic merge patches have.
func hasDirective(body json.RawMessage) bool {
	for _, directive := range []string{`"$setElementOrder/`, `"$retainKeys"`, `"$deleteFromPrimitiveList/`, `"$patch"`} {
		if strings.Contains(string(body), directive) {
			return true
		}
	}
	return false
}

// reproducing tries both kinds of merge on the object as it was. kubectl's default is strategic.
func reproducing(r evidence.Request, history *evidence.History) string {
	answered := &struct {
		Kind     string `json:"kind"`
		Metadata struct {
			UID             types.UID `json:"uid"`
			ResourceVersion string    `json:"resourceVersion"`
		} `json:"metadata"`
	}{}
	if r.Code >= 300 || json.Unmarshal(r.Response, answered) != nil {
		return strategicPatch
	}
	before := versionBefore(history, answered.Metadata.UID, answered.Metadata.ResourceVersion)
	if before == nil {
		return strategicPatch
	}
	original, err := json.Marshal(before)
	if err != nil {
		return strategicPatch
	}
	typed, err := scheme.Scheme.New(schema.GroupVersionKind{Group: r.Group, Version: r.Version, Kind: answered.Kind})
	if err != nil {
		return mergePatch // there is no strategic merge of kinds that are not built in
	}
	merged, mergeErr := jsonpatchv5.MergePatch(original, r.Body)
	strategic, strategicErr := strategicpatch.StrategicMergePatch(original, r.Body, typed)
	if mergeErr == nil && covers(r.Response, merged) && (strategicErr != nil || !covers(r.Response, strategic)) {
		return mergePatch
	}
	return strategicPatch
}

func versionBefore(history *evidence.History, uid types.UID, revision string) client.Object {
	var before client.Object
	for _, v := range history.Versions() {
		if v.UID() == uid && v.Object.GetResourceVersion() == revision {
			break
		}
		if v.UID() == uid {
			before = v.Object
		}
	}
	return before
}

// covers is true if an object has everything that another one says; what the API server added besides does not matter.
func covers(object, said json.RawMessage) bool {
	whole, err := decode(object)
	if err != nil {
		return false
	}
	part, err := decode(said)
	if err != nil {
		return false
	}
	for _, field := range []string{"metadata", "status", "kind", "apiVersion"} {
		if fields, ok := part.(map[string]any); ok {
			delete(fields, field)
		}
	}
	return includes(whole, part)
}

func includes(whole, part any) bool {
	switch p := part.(type) {
	case map[string]any:
		w, ok := whole.(map[string]any)
		for key, value := range p {
			if !ok || !includes(w[key], value) {
				return false
			}
		}
		return true
	case []any:
		w, ok := whole.([]any)
		return ok && slices.EqualFunc(w, p, includes)
	case nil:
		return true
	}
	return whole == part
}
