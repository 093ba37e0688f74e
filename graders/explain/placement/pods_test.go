package placement_test

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/podium-labs/podium/graders/whatif"
)

func one() *resource.Quantity { return resource.NewQuantity(1, resource.DecimalSI) }

func gpus(node string, count int64) whatif.Change {
	return whatif.Edit(node, func(n *corev1.Node) {
		n.Status.Allocatable["nvidia.com/gpu"] = *resource.NewQuantity(count, resource.DecimalSI)
	})
}

// spreading is a Pod "app: web" spread over a topology key.
func spreading(more string) string {
	return "metadata: {labels: {app: web}}\nspec: {topologySpreadConstraints: [{topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}, " + more + "}]}"
}

func web(node, name string) whatif.Change {
	return runs(node, "{metadata: {name: "+name+", labels: {app: web}}}")
}

func claim(name, more string) string {
	return "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: " + name + ", annotations: {pv.kubernetes.io/bind-completed: 'yes'}}, " +
		"spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, " + more + "}"
}

func claiming(name string) string {
	return "spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: " + name + "}}]}"
}

// podSituations are those whose causes are other Pods, volumes, and the Pod itself.
func podSituations() []situation {
	const anti = "metadata: {labels: {app: web}}\nspec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}}"
	const zoned = "metadata: {labels: {app: web}}\nspec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}"
	const beside = "spec: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: cache}}}]}}}"
	const loner = "{metadata: {name: loner, labels: {app: loner}}, spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}}"
	everywhere := []whatif.Change{web("n1", "a"), web("n2", "b"), web("n3", "c"), web("n4", "d")}
	return []situation{
		{name: "one more replica than nodes", pod: anti, cluster: everywhere, causes: []string{"n* podAntiAffinity/kubernetes.io/hostname app=web"}, first: "prefer-anti-affinity"},
		{
			name: "anti-affinity by zone", pod: zoned, cluster: []whatif.Change{web("n1", "a"), web("n3", "c"), web("n4", "d")},
			causes: []string{"n* podAntiAffinity/zone app=web"}, first: "prefer-anti-affinity",
		},
		{
			name: "two anti-affinity terms, one in the way on each node",
			pod: "spec: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}, " +
				"{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: db}}}]}}}",
			cluster: []whatif.Change{only("n1", "n2"), web("n1", "a"), runs("n2", "{metadata: {name: d, labels: {app: db}}}")},
			causes:  []string{"n1 podAntiAffinity/kubernetes.io/hostname app=web", "n2 podAntiAffinity/kubernetes.io/hostname app=db"}, first: "prefer-anti-affinity",
		},
		{
			name: "others do not want it", pod: "metadata: {labels: {app: web}}\nspec: {}", cluster: []whatif.Change{only("n1", "n2"), runs("n2", loner)},
			causes: []string{"n1 existingPodAntiAffinity/default/loner", "n2 existingPodAntiAffinity/default/loner"}, first: "take-away-pod",
		},
		{name: "affinity to a Pod that runs nowhere", pod: beside, causes: []string{"n* podAffinity/zone app=cache"}, first: "prefer-affinity"},
		{
			name: "affinity to a Pod of another namespace", pod: beside, cluster: []whatif.Change{runs("n3", "{metadata: {name: cache, namespace: other, labels: {app: cache}}}")},
			causes: []string{"n* podAffinity/zone app=cache"}, first: "prefer-affinity",
		},
		{
			name: "affinity to a Pod on a cordoned node's zone", pod: beside, cluster: []whatif.Change{runs("n3", "{metadata: {name: cache, labels: {app: cache}}}"), whatif.Cordon("n3")},
			causes: []string{"n1 podAffinity/zone app=cache", "n2 podAffinity/zone app=cache", "n4 podAffinity/zone app=cache", "n3 cordon/n3"}, first: "uncordon",
		},
		{
			name: "spread: an empty domain whose node is cordoned counts", pod: spreading("maxSkew: 1"),
			cluster: []whatif.Change{whatif.Cordon("n4"), web("n1", "a"), web("n3", "b")},
			causes:  []string{"n1 topologySpread/zone", "n2 topologySpread/zone", "n3 topologySpread/zone", "n4 cordon/n4"}, first: "honor-taints",
		},
		{
			name: "spread: an empty domain whose node is tainted counts", pod: spreading("maxSkew: 1"),
			cluster: []whatif.Change{whatif.Taint("n4", "gpu", "yes", corev1.TaintEffectNoSchedule), web("n1", "a"), web("n3", "b")},
			causes:  []string{"n1 topologySpread/zone", "n2 topologySpread/zone", "n3 topologySpread/zone", "n4 taint/gpu=yes:NoSchedule"}, first: "honor-taints",
		},
		{
			name: "spread: Honor does not see a cordon without its taint", pod: spreading("maxSkew: 1, nodeTaintsPolicy: Honor"),
			cluster: []whatif.Change{whatif.Edit("n4", func(n *corev1.Node) { n.Spec.Unschedulable = true }), web("n1", "a"), web("n3", "b")},
			causes:  []string{"n1 topologySpread/zone", "n2 topologySpread/zone", "n3 topologySpread/zone", "n4 cordon/n4"}, first: "uncordon",
		},
		{
			name: "spread: a node without the key", pod: spreading("maxSkew: 1"), cluster: []whatif.Change{only("n1"), whatif.Unlabel("n1", "zone")},
			causes: []string{"n1 topologySpread/zone"}, first: "schedule-anyway",
		},
		{
			name: "spread: fewer domains than minDomains", pod: spreading("maxSkew: 1, minDomains: 5"), cluster: everywhere,
			causes: []string{"n* topologySpread/zone"}, first: "drop-min-domains",
		},
		{
			name: "spread: two keys, each in the way",
			pod: "metadata: {labels: {app: web}}\nspec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}, " +
				"{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]}",
			cluster: []whatif.Change{only("n1", "n2", "n3"), web("n1", "a"), whatif.Cordon("n3")},
			causes:  []string{"n1 topologySpread/zone", "n1 topologySpread/kubernetes.io/hostname", "n2 topologySpread/zone", "n3 cordon/n3"}, first: "honor-taints",
		},
		{name: "no such claim", pod: claiming("data"), causes: []string{"pod volume/data"}, first: "none"},
		{name: "claim mistyped", pod: claiming("dada"), objects: []string{claim("data", "storageClassName: wait}"), waitClass}, causes: []string{"pod volume/dada"}, first: "correct-claim"},
		{
			name: "claim not bound", pod: claiming("data"), objects: []string{claim("data", "storageClassName: now}"), "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: now}, provisioner: x/p, volumeBindingMode: Immediate}"},
			causes: []string{"pod volume/data"}, first: "provide-volume",
		},
		{name: "no such claim, and a class that would make its volume", pod: claiming("data"), objects: []string{waitClass}, causes: []string{"pod volume/data"}, first: "create-claim"},
		{name: "a mistyped StorageClass", pod: claiming("data"), objects: []string{unbound("data", "wiat"), waitClass}, causes: []string{"pod volume/data"}, first: "change-storage-class"},
		{name: "a StorageClass of another cluster", pod: claiming("data"), objects: []string{unbound("data", "gp3"), waitClass}, causes: []string{"pod volume/data"}, first: "change-storage-class"},
		{name: "no StorageClass at all", pod: claiming("data"), objects: []string{unbound("data", "gp3")}, causes: []string{"pod volume/data"}, first: "provide-volume"},
		{
			name: "a missing StorageClass and a cordon", pod: claiming("data"), cluster: []whatif.Change{only("n1"), whatif.Cordon("n1")}, objects: []string{unbound("data", "wiat"), waitClass},
			causes: []string{"n1 cordon/n1", "pod volume/data"}, first: "change-storage-class+uncordon",
		},
		{
			name: "volume on another node, which is cordoned", pod: claiming("local"), cluster: []whatif.Change{whatif.Cordon("n2")},
			objects: []string{
				claim("local", "storageClassName: '', volumeName: local}, status: {phase: Bound}"),
				"{apiVersion: v1, kind: PersistentVolume, metadata: {name: local}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], local: {path: /x}, claimRef: {namespace: default, name: local}, " +
					"nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n2]}]}]}}}}",
			},
			causes: []string{"n1 volume/local", "n2 cordon/n2", "n3 volume/local", "n4 volume/local"}, first: "uncordon",
		},
		{name: "scheduling gate", pod: "spec: {schedulingGates: [{name: example.com/quota}]}", causes: []string{"pod schedulingGate/example.com/quota"}, first: "remove-gate"},
		{
			name:   "a preferred term that cannot be parsed",
			pod:    `spec: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: cores, operator: Gt, values: ["1.5"]}]}}]}}}`,
			causes: []string{"pod preferredTerm/nodeAffinity"}, first: "drop-preference",
		},
		{
			name:   "a device claim that is not there",
			pod:    "spec: {resourceClaims: [{name: g, resourceClaimName: nope}], containers: [{name: c, image: nginx, resources: {claims: [{name: g}]}}]}",
			causes: []string{"pod device/DynamicResources"}, first: "none",
		},
	}
}

