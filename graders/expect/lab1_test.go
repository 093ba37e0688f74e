package expect_test

import (
	"testing"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/graders/lang"
)

func subject(s *et.Script, name string) expect.Subject {
	return expect.Subject{Evidence: s, Namespace: et.Namespace, Name: name}
}

func written(s *et.Script, key string) expect.Written {
	return expect.Written{Subject: subject(s, "answers"), Key: key}
}

// answered is a history that ends with a written answer.
func answered(key, text string) *et.Script {
	s := et.New()
	s.Put(et.ConfigMap("answers", map[string]string{key: text}))
	return s
}

// agrees judges, and compares with what should come out.
func agrees(t *testing.T, name string, actual any, m expect.Matcher, want bool) {
	t.Helper()
	if v := judge(t, actual, m); v.OK != want {
		t.Errorf("%s: %v instead of %v: %s", name, v.OK, want, v.English())
	}
}

func TestTheFirstYesOrNoDecides(t *testing.T) {
	for text, no := range map[string]bool{
		"no": true, "No, nothing owns it": true, "It does not come back.": true, "It won't return": true, "nobody makes another": true, "It’s gone": true,
		"いいえ": true, "戻ってきません": true, "所有者がいないので作り直されない": true, "戻らない": true,
		"yes": false, "Yes. No doubt.": false, "No doubt it comes back": false, "no, it does not": true, "No": true, "戻ることはありません": true, "消えません。戻ります": false, "No longer there": true, "いいえ。": true, "it comes back": false, "はい、戻ります": false, "戻る": false, "ReplicaSet": false,
		"knowing that, noted": false,
	} {
		agrees(t, text, written(answered("first-pod", text), "first-pod"), expect.Deny(lang.Verbatim("?")), no)
	}
	agrees(t, "no answer", written(et.New(), "first-pod"), expect.Deny(lang.Verbatim("?")), false)
}

func TestAPodThatRunsByItself(t *testing.T) {
	bare := et.Pod(nil, "hello", old, true)
	running := et.Status(bare, "Running", et.RunningContainer("c", true, 0))
	crashing := et.Status(bare, "Running", et.RunningContainer("c", true, 1))
	crashing.Status.ContainerStatuses[0].LastTerminationState = et.Exited("c", 0).State
	owned := et.Pod(et.DaemonSet("hello", old, 1), "hello", old, true)
	for name, c := range map[string]struct {
		s               *et.Script
		runs, ownerless bool
	}{
		"runs":            {s: with(running), runs: true, ownerless: true},
		"pending":         {s: with(et.Status(bare, "Pending")), ownerless: true},
		"was restarted":   {s: with(crashing), ownerless: true},
		"ended":           {s: with(et.Status(bare, "Succeeded", et.Exited("c", 0))), ownerless: true},
		"by a controller": {s: with(et.Status(owned, "Running", et.RunningContainer("c", true, 0))), runs: true},
		"none":            {s: et.New()},
	} {
		hello := expect.Pod{Subject: subject(c.s, "hello")}
		agrees(t, name, hello.Lifetime(), expect.EndWith(hello.IsRunning()), c.runs)
		agrees(t, name, hello.Lifetime(), expect.EndWith(hello.HasNoOwner()), c.ownerless)
	}
	s := with(running)
	s.Delete(running)
	hello := expect.Pod{Subject: subject(s, "hello")}
	agrees(t, "deleted to try it out", hello.Lifetime(), expect.EndWith(hello.IsRunning()), true)
}

// with is a history of some objects.
func with(objects ...client.Object) *et.Script {
	s := et.New()
	s.Put(objects...)
	return s
}

func TestWhatTheAPIServerHasRefused(t *testing.T) {
	reason := expect.Rejection{Name: lang.Verbatim("x"), Is: func(r evidence.Request) bool { return r.Message == "x" }}
	for name, c := range map[string]struct {
		request evidence.Request
		want    bool
	}{
		"refused":         {evidence.Request{Verb: "create", Resource: "jobs", Code: 422, Message: "x"}, true},
		"server-side 500": {evidence.Request{Verb: "patch", Resource: "jobs", Code: 500, Message: "x"}, true},
		"another reason":  {evidence.Request{Verb: "create", Resource: "jobs", Code: 422, Message: "y"}, false},
		"accepted":        {evidence.Request{Verb: "create", Resource: "jobs", Code: 201, Message: "x"}, false},
		"another kind":    {evidence.Request{Verb: "create", Resource: "cronjobs", Code: 422, Message: "x"}, false},
		"a read":          {evidence.Request{Verb: "get", Resource: "jobs", Code: 404, Message: "x"}, false},
	} {
		s := et.New()
		s.Ask(c.request)
		agrees(t, name, expect.Asked{Subject: subject(s, ""), Resource: "jobs"}, expect.HaveMet(reason), c.want)
	}
}
