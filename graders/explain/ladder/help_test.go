package ladder_test

import (
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/explain/ladder"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

// now is when all states are looked at.
func now() time.Time { return time.Date(2026, 3, 1, 12, 0, 30, 0, time.UTC) }

const ready = "status: {phase: Running, conditions: [{type: PodScheduled, status: 'True'}, {type: Ready, status: 'True'}], containerStatuses: [{name: c, ready: true, state: {running: {}}}]}"

// pod is a Pod "name" of an owner "Kind/name" ("" for none) with the rest of its spec and status.
func pod(name, owner, spec, rest string) string {
	return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: web}" + owned(owner) + "}, spec: {restartPolicy: Always, " + spec + "}, " + rest + "}"
}

func owned(owner string) string {
	kind, name, has := strings.Cut(owner, "/")
	if !has {
		return ""
	}
	return ", ownerReferences: [{apiVersion: x/v1, kind: " + kind + ", name: " + name + ", uid: " + strings.ToLower(kind) + "-" + name + ", controller: true}]"
}

// on is the spec of a Pod on node n1.
const on = "nodeName: n1, containers: [{name: c, image: nginx}]"

// container is a status of a Pod on a node whose only container is in that state.
func container(state string) string {
	return "status: {phase: Pending, conditions: [{type: PodScheduled, status: 'True'}], containerStatuses: [{name: c, ready: false, " + state + "}]}"
}

// node is a healthy node.
func node(name, more string) string {
	return "{apiVersion: v1, kind: Node, metadata: {name: " + name + ", labels: {kubernetes.io/hostname: " + name + "}}, " + more + "status: {conditions: [{type: Ready, status: 'True'}]}}"
}

func deployment(spec, status string) string {
	return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, generation: 2}, spec: {replicas: 2, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}, " +
		"selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}, " + spec + "}, status: {observedGeneration: 2, " + status + "}}"
}

// replicaSet belongs to the Deployment web; image tells new from old.
func replicaSet(name, image string, replicas, status string) string {
	return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: " + name + owned("Deployment/web") + "}, spec: {replicas: " + replicas + ", selector: {matchLabels: {app: web}}, " +
		"template: {metadata: {labels: {app: web, pod-template-hash: " + name + "}}, spec: {containers: [{name: c, image: " + image + "}]}}}, status: {" + status + "}}"
}

// warning is an Event about "Kind/name".
func warning(about, reason, message string) string {
	kind, name, _ := strings.Cut(about, "/")
	return "{apiVersion: v1, kind: Event, metadata: {name: e-" + strings.ToLower(reason) + "}, involvedObject: {kind: " + kind + ", name: " + name + ", uid: " + strings.ToLower(kind) + "-" + name + "}, " +
		"type: Warning, reason: " + reason + ", message: '" + message + "'}"
}

// stateOf puts objects where Read would.
func stateOf(t *testing.T, target string, texts []string) *seen.State {
	t.Helper()
	parsed, err := seen.ParseTarget([]string{target})
	if err != nil {
		t.Fatal(err)
	}
	parsed.Namespace = "shop"
	s := &seen.State{Target: parsed, Now: now()}
	for _, text := range texts {
		data, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		object, kind, err := scheme.Codecs.UniversalDeserializer().Decode(data, nil, nil)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		meta := object.(metav1.Object)
		meta.SetUID(types.UID(strings.ToLower(kind.Kind) + "-" + meta.GetName()))
		if kind.Kind != "PriorityClass" { // which belongs to no namespace, and is looked up so
			meta.SetNamespace("shop")
		}
		put(t, s, object)
	}
	return s
}

func put(t *testing.T, s *seen.State, object any) {
	t.Helper()
	switch o := object.(type) {
	case *corev1.Pod:
		s.Pods = append(s.Pods, o)
	case *corev1.Node:
		s.Nodes = append(s.Nodes, o)
	case *corev1.Event:
		s.Warnings = append(s.Warnings, o)
	case *corev1.Service:
		s.Services = append(s.Services, o)
	case *corev1.PersistentVolumeClaim:
		s.Claims = append(s.Claims, o)
	case *schedulingv1.PriorityClass:
		s.PriorityClasses = append(s.PriorityClasses, o)
	case *discoveryv1.EndpointSlice:
		s.Slices = append(s.Slices, o)
	case *appsv1.Deployment:
		s.Deployments = append(s.Deployments, o)
	case *appsv1.ReplicaSet:
		s.ReplicaSets = append(s.ReplicaSets, o)
	case *appsv1.StatefulSet:
		s.StatefulSets = append(s.StatefulSets, o)
	case *appsv1.DaemonSet:
		s.DaemonSets = append(s.DaemonSets, o)
	case *batchv1.Job:
		s.Jobs = append(s.Jobs, o)
	case *batchv1.CronJob:
		s.CronJobs = append(s.CronJobs, o)
	default:
		t.Fatalf("no place for a %T", object)
	}
}

func words(t *testing.T, language string) *lang.Printer {
	t.Helper()
	printer, err := lang.New(language)
	if err != nil {
		t.Fatal(err)
	}
	return printer
}

func explained(t *testing.T, s *seen.State) *report.Report {
	t.Helper()
	r, err := ladder.Explain(t.Context(), s, ladder.Options{Words: words(t, lang.English)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
