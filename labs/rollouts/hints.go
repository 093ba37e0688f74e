package rollouts

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// The hints of this lab react to misunderstandings of it; package hint has those that other labs know as well.

func deployHints(task *labs.Task) {
	task.Hint("selector-mismatch", hint.SelectorMismatch(Web))
	task.Hint("replicaset-scaled", hint.ReplicaSetScaled(Web))
	task.Hint("selects-no-node", hint.SelectsNoNode(Web))
	task.Hint("no-readiness-probe", hint.NoReadinessProbe(Web), "readiness-probe")
}

func rollingParamsHints(task *labs.Task) {
	task.Hint("recreate", recreate())
	task.Hint("swapped", hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if surge, unavailable, rolling := evidence.RollingLimits(d); !rolling || surge != MaxUnavailable || unavailable != MaxSurge {
			return lang.Message{}
		}
		return lang.M("maxSurge is %d and maxUnavailable %d: the other way round. maxSurge counts Pods more, maxUnavailable Pods fewer.", MaxUnavailable, MaxSurge)
	}))
	task.Hint("default-limits", hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		rolling := d.Spec.Strategy.RollingUpdate
		if rolling == nil || rolling.MaxSurge.String() != "25%" || rolling.MaxUnavailable.String() != "25%" {
			return lang.Message{}
		}
		return lang.M("maxSurge and maxUnavailable are %s, the default. With %d replicas that is 1 Pod more and 1 fewer.", "25%", Replicas)
	}))
}

func recreate() hint.When {
	return hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if d.Spec.Strategy.Type != appsv1.RecreateDeploymentStrategyType {
			return lang.Message{}
		}
		return lang.M("The strategy of %s is Recreate: all old Pods go before a new one comes, and there are no limits to set. Use RollingUpdate.", Web)
	})
}

func bothZeroHints(task *labs.Task) {
	task.Hint("recreate", recreate(), "refused", "unchanged")
	task.Hint("another-refusal", func(s *hint.Seen) lang.Message {
		for _, q := range slices.Backward(s.About("deployments", Web).Refused(422)) {
			for _, c := range q.Causes {
				return lang.M("Your request of %s was refused because of %s: %s. The task asks what happens when both are 0.", hint.Clock(q.At), c.Field, c.Message)
			}
		}
		return lang.Message{}
	}, "refused", "unchanged")
	task.Hint("not-tried", func(s *hint.Seen) lang.Message {
		if len(s.About("deployments", Web).Where(evidence.Request.Refused)) > 0 {
			return lang.Message{}
		}
		return lang.M("None of your requests to %s was refused. Send one with both fields 0 and read the answer: a refused request changes nothing.", Web)
	}, "refused", "unchanged")
	task.Hint("half-an-answer", func(s *hint.Seen) lang.Message {
		if s.Answer(labs.AnswersConfigMap, BothZero) == "" {
			return lang.Message{}
		}
		return lang.M("Your answer leaves one of the two fields out. The refusal is about a pair: it names both.")
	}, "reason")
}

func rollOutHints(task *labs.Task) {
	task.Hint("made-anew", hint.MadeAnew(Web))
	task.Hint("paused", hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if !d.Spec.Paused {
			return lang.Message{}
		}
		return lang.M("%s is paused: it remembers the new template and does nothing about it. kubectl rollout resume deployment/%s goes on.", Web, Web)
	}))
	task.Hint("second-container", hint.OfTemplate(Web, func(_ *hint.Seen, t hint.Template) lang.Message {
		if !evidence.Runs(t.Spec, OldImage) || !evidence.Runs(t.Spec, NewImage) {
			return lang.Message{}
		}
		return lang.M("The template of %s has a container with %s beside the one with %s. Change the image of the container that is there.", Web, NewImage, OldImage)
	}))
	task.Hint("through-zero", hint.ThroughZero(Web))
	task.Hint("recreate", recreate(), "four-ready-always")
	task.Hint("no-history", noOldReplicaSets(), "old-replicaset-kept")
	task.Hint("another-image", hint.AnotherImage(Web, NewImage, OldImage))
	task.Hint("readiness-port", hint.ReadinessPort(Web))
	task.Hint("limits", hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if _, unavailable, rolling := evidence.RollingLimits(d); rolling && unavailable > MaxUnavailable {
			return lang.M("%s may have %d Pods fewer than its replicas during a rollout (maxUnavailable), and it used that.", Web, unavailable)
		}
		return lang.Message{}
	}), "four-ready-always")
	task.Hint("started-short", func(s *hint.Seen) lang.Message {
		if d, ok := s.Now.Deployment(s.Namespace, Web); ok && int(*d.Spec.Replicas) != Replicas {
			return lang.M("Deployment %s asks for %d replicas. The rollout has to be one of %d. An undo brings back the template, never the number of replicas.", Web, *d.Spec.Replicas, Replicas)
		}
		return lang.Message{}
	}, "finished", "four-ready-always")
	task.Hint("selects-no-node", hint.SelectsNoNode(Web), "finished", "four-ready-always", "old-replicaset-kept")
}

