package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestWrite is the file of somebody who deletes a Pod of a Deployment and writes down which, among requests that do not count.
func TestWrite(t *testing.T) {
	t.Parallel()
	script := evidencetest.New()
	web := evidencetest.Deployment("web", "nginx:1.26", 2)
	web.UID = "11111111-2222-3333-4444-555555555555"
	set := evidencetest.ReplicaSet(web, "web-7d4f9b6c5d", "1", 2)
	set.Labels, set.Status.Replicas = map[string]string{"pod-template-hash": "7d4f9b6c5d"}, 2
	first, second := evidencetest.Pod(set, "web-7d4f9b6c5d-ccccc", "nginx:1.26", true), evidencetest.Pod(set, "web-7d4f9b6c5d-bbbbb", "nginx:1.26", true)
	set.UID, first.UID = "88888888-2222-3333-4444-555555555555", "77777777-2222-3333-4444-555555555555"
	first.OwnerReferences[0].UID, second.OwnerReferences[0].UID = set.UID, set.UID
	second.UID = "99999999-2222-3333-4444-555555555555"
	first.GenerateName, second.GenerateName = "web-7d4f9b6c5d-", "web-7d4f9b6c5d-"

	script.Ask(evidence.Request{Verb: "create", Group: "apps", Version: "v1", Resource: "deployments", Name: "web", Code: 201,
		Body: []byte(`{"kind":"Deployment","metadata":{"name":"web","creationTimestamp":null},"status":{}}`)})
	script.Put(web, set, first, second, evidencetest.Done(web))
	script.Ask(evidence.Request{Verb: "get", Version: "v1", Resource: "pods", Code: 200})
	script.Ask(evidence.Request{Verb: "create", Group: "authorization.k8s.io", Version: "v1", Resource: "selfsubjectaccessreviews", Code: 201, Body: []byte(`{}`)})
	script.Ask(evidence.Request{Verb: "delete", Version: "v1", Resource: "pods", Name: second.Name, Code: 200,
		Body: []byte(`{"kind":"DeleteOptions","apiVersion":"meta.k8s.io/__internal","preconditions":{"uid":"99999999-2222-3333-4444-555555555555","resourceVersion":"5"}}`)})
	script.Delete(second)
	script.Ask(evidence.Request{Verb: "patch", Version: "v1", Resource: "configmaps", Name: "answers", Code: 200, Options: url.Values{"fieldManager": {"kubectl-patch"}, "timeout": {"5s"}},
		Body: []byte(`{"data":{"gone":"` + second.Name + ` of ` + set.Name + `","left":"` + first.Name + `"}}`)})
	requests, _ := script.Requests()
	for i := range requests {
		requests[i].Answered = requests[i].At
	}

	var out bytes.Buffer
	written, err := Write(&out, requests, script.History(), Options{Lab: "lab-2", User: cluster.Learner, Podium: "dev", Kubernetes: "v1.37.2"})
	if err != nil || written.Requests != 3 || written.Lost != 0 {
		t.Fatalf("%+v, %v", written, err)
	}
	want := `{"format":"podium.attempt/v1","lab":"lab-2","podium":"dev","kubernetes":"v1.37.2"}
{"settle":true}
{"request":{"verb":"create","group":"apps","version":"v1","resource":"deployments","namespace":"lab-2","body":{"kind":"Deployment","metadata":{"name":"web"}},"code":201}}
{"settle":true}
{"object":{"id":"deployment-1","kind":"Deployment","name":"web","namespace":"lab-2"}}
{"object":{"id":"replicaset-1","kind":"ReplicaSet","owner":"deployment-1","born":1}}
{"object":{"id":"pod-1","kind":"Pod","owner":"replicaset-1","born":2,"node":"podium-worker"}}
{"object":{"id":"pod-2","kind":"Pod","owner":"replicaset-1","born":1,"node":"podium-worker"}}
{"request":{"verb":"delete","version":"v1","resource":"pods","namespace":"lab-2","name":"${pod-1.name}","revision":"current","body":{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"${pod-1.uid}"}},"code":200}}
{"settle":true}
{"request":{"verb":"patch","version":"v1","resource":"configmaps","namespace":"lab-2","name":"answers","options":{"fieldManager":"kubectl-patch"},"patch":"merge","body":{"data":{"gone":"${pod-1.name} of ${replicaset-1.name}","left":"${pod-2.name}"}},"code":200}}
`
	if got := out.String(); got != want {
		t.Errorf("wrote\n%s\nwant\n%s", got, want)
	}
	if _, err := Read(out.Bytes(), Limits{}); err != nil {
		t.Error(err)
	}
}

