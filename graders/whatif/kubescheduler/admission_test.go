package kubescheduler_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/whatif"
)

func TestAdmit(t *testing.T) {
	s, snapshot := newScheduler(t), four(classes(t)...)
	snapshot = snapshot.With(
		whatif.AddObject(decode(t, "{apiVersion: v1, kind: LimitRange, metadata: {namespace: default, name: l}, spec: {limits: [{type: Container, defaultRequest: {cpu: 250m}, default: {cpu: '1'}}]}}")),
		whatif.AddObject(decode(t, "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: heavy}, handler: h, overhead: {podFixed: {cpu: '2'}}, scheduling: {nodeSelector: {disk: ssd}}}")),
	)
	pod := admit(t, s, snapshot, "spec: {priorityClassName: high, runtimeClassName: heavy}")
	if *pod.Spec.Priority != 100 || *pod.Spec.PreemptionPolicy != corev1.PreemptLowerPriority {
		t.Errorf("priority %d, policy %s", *pod.Spec.Priority, *pod.Spec.PreemptionPolicy)
	}
	if len(pod.Spec.Tolerations) != 2 || pod.Spec.SchedulerName != corev1.DefaultSchedulerName {
		t.Errorf("tolerations %v, scheduler %q", pod.Spec.Tolerations, pod.Spec.SchedulerName)
	}
	if request := pod.Spec.Containers[0].Resources.Requests.Cpu(); request.String() != "250m" {
		t.Errorf("request %s is to come from the LimitRange", request)
	}
	if overhead := pod.Spec.Overhead.Cpu(); overhead.String() != "2" || pod.Spec.NodeSelector["disk"] != "ssd" {
		t.Errorf("overhead %s, selector %v are to come from the RuntimeClass", overhead, pod.Spec.NodeSelector)
	}
	if again := admit(t, s, snapshot, "spec: {priorityClassName: high}"); again.UID == "" || again.UID != pod.UID {
		t.Errorf("UIDs %q and %q are to be the same each time", pod.UID, again.UID)
	}
	if critical := admit(t, s, snapshot, "spec: {priorityClassName: system-node-critical}"); *critical.Spec.Priority != 2000001000 {
		t.Errorf("priority %d", *critical.Spec.Priority)
	}
	byDefault := decode(t, "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: usual}, value: 7, globalDefault: true}")
	if usual := admit(t, s, snapshot.With(whatif.AddObject(byDefault)), "spec: {}"); *usual.Spec.Priority != 7 || usual.Spec.PriorityClassName != "usual" {
		t.Errorf("priority %d of class %q", *usual.Spec.Priority, usual.Spec.PriorityClassName)
	}
}

func TestAdmitRefuses(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	for text, want := range map[string]string{
		"spec: {nodeSelector: {'a b': c}}":                            "nodeSelector",
		required(expression("key: disk, operator: In")):               "values",
		"spec: {priorityClassName: nope}":                             "no PriorityClass with name nope was found",
		"spec: {runtimeClassName: nope}":                              "RuntimeClass is not among the objects",
		"spec: {tolerations: [{operator: Equal, value: x}]}":          "tolerations",
		"spec: {tolerations: [{key: k, operator: Exists, value: v}]}": "tolerations",
	} {
		if _, err := s.Admit(snapshot, "default", template(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// A template is not a Pod: without admission a limit is no request, and matchLabelKeys mean nothing.
func TestAskingWithoutAdmissionIsWrong(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	raw := template(t, "spec: {containers: [{name: c, image: nginx, resources: {limits: {memory: 9Gi}}}]}")
	answer := ask(t, s, snapshot, &corev1.Pod{ObjectMeta: raw.ObjectMeta, Spec: raw.Spec})
	if len(answer.Feasible()) != 4 {
		t.Errorf("a raw template fits on %v: if this is no longer so, Admit can be made optional", answer.Feasible())
	}
}
