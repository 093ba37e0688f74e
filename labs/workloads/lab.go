// Package workloads is lab-1: from one Pod to the controllers that make Pods, and which of them suits which work.
package workloads

import (
	"embed"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/labs"
)

// ID names the lab and its namespace.
const ID = "lab-1"

// The tasks, in the order in which they are done.
const (
	FirstPod          = "first-pod"
	Deployed          = "deployment"
	Ownership         = "ownership"
	GarbageCollection = "garbage-collection"
	Jobs              = "job"
	CronJobs          = "cronjob"
	Daemons           = "daemonset"
	SidecarAndProbes  = "sidecar-and-probes"
	SelfHealing       = "self-healing"
)

// The parts of tasks that ask more than one question: the key of an answer is the task, a dash, and the part.
const (
	OfReplicaSet = "replicaset"
	OfPod        = "pod"
	Before       = "before"
	After        = "after"
)

// What the tasks name and the checks look for.
const (
	Hello = "hello"

	Web            = "web"
	Replicas       = 3
	ScaledReplicas = 5

	Temp     = "temp"
	Orphaned = "orphaned"

	Migrate  = "migrate"
	Flaky    = "flaky"
	ExitCode = 1
	Retries  = 2

	Report   = "report"
	Schedule = "*/5 * * * *"
	Minutes  = 5
	TimeZone = "Asia/Tokyo"

	Agent = "agent"

	App  = "app" // the Pod and its Service
	Dead = "dead"
	Busy = "busy"
)

//go:embed text solutions starter mistakes
var files embed.FS

// Lab returns lab-1.
func Lab() *labs.Lab {
	return &labs.Lab{
		ID:    ID,
		Files: files,
		Words: map[string]any{
			"Namespace": ID, "Answers": labs.AnswersConfigMap, "FirstPod": FirstPod, "Job": Jobs, "Daemons": Daemons,
			"OwnerOfReplicaSet": Ownership + "-" + OfReplicaSet, "OwnerOfPod": Ownership + "-" + OfPod,
			"Before": SelfHealing + "-" + Before, "After": SelfHealing + "-" + After,
			"Hello": Hello, "Web": Web, "Replicas": Replicas, "ScaledReplicas": ScaledReplicas, "Temp": Temp, "Orphaned": Orphaned,
			"Migrate": Migrate, "Flaky": Flaky, "ExitCode": ExitCode, "Retries": Retries,
			"Report": Report, "Minutes": Minutes, "TimeZone": TimeZone, "Schedule": Schedule,
			"Agent": Agent, "ControlPlaneTaint": objects.ControlPlaneLabel, "Visitor": objects.Visitor,
			"App": App, "Dead": Dead, "Busy": Busy,
		},
		Specs: func(suite *labs.Suite) {
			suite.Task(FirstPod, firstPod)
			suite.Task(Deployed, deployed)
			suite.Task(Ownership, ownership)
			suite.Task(GarbageCollection, garbageCollection)
			suite.Task(Jobs, jobs)
			suite.Task(CronJobs, cronJobs)
			suite.Task(Daemons, daemons)
			suite.Task(SidecarAndProbes, sidecarAndProbes)
			suite.Task(SelfHealing, selfHealing)
		},
	}
}