// TestAZoneThatExposeCopiedIsAReference: a Pod takes it over from its node. What its author wrote is none.
func TestAZoneThatExposeCopiedIsAReference(t *testing.T) {
	t.Parallel()
	script := evidencetest.New()
	pod := evidencetest.Pod(nil, "first", "nginx:1.26", false)
	pod.Labels = map[string]string{"app": "first", corev1.LabelTopologyRegion: "mine"}
	pod.UID, pod.Spec.NodeName = "77777777-2222-3333-4444-555555555555", ""
	script.Put(pod)
	bound := pod.DeepCopy()
	bound.Spec.NodeName = "podium-worker"
	bound.Labels = map[string]string{"app": "first", corev1.LabelTopologyRegion: "mine", corev1.LabelTopologyZone: "zone-a"}
	script.Put(bound)
	expose := func(selector string) {
		script.Ask(evidence.Request{Verb: "create", Version: "v1", Resource: "services", Name: "first", Code: 201,
			Body: []byte(`{"kind":"Service","metadata":{"name":"first"},"spec":{"selector":` + selector + `}}`)})
	}
	expose(`{"app":"first","topology.kubernetes.io/region":"mine","topology.kubernetes.io/zone":"zone-a"}`)
	expose(`{"app":"first"}`)
	expose(`{"app":"first","topology.kubernetes.io/zone":"zone-b"}`)
	expose(`{"app":1}`)
	requests, _ := script.Requests()
	var out bytes.Buffer
	if _, err := Write(&out, requests, script.History(), Options{Lab: "lab-1", User: cluster.Learner}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"app":"first","topology.kubernetes.io/region":"mine","topology.kubernetes.io/zone":"${pod-1.zone}"}`,
		`{"app":"first"}`, `{"app":"first","topology.kubernetes.io/zone":"zone-b"}`, `{"app":1}`,
	} {
		if !strings.Contains(out.String(), `"selector":`+want+`}`) {
			t.Errorf("no selector %s in\n%s", want, out.String())
		}
	}
	if _, err := Read(out.Bytes(), Limits{}); err != nil {
		t.Error(err)
	}
}

func TestWriteRefusesAnAttemptWithNothingInIt(t *testing.T) {
	t.Parallel()
	if _, err := Write(&bytes.Buffer{}, nil, evidence.NewHistory(), Options{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v", err)
	}
	broken := evidence.NewHistory()
	broken.MarkGap("a watch ended")
	if _, err := Write(&bytes.Buffer{}, nil, broken, Options{}); !errors.Is(err, evidence.ErrIncomplete) {
		t.Errorf("%v", err)
	}
}

func TestContentType(t *testing.T) {
	t.Parallel()
	script := evidencetest.New()
	web := evidencetest.Deployment("web", "nginx:1.26", 1)
	web.Spec.Template.Spec.Containers[0].Args = []string{"a"}
	script.Put(web)
	after := func(containers string) string {
		return `{"kind":"Deployment","metadata":{"uid":"web","resourceVersion":"2"},"spec":{"replicas":1,"revisionHistoryLimit":10,"template":{"spec":{"containers":` + containers + `}}}}`
	}
	const patch = `{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"nginx:1.27"}]}}}}`
	for name, c := range map[string]struct{ body, options, response, want string }{
		"list":                      {`[{"op":"remove","path":"/spec/paused"}]`, "", "", jsonPatch},
		"kubectl apply server-side": {`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`, "fieldManager=kubectl&force=false", "", applyPatch},
		"whole object, own manager": {`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`, "fieldManager=me", "", applyPatch},
		"whole object, patched":     {`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`, "fieldManager=kubectl-patch", "", mergePatch},
		"no lists":                  {`{"spec":{"replicas":null}}`, "fieldManager=kubectl-patch", "", mergePatch},
		"directive":                 {`{"spec":{"$retainKeys":["a"],"x":[]}}`, "", "", strategicPatch},
		"client-side apply":         {patch, "fieldManager=kubectl-client-side-apply", "", strategicPatch},
		"merged by name":            {patch, "", after(`[{"name":"c","image":"nginx:1.27","args":["a"],"resources":{}}]`), strategicPatch},
		"replaced":                  {patch, "", after(`[{"name":"c","image":"nginx:1.27","resources":{}}]`), mergePatch},
		"refused":                   {patch, "", "", strategicPatch},
	} {
		options, err := url.ParseQuery(c.options)
		if err != nil {
			t.Fatal(err)
		}
		r := evidence.Request{Verb: "patch", Group: "apps", Version: "v1", Options: options, Body: json.RawMessage(c.body), Response: json.RawMessage(c.response), Code: 200}
		if got := contentType(r, script.History()); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestBodyOf(t *testing.T) {
	t.Parallel()
	const refused = `DaemonSet in version "v1" cannot be handled as a DaemonSet: strict decoding error: unknown field "spec.replicas", unknown field "spec.template.spec.containers[0].img"`
	for name, c := range map[string]struct {
		r              evidence.Request
		body, revision string
	}{
		"update": {evidence.Request{Verb: "update", Code: 200, Body: []byte(`{"metadata":{"name":"a","resourceVersion":"7","generation":3,"managedFields":[]},"status":{"x":1},"data":{"n":12345678901234567890}}`)},
			`{"data":{"n":12345678901234567890},"metadata":{"name":"a"}}`, "current"},
		"conflict":   {evidence.Request{Verb: "update", Code: 409, Body: []byte(`{"metadata":{"resourceVersion":"7"}}`)}, `{"metadata":{}}`, "stale"},
		"json patch": {evidence.Request{Verb: "patch", Code: 200, Body: []byte(`[{"op":"test","path":"/metadata/resourceVersion","value":"7"},{"op":"remove","path":"/x"}]`)}, `[{"op":"remove","path":"/x"}]`, ""},
		"lost": {evidence.Request{Verb: "update", Group: "apps", Version: "v1", Name: "agent", Code: 400, Message: refused},
			`{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"agent"},"spec":{"replicas":1,"template":{"spec":{"containers":[{"img":1}]}}}}`, ""},
		"lost for good": {evidence.Request{Verb: "update", Code: 400, Message: "json: cannot unmarshal"}, "null", ""},
		"none":          {evidence.Request{Verb: "delete", Code: 200}, "null", ""},
	} {
		body, revision, err := bodyOf(c.r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		text, err := encode(body)
		if err != nil || string(text) != c.body || revision != c.revision {
			t.Errorf("%s: %s, %q, %v", name, text, revision, err)
		}
	}
}
