package kubescheduler_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
)

// claims are a StorageClass of each binding mode, a claim of each, and a claim bound to a volume on node n2.
func claims(t *testing.T) []runtime.Object {
	texts := []string{
		"{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: wait}, provisioner: x/p, volumeBindingMode: WaitForFirstConsumer}",
		"{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: now}, provisioner: x/p, volumeBindingMode: Immediate}",
		"{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: wait}, spec: {storageClassName: wait, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}",
		"{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: now}, spec: {storageClassName: now, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}",
		"{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: local, annotations: {pv.kubernetes.io/bind-completed: 'yes'}}, " +
			"spec: {storageClassName: '', volumeName: local, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}, status: {phase: Bound}}",
		"{apiVersion: v1, kind: PersistentVolume, metadata: {name: local}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], local: {path: /x}, claimRef: {namespace: default, name: local}, " +
			"nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n2]}]}]}}}}",
	}
	objects := make([]runtime.Object, len(texts))
	for i, text := range texts {
		objects[i] = decode(t, text)
	}
	return objects
}

func claiming(name string) string {
	return "spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: " + name + "}}]}"
}

func TestVolumes(t *testing.T) {
	const missing = "VolumeRestrictions+NodeVolumeLimits+VolumeBinding+VolumeZone"
	run(t, newScheduler(t), four(claims(t)...), []question{
		{"bound when the Pod comes", claiming("wait"), nil, fits},
		{"not bound yet", claiming("now"), nil, volume + "+VolumeZone"},
		{"bound to one node", claiming("local"), nil, volume + " fits " + volume + " " + volume},
		{"not there", claiming("nope"), nil, missing},
		{
			"a device claim that is not there",
			"spec: {resourceClaims: [{name: g, resourceClaimName: nope}], containers: [{name: c, image: nginx, resources: {claims: [{name: g}]}}]}", nil, "DynamicResources",
		},
	})
}

// A claim that is missing is reported four times; three of the plugins say so about the Pod, before they see a node.
func TestMissingClaimIsOfThePod(t *testing.T) {
	s, snapshot := newScheduler(t), four()
	answer := ask(t, s, snapshot, admit(t, s, snapshot, claiming("nope")))
	if len(answer.Pod) != 3 {
		t.Errorf("%d plugins turn the Pod itself down, want 3: %v", len(answer.Pod), answer.Pod)
	}
	answer = ask(t, s, snapshot, admit(t, s, snapshot, "spec: {nodeSelector: {disk: floppy}}"))
	if len(answer.Pod) != 0 {
		t.Errorf("a selector is a matter of nodes: %v", answer.Pod)
	}
}

// Caches that plugins fill by event handlers must be full before the first question. Without that this fails often.
func TestListersAreFullFromTheStart(t *testing.T) {
	objects := claims(t)
	for range 50 {
		s, snapshot := newScheduler(t), four(objects...)
		if got := ask(t, s, snapshot, admit(t, s, snapshot, claiming("local"))).Feasible(); len(got) != 1 {
			t.Fatalf("feasible %v, want n2 alone", got)
		}
		s.Close()
	}
}
