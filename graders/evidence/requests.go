package evidence

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	auditv1 "k8s.io/apiserver/pkg/apis/audit/v1"
)

// Request is one request to the API server with its answer, as the audit log has it.
type Request struct {
	// At is when the API server received it.
	At time.Time
	// User and Agent are who sent it and with which program.
	User, Agent string
	// Verb is the API verb: get, list, watch, create, update, patch, delete or deletecollection.
	Verb string
	// Group, Resource and Subresource name what it was sent to, for example "apps", "deployments", "scale".
	Group, Resource, Subresource string
	// Version is that of the API, for example "v1".
	Version string
	// Options are the parameters in the URL.
	Options url.Values
	// Answered is when the API server had answered.
	Answered time.Time
	// Namespace and Name are those of the object; Name is empty for a create.
	Namespace, Name string
	// Code is the HTTP status of the answer.
	Code int
	// Message is the API server's own explanation of a refusal, Causes its machine-readable form.
	Message string
	Causes  []metav1.StatusCause
	// Body and Response are there for the learner's writes only.
	Body, Response json.RawMessage
	// DryRun is true for a request that was not meant to be stored.
	DryRun bool
}

// Refused is true if the API server answered with a client error.
func (r Request) Refused() bool { return r.Code >= 400 && r.Code < 500 }

// Writes is true for verbs that change something.
func (r Request) Writes() bool {
	return slices.Contains([]string{"create", "update", "patch", "delete", "deletecollection"}, r.Verb)
}

// Requests are requests in the order of the audit log.
type Requests []Request

// Where returns the requests for which keep is true.
func (rs Requests) Where(keep func(Request) bool) Requests {
	return slices.DeleteFunc(slices.Clone(rs), func(r Request) bool { return !keep(r) })
}

// By returns the requests of one user.
func (rs Requests) By(user string) Requests {
	return rs.Where(func(r Request) bool { return r.User == user })
}

// On returns the requests to one object. A create names its object in the body only; it counts too.
func (rs Requests) On(resource, namespace, name string) Requests {
	return rs.Where(func(r Request) bool {
		return r.Resource == resource && r.Namespace == namespace && r.Names(name)
	})
}

// Refused returns the requests that the API server refused with that HTTP status, for example 422.
func (rs Requests) Refused(code int) Requests {
	return rs.Where(func(r Request) bool { return r.Code == code })
}

// Accepted returns the requests that were carried out.
func (rs Requests) Accepted() Requests {
	return rs.Where(func(r Request) bool { return r.Code >= 200 && r.Code < 300 && !r.DryRun })
}

// Verbs returns the requests with one of these verbs.
func (rs Requests) Verbs(verbs ...string) Requests {
	return rs.Where(func(r Request) bool { return slices.Contains(verbs, r.Verb) })
}

// Names is true if the request is about an object of that name. A create names it in the body only.
func (r Request) Names(name string) bool {
	return r.Name == name || r.Name == "" && r.bodyName() == name
}

func (r Request) bodyName() string {
	var named struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
	}
	if json.Unmarshal(r.Body, &named) != nil {
		return ""
	}
	return named.Metadata.Name
}

// AuditTrail collects requests while an audit log is being read.
type AuditTrail struct {
	mu       sync.Mutex
	requests Requests
	ended    error
	changed  chan struct{}
}

// NewAuditTrail returns an AuditTrail without requests.
func NewAuditTrail() *AuditTrail { return &AuditTrail{changed: make(chan struct{})} }

// Read takes in an audit log (audit.k8s.io/v1, one event a line) until it ends.
func (t *AuditTrail) Read(in io.Reader) error {
	err := t.read(in)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = err
	if err == nil {
		t.ended = io.EOF
	}
	return err
}

func (t *AuditTrail) read(in io.Reader) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read audit log: %w", err)
		}
		request, ok, err := parseAudit(line)
		if err != nil {
			return err
		}
		if ok {
			t.add(request)
		}
	}
}

func (t *AuditTrail) add(r Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, r)
	close(t.changed)
	t.changed = make(chan struct{})
}

// Requests returns everything read so far. An audit log that broke off is ErrIncomplete.
func (t *AuditTrail) Requests() (Requests, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended != nil && !errors.Is(t.ended, io.EOF) {
		return nil, fmt.Errorf("%w: %w", ErrIncomplete, t.ended)
	}
	return slices.Clone(t.requests), nil
}

// WaitFor blocks until a request for which holds is true has been read, or ctx ends.
func (t *AuditTrail) WaitFor(ctx context.Context, holds func(Request) bool) error {
	_, err := t.WaitAfter(ctx, 0, holds)
	return err
}

// WaitAfter is WaitFor without the first seen requests. It returns how many have been read.
func (t *AuditTrail) WaitAfter(ctx context.Context, seen int, holds func(Request) bool) (int, error) {
	for {
		t.mu.Lock()
		changed, fresh := t.changed, t.requests[seen:]
		seen = len(t.requests)
		t.mu.Unlock()
		if slices.ContainsFunc(fresh, holds) {
			return seen, nil
		}
		select {
		case <-ctx.Done():
			return seen, fmt.Errorf("wait for the audit log: %w", ctx.Err())
		case <-changed:
		}
	}
}

// parseAudit reads one event; ok is false for stages other than the end of a request.
func parseAudit(line []byte) (Request, bool, error) {
	var event auditv1.Event
	if err := json.Unmarshal(line, &event); err != nil {
		return Request{}, false, fmt.Errorf("parse audit event: %w", err)
	}
	if event.Stage != auditv1.StageResponseComplete && event.Stage != auditv1.StagePanic || event.ObjectRef == nil {
		return Request{}, false, nil
	}
	request := Request{
		At: event.RequestReceivedTimestamp.Time, User: event.User.Username, Agent: event.UserAgent, Verb: event.Verb,
		Group: event.ObjectRef.APIGroup, Resource: event.ObjectRef.Resource, Subresource: event.ObjectRef.Subresource,
		Namespace: event.ObjectRef.Namespace, Name: event.ObjectRef.Name,
		Version: event.ObjectRef.APIVersion, Options: options(event.RequestURI), Answered: event.StageTimestamp.Time,
	}
	if event.RequestObject != nil {
		request.Body = event.RequestObject.Raw
	}
	if event.ResponseObject != nil {
		request.Response = event.ResponseObject.Raw
	}
	request.DryRun = isDryRun(request.Options, request.Body)
	request.answer(event.ResponseStatus)
	return request, true, nil
}

func (r *Request) answer(status *metav1.Status) {
	if status == nil {
		return
	}
	r.Code = int(status.Code)
	var full metav1.Status
	if r.Refused() && json.Unmarshal(r.Response, &full) == nil && full.Message != "" {
		status = &full
	}
	r.Message = status.Message
	if status.Details != nil {
		r.Causes = status.Details.Causes
	}
}

// options reads the parameters of a URI. Those of one that makes no sense are left out: the API server refused it.
func options(uri string) url.Values {
	_, query, _ := strings.Cut(uri, "?")
	values, err := url.ParseQuery(query)
	if err != nil || len(values) == 0 {
		return nil
	}
	return values
}

// isDryRun reads the dryRun parameter, which is not part of the audited object reference; a delete has it in its body.
func isDryRun(parameters url.Values, body json.RawMessage) bool {
	var options metav1.DeleteOptions
	inBody := json.Unmarshal(body, &options) == nil && options.Kind == "DeleteOptions" && len(options.DryRun) > 0
	return inBody || len(parameters["dryRun"]) > 0
}
