package replay

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// ErrEmpty says that the learner has not asked for anything yet.
var ErrEmpty = lang.Errorf("nothing has been done yet")

// Options say what is written into the header, and whose requests are meant.
type Options struct {
	// Lab is the id of the lab.
	Lab string
	// Namespace is that of the lab.
	Namespace string
	// User is the learner's name in the audit log, Fixture Podium's own: when the learner has a task reset, Podium deletes what
	// it is about, and that belongs to the attempt.
	User, Fixture string
	// Podium and Kubernetes are versions.
	Podium, Kubernetes string
}

// Written says what a file holds.
type Written struct {
	// Requests is how many requests.
	Requests int
	// Lost is how many could not be written, because the audit log does not hold what they said.
	Lost int
}

// Write writes the attempt that a history and its requests tell of.
func Write(out io.Writer, requests evidence.Requests, history *evidence.History, options Options) (Written, error) {
	if err := history.Complete(); err != nil {
		return Written{}, err
	}
	w := &writer{inventions: newInventions(history), history: history, objects: map[*life]*Object{}, counts: map[string]int{}}
	rests := evidence.NewRests(history, evidence.SettleOptions{})
	resets, err := w.resets(requests, history, options)
	if err != nil {
		return Written{}, err
	}
	for _, r := range inOrder(slices.Concat(requests, resets), options.User) {
		if err := w.request(r, rests.Before(r)); err != nil {
			return w.written, err
		}
	}
	if w.written.Requests == 0 {
		return w.written, ErrEmpty
	}
	header := Header{Format: Format, Lab: options.Lab, Podium: options.Podium, Kubernetes: options.Kubernetes}
	if err := writeLine(out, header); err != nil {
		return w.written, err
	}
	for _, e := range w.entries {
		for _, line := range e.lines() {
			if err := writeLine(out, line); err != nil {
				return w.written, err
			}
		}
	}
	return w.written, nil
}

func writeLine(out io.Writer, line any) error {
	text, err := encode(line)
	if err != nil {
		return err
	}
	if _, err := out.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("write attempt: %w", err)
	}
	return nil
}

// inOrder are the learner's requests that change something, in the order in which they were made: the audit log has them
// in the order in which they were answered.
func inOrder(requests evidence.Requests, user string) evidence.Requests {
	chosen := requests.By(user).Where(func(r evidence.Request) bool {
		return r.Writes() && !chatter(r.Group, r.Resource) && slices.Contains(subresources(), r.Subresource)
	})
	slices.SortStableFunc(chosen, func(a, b evidence.Request) int { return a.At.Compare(b.At) })
	return chosen
}

// entry is one request with what stands before it.
type entry struct {
	made    evidence.Request
	settle  bool
	objects []*Object
	request *Request
}

func (e *entry) lines() []Line {
	var lines []Line
	if e.settle {
		lines = append(lines, Line{Settle: true})
	}
	for _, o := range e.objects {
		lines = append(lines, Line{Object: o})
	}
	if e.request != nil {
		lines = append(lines, Line{Request: e.request})
	}
	return lines
}

// writer collects the lines of a file.
type writer struct {
	*inventions
	history *evidence.History
	entries []*entry
	objects map[*life]*Object
	counts  map[string]int
	written Written
}

// request adds one request.
func (w *writer) request(r evidence.Request, settled bool) error {
	body, revision, err := bodyOf(r)
	if err != nil {
		return err
	}
	request := &Request{Verb: r.Verb, Group: r.Group, Version: r.Version, Resource: r.Resource, Subresource: r.Subresource,
		Namespace: r.Namespace, Revision: revision, Code: r.Code}
	e := &entry{made: r, request: request, settle: settled}
	w.entries = append(w.entries, e)
	if r.Verb != "create" || r.Subresource != "" {
		request.Name = w.refer(r.Name)
	}
	for _, name := range options() {
		if value := r.Options.Get(name); value != "" {
			if request.Options == nil {
				request.Options = map[string]string{}
			}
			request.Options[name] = w.refer(value)
		}
	}
	if r.Verb == "patch" {
		request.Patch = contentType(r, w.history)
	}
	if body != nil {
		copied, from := w.copiedTopology(r, body)
		if body, err = MapStrings(body, func(text string) (string, error) { return w.refer(text), nil }); err != nil {
			return err
		}
		if from != nil {
			w.referToTopology(r, body, copied, from)
		}
		if request.Body, err = encode(body); err != nil {
			return err
		}
	}
	if !request.admit().Empty() {
		e.request = nil // without its body, for example
		w.written.Lost++
		return nil
	}
	w.written.Requests++
	return nil
}

// refer replaces what was made up in a text.
func (w *writer) refer(text string) string {
	return w.references(text, func(l *life) string { return w.name(l, len(w.entries)-1).ID })
}

// name gives an object its line: where the cluster was first at rest with it, or else just before it is needed.
func (w *writer) name(l *life, needed int) *Object {
	if known := w.objects[l]; known != nil {
		return known
	}
	at := needed
	for i, e := range w.entries[:needed] {
		if e.settle && l.at(e.made.At) {
			at = i
			break
		}
	}
	kind := strings.ToLower(l.first.Kind)
	w.counts[kind]++
	o := &Object{ID: fmt.Sprintf("%s-%d", kind, w.counts[kind]), Kind: l.first.Kind}
	w.objects[l] = o
	owner := w.byUID[l.owner()]
	switch {
	case !l.invented():
		o.Name, o.Namespace = l.first.Object.GetName(), l.first.Object.GetNamespace()
	case owner != nil:
		o.Owner = w.ownerBefore(owner, at).ID
		o.Born = w.born(l)
	default:
		o.Prefix, o.Born = l.first.Object.GetGenerateName(), w.born(l)
	}
	o.Node = l.node()
	w.entries[at].objects = append(w.entries[at].objects, o)
	return o
}

// ownerBefore names an owner not later than at.
func (w *writer) ownerBefore(owner *life, at int) *Object {
	o := w.name(owner, at)
	for i, e := range w.entries {
		j := slices.Index(e.objects, o)
		if j < 0 || i <= at {
			continue
		}
		e.objects = slices.Delete(e.objects, j, j+1)
		if up := w.byUID[owner.owner()]; up != nil && o.Owner != "" {
			w.ownerBefore(up, at)
		}
		w.entries[at].objects = append(w.entries[at].objects, o)
	}
	return o
}
