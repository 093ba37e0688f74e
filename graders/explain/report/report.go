// Package report is what podium explain says about one object: the document podium.explain/v1, and its text form.
// All sentences in it are in one language and cleaned: they can be shown on a terminal.
package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/podium-labs/podium/graders/explain"
)

// Schema names the version of the document. Fields may be added to it; none is renamed, removed or changes its meaning.
const Schema = "podium.explain/v1"

// State is how far a rung, or the object as a whole, has come.
type State string

const (
	// Reached means that this rung has done its part.
	Reached State = "reached"
	// Waiting means that it is at work, or waits for something that is on its way.
	Waiting State = "waiting"
	// Stopped means that it will not go on unless somebody changes something.
	Stopped State = "stopped"
	// NotReached means that a rung before it stopped.
	NotReached State = "notReached"
)

// Object names an object of the cluster.
type Object struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// Report is the document.
type Report struct {
	Schema   string `json:"schema"`
	Language string `json:"language"`
	Object   Object `json:"object"`
	// State is that of the first rung that is not reached; "reached" if all are.
	State State `json:"state"`
	// Layer is where it stands still or waits; empty if all rungs are reached.
	Layer explain.Layer `json:"layer,omitempty"`
	// Summary is one sentence.
	Summary string `json:"summary"`
	// Rungs are the links of the chain, from the API server down.
	Rungs []Rung `json:"rungs"`
	// Placement is there if a Pod waits for a node; Pod says which.
	Placement *Placement `json:"placement,omitempty"`
	// Notes are worth knowing without being the reason.
	Notes []string `json:"notes,omitempty"`
	// Limits say what could not be seen.
	Limits []string `json:"limits,omitempty"`
	// Next are commands that show or tell more.
	Next []string `json:"next,omitempty"`
}

// Rung is one link of the chain.
type Rung struct {
	Layer  explain.Layer `json:"layer"`
	State  State         `json:"state"`
	Object *Object       `json:"object,omitempty"`
	Text   string        `json:"text"`
	// Evidence are the fields that show it.
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Evidence is a field of an object and its value. The field is a path as kubectl explain writes it; a condition or a
// container is named in brackets.
type Evidence struct {
	Object string `json:"object"`
	Field  string `json:"field"`
	Value  string `json:"value"`
}

// Placement says where one Pod could run.
type Placement struct {
	Pod string `json:"pod"`
	// Fits are the nodes that would take it now, best first.
	Fits []string `json:"fits"`
	// Scheduler is the scheduler's own sentence.
	Scheduler string `json:"scheduler,omitempty"`
	// OfThePod are the levers that hold whatever the node.
	OfThePod []Lever `json:"ofThePod,omitempty"`
	Nodes    []Node  `json:"nodes"`
	// Preemption is what the scheduler would do about it.
	Preemption *Preemption `json:"preemption,omitempty"`
	// Suggestions are the smallest changes, each tried on a copy of the cluster: with it the Pod fits.
	Suggestions []Suggestion `json:"suggestions,omitempty"`
}

// Node is one node with all that keeps the Pod from it.
type Node struct {
	Name   string  `json:"name"`
	Fits   bool    `json:"fits"`
	Levers []Lever `json:"levers,omitempty"`
}

// Lever is one reason against a node. Kind is one of the constants of package placement, Subject tells those of one kind apart.
type Lever struct {
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Preemption is whom the scheduler would push out.
type Preemption struct {
	// Node is where; empty if nowhere.
	Node    string   `json:"node,omitempty"`
	Victims []string `json:"victims,omitempty"`
	Text    string   `json:"text"`
}

// Suggestion are changes that belong together.
type Suggestion struct {
	Changes []Change `json:"changes"`
	// Fits are the nodes that then take the Pod.
	Fits []string `json:"fits"`
	// Alike are further nodes: the same done to one of them instead would do as well.
	Alike []string `json:"alike,omitempty"`
	// Command makes all changes to the Pod's template; empty if there are none or the template cannot be patched.
	Command string `json:"command,omitempty"`
}

// Change is one thing to do. Command does it if it is a change to the cluster.
type Change struct {
	Kind    string `json:"kind"`
	Subject string `json:"subject,omitempty"`
	Node    string `json:"node,omitempty"`
	Text    string `json:"text"`
	Command string `json:"command,omitempty"`
}

// Encode writes the document as JSON.
func Encode(w io.Writer, r *Report) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return fmt.Errorf("write explanation: %w", err)
	}
	return nil
}
