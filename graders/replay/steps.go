package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/evidence"
)

// String says what a line does, in a few words.
func (l Line) String() string {
	switch {
	case l.Settle:
		return "settle"
	case l.Object != nil:
		return l.Object.String()
	case l.Request != nil:
		return l.Request.String()
	}
	return ""
}

// String says which object is meant.
func (o *Object) String() string {
	text := o.ID + " is " + o.Kind
	switch {
	case o.Name != "":
		text += " " + o.Name
	case o.Owner != "":
		text += fmt.Sprintf(" number %d of %s", o.Born, o.Owner)
	default:
		text += fmt.Sprintf(" number %d called %s...", o.Born, o.Prefix)
	}
	if o.Node != "" {
		text += " on " + o.Node
	}
	return text
}

// String says what is asked, without its body, and what was answered.
func (r *Request) String() string {
	if tasks := r.resets(); len(tasks) > 0 {
		return "reset task " + strings.Join(tasks, ", ")
	}
	text := r.Title()
	if r.Namespace != "" {
		text += " in namespace " + r.Namespace
	}
	if r.Patch != "" {
		text += " (" + r.Patch + ")"
	}
	if r.Options["dryRun"] != "" {
		text += " as a dry run"
	}
	return fmt.Sprintf("%s: %d", text, r.Code)
}

// Title says what is asked of what.
func (r *Request) Title() string {
	text := r.Verb + " " + r.Resource
	if r.Subresource != "" {
		text += "/" + r.Subresource
	}
	if name := r.objectName(); name != "" {
		text += " " + name
	}
	return text
}

// resets are the tasks that a request sets back: podium lab reset leaves a note in the learner's name.
func (r *Request) resets() []string {
	if r.Resource != "configmaps" || r.Verb != "create" && r.Verb != "patch" || r.objectName() != evidence.ResetsConfigMap {
		return nil
	}
	body, err := decode(r.Body)
	if err != nil {
		return nil
	}
	object, _ := body.(map[string]any)
	data, _ := object["data"].(map[string]any)
	return slices.Sorted(maps.Keys(data))
}

// objectName is the name in the URL, or that in the body of what is created.
func (r *Request) objectName() string {
	if r.Name != "" || r.Verb != "create" {
		return r.Name
	}
	body, err := decode(r.Body)
	if err != nil {
		return ""
	}
	object, _ := body.(map[string]any)
	metadata, _ := object["metadata"].(map[string]any)
	name, _ := metadata["name"].(string)
	return name
}