// noOldReplicaSets reacts to a Deployment that keeps no old ReplicaSet to go back to.
func noOldReplicaSets() hint.When {
	return hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if d.Spec.RevisionHistoryLimit == nil || *d.Spec.RevisionHistoryLimit > 0 {
			return lang.Message{}
		}
		return lang.M("revisionHistoryLimit of %s is 0: its old ReplicaSets are deleted, and there is nothing to go back to.", Web)
	})
}

func undoHints(task *labs.Task) {
	task.Hint("made-anew", hint.MadeAnew(Web))
	task.Hint("no-history", noOldReplicaSets())
	task.Hint("paused", hint.OfDeployment(Web, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if !d.Spec.Paused {
			return lang.Message{}
		}
		return lang.M("%s is paused. A paused Deployment cannot be rolled back: resume it first.", Web)
	}))
	task.Hint("selects-no-node", hint.SelectsNoNode(Web))
	task.Hint("never-left", func(s *hint.Seen) lang.Message {
		both := false
		for _, v := range s.Versions("Deployment", Web) {
			d, ok := v.Object.(*appsv1.Deployment)
			runsNew := ok && evidence.Runs(d.Spec.Template.Spec, NewImage)
			if runsNew && !evidence.Runs(d.Spec.Template.Spec, OldImage) {
				return lang.Message{}
			}
			both = both || runsNew
		}
		if !both {
			return lang.Message{}
		}
		return lang.M("%s never left %s: the new image only ran beside it. Roll out by changing the image, then go back.", Web, OldImage)
	})
	task.Hint("another-image", hint.OfTemplate(Web, func(_ *hint.Seen, t hint.Template) lang.Message {
		if evidence.Runs(t.Spec, OldImage) || evidence.Runs(t.Spec, NewImage) || len(t.Spec.Containers) == 0 {
			return lang.Message{}
		}
		return lang.M("%s has image %s now, which makes a new ReplicaSet. Going back lets the one of %s grow again.", Web, t.Spec.Containers[0].Image, OldImage)
	}))
	task.Hint("by-hand", putBackByHand, "by-undo")
}

// putBackByHand reacts to a change of the template that brought the old image back after the new one.
func putBackByHand(s *hint.Seen) lang.Message {
	var back evidence.Moment
	wasNew := false
	for _, v := range s.Versions("Deployment", Web) {
		d, ok := v.Object.(*appsv1.Deployment)
		switch {
		case !ok:
		case evidence.Runs(d.Spec.Template.Spec, NewImage):
			wasNew = true
		case evidence.Runs(d.Spec.Template.Spec, OldImage) && wasNew:
			wasNew, back = false, v.Moment()
		}
	}
	about := s.About("deployments", Web).Accepted().Verbs("patch", "update").Where(func(q evidence.Request) bool { return !q.At.After(back.At) })
	if back.IsZero() || len(about) == 0 || strings.HasPrefix(strings.TrimSpace(string(about[len(about)-1].Body)), "[") { // undo sends a JSON patch
		return lang.Message{}
	}
	return lang.M("The image was put back by a change of the template at %s. kubectl rollout undo does more: it restores the whole template of a revision.", hint.Clock(about[len(about)-1].At))
}

func historyLimitHints(task *labs.Task) {
	task.Hint("forgetful-limit", limitIsNot(Forgetful, 0), "forgetful-keeps-none", "what-undo-said")
	task.Hint("tidied-by-hand", func(s *hint.Seen) lang.Message {
		deleted := s.ReplicaSetsDeleted(Mindful)
		if len(deleted) == 0 {
			return lang.Message{}
		}
		return lang.M("You deleted %d ReplicaSets of %s by hand. revisionHistoryLimit keeps it so after every rollout.", len(deleted), Mindful)
	}, "mindful-keeps-two")
	task.Hint("scaled-only", func(s *hint.Seen) lang.Message {
		scaled := s.About("deployments", Mindful).Accepted().Where(func(q evidence.Request) bool { return q.Subresource == "scale" })
		d, ok := s.Now.Deployment(s.Namespace, Mindful)
		if !ok || len(scaled) == 0 || len(s.Now.ReplicaSetsOf(d)) > 1 {
			return lang.Message{}
		}
		return lang.M("%s was scaled %d times and still has its first ReplicaSet. Scaling makes no revision; a change of the template does.", Mindful, len(scaled))
	}, "mindful-keeps-two", "mindful-goes-back")
	task.Hint("mindful-limit", limitIsNot(Mindful, MindfulKeeps), "mindful-keeps-two")
}

