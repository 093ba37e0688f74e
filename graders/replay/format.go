package replay

import "encoding/json"

// Format is the value of Header.Format that this package reads and writes.
const Format = "podium.attempt/v1"

// FileName is what a recorded attempt is called among the answers to a lab.
const FileName = "attempt.jsonl"

// Header is the first line of a file.
type Header struct {
	// Format is the constant Format.
	Format string `json:"format"`
	// Lab is the id of the lab.
	Lab string `json:"lab"`
	// Podium and Kubernetes are the versions that it was recorded with.
	Podium     string `json:"podium,omitempty"`
	Kubernetes string `json:"kubernetes,omitempty"`
}

// Line is any other line; exactly one field is set.
type Line struct {
	// Settle is true where the cluster had come to rest.
	Settle bool `json:"settle,omitempty"`
	// Object names an object.
	Object *Object `json:"object,omitempty"`
	// Request is a request.
	Request *Request `json:"request,omitempty"`
}

// Object stands for an object with a made-up name or UID.
type Object struct {
	// ID is how requests refer to it.
	ID string `json:"id"`
	// Kind is its kind, for example "Pod".
	Kind string `json:"kind"`
	// Name is that of an object whose name is no invention.
	Name string `json:"name,omitempty"`
	// Namespace is that of such an object, if it has one.
	Namespace string `json:"namespace,omitempty"`
	// Owner is the ID of the object that controls it.
	Owner string `json:"owner,omitempty"`
	// Prefix is what the API server made its name of, if it has no owner.
	Prefix string `json:"prefix,omitempty"`
	// Born is its number among the objects of its kind with the same owner or prefix, in the order in which they were made, from 1.
	Born int `json:"born,omitempty"`
	// Node is where a Pod was.
	Node string `json:"node,omitempty"`
}

// Request is one request of the learner.
type Request struct {
	// Verb is the API verb: create, update, patch, delete or deletecollection.
	Verb string `json:"verb"`
	// Group, Version, Resource and Subresource say what it is about.
	Group       string `json:"group,omitempty"`
	Version     string `json:"version"`
	Resource    string `json:"resource"`
	Subresource string `json:"subresource,omitempty"`
	// Namespace and Name are those in the URL; what is created has its name in the body.
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	// Options are the parameters in the URL that matter.
	Options map[string]string `json:"options,omitempty"`
	// Patch is the kind of a patch: json, merge, strategic or apply.
	Patch string `json:"patch,omitempty"`
	// Revision says what the resourceVersion in the body was, if there was one: current or stale.
	Revision string `json:"revision,omitempty"`
	// Body is the object, the patch or the options of a delete.
	Body json.RawMessage `json:"body,omitempty"`
	// Code is the HTTP status of the answer in the live attempt. It is compared, never required.
	Code int `json:"code"`
}

// What Request.Revision may be.
const (
	currentRevision = "current"
	staleRevision   = "stale"
)

// The kinds of patches.
const (
	jsonPatch      = "json"
	mergePatch     = "merge"
	strategicPatch = "strategic"
	applyPatch     = "apply"
)

// Attempt is a file that has been read.
type Attempt struct {
	Header Header
	Lines  []Line
	// First is the number of the first of Lines in the file.
	First int
}
