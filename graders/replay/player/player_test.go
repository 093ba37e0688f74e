package player

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"github.com/podium-labs/podium/graders/replay"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	family := []*tracked{{uid: "1", node: "a"}, {uid: "2", node: "b", gone: true}, {uid: "3", node: "b"}, {uid: "4", node: "c"}}
	for name, c := range map[string]struct {
		born  int
		node  string
		taken []types.UID
		want  types.UID
	}{
		"the same number":              {2, "", nil, "2"},
		"what still exists":            {2, "", []types.UID{"2"}, "1"},
		"the same node":                {4, "b", nil, "3"},
		"the same node and number":     {2, "b", nil, "2"},
		"another node":                 {4, "z", nil, "4"},
		"fewer than there had been":    {9, "", nil, "4"},
		"nobody is left":               {1, "", []types.UID{"1", "2", "3", "4"}, ""},
		"the others on that node went": {1, "b", []types.UID{"2", "3"}, "1"},
	} {
		taken := map[types.UID]bool{}
		for _, uid := range c.taken {
			taken[uid] = true
		}
		got := nearest(family, &replay.Object{Born: c.born, Node: c.node}, taken)
		if (got == nil) != (c.want == "") || got != nil && got.uid != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// server answers like an API server and remembers what it was asked.
type server struct {
	mu    sync.Mutex
	asked []string
	codes []int
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _ := io.ReadAll(r.Body) // a test's own
	s.asked = append(s.asked, strings.TrimSpace(strings.Join([]string{r.Method, r.URL.RequestURI(), r.Header.Get("Content-Type"), string(body)}, " ")))
	code := http.StatusOK
	if r.Method != http.MethodGet && len(s.codes) > 0 {
		code, s.codes = s.codes[0], s.codes[1:]
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	answer := map[string]any{"kind": "ConfigMap", "apiVersion": "v1", "metadata": map[string]any{"resourceVersion": "42", "uid": "made"}}
	if code >= 400 {
		answer = map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": "no", "code": code}
	}
	_ = json.NewEncoder(w).Encode(answer) //nolint:errchkjson // a test's own
}

func TestRequest(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		request string
		codes   []int
		asked   []string
		says    string
	}{
		"patch": {`{"verb":"patch","group":"apps","version":"v1","resource":"deployments","subresource":"scale","namespace":"lab","name":"web","patch":"merge","options":{"dryRun":"All"},"body":{"spec":{"replicas":2}},"code":200}`,
			nil, []string{`PATCH /apis/apps/v1/namespaces/lab/deployments/web/scale?dryRun=All application/merge-patch+json {"spec":{"replicas":2}}`}, ""},
		"reference": {`{"verb":"delete","version":"v1","resource":"pods","namespace":"lab","name":"${pod-1.name}","options":{"labelSelector":"hash=${pod-1.hash}"},"code":200}`,
			nil, []string{`DELETE /api/v1/namespaces/lab/pods/web-x?labelSelector=hash%3Dabc application/json`}, ""},
		"reference to a node's label": {`{"verb":"create","version":"v1","resource":"services","namespace":"lab","body":{"spec":{"selector":{"topology.kubernetes.io/zone":"${pod-1.zone}"}}},"code":200}`,
			nil, []string{`POST /api/v1/namespaces/lab/services application/json {"spec":{"selector":{"topology.kubernetes.io/zone":"zone-b"}}}`}, ""},
		"reference to nothing": {`{"verb":"delete","version":"v1","resource":"pods","namespace":"lab","name":"${pod-2.name}","code":200}`, nil, nil, "left out: pod-2 was not found"},
		"nothing in a text":    {`{"verb":"create","version":"v1","resource":"configmaps","namespace":"lab","body":{"a":"${pod-2.name} ${}"},"code":200}`, nil, []string{`POST /api/v1/namespaces/lab/configmaps application/json {"a":"pod-2 ${"}`}, ""},
		"otherwise":            {`{"verb":"create","version":"v1","resource":"configmaps","namespace":"lab","body":{"metadata":{"name":"a"}},"code":201}`, []int{409}, []string{`POST /api/v1/namespaces/lab/configmaps application/json {"metadata":{"name":"a"}}`}, "create configmaps a was answered with 409, not with 201 as before. no"},
		"current": {`{"verb":"update","version":"v1","resource":"configmaps","namespace":"lab","name":"a","revision":"current","body":{"metadata":{}},"code":200}`, []int{409, 200}, []string{
			`GET /api/v1/namespaces/lab/configmaps/a`, `PUT /api/v1/namespaces/lab/configmaps/a application/json {"metadata":{"resourceVersion":"42"}}`,
			`GET /api/v1/namespaces/lab/configmaps/a`, `PUT /api/v1/namespaces/lab/configmaps/a application/json {"metadata":{"resourceVersion":"42"}}`,
		}, ""},
		"stale": {`{"verb":"delete","version":"v1","resource":"configmaps","namespace":"lab","name":"a","revision":"stale","body":{"kind":"DeleteOptions"},"code":409}`, []int{409},
			[]string{`DELETE /api/v1/namespaces/lab/configmaps/a application/json {"kind":"DeleteOptions","preconditions":{"resourceVersion":"1"}}`}, ""},
		"no object to put a revision into": {`{"verb":"update","version":"v1","resource":"configmaps","namespace":"lab","name":"a","revision":"stale","body":null,"code":400}`, []int{400},
			[]string{`PUT /api/v1/namespaces/lab/configmaps/a application/json null`}, ""},
		"an option that grows": {`{"verb":"delete","version":"v1","resource":"pods","namespace":"lab","name":"a","options":{"labelSelector":"` + strings.Repeat("${pod-3.name}", 70) + `"},"code":200}`,
			nil, nil, "its option labelSelector is too long"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := &server{codes: c.codes}
			listening := httptest.NewServer(api)
			t.Cleanup(listening.Close)
			client, err := newClient(&rest.Config{Host: listening.URL})
			if err != nil {
				t.Fatal(err)
			}
			p := New("")
			p.client, p.tracker = client, &tracker{}
			p.bound["pod-3"] = &tracked{name: strings.Repeat("a", 100)}
			p.bound["pod-1"] = &tracked{name: "web-x", hash: "abc", topology: map[string]string{"zone": "zone-b"}}
			var request replay.Request
			if err := json.Unmarshal([]byte(c.request), &request); err != nil {
				t.Fatal(err)
			}
			otherwise, err := p.request(t.Context(), &request)
			said := p.say(otherwise)
			if err != nil || !strings.Contains(said, c.says) || (said == "") != (c.says == "") {
				t.Errorf("said %q, %v", said, err)
			}
			if got, want := strings.Join(api.asked, "\n"), strings.Join(c.asked, "\n"); got != want {
				t.Errorf("asked\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestALabelOfANodeIsWaitedFor: a Pod has it once it is bound, and not at all if it never is.
func TestALabelOfANodeIsWaitedFor(t *testing.T) {
	t.Parallel()
	p := New("")
	p.tracker = &tracker{byUID: map[types.UID]*tracked{}, changed: make(chan struct{})}
	see := func(labels map[string]any) {
		p.tracker.see(&unstructured.Unstructured{Object: map[string]any{"kind": "Pod", "metadata": map[string]any{"uid": "1", "name": "web", "labels": labels}}}, false)
	}
	see(nil)
	p.bound["pod-1"] = p.tracker.byUID["1"]
	asked, got := make(chan struct{}), make(chan string)
	go func() {
		close(asked)
		value, _ := p.value(t.Context(), "pod-1", "zone")
		got <- value
	}()
	<-asked
	see(map[string]any{"topology.kubernetes.io/zone": "zone-b"})
	if value := <-got; value != "zone-b" {
		t.Errorf("zone %q", value)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for range 2 {
		if value, ok := p.value(ended, "pod-1", "region"); value != "" || !ok {
			t.Errorf("region %q, %t", value, ok)
		}
	}
}

// TestWhatWasMadeIsSeenBeforeTheNextRequest: admission learns of a PriorityClass by watching, as the tracker does.
func TestWhatWasMadeIsSeenBeforeTheNextRequest(t *testing.T) {
	t.Parallel()
	api := &server{}
	listening := httptest.NewServer(api)
	t.Cleanup(listening.Close)
	client, err := newClient(&rest.Config{Host: listening.URL})
	if err != nil {
		t.Fatal(err)
	}
	p := New("")
	p.client, p.tracker = client, &tracker{namespace: "lab", byUID: map[types.UID]*tracked{}, changed: make(chan struct{})}
	done := make(chan error, 1)
	go func() {
		_, err := p.request(t.Context(), &replay.Request{Verb: "create", Group: "scheduling.k8s.io", Version: "v1", Resource: "priorityclasses", Code: 200})
		done <- err
	}()
	see := func(uid string) {
		p.tracker.see(&unstructured.Unstructured{Object: map[string]any{"kind": "PriorityClass", "metadata": map[string]any{"uid": uid, "name": uid}}}, false)
	}
	see("another")
	select {
	case err := <-done:
		t.Fatalf("the next request did not wait: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	see("made")
	if err := <-done; err != nil {
		t.Error(err)
	}
	for _, r := range []*replay.Request{
		{Verb: "create", Version: "v1", Resource: "configmaps", Namespace: "elsewhere", Code: 200},
		{Verb: "create", Group: "storage.k8s.io", Version: "v1", Resource: "storageclasses", Code: 200},
	} {
		if p.tracker.watches(r) {
			t.Errorf("%s in %q is not watched", r.Resource, r.Namespace)
		}
	}
}

func TestAServerThatIsGoneIsAnError(t *testing.T) {
	t.Parallel()
	listening := httptest.NewServer(http.NotFoundHandler())
	listening.Close()
	client, err := newClient(&rest.Config{Host: listening.URL})
	if err != nil {
		t.Fatal(err)
	}
	p := New("")
	p.client, p.tracker = client, &tracker{}
	if _, err := p.request(t.Context(), &replay.Request{Verb: "delete", Version: "v1", Resource: "pods", Name: "a", Code: 200}); err == nil {
		t.Error("no error")
	}
}
