// Package rollouts is lab-2: who makes Pods, and how a Deployment goes from one revision to the next and back.
package rollouts

import (
	"embed"

	"github.com/podium-labs/podium/labs"
)

// ID names the lab and its namespace.
const ID = "lab-2"

// The tasks, in the order in which they are done.
const (
	Deploy        = "deploy"
	RollingParams = "rolling-params"
	BothZero      = "both-zero"
	RollOut       = "rollout"
	Undo          = "undo"
	HistoryLimit  = "history-limit"
	Daemons       = "daemonset"
	Stateful      = "statefulset"
)

// What the tasks name and the checks look for.
const (
	Web      = "web"
	OldImage = "nginx:1.26"
	NewImage = "nginx:1.27"
	Replicas = 4

	MaxSurge       = 2
	MaxUnavailable = 0

	Forgetful         = "forgetful"
	ForgetfulRollouts = 2
	Mindful           = "mindful"
	MindfulRollouts   = 4
	MindfulKeeps      = 2

	NodeLogger     = "node-logger"
	LoggerImage    = "busybox:1.36"
	NewLoggerImage = "busybox:1.37"

	DB         = "db"
	DBReplicas = 3
	DBDeleted  = 1
)

//go:embed text solutions starter mistakes
var files embed.FS

// Lab returns lab-2.
func Lab() *labs.Lab {
	return &labs.Lab{
		ID:    ID,
		Files: files,
		Words: map[string]any{
			"Namespace": ID, "Answers": labs.AnswersConfigMap, "BothZero": BothZero, "HistoryLimit": HistoryLimit,
			"Web": Web, "OldImage": OldImage, "NewImage": NewImage, "Replicas": Replicas,
			"MaxSurge": MaxSurge, "MaxUnavailable": MaxUnavailable, "MostPods": Replicas + MaxSurge,
			"Forgetful": Forgetful, "ForgetfulRollouts": ForgetfulRollouts,
			"Mindful": Mindful, "MindfulRollouts": MindfulRollouts, "MindfulKeeps": MindfulKeeps,
			"NodeLogger": NodeLogger, "LoggerImage": LoggerImage, "NewLoggerImage": NewLoggerImage,
			"DB": DB, "DBReplicas": DBReplicas, "DBDeleted": DBDeleted,
		},
		Specs: func(suite *labs.Suite) {
			suite.Task(Deploy, deploy)
			suite.Task(RollingParams, rollingParams)
			suite.Task(BothZero, bothZero)
			suite.Task(RollOut, rollOut)
			suite.Task(Undo, undo)
			suite.Task(HistoryLimit, historyLimit)
			suite.Task(Daemons, daemons)
			suite.Task(Stateful, stateful)
		},
	}
}
