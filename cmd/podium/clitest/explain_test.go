package clitest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/explain/report"
)

// inTheWay are workloads that do not run, each for another reason.
const inTheWay = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: relay}
spec: {replicas: 1, selector: {matchLabels: {app: relay}}, template: {metadata: {labels: {app: relay}}, spec: {nodeSelector: {rack: r1}, containers: [{name: c, image: "nginx:1.26"}]}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: greedy}
spec: {replicas: 1, selector: {matchLabels: {app: greedy}}, template: {metadata: {labels: {app: greedy}}, spec: {containers: [{name: c, image: "nginx:1.26", resources: {limits: {nvidia.com/gpu: "3"}}}]}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: pinned}
spec: {replicas: 1, selector: {matchLabels: {app: pinned}}, template: {metadata: {labels: {app: pinned}}, spec: {nodeSelector: {node-role.kubernetes.io/control-plane: ""}, containers: [{name: c, image: "nginx:1.26"}]}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: wbe}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: c, image: "nginx:1.26"}]}
`

// TestWhatExplainSuggestsWorks explains Pods that wait in a running lab, does what is suggested, with the commands as
// they are printed, and sees the Pods run.
func TestWhatExplainSuggestsWorks(t *testing.T) {
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(context.WithoutCancel(t.Context()), p.binary, "lab", "stop")) })
	if started := p.run("lab", "start", "lab-2"); started.code != 0 {
		t.Fatal(started)
	}
	kubeconfig := strings.TrimSpace(p.run("lab", "kubeconfig", "lab-2").out)
	file := filepath.Join(t.TempDir(), "objects.yaml")
	if err := os.WriteFile(file, []byte(inTheWay), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := p.kube(kubeconfig, "apply", "-f", file); got.code != 0 {
		t.Fatal(got)
	}
	for _, c := range []struct{ deployment, kind string }{{"relay", "label-node"}, {"greedy", "lower-request"}, {"pinned", "tolerate"}} {
		t.Run(c.deployment, func(t *testing.T) {
			r := p.explained("deploy/"+c.deployment, func(r *report.Report) bool { return r.State == report.Stopped && r.Placement != nil })
			at := slices.IndexFunc(r.Placement.Suggestions, func(s report.Suggestion) bool { return len(s.Changes) == 1 && s.Changes[0].Kind == c.kind })
			if at < 0 {
				t.Fatalf("no suggestion to %s: %+v", c.kind, r.Placement.Suggestions)
			}
			s := r.Placement.Suggestions[at]
			command := s.Changes[0].Command + s.Command
			if got := p.shell(kubeconfig, command); got.code != 0 {
				t.Fatalf("%s: %s%s", command, got.out, got.err)
			}
			if got := p.kube(kubeconfig, "rollout", "status", "deployment/"+c.deployment, "--timeout=60s"); got.code != 0 {
				t.Errorf("%s did not help: %s%s", command, got.out, got.err)
			}
			p.explained("deploy/"+c.deployment, func(r *report.Report) bool { return r.State == report.Reached })
		})
	}
	p.explainsInWords(kubeconfig)
}

// explained waits until the explanation is such.
func (p *place) explained(target string, such func(*report.Report) bool) *report.Report {
	p.t.Helper()
	late := time.After(30 * time.Second)
	for {
		got := p.run("explain", target, "-o", "json")
		r := &report.Report{}
		if err := json.Unmarshal([]byte(got.out), r); err != nil || got.code != 0 || r.Schema != report.Schema {
			p.t.Fatalf("explain %s: %v, %+v", target, err, got)
		}
		if such(r) {
			return r
		}
		select {
		case <-late:
			p.t.Fatalf("explain %s stays %s", target, got.out)
		default:
		}
	}
}

func (p *place) shell(kubeconfig, command string) ended {
	p.t.Helper()
	cmd := p.command(p.t.Context(), "/bin/sh", "-c", command)
	cmd.Env = append(cmd.Env, "KUBECONFIG="+kubeconfig, "PATH="+filepath.Dir(p.kubectl)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return p.finish(cmd)
}

// explainsInWords looks at texts, completion and errors of one running lab.
func (p *place) explainsInWords(kubeconfig string) {
	p.t.Helper()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"explain", "svc/web"}, 0, "nearest is Pod web, which has app=web"},
		{[]string{"explain", "svc", "web", "--lang", "ja"}, 0, "最も近いのはPod web(app=web)です"},
		{[]string{"explain", "pod/web"}, 0, "nothing is in the way"},
		{[]string{"explain", "deploy/rely"}, 2, "nearest: deployment/relay"},
		{[]string{"explain", "deploy/web", "-n", "kube-system"}, 2, "kubectl auth can-i get deployments -n kube-system"},
		{[]string{"explain", "node/web"}, 2, "kinds: cronjob"},
		{[]string{"explain", "deploy/web", "--kubeconfig", "/nowhere"}, 2, "use --kubeconfig"},
		{[]string{"explain", "deploy/web", "--context", "nowhere", "--kubeconfig", kubeconfig}, 2, "nowhere"},
		{[]string{"__complete", "explain", "deploy/re"}, 0, "deploy/relay"},
		{[]string{"__complete", "explain", "stat"}, 0, "statefulset/"},
	} {
		got := p.run(c.args...)
		// Where lines are broken depends on names; Japanese has no spaces there.
		unbroken := func(text string) string { return strings.Join(strings.Fields(text), "") }
		if got.code != c.code || !strings.Contains(unbroken(got.out+got.err), unbroken(c.says)) {
			p.t.Errorf("podium %s: exit code %d, %s%s", strings.Join(c.args, " "), got.code, got.out, got.err)
		}
	}
}
