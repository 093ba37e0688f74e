package replay

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence/evidencetest"
)

func TestReferencesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	script := evidencetest.New()
	web := evidencetest.Deployment("web", "nginx:1.26", 1)
	web.UID = "11111111-2222-3333-4444-555555555555"
	set := evidencetest.ReplicaSet(web, "web-7d4f9b6c5d", "1", 1)
	set.Labels = map[string]string{"pod-template-hash": "7d4f9b6c5d"}
	pod := evidencetest.Pod(set, "web-7d4f9b6c5d-x2bbc", "nginx:1.26", true)
	set.UID, pod.UID = "88888888-2222-3333-4444-555555555555", "77777777-2222-3333-4444-555555555555"
	pod.GenerateName = "web-7d4f9b6c5d-"
	script.Put(web, set, pod)
	known := newInventions(script.History())
	ids := map[string]*life{}
	named := func(l *life) string {
		id := strings.ToLower(l.first.Kind) + "-1"
		ids[id] = l
		return id
	}
	for text, want := range map[string]string{
		"pod/web-7d4f9b6c5d-x2bbc 1/1":                   "pod/${pod-1.name} 1/1",
		"web-7d4f9b6c5d-x2bbc,web-7d4f9b6c5d":            "${pod-1.name},${replicaset-1.name}",
		"app=web,pod-template-hash=7d4f9b6c5d":           "app=web,pod-template-hash=${replicaset-1.hash}",
		"web-7d4f9b6c5d-other and my-7d4f9b6c5d":         "web-7d4f9b6c5d-other and my-7d4f9b6c5d",
		`{"uid":"11111111-2222-3333-4444-555555555555"}`: `{"uid":"${deployment-1.uid}"}`,
		"${HOME} costs $${x}":                            "${}HOME} costs $${}x}",
		"$web-7d4f9b6c5d-x2bbc":                          "$${pod-1.name}",
		"web":                                            "web",
		"デプロイweb-7d4f9b6c5d。":                            "デプロイ${replicaset-1.name}。",
	} {
		got := known.references(text, named)
		if got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		back, err := Expand(got, func(id, attribute string) (string, bool) {
			l := ids[id]
			return map[string]string{nameOf: l.first.Object.GetName(), uidOf: string(l.uid()), hashOf: l.hash()}[attribute], true
		})
		if err != nil || back != text {
			t.Errorf("%q came back as %q, %v", text, back, err)
		}
	}
}

func TestExpandRefusesWhatIsNoReference(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"${", "${pod-1}", "${pod-1.ip}", "${pod.name}", "${pod-1.name", "${../x.name}", "${pod-0.name}", "${ }"} {
		if got, err := Expand(text, func(string, string) (string, bool) { return "x", true }); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestInvented(t *testing.T) {
	t.Parallel()
	cron := evidencetest.Deployment("report", "busybox", 1)
	cron.Kind = "CronJob"
	stateful := evidencetest.Deployment("db", "redis", 1)
	stateful.Kind = "StatefulSet"
	ordinal := evidencetest.Pod(stateful, "db-0", "redis", true)
	ordinal.GenerateName = "db-"
	bare := &corev1.Pod{}
	bare.Name = "web-bcdfg"
	copied := bare.DeepCopy()
	copied.GenerateName = "web-7d4f9b6c5d-"
	generated := bare.DeepCopy()
	generated.GenerateName = "web-"
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"Pod of a StatefulSet", Invented("Pod", ordinal), false},
		{"Pod with a name", Invented("Pod", bare), false},
		{"Pod that was copied", Invented("Pod", copied), false},
		{"Pod with a prefix", Invented("Pod", generated), true},
		{"Job of a minute", Invented("Job", evidencetest.Pod(cron, "report-29401234", "busybox", true)), true},
		{"Job made by hand", Invented("Job", evidencetest.Pod(cron, "report-now", "busybox", true)), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %t", c.name, c.got)
		}
	}
}
