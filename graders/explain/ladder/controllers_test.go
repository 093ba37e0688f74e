package ladder_test

import (
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/explain/report"
)

func setCases() []stuck {
	sts := func(spec, status string) string {
		return "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 3, serviceName: db, " + spec + "selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}, status: {" + status + "}}"
	}
	ds := func(spec, status string) string {
		return "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: log}, spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {" + spec + "containers: [{name: c, image: nginx}]}}}, status: {" + status + "}}"
	}
	notReady := container("state: {running: {}}")
	return []stuck{
		{
			name: "OrderedReady", target: "sts/db", state: report.Waiting, layer: explain.Kubelet, says: "was not ready yet",
			objects: []string{sts("", "replicas: 1"), pod("db-0", "StatefulSet/db", on, notReady)},
			rungs:   []string{"api reached", "statefulset waiting", "scheduler reached", "kubelet waiting"},
		},
		{name: "Parallel does not wait", target: "sts/db", state: report.Waiting, layer: explain.Kubelet, says: "was not ready yet", objects: []string{sts("podManagementPolicy: Parallel, ", "replicas: 1"), pod("db-0", "StatefulSet/db", on, notReady)}},
		{
			name: "a broken Pod of the old revision", target: "sts/db", state: report.Stopped, layer: explain.StatefulSet, says: "delete the Pod",
			objects: []string{
				sts("replicas: 1, ", "currentRevision: a, updateRevision: b"),
				pod("db-0", "StatefulSet/db", on, container("state: {waiting: {reason: ErrImagePull}}")),
			},
			rungs: []string{"api reached", "statefulset stopped", "scheduler reached", "kubelet stopped"},
		},
		{name: "OnDelete", target: "sts/db", state: report.Stopped, layer: explain.StatefulSet, says: "updateStrategy OnDelete", objects: []string{sts("replicas: 1, updateStrategy: {type: OnDelete}, ", "currentRevision: a, updateRevision: b"), pod("db-0", "StatefulSet/db", on, ready)}},
		{
			name: "partition", target: "sts/db", state: report.Stopped, layer: explain.StatefulSet, says: "partition 1",
			objects: []string{sts("replicas: 1, updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1}}, ", "currentRevision: a, updateRevision: b"), pod("db-0", "StatefulSet/db", on, ready)},
		},
		{
			name: "a StatefulSet without quota", target: "sts/db", state: report.Stopped, layer: explain.StatefulSet, says: "exceeded quota",
			objects: []string{sts("", ""), warning("StatefulSet/db", "FailedCreate", "create Pod db-0 failed: exceeded quota")},
		},
		{
			name: "a claim that is not bound", target: "sts/db", state: report.Stopped, layer: explain.Scheduler, says: "unbound", notes: []string{"PersistentVolumeClaim data-db-0 of StatefulSet db is not bound (Pending)"},
			objects: []string{
				sts("", ""), "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data-db-0}, status: {phase: Pending}}",
				pod("db-0", "StatefulSet/db", "volumes: [{name: data, persistentVolumeClaim: {claimName: data-db-0}}]", "status: {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: unbound}]}"),
			},
		},
		{
			name: "a DaemonSet on some nodes", target: "ds/log", state: report.Reached, says: "nothing is in the way",
			notes: []string{"no Pod on node n2: taint gpu=yes:NoSchedule is not tolerated", "no Pod on node n3: nodeSelector disk=ssd: the node has no such label, taint a:NoSchedule is not tolerated"},
			objects: []string{
				ds("nodeSelector: {disk: ssd}, ", "desiredNumberScheduled: 1, currentNumberScheduled: 1, updatedNumberScheduled: 1, numberReady: 1"), pod("log-1", "DaemonSet/log", on, ready),
				"{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {disk: ssd}}, spec: {unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}}",
				"{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {disk: ssd}}, spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}}", node("n3", "spec: {taints: [{key: a, effect: NoSchedule}]}, "),
			},
		},
		{name: "a DaemonSet for no node", target: "ds/log", state: report.Stopped, layer: explain.DaemonSet, says: "on no node", objects: []string{ds("nodeSelector: {disk: ssd}, ", "desiredNumberScheduled: 0"), node("n1", "")}, notes: []string{"no Pod on node n1"}},
	}
}