// unbound is a claim that was made for a StorageClass and has no volume.
func unbound(name, class string) string {
	return "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: " + name + "}, " +
		"spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, storageClassName: " + class + "}, status: {phase: Pending}}"
}

const waitClass = "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: wait}, provisioner: podium.dev/simulated-volume, volumeBindingMode: WaitForFirstConsumer}"

// mixedSituations have several causes at once, on one node or a different one on each.
func mixedSituations() []situation {
	const asking = "containers: [{name: c, image: nginx, resources: {requests: {cpu: 3}}}]"
	return []situation{
		{
			name: "a different reason on each node", pod: "metadata: {labels: {app: web}}\nspec: {" + asking + ", affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}}",
			cluster: []whatif.Change{whatif.Cordon("n1"), whatif.Taint("n2", "team", "a", corev1.TaintEffectNoSchedule), web("n3", "a"), runs("n4", cpu("b", 2))},
			causes:  []string{"n1 cordon/n1", "n2 taint/team=a:NoSchedule", "n3 podAntiAffinity/kubernetes.io/hostname app=web", "n4 resources/cpu"}, first: "tolerate",
		},
		{
			name: "cordon and taint on one node", pod: "spec: {}", cluster: []whatif.Change{only("n1"), whatif.Cordon("n1"), whatif.Taint("n1", "team", "a", corev1.TaintEffectNoSchedule)},
			causes: []string{"n1 cordon/n1", "n1 taint/team=a:NoSchedule"}, first: "tolerate+uncordon",
		},
		{
			name: "selector and resources", pod: "spec: {nodeSelector: {disk: nvme}, " + asking + "}", cluster: []whatif.Change{only("n2", "n3"), runs("n3", cpu("a", 2))},
			causes: []string{"n2 nodeSelector/disk=nvme", "n3 resources/cpu"}, first: "lower-request",
		},
		{
			name: "taint and selector on one node", pod: "spec: {nodeSelector: {rack: r1}}", cluster: []whatif.Change{only("n1"), whatif.Taint("n1", "team", "a", corev1.TaintEffectNoSchedule)},
			causes: []string{"n1 nodeSelector/rack=r1", "n1 taint/team=a:NoSchedule"}, first: "label-node+tolerate",
		},
		{
			name: "CPU that Pods of other controllers have", pod: "spec: {" + asking + "}",
			cluster: []whatif.Change{
				only("n1"), runs("n1", "{metadata: {name: a, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: ds, uid: x, controller: true}]}, spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 2}}}]}}"),
				runs("n1", "{metadata: {name: b, labels: {pod-template-hash: abc}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-abc, uid: y, controller: true}]}, spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 1}}}]}}"),
			}, causes: []string{"n1 resources/cpu"}, first: "lower-request",
		},
		{
			name: "ReadWriteOncePod in use", pod: claiming("data"), cluster: []whatif.Change{runs("n2", "{metadata: {name: user}, spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]}}")},
			objects: []string{
				"{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {namespace: default, name: data}, spec: {accessModes: [ReadWriteOncePod], resources: {requests: {storage: 1Gi}}, storageClassName: wait}}", waitClass,
			}, causes: []string{"n* volume/data"}, first: "take-away-pod",
		},
		{
			name: "three at once", pod: "spec: {nodeSelector: {rack: r1}, " + asking + "}",
			cluster: []whatif.Change{only("n1"), whatif.Cordon("n1"), runs("n1", cpu("a", 2))},
			causes:  []string{"n1 cordon/n1", "n1 nodeSelector/rack=r1", "n1 resources/cpu"}, first: "label-node+lower-request+uncordon",
		},
		{
			name: "a selector that leads to the tainted nodes only", pod: "spec: {nodeSelector: {disk: ssd}}",
			cluster: []whatif.Change{whatif.Taint("n1", "a", "", corev1.TaintEffectNoSchedule), whatif.Taint("n4", "b", "", corev1.TaintEffectNoSchedule)},
			causes:  []string{"n1 taint/a:NoSchedule", "n4 taint/b:NoSchedule", "n2 nodeSelector/disk=ssd", "n3 nodeSelector/disk=ssd"}, first: "tolerate",
		},
		{
			name: "host port and anti-affinity", pod: "metadata: {labels: {app: web}}\nspec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}]}], affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}}",
			cluster: []whatif.Change{only("n1"), runs("n1", "{metadata: {name: a, labels: {app: web}}, spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80, protocol: TCP}]}]}}")},
			causes:  []string{"n1 hostPort/TCP/80", "n1 podAntiAffinity/kubernetes.io/hostname app=web"}, first: "take-away-pod",
		},
		{
			name: "not ready and too small", pod: "spec: {" + asking + "}",
			cluster: []whatif.Change{only("n1", "n2"), whatif.Taint("n1", corev1.TaintNodeUnreachable, "", corev1.TaintEffectNoSchedule), runs("n2", cpu("a", 3))},
			causes:  []string{"n1 taint/node.kubernetes.io/unreachable:NoSchedule", "n2 resources/cpu"}, first: "lower-request",
		},
	}
}
