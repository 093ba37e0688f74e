package ladder_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/explain/ladder"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif"
)

func schemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("../report/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("explain.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("explain.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// refuses is a scheduler that turns down every node by a taint, unless the Pod tolerates something.
type refuses struct{ whatif.Scheduler }

func (refuses) Ask(_ context.Context, s *whatif.Snapshot, pod *corev1.Pod) (*whatif.Answer, error) {
	answer := &whatif.Answer{Message: "0/1 nodes are available"}
	for _, node := range s.Nodes {
		rejected := len(pod.Spec.Tolerations) == 0 && len(node.Spec.Taints) > 0
		answer.Nodes = append(answer.Nodes, &whatif.Node{Name: node.Name, Verdicts: []whatif.Verdict{{Plugin: "TaintToleration", Rejected: rejected}}})
	}
	return answer, nil
}

func (refuses) Preempt(context.Context, *whatif.Snapshot, *corev1.Pod) (*whatif.Preemption, error) {
	return &whatif.Preemption{Reason: "no"}, nil
}

// pendingDeployment is a Deployment whose Pod no node takes, with names that try to move the cursor.
func pendingDeployment(t *testing.T, language string) *report.Report {
	t.Helper()
	s := stateOf(t, "deploy/web", []string{
		deployment("replicas: 1", ""), replicaSet("new", "nginx", "1", "replicas: 1"), pod("a", "ReplicaSet/new", "containers: [{name: c, image: nginx}]", ""),
		"{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: \"evil\\e[31m\\u202e\", effect: NoSchedule}]}}",
	})
	s.Snapshot = &whatif.Snapshot{Nodes: s.Nodes, Pods: s.Pods}
	s.Limits = []lang.Message{lang.M("with more than 100 nodes the scheduler looks at some of them only, in turn; here all are asked")}
	r, err := ladder.Explain(t.Context(), s, ladder.Options{Scheduler: refuses{}, Words: words(t, language)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryDocumentFollowsTheSchema(t *testing.T) {
	schema := schemaOf(t)
	reports := []*report.Report{pendingDeployment(t, lang.English), pendingDeployment(t, lang.Japanese)}
	for _, c := range slices.Concat(podCases(), deploymentCases(), setCases(), jobCases(), serviceCases()) {
		reports = append(reports, explained(t, stateOf(t, c.target, c.objects)))
	}
	for _, r := range reports {
		var out bytes.Buffer
		if err := report.Encode(&out, r); err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v", r.Summary, err)
		}
	}
}

func TestTheTextKeepsWithinItsWidthAndIsClean(t *testing.T) {
	for _, language := range lang.Languages() {
		r := pendingDeployment(t, language)
		for _, width := range []int{0, 60, 100} {
			var out strings.Builder
			if err := report.Text(&out, r, report.TextOptions{Words: words(t, language), Width: width}); err != nil {
				t.Fatal(err)
			}
			limit := width
			if limit == 0 {
				limit = 80
			}
			for line := range strings.Lines(out.String()) {
				line = strings.TrimRight(line, "\n")
				if lipgloss.Width(line) > limit && !strings.Contains(line, "kubectl") {
					t.Errorf("%d columns: %q", lipgloss.Width(line), line)
				}
			}
			if strings.ContainsAny(out.String(), "\x1b\u202e") {
				t.Errorf("control characters in %q", out.String())
			}
		}
	}
}

func TestASuggestionForATemplateComesAsAPatch(t *testing.T) {
	r := pendingDeployment(t, lang.English)
	if r.State != report.Stopped || r.Placement == nil || len(r.Placement.Suggestions) == 0 {
		t.Fatalf("%+v", r)
	}
	const want = `kubectl -n shop patch deployment web -p '{"spec":{"template":{"spec":{"tolerations":[{"effect":"NoSchedule","key":"evil`
	if got := r.Placement.Suggestions[0].Command; !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
}