func jobCases() []stuck {
	job := func(spec, status string) string {
		return "{apiVersion: batch/v1, kind: Job, metadata: {name: mig}, spec: {" + spec + "template: {}}, status: {" + status + "}}"
	}
	failed := func(reason, message string) string {
		return "failed: 3, conditions: [{type: Failed, status: 'True', reason: " + reason + ", message: '" + message + "'}]"
	}
	cron := func(spec, status string) string {
		return "{apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly, creationTimestamp: '2026-03-01T11:00:00Z'}, spec: {concurrencyPolicy: Allow, timeZone: Etc/UTC, " + spec + "jobTemplate: {}}, status: {" + status + "}}"
	}
	const child = "{apiVersion: batch/v1, kind: Job, metadata: {name: nightly-1, ownerReferences: [{apiVersion: batch/v1, kind: CronJob, name: nightly, uid: cronjob-nightly, controller: true}]}, spec: {template: {}}, status: {active: 1}}"
	const done = "status: {phase: Failed, containerStatuses: [{name: c, ready: false, state: {terminated: {exitCode: 1, reason: Error}}}]}"
	return []stuck{
		{
			name: "backoffLimit", target: "job/mig", state: report.Stopped, layer: explain.Job, says: "3 Pods failed, and backoffLimit allows 2 retries", objects: []string{job("backoffLimit: 2, ", failed("BackoffLimitExceeded", "x")), pod("mig-1", "Job/mig", on, done)},
			rungs: []string{"api reached", "job stopped", "scheduler reached", "kubelet stopped"},
		},
		{name: "deadline", target: "job/mig", state: report.Stopped, layer: explain.Job, says: "activeDeadlineSeconds 5", objects: []string{job("activeDeadlineSeconds: 5, ", failed("DeadlineExceeded", "x"))}},
		{name: "podFailurePolicy", target: "job/mig", state: report.Stopped, layer: explain.Job, says: "rule at index 0", objects: []string{job("", failed("PodFailurePolicy", "rule at index 0"))}},
		{name: "suspended", target: "job/mig", state: report.Stopped, layer: explain.Job, says: "is suspended", objects: []string{job("suspend: true, ", "")}},
		{name: "complete", target: "job/mig", state: report.Reached, says: "nothing is in the way", objects: []string{job("", "succeeded: 1, conditions: [{type: Complete, status: 'True'}]"), pod("mig-1", "Job/mig", on, "status: {phase: Succeeded}")}},
		{name: "between two tries", target: "job/mig", state: report.Waiting, layer: explain.Job, says: "1 of at most 6 failed Pods", objects: []string{job("", "failed: 1")}},
		{name: "a Job without quota", target: "job/mig", state: report.Stopped, layer: explain.Job, says: "exceeded quota", objects: []string{job("", ""), warning("Job/mig", "FailedCreate", "exceeded quota")}},
		{name: "CronJob suspended", target: "cj/nightly", state: report.Stopped, layer: explain.CronJob, says: "is suspended", objects: []string{cron("schedule: '0 * * * *', suspend: true, ", "")}},
		{name: "CronJob not due", target: "cj/nightly", state: report.Waiting, layer: explain.CronJob, says: "next at 2026-03-02T03:00:00Z", objects: []string{cron("schedule: '0 3 * * *', ", "")}},
		{
			name: "CronJob in another time zone", target: "cj/nightly", state: report.Waiting, layer: explain.CronJob, says: "next at 2026-03-02T03:00:00+09:00",
			objects: []string{"{apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly, creationTimestamp: '2026-03-01T11:00:00Z'}, spec: {timeZone: Asia/Tokyo, schedule: '0 3 * * *', jobTemplate: {}}}"},
		},
		{
			name: "CronJob forbidden to overlap", target: "cj/nightly", state: report.Stopped, layer: explain.CronJob, says: "Job nightly-1 still runs",
			objects: []string{cron("schedule: '* * * * *', concurrencyPolicy: Forbid, ", "lastScheduleTime: '2026-03-01T11:30:00Z', active: [{name: nightly-1}]")},
		},
		{name: "CronJob too late", target: "cj/nightly", state: report.Stopped, layer: explain.CronJob, says: "startingDeadlineSeconds 10", objects: []string{cron("schedule: '0 12 * * *', startingDeadlineSeconds: 10, ", "")}},
		{name: "CronJob with a running Job", target: "cj/nightly", state: report.Waiting, layer: explain.Job, says: "1 run", objects: []string{cron("schedule: '0 3 * * *', ", "lastScheduleTime: '2026-03-01T11:30:00Z'"), child}},
	}
}

