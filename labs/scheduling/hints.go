package scheduling

import (
	"slices"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// The hints of this lab react to misunderstandings of it; package hint has those that other labs know as well.

func gpuTiersHints(task *labs.Task) {
	task.Hint("never-labelled", neverLabelled())
	task.Hint("vram-unit", hint.LabelNotWhole(VRAMLabel), "vram-is-a-number")
	task.Hint("selects-no-node", hint.SelectsNoNode(Train))
	task.Hint("node-name", hint.NodeName(Train), "only-there")
	task.Hint("only-preferred", hint.OnlyPreferred(Train), "only-there")
	task.Hint("no-gpu", hint.NoRequest(Train, objects.GPU), "one-gpu-is-a-number")
}

// neverLabelled reacts to nodes that have no label to be chosen by.
func neverLabelled() hint.When {
	return func(s *hint.Seen) lang.Message {
		if len(s.Asked) == 0 || slices.ContainsFunc(s.Now.Nodes(), func(n *corev1.Node) bool { return n.Labels[TierLabel] != "" || n.Labels[VRAMLabel] != "" }) {
			return lang.Message{}
		}
		if len(s.About("deployments", Train))+len(s.About("pods", Train)) == 0 {
			return lang.Message{}
		}
		return lang.M("No node has a label %s or %s yet. What selects by them waits until you set them: kubectl label node", TierLabel, VRAMLabel)
	}
}

func requiredHints(task *labs.Task) {
	task.Hint("never-labelled", neverLabelled())
	task.Hint("vram-unit", hint.LabelNotWhole(VRAMLabel))
	task.Hint("not-whole", hint.NotWhole(Inference))
	task.Hint("only-preferred", hint.OnlyPreferred(Inference), "only-there")
	task.Hint("terms-are-or", hint.OfTemplate(Inference, func(_ *hint.Seen, t hint.Template) lang.Message {
		if n := len(hint.RequiredTerms(t.Spec)); n > 1 {
			return lang.M("%s has %d nodeSelectorTerms. One of them is enough for a node; what must hold together belongs into the matchExpressions of one term.", Inference, n)
		}
		return lang.Message{}
	}), "only-there")
	task.Hint("not-in", hint.OfTemplate(Inference, func(_ *hint.Seen, t hint.Template) lang.Message {
		for _, term := range hint.RequiredTerms(t.Spec) {
			for _, e := range term.MatchExpressions {
				if e.Operator == corev1.NodeSelectorOpNotIn && (e.Key == TierLabel || e.Key == VRAMLabel) {
					return lang.M("NotIn also matches a node that has no label %s at all. Say what the node must have instead of what it must not.", e.Key)
				}
			}
		}
		return lang.Message{}
	}), "only-there")
	task.Hint("bound-too-low", hint.OfTemplate(Inference, func(_ *hint.Seen, t hint.Template) lang.Message {
		for _, term := range hint.RequiredTerms(t.Spec) {
			for _, e := range term.MatchExpressions {
				if e.Operator != corev1.NodeSelectorOpGt || e.Key != VRAMLabel || len(e.Values) != 1 {
					continue
				}
				if bound, err := strconv.Atoi(e.Values[0]); err == nil && bound < MoreThanGB {
					return lang.M("Gt is >: a card of %d GB passes %q. More than %d is Gt with %q.", MoreThanGB, "Gt "+e.Values[0], MoreThanGB, strconv.Itoa(MoreThanGB))
				}
			}
		}
		return lang.Message{}
	}), "only-there")
	task.Hint("never-pending", func(s *hint.Seen) lang.Message {
		lives := s.Lives(Inference)
		if len(lives) == 0 || slices.ContainsFunc(lives, func(l *evidence.Life) bool { return !l.Unschedulable.IsZero() }) {
			return lang.Message{}
		}
		return lang.M("No Pod of %s was ever Pending for want of a node. Begin with more than %d GB and see it wait.", Inference, TooManyGB)
	}, "only-there")
}

func preferredHints(task *labs.Task) {
	task.Hint("node-name", hint.NodeName(Batch), "by-preference", "runs-anyway")
	task.Hint("requires", hint.OfTemplate(Batch, func(_ *hint.Seen, t hint.Template) lang.Message {
		if len(hint.RequiredTerms(t.Spec)) == 0 && len(t.Spec.NodeSelector) == 0 {
			return lang.Message{}
		}
		return lang.M("%s requires what it should only prefer: where that is closed, it waits. A preference by itself lets it run elsewhere.", Batch)
	}), "by-preference", "runs-anyway")
	task.Hint("another-weighs-more", hint.OfTemplate(Batch, func(_ *hint.Seen, t hint.Template) lang.Message {
		most, zones := int32(0), []string(nil)
		for _, term := range hint.PreferredTerms(t.Spec) {
			for _, e := range term.Preference.MatchExpressions {
				if e.Key == ZoneLabel && e.Operator == corev1.NodeSelectorOpIn && term.Weight > most {
					most, zones = term.Weight, e.Values
				}
			}
		}
		if len(zones) == 0 || slices.Contains(zones, PreferredZone) {
			return lang.Message{}
		}
		return lang.M("The heaviest wish of %s (weight %d) is for %s. The weights of all wishes that a node meets are added up.", Batch, most, hint.List(zones))
	}), "runs-in-its-zone", "by-preference")
}

func antiAffinityHints(task *labs.Task) {
	ha := func(say func(*hint.Seen, *appsv1.Deployment, *corev1.PodAntiAffinity) lang.Message) hint.When {
		return hint.OfDeployment(HA, func(s *hint.Seen, d *appsv1.Deployment) lang.Message {
			affinity := d.Spec.Template.Spec.Affinity
			if affinity == nil || affinity.PodAntiAffinity == nil {
				return lang.Message{}
			}
			return say(s, d, affinity.PodAntiAffinity)
		})
	}
	task.Hint("only-preferred", ha(func(_ *hint.Seen, _ *appsv1.Deployment, a *corev1.PodAntiAffinity) lang.Message {
		if len(a.RequiredDuringSchedulingIgnoredDuringExecution) > 0 {
			return lang.Message{}
		}
		return lang.M("The podAntiAffinity of %s only prefers: where no node is free, two Pods share one. Require it.", HA)
	}), "never-two-on-a-node", "turns-a-second-away")
	task.Hint("only-its-revision", ha(func(_ *hint.Seen, _ *appsv1.Deployment, a *corev1.PodAntiAffinity) lang.Message {
		for _, term := range a.RequiredDuringSchedulingIgnoredDuringExecution {
			if slices.Contains(term.MatchLabelKeys, appsv1.DefaultDeploymentUniqueLabelKey) {
				return lang.M("With matchLabelKeys %s the Pods of %s keep off those of their own revision only: during a rollout an old one and a new one share a node.", appsv1.DefaultDeploymentUniqueLabelKey, HA)
			}
		}
		return lang.Message{}
	}), "never-two-on-a-node", "turns-a-second-away")
	task.Hint("through-zero", hint.ThroughZero(HA), "rollout-finishes")
	task.Hint("helped", func(s *hint.Seen) lang.Message {
		removed := slices.Concat(s.ReplicaSetsDeleted(HA), s.PodsDeleted(HA))
		if len(removed) == 0 {
			return lang.Message{}
		}
		return lang.M("You deleted %s at %s to make room. The rollout has to make it itself: take an old Pod away before a new one comes.", removed[0].Name, hint.Clock(removed[0].At))
	}, "rollout-finishes")
	task.Hint("more-replicas", ha(func(_ *hint.Seen, d *appsv1.Deployment, _ *corev1.PodAntiAffinity) lang.Message {
		if *d.Spec.Replicas <= HAReplicas {
			return lang.Message{}
		}
		return lang.M("%s asks for %d replicas. With one Pod a node there is room for %d.", HA, *d.Spec.Replicas, HAReplicas)
	}))
	task.Hint("deadlock", ha(func(_ *hint.Seen, d *appsv1.Deployment, _ *corev1.PodAntiAffinity) lang.Message {
		if surge, unavailable, rolling := evidence.RollingLimits(d); !rolling || surge == 0 || unavailable > 0 {
			return lang.Message{}
		}
		return lang.M("%s has as many replicas as there are nodes for it, and its rollout wants a new Pod before an old one goes (maxUnavailable 0). No node is free for that one.", HA)
	}), "rollout-finishes")
}

func priorityHints(task *labs.Task) {
	task.Hint("never-labelled", neverLabelled())
	task.Hint("never-preempts", func(s *hint.Seen) lang.Message {
		t, ok := s.Template(Urgent)
		class, known := s.Now.PriorityClass(t.Spec.PriorityClassName)
		if !ok || !known || class.PreemptionPolicy == nil || *class.PreemptionPolicy != corev1.PreemptNever {
			return lang.Message{}
		}
		return lang.M("preemptionPolicy of PriorityClass %s is Never: its Pods come earlier in the queue, and push nobody out.", class.Name)
	})
	task.Hint("equal-priority", func(s *hint.Seen) lang.Message {
		t, ok := s.Template(Urgent)
		class, known := s.Now.PriorityClass(t.Spec.PriorityClassName)
		if !ok || !known || class.Value > 0 {
			return lang.Message{}
		}
		return lang.M("PriorityClass %s has the value %d, and a Pod without a class has 0. Only a higher priority pushes another Pod out.", class.Name, class.Value)
	})
	task.Hint("no-gpu", hint.NoRequest(Urgent, objects.GPU), "preempts", "equal-would-wait")
	task.Hint("room-by-hand", func(s *hint.Seen) lang.Message {
		deleted := slices.Concat(s.About("deployments", Train).Verbs("delete").Accepted(), s.PodsDeleted(Train))
		if len(deleted) == 0 {
			return lang.Message{}
		}
		return lang.M("You deleted %s at %s, so %s found room. Making room is the scheduler's part.", deleted[0].Name, hint.Clock(deleted[0].At), Urgent)
	}, "preempts", "equal-would-wait")
	task.Hint("nothing-in-the-way", func(s *hint.Seen) lang.Message {
		if _, ok := s.Template(Urgent); !ok || slices.ContainsFunc(s.Lives(Train), func(l *evidence.Life) bool { return !l.Bound.IsZero() && requests(l.Pod.Spec) }) {
			return lang.Message{}
		}
		return lang.M("No Pod of %s holds a GPU of %s, so nothing was in the way of %s. See task %s.", Train, objects.Worker, Urgent, GPUTiers)
	}, "preempts", "equal-would-wait")
}

func requests(spec corev1.PodSpec) bool {
	return slices.ContainsFunc(spec.Containers, func(c corev1.Container) bool {
		_, is := c.Resources.Limits[objects.GPU]
		return is
	})
}

func incidentHints(task *labs.Task) {
	task.Hint("status-by-hand", hint.StatusByHand("pods"), "runs", "only-that-taint", "dns-undisturbed")
	task.Hint("taint-removed", hint.TaintRemoved(objects.ControlPlane, objects.ControlPlaneLabel,
		lang.M("Leave the node as it is, and let %s tolerate the taint.", Relay)))
	task.Hint("selector-removed", hint.OfTemplate(Relay, func(_ *hint.Seen, t hint.Template) lang.Message {
		if len(t.Spec.NodeSelector) > 0 {
			return lang.Message{}
		}
		return lang.M("%s has lost its node selector, so it runs where it was not meant to. Put it back; what is missing is a toleration.", Relay)
	}))
	task.Hint("tolerates-everything", hint.OfTemplate(Relay, func(_ *hint.Seen, t hint.Template) lang.Message {
		if slices.ContainsFunc(t.Spec.Tolerations, func(t corev1.Toleration) bool { return t.Key == "" && t.Operator == corev1.TolerationOpExists }) {
			return lang.M("A toleration without a key tolerates every taint there is. Name the key of the one that is in the way.")
		}
		return lang.Message{}
	}), "only-that-taint")
	task.Hint("tolerates-another", hint.OfTemplate(Relay, func(_ *hint.Seen, t hint.Template) lang.Message {
		for _, t := range t.Spec.Tolerations {
			if t.Key != "" && t.Key != objects.ControlPlaneLabel {
				return lang.M("%s tolerates %s as well, and no taint of that key is in the way. Each toleration is one door more.", Relay, t.Key)
			}
		}
		return lang.Message{}
	}), "only-that-taint")
	task.Hint("read-the-condition", func(s *hint.Seen) lang.Message {
		if s.Answer(labs.AnswersConfigMap, Incident) == "" {
			return lang.Message{}
		}
		return lang.M("Who found no node, and which taint was it? Both stand in the last lines of: kubectl describe pod -l app=%s", Relay)
	}, "reason")
}