func limitIsNot(deployment string, want int) hint.When {
	return hint.OfDeployment(deployment, func(_ *hint.Seen, d *appsv1.Deployment) lang.Message {
		if d.Spec.RevisionHistoryLimit == nil || int(*d.Spec.RevisionHistoryLimit) == want {
			return lang.Message{}
		}
		return lang.M("revisionHistoryLimit of %s is %d (unless set, it is 10). The task asks for %d.", deployment, *d.Spec.RevisionHistoryLimit, want)
	})
}

func daemonHints(task *labs.Task) {
	task.Hint("no-replicas-field", hint.UnknownReplicas(NodeLogger))
	task.Hint("workers-relabelled", func(s *hint.Seen) lang.Message {
		for _, node := range s.Now.Workers() {
			if _, labelled := node.Labels[objects.ControlPlaneLabel]; labelled {
				return lang.M("You labelled %s as control plane. It is still a worker: what a node was made as counts.", node.Name)
			}
		}
		return lang.Message{}
	})
	task.Hint("ends-by-itself", hint.EndsByItself(NodeLogger))
	task.Hint("second-container", hint.OfTemplate(NodeLogger, func(_ *hint.Seen, t hint.Template) lang.Message {
		if !evidence.Runs(t.Spec, LoggerImage) || !evidence.Runs(t.Spec, NewLoggerImage) {
			return lang.Message{}
		}
		return lang.M("The template of %s has a container with %s beside the one with %s. Change the image of the container that is there.", NodeLogger, NewLoggerImage, LoggerImage)
	}), "updated", "one-node-at-a-time")
	task.Hint("on-delete", hint.OfDaemonSet(NodeLogger, func(_ *hint.Seen, d *appsv1.DaemonSet) lang.Message {
		if d.Spec.UpdateStrategy.Type != appsv1.OnDeleteDaemonSetStrategyType {
			return lang.Message{}
		}
		return lang.M("updateStrategy of %s is OnDelete: a Pod gets the new template only after somebody deletes it. Use RollingUpdate.", NodeLogger)
	}))
	task.Hint("all-at-once", hint.OfDaemonSet(NodeLogger, func(_ *hint.Seen, d *appsv1.DaemonSet) lang.Message {
		rolling := d.Spec.UpdateStrategy.RollingUpdate
		if rolling == nil || rolling.MaxUnavailable == nil || rolling.MaxUnavailable.String() == "1" {
			return lang.Message{}
		}
		return lang.M("maxUnavailable of %s is %s: so many nodes are without a Pod at the same time.", NodeLogger, rolling.MaxUnavailable.String())
	}), "one-node-at-a-time")
}

func statefulHints(task *labs.Task) {
	task.Hint("parallel", hint.OfStatefulSet(DB, func(_ *hint.Seen, sts *appsv1.StatefulSet) lang.Message {
		if sts.Spec.PodManagementPolicy != appsv1.ParallelPodManagement {
			return lang.Message{}
		}
		return lang.M("podManagementPolicy of %s is Parallel: its Pods do not wait for each other. OrderedReady, the default, does.", DB)
	}), "in-order")
	task.Hint("empty-dir", hint.OfStatefulSet(DB, func(_ *hint.Seen, sts *appsv1.StatefulSet) lang.Message {
		emptied := slices.ContainsFunc(sts.Spec.Template.Spec.Volumes, func(v corev1.Volume) bool { return v.EmptyDir != nil })
		if len(sts.Spec.VolumeClaimTemplates) > 0 || !emptied {
			return lang.Message{}
		}
		return lang.M("%s keeps its data in an emptyDir, which goes with the Pod. volumeClaimTemplates give every Pod a claim that stays.", DB)
	}), "own-storage", "same-name-same-claim")
	task.Hint("scaled", func(s *hint.Seen) lang.Message {
		scaled := s.About("statefulsets", DB).Accepted().Where(func(q evidence.Request) bool { return q.Subresource == "scale" })
		if len(scaled) == 0 || len(s.PodsDeleted(DB)) > 0 {
			return lang.Message{}
		}
		return lang.M("You scaled %s at %s; the task asks you to delete one Pod and see it come back.", DB, hint.Clock(scaled[0].At))
	}, "same-name-same-claim")
	task.Hint("no-service", hint.OfStatefulSet(DB, func(s *hint.Seen, sts *appsv1.StatefulSet) lang.Message {
		if _, ok := s.Now.Service(s.Namespace, sts.Spec.ServiceName); ok {
			return lang.Message{}
		}
		return lang.M("serviceName of %s is %q, and there is no Service of that name. The API server does not check that.", DB, sts.Spec.ServiceName)
	}), "headless-service")
	task.Hint("cluster-ip", hint.OfStatefulSet(DB, func(s *hint.Seen, sts *appsv1.StatefulSet) lang.Message {
		service, ok := s.Now.Service(s.Namespace, sts.Spec.ServiceName)
		if !ok || service.Spec.ClusterIP == corev1.ClusterIPNone {
			return lang.Message{}
		}
		return lang.M("Service %s has a cluster IP of its own. With clusterIP: None it is headless, and every Pod gets a name.", service.Name)
	}), "headless-service")
}
