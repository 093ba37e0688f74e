package hint_test

import (
	"encoding/json"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
)

const image = "nginx:1.26"

// said is what a hint says in every language about a history; a verb without its value would show as %!.
func said(t *testing.T, s *et.Script, when hint.When) string {
	t.Helper()
	seen, err := hint.Look(s, et.Namespace)
	if err != nil {
		t.Fatal(err)
	}
	var english string
	for _, language := range lang.Languages() {
		printer, err := lang.New(language)
		if err != nil {
			t.Fatal(err)
		}
		text := printer.Say(when(seen))
		if strings.Contains(text, "%!") {
			t.Errorf("%s: %s", language, text)
		}
		if language == lang.English {
			english = text
		}
	}
	return english
}

// body is an object as a request has it.
func body(object client.Object) json.RawMessage {
	encoded, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	return encoded
}

func created(resource string, object client.Object) evidence.Request {
	return evidence.Request{Verb: "create", Resource: resource, Code: 201, Body: body(object), Response: body(object)}
}

func web(replicas int32, edit func(*corev1.PodSpec)) *appsv1.Deployment {
	d := et.Deployment("web", image, replicas)
	if edit != nil {
		edit(&d.Spec.Template.Spec)
	}
	return d
}

// scaledByHand is a ReplicaSet that the learner scales from 3 to 5 and, unless it stays so, the Deployment puts back.
func scaledByHand(putBack bool) *et.Script {
	s, d := et.New(), web(3, nil)
	s.Put(d, et.ReplicaSet(d, "web-1", "1", 3))
	s.Ask(evidence.Request{Verb: "patch", Resource: "replicasets", Subresource: "scale", Name: "web-1", Code: 200})
	s.Put(et.ReplicaSet(d, "web-1", "1", 5))
	if putBack {
		s.Put(et.ReplicaSet(d, "web-1", "1", 3))
	}
	return s
}

func with(objects ...client.Object) *et.Script {
	s := et.New()
	s.Put(objects...)
	return s
}

func asked(s *et.Script, requests ...evidence.Request) *et.Script {
	for _, r := range requests {
		s.Ask(r)
	}
	return s
}

func selecting(key, value string) *appsv1.Deployment {
	return web(1, func(spec *corev1.PodSpec) { spec.NodeSelector = map[string]string{key: value} })
}

func refused(field, message string) evidence.Request {
	return evidence.Request{Verb: "create", Resource: "deployments", Body: body(web(3, nil)), Code: 422, Causes: []metav1.StatusCause{{Field: field, Message: message}}}
}

func container(pod *corev1.Pod, status corev1.ContainerStatus, edit func(*corev1.Container)) *corev1.Pod {
	pod = et.Status(pod, corev1.PodRunning, status)
	if edit != nil {
		edit(&pod.Spec.Containers[0])
	}
	return pod
}

