package player

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
)

// conflicts is how often a request is sent again whose object somebody else was quicker to change.
const conflicts = 5

// optionBytes is how long an option may become by its references. They all stand in the first line of a request, and servers refuse a
// long one in ways that cannot be told from their own failure.
const optionBytes = 4 * replay.OptionBytes

// staleVersion is older than that of any object.
const staleVersion = "1"

func newClient(config *rest.Config) (*rest.RESTClient, error) {
	config = rest.CopyConfig(config)
	config.ContentConfig = rest.ContentConfig{NegotiatedSerializer: scheme.Codecs.WithoutConversion()}
	client, err := rest.UnversionedRESTClientFor(config)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return client, nil
}

// request sends one request and compares the status of its answer with that of the live attempt.
func (p *Player) request(ctx context.Context, r *replay.Request) (lang.Message, error) {
	value := func(id, attribute string) (string, bool) { return p.value(ctx, id, attribute) }
	ready := *r
	var err error
	if ready.Name, err = replay.Expand(r.Name, value); err != nil {
		return lang.M("%s is left out: %s", r.Title(), err), nil
	}
	ready.Options = map[string]string{}
	for name, written := range r.Options {
		if ready.Options[name], err = replay.Expand(written, value); err != nil {
			return lang.M("%s is left out: %s", r.Title(), err), nil
		}
		if len(ready.Options[name]) > optionBytes {
			return lang.M("%s is left out: its option %s is too long", r.Title(), name), nil
		}
	}
	// What a learner wrote down is sent also if something that it names does not exist here.
	body, err := replay.ExpandBody(r.Body, func(id, attribute string) (string, bool) {
		text, ok := value(id, attribute)
		if !ok {
			text = id
		}
		return text, true
	})
	if err != nil {
		return lang.Message{}, err
	}
	if len(r.Body) > 0 {
		ready.Body = body
	}
	code, said, err := p.send(ctx, &ready)
	if err != nil || code == r.Code {
		return lang.Message{}, err
	}
	return lang.M("%s was answered with %d, not with %d as before. %s", ready.Title(), code, r.Code, said), nil
}

// send sends a request, again after a conflict if there was none in the live attempt. The error is that of a server that could not be asked.
func (p *Player) send(ctx context.Context, r *replay.Request) (int, string, error) {
	for tries := 1; ; tries++ {
		body, err := p.withRevision(ctx, r)
		if err != nil {
			return 0, "", err
		}
		if len(body) > bodyBytes {
			return http.StatusRequestEntityTooLarge, "Its body is too long.", nil
		}
		code, said, err := p.once(ctx, r, body)
		if err != nil || code != http.StatusConflict || r.Code == http.StatusConflict || r.Verb == "create" || tries == conflicts {
			return code, said, err
		}
	}
}

func (p *Player) once(ctx context.Context, r *replay.Request, body []byte) (int, string, error) {
	request := p.client.Verb(method(r.Verb)).AbsPath(path(r, r.Subresource)...).MaxRetries(0).SetHeader("Accept", "application/json").SetHeader("Content-Type", r.ContentType())
	for name, value := range r.Options {
		request.Param(name, value)
	}
	if len(body) > 0 {
		request.Body(body)
	}
	code := 0
	result := request.Do(ctx).StatusCode(&code)
	err := result.Error()
	if refused := apierrors.APIStatus(nil); code != 0 && errors.As(err, &refused) {
		return code, refused.Status().Message, nil
	}
	if err != nil && code == 0 {
		return 0, "", fmt.Errorf("ask the API server: %w", err)
	}
	if p.tracker.watches(r) && (r.Verb == "create" || r.Verb == "patch") && r.Subresource == "" && r.Options["dryRun"] == "" {
		var made metav1.PartialObjectMetadata
		if answer, err := result.Raw(); err == nil && json.Unmarshal(answer, &made) == nil {
			// admission knows a PriorityClass by watching only, and nobody types the next request before that
			await(ctx, seenLimit, func() (bool, <-chan struct{}) { return p.tracker.saw(made.UID) })
		}
	}
	return code, "", nil
}

// seenLimit is how long what a request made may take to be seen by those who watch.
const seenLimit = 2 * time.Second

// withRevision puts a resourceVersion into the body if there was one.
func (p *Player) withRevision(ctx context.Context, r *replay.Request) ([]byte, error) {
	if r.Revision == "" {
		return r.Body, nil
	}
	version := staleVersion
	if r.Revision == "current" {
		var err error
		if version, err = p.versionOf(ctx, r); err != nil || version == "" {
			return r.Body, err
		}
	}
	var object map[string]any
	if err := json.Unmarshal(r.Body, &object); err != nil {
		return r.Body, nil //nolint:nilerr // a body that is no object has no resourceVersion
	}
	if object == nil {
		return r.Body, nil // null
	}
	field := "metadata"
	if r.Verb == "delete" || r.Verb == "deletecollection" {
		field = "preconditions"
	}
	inside, ok := object[field].(map[string]any)
	if !ok {
		inside = map[string]any{}
		object[field] = inside
	}
	inside["resourceVersion"] = version
	body, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("encode body: %w", err)
	}
	return body, nil
}

// versionOf is the resourceVersion of an object as it is now; empty if it cannot be read.
func (p *Player) versionOf(ctx context.Context, r *replay.Request) (string, error) {
	content, err := p.client.Get().AbsPath(path(r, "")...).MaxRetries(0).SetHeader("Accept", "application/json").Do(ctx).Raw()
	if refused := apierrors.APIStatus(nil); errors.As(err, &refused) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("ask the API server: %w", err)
	}
	var object struct {
		Metadata struct {
			ResourceVersion string `json:"resourceVersion"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(content, &object); err != nil {
		return "", fmt.Errorf("read %s: %w", r.Title(), err)
	}
	return object.Metadata.ResourceVersion, nil
}

func method(verb string) string {
	switch verb {
	case "create":
		return http.MethodPost
	case "update":
		return http.MethodPut
	case "patch":
		return http.MethodPatch
	}
	return http.MethodDelete
}

// path is where an object is, as the API has it since v1: /api/v1/... for the core group and /apis/GROUP/VERSION/... for others.
func path(r *replay.Request, subresource string) []string {
	segments := []string{"/api", r.Version}
	if r.Group != "" {
		segments = []string{"/apis", r.Group, r.Version}
	}
	if r.Namespace != "" {
		segments = append(segments, "namespaces", r.Namespace)
	}
	segments = append(segments, r.Resource)
	if r.Name != "" {
		segments = append(segments, r.Name)
	}
	if subresource != "" {
		segments = append(segments, subresource)
	}
	return segments
}
