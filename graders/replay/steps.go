package replay

import (
	"maps"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// Message says what a line does, in a few words.
func (l Line) Message() lang.Message {
	switch {
	case l.Settle:
		return lang.M("settle")
	case l.Object != nil:
		return l.Object.Message()
	case l.Request != nil:
		return l.Request.Message()
	}
	return lang.Message{}
}

// Message says which object is meant.
func (o *Object) Message() lang.Message {
	var text lang.Message
	switch {
	case o.Name != "":
		text = lang.M("%s is %s %s", o.ID, o.Kind, o.Name)
	case o.Owner != "":
		text = lang.M("%s is %s number %d of %s", o.ID, o.Kind, o.Born, o.Owner)
	default:
		text = lang.M("%s is %s number %d called %s...", o.ID, o.Kind, o.Born, o.Prefix)
	}
	if o.Node != "" {
		return lang.M("%s on %s", text, o.Node)
	}
	return text
}

// Message says what is asked, without its body, and what was answered.
func (r *Request) Message() lang.Message {
	if tasks := r.resets(); len(tasks) > 0 {
		return lang.M("reset task %s", strings.Join(tasks, ", "))
	}
	text := r.Title()
	if r.Patch != "" {
		text += " (" + r.Patch + ")"
	}
	what := any(text)
	if r.Namespace != "" {
		what = lang.M("%s in namespace %s", text, r.Namespace)
	}
	if r.Options["dryRun"] != "" {
		return lang.M("%s as a dry run: %d", what, r.Code)
	}
	return lang.M("%s: %d", what, r.Code)
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