func TestHints(t *testing.T) {
	const deep = "gpu.homelab/tier"
	gpu := et.Node("n1", map[string]string{deep: "xlarge"})
	bare := et.Pod(nil, "hello", image, true)
	probe := func(port int32) *corev1.Probe {
		return &corev1.Probe{ProbeHandler: corev1.ProbeHandler{GRPC: &corev1.GRPCAction{Port: port}}}
	}
	early := func(startup *corev1.Probe) func(*corev1.Container) {
		return func(c *corev1.Container) {
			c.LivenessProbe, c.ReadinessProbe, c.StartupProbe = probe(81), probe(81), startup
			c.LivenessProbe.InitialDelaySeconds, c.LivenessProbe.PeriodSeconds, c.LivenessProbe.FailureThreshold = 1, 2, 3
		}
	}
	exited := et.RunningContainer("c", true, 1)
	exited.LastTerminationState = et.Exited("c", 3).State
	started := et.RunningContainer("c", false, 0)
	started.Started = nil
	tainted := et.Node("n1", nil, corev1.Taint{Key: "maintenance", Effect: corev1.TaintEffectNoSchedule})
	mismatch := refused("spec.template.metadata.labels", "`selector` does not match template `labels`")
	deleted := evidence.Request{Verb: "delete", Resource: "deployments", Name: "web", Code: 200}
	for name, c := range map[string]struct {
		s    *et.Script
		when hint.When
		want string // part of what is said; nothing is said if it is empty
	}{
		"a ReplicaSet put back":            {scaledByHand(true), hint.ReplicaSetScaled("web"), "You scaled ReplicaSet web-1 to 5; Deployment web put it back to 3 at 10:00:05 UTC."},
		"a ReplicaSet not put back yet":    {scaledByHand(false), hint.ReplicaSetScaled("web"), ""},
		"a ReplicaSet of another":          {scaledByHand(true), hint.ReplicaSetScaled("other"), ""},
		"scaled to 0":                      {with(web(3, nil), web(0, nil), web(3, nil)), hint.ThroughZero("web"), "You scaled web to 0 at 10:00:02 UTC"},
		"always something":                 {with(web(3, nil), web(4, nil)), hint.ThroughZero("web"), ""},
		"created with 0":                   {with(web(0, nil), web(3, nil)), hint.ThroughZero("web"), ""},
		"made anew":                        {asked(et.New(), deleted, created("deployments", web(3, nil))), hint.MadeAnew("web"), "at 10:00:01 UTC and made another"},
		"deleted":                          {asked(et.New(), deleted), hint.MadeAnew("web"), ""},
		"deleted and needed":               {asked(et.New(), deleted), hint.Deleted("Deployment", "deployments", "web"), "You deleted Deployment web"},
		"deleted and there again":          {asked(with(web(3, nil)), deleted), hint.Deleted("Deployment", "deployments", "web"), ""},
		"a label value mistyped":           {with(gpu, selecting(deep, "xlrage")), hint.SelectsNoNode("web"), "The nearest that there is: gpu.homelab/tier=xlarge"},
		"a label value of no node":         {with(gpu, selecting(deep, "mini")), hint.SelectsNoNode("web"), "Its values on the nodes are: xlarge"},
		"a label key mistyped":             {with(gpu, selecting("gpu.homelab/teir", "xlarge")), hint.SelectsNoNode("web"), "The nearest that there is: gpu.homelab/tier."},
		"a label of no node":               {with(gpu, selecting("disk", "ssd")), hint.SelectsNoNode("web"), "No node has a label disk"},
		"a label of a node":                {with(gpu, selecting(deep, "xlarge")), hint.SelectsNoNode("web"), ""},
		"the selector does not select":     {asked(et.New(), mismatch), hint.SelectorMismatch("web"), "Deployment web was refused (422)"},
		"and was mended":                   {asked(et.New(), mismatch, created("deployments", web(3, nil))), hint.SelectorMismatch("web"), ""},
		"refused for another reason":       {asked(et.New(), refused("spec.replicas", "must be positive")), hint.SelectorMismatch("web"), ""},
		"a Deployment for a Pod":           {with(web(1, nil)), hint.OtherKind("Pod", "web"), "There is a Deployment called web. The task asks for a Pod"},
		"the right kind":                   {with(web(1, nil)), hint.OtherKind("Deployment", "web"), ""},
		"a name mistyped":                  {asked(with(et.Deployment("wbe", image, 1)), created("deployments", et.Deployment("wbe", image, 1))), hint.Misspelt([]string{"web"}), "You created wbe, and there is no web."},
		"a mistyped name beside the right": {asked(with(web(1, nil), et.Deployment("wbe", image, 1)), created("deployments", et.Deployment("wbe", image, 1))), hint.Misspelt([]string{"web"}), ""},
		"a tag mistyped":                   {with(web(1, nil)), hint.AnotherImage("web", "nginx:1.62"), "not nginx:1.62. Is the tag mistyped?"},
		"another program":                  {with(web(1, nil)), hint.AnotherImage("web", "httpd:2.4"), "The task asks for httpd:2.4"},
		"that of an earlier task":          {with(web(1, nil)), hint.AnotherImage("web", "nginx:1.62", "nginx:0.1", image), ""},
		"the image":                        {with(web(1, nil)), hint.AnotherImage("web", image), ""},
		"a program that ends":              {with(container(bare, exited, nil)), hint.EndsByItself("hello"), "(exit code 3)"},
		"ended by its liveness probe":      {with(container(bare, exited, func(c *corev1.Container) { c.LivenessProbe = probe(1) })), hint.EndsByItself("hello"), ""},
		"a readiness probe without answer": {with(container(bare, started, func(c *corev1.Container) { c.ReadinessProbe = probe(8080) })), hint.ReadinessPort("hello"), "its readiness probe asks port 8080"},
		"a liveness probe without answer":  {with(container(bare, exited, func(c *corev1.Container) { c.LivenessProbe = probe(81) })), hint.LivenessPort("hello"), "its liveness probe asks port 81"},
		"a liveness probe too early":       {with(container(bare, exited, early(nil))), hint.LivenessTooEarly("hello"), "gives up after some 7 seconds, before anything answers on port 81."},
		"that port is the right one":       {with(container(bare, exited, early(nil))), hint.LivenessPort("hello"), ""},
		"held back by a startup probe":     {with(container(bare, exited, early(probe(81)))), hint.LivenessTooEarly("hello"), ""},
		"early on a port of nobody's":      {with(container(bare, exited, func(c *corev1.Container) { c.LivenessProbe = probe(81) })), hint.LivenessTooEarly("hello"), ""},
		"the status by hand": {
			asked(et.New(), evidence.Request{Verb: "patch", Resource: "pods", Subresource: "status", Name: "hello", Code: 403}), hint.StatusByHand("pods"),
			"You tried to write the status of hello at 10:00:01 UTC (answer: 403).",
		},
		"another effect":        {with(tainted), hint.TaintEffect("n1", "maintenance", corev1.TaintEffectNoExecute), "effect NoSchedule; the task asks for NoExecute"},
		"that effect":           {with(tainted), hint.TaintEffect("n1", "maintenance", corev1.TaintEffectNoSchedule), ""},
		"a taint taken off":     {with(tainted, et.Node("n1", nil)), hint.TaintRemoved("n1", "maintenance", lang.Verbatim("Leave it.")), "at 10:00:02 UTC. Leave it."},
		"a taint that is there": {with(et.Node("n1", nil), tainted), hint.TaintRemoved("n1", "maintenance", lang.Verbatim("Leave it.")), ""},
		"nothing asked":         {et.New(), hint.NothingDone([]string{"web"}, nil, "answers", "deploy"), "no request of yours for this task yet"},
		"something asked":       {asked(et.New(), mismatch), hint.NothingDone([]string{"web"}, nil, "answers", "deploy"), ""},
		"something read":        {asked(et.New(), evidence.Request{Verb: "get", Resource: "deployments", Name: "web", Code: 200}), hint.NothingDone([]string{"web"}, nil, "answers", "deploy"), "no request of yours"},
		"an answer written":     {with(et.ConfigMap("answers", map[string]string{"deploy-why": "so"})), hint.NothingDone([]string{"web"}, nil, "answers", "deploy"), ""},
		"an answer to another":  {with(et.ConfigMap("answers", map[string]string{"deployed": "so"})), hint.NothingDone([]string{"web"}, nil, "answers", "deploy"), "no request of yours"},
	} {
		t.Run(name, func(t *testing.T) {
			got := said(t, c.s, c.when)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestNoHintWhereTheEvidenceIsIncomplete: what is not known is not told.
func TestNoHintWhereTheEvidenceIsIncomplete(t *testing.T) {
	s := scaledByHand(true)
	s.History().MarkGap("the watch broke off")
	if _, err := hint.Look(s, et.Namespace); err == nil {
		t.Error("it can be looked at")
	}
}
