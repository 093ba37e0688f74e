// Package scheduling is lab-3: who picks the node. Seven levers, one after the other, on one cluster that remembers.
package scheduling

import (
	"embed"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/labs"
)

// ID names the lab and its namespace.
const ID = "lab-3"

// The tasks, in the order in which they are done. Each but the incident is about one lever of the scheduler.
const (
	GPUTiers     = "gpu-tiers"     // nodeSelector
	Required     = "required"      // nodeAffinity, required
	Preferred    = "preferred"     // nodeAffinity, preferred
	AntiAffinity = "anti-affinity" // podAntiAffinity
	Taints       = "taints"        // taints and tolerations
	Cordon       = "cordon"        // and what cordon does with them
	Priority     = "priority"      // PriorityClass
	Incident     = "incident"      // reading Pending
	Spread       = "spread"        // topologySpreadConstraints, on the cluster as the earlier tasks left it
)

// The labels by which Pods choose a graphics card, and what they tell of each card.
const (
	TierLabel = "gpu.homelab/tier"
	VRAMLabel = "gpu.homelab/vram"

	XLarge   = "xlarge" // the RTX 5090 in podium-worker
	XLargeGB = 32
	Large    = "large" // the RTX 3090 in podium-worker2
	LargeGB  = 24
	Small    = "small" // the two RTX 4070 in podium-worker3
	SmallGB  = 8
)

// What the tasks name and the checks look for.
const (
	Train = "train"

	Inference   = "inference"
	MoreThanGB  = 16 // what inference needs
	TooManyGB   = 64 // what no node has
	ZoneLabel   = corev1.LabelTopologyZone
	ShunnedZone = "zone-c"

	Batch         = "batch"
	PreferredZone = "zone-c"

	HA         = "ha"
	HAReplicas = 3

	DedicatedKey     = "dedicated"
	DedicatedValue   = "batch"
	MaintenanceKey   = "maintenance"
	MaintenanceValue = "true"
	Patient          = "patient"

	Urgent = "urgent"

	SpreadName     = "spread"
	SpreadReplicas = 6
	MaxSkew        = 1

	// NodesPart names the written answer of the last task that lists nodes.
	NodesPart = "nodes"
	// WhyPart names the one that says why.
	WhyPart = "why"
)

//go:embed text solutions starter mistakes
var files embed.FS

// Lab returns lab-3.
func Lab() *labs.Lab {
	return &labs.Lab{ID: ID, Files: files, Words: words(), Fixture: fixture(), Remembers: true, Specs: specs}
}

func specs(suite *labs.Suite) {
	suite.Task(GPUTiers, gpuTiers)
	suite.Task(Required, required)
	suite.Task(Preferred, preferred)
	suite.Task(AntiAffinity, antiAffinity)
	suite.Task(Taints, taints)
	suite.Task(Cordon, cordon)
	suite.Task(Priority, priority)
	suite.Task(Incident, incident)
	suite.Task(Spread, spread)
}

func words() map[string]any {
	return map[string]any{
		"Namespace": ID, "Answers": labs.AnswersConfigMap, "Incident": Incident,
		"Worker": objects.Worker, "Worker2": objects.Worker2, "Worker3": objects.Worker3, "ControlPlane": objects.ControlPlane,
		"InventoryLabel": objects.InventoryLabel, "GPU": string(objects.GPU), "ControlPlaneTaint": objects.ControlPlaneLabel,
		"TierLabel": TierLabel, "VRAMLabel": VRAMLabel, "XLarge": XLarge, "XLargeGB": XLargeGB, "Large": Large, "LargeGB": LargeGB, "Small": Small, "SmallGB": SmallGB,
		"Exporter": Exporter, "Agent": Agent, "Relay": Relay, "DNS": DNS,
		"Train": Train, "Inference": Inference, "MoreThanGB": MoreThanGB, "TooManyGB": TooManyGB, "ZoneLabel": ZoneLabel, "ShunnedZone": ShunnedZone,
		"Batch": Batch, "PreferredZone": PreferredZone, "HA": HA, "HAReplicas": HAReplicas,
		"Dedicated": DedicatedKey + "=" + DedicatedValue + ":NoSchedule", "Maintenance": MaintenanceKey + "=" + MaintenanceValue + ":NoExecute",
		"DedicatedKey": DedicatedKey, "MaintenanceKey": MaintenanceKey, "MaintenanceValue": MaintenanceValue, "Patient": Patient,
		"Urgent": Urgent, "Spread": SpreadName, "SpreadReplicas": SpreadReplicas, "MaxSkew": MaxSkew,
		"NodesKey": Spread + "-" + NodesPart, "WhyKey": Spread + "-" + WhyPart, "Taints": Taints, "Cordon": Cordon,
	}
}