func serviceCases() []stuck {
	service := func(spec string) string {
		return "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {" + spec + "}}"
	}
	const slice = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, addressType: IPv4, metadata: {name: web-1, labels: {kubernetes.io/service-name: web}}, endpoints: [{addresses: [10.0.0.1], conditions: {ready: true}}]}"
	port := "nodeName: n1, containers: [{name: c, image: nginx, ports: [{name: http, containerPort: 80}]}]"
	return []stuck{
		{name: "endpoints", target: "svc/web", state: report.Reached, says: "nothing is in the way", objects: []string{service("selector: {app: web}, ports: [{port: 80, targetPort: http}]"), pod("a", "", port, ready), slice}},
		{name: "selector with a typing error", target: "svc/web", state: report.Stopped, layer: explain.Service, says: "nearest is Pod a, which has app=web", objects: []string{service("selector: {app: wbe}"), pod("a", "", on, ready)}},
		{name: "selector by another key", target: "svc/web", state: report.Stopped, layer: explain.Service, says: "nearest is Pod a, which has app=web", objects: []string{service("selector: {name: web}"), pod("a", "", on, ready)}},
		{name: "selector by another value", target: "svc/web", state: report.Stopped, layer: explain.Service, says: "none with similar labels", objects: []string{service("selector: {app: lonely}"), pod("a", "", on, ready)}},
		{name: "selector of nothing", target: "svc/web", state: report.Stopped, layer: explain.Service, says: "none with similar labels", objects: []string{service("selector: {tier: back}"), pod("a", "", on, ready)}},
		{name: "no selector", target: "svc/web", state: report.Stopped, layer: explain.Service, says: "has no selector", objects: []string{service("ports: [{port: 80}]")}},
		{
			name: "Pods not ready", target: "svc/web", state: report.Waiting, layer: explain.Kubelet, says: "was not ready yet", objects: []string{service("selector: {app: web}"), pod("a", "", on, container("state: {running: {}}"))},
			rungs: []string{"api reached", "service waiting", "scheduler reached", "kubelet waiting"},
		},
		{name: "name of a port", target: "svc/web", state: report.Stopped, layer: explain.Service, says: "there are: http", objects: []string{service("selector: {app: web}, ports: [{port: 80, targetPort: web}]"), pod("a", "", port, ready)}},
		{
			name: "number of a port", target: "svc/web", state: report.Reached, says: "nothing is in the way", notes: []string{"targetPort 8080 of Service web is not among the ports that the containers declare: 80"},
			objects: []string{service("selector: {app: web}, ports: [{port: 80, targetPort: 8080}]"), pod("a", "", port, ready), slice},
		},
		{name: "headless", target: "svc/web", state: report.Reached, says: "nothing is in the way", notes: []string{"is headless"}, objects: []string{service("clusterIP: None, selector: {app: web}"), pod("a", "", on, ready), slice}},
		{name: "ExternalName", target: "svc/web", state: report.Reached, says: "nothing is in the way", objects: []string{service("type: ExternalName, externalName: example.com")}},
	}
}
