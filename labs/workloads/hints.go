package workloads

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/hint"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// The hints of this lab react to misunderstandings of it; package hint has those that other labs know as well.

func firstPodHints(task *labs.Task) {
	task.Hint("another-kind", hint.OtherKind("Pod", Hello))
	task.Hint("ends-by-itself", hint.EndsByItself(Hello), "running")
}

func deployedHints(task *labs.Task) {
	task.Hint("selector-mismatch", hint.SelectorMismatch(Web))
	task.Hint("selector-immutable", hint.Rejected("deployments", Web, "spec.selector", "immutable", func(code int, _ string) lang.Message {
		return lang.M("Your change of Deployment %s was refused (%d), with everything that was in it: the selector of a Deployment cannot change. Send the replicas alone.", Web, code)
	}))
	task.Hint("restart-policy", hint.Rejected("deployments", Web, "spec.template.spec.restartPolicy", "", func(code int, _ string) lang.Message {
		return lang.M("Deployment %s was refused (%d), so there is none: its Pods run for good, so their restartPolicy is Always and nothing else.", Web, code)
	}))
	task.Hint("replicaset-scaled", hint.ReplicaSetScaled(Web))
	task.Hint("made-anew", hint.MadeAnew(Web))
	task.Hint("status-by-hand", hint.StatusByHand("deployments"), "then-five")
	task.Hint("selects-no-node", hint.SelectsNoNode(Web))
}

func ownershipHints(task *labs.Task) {
	task.Hint("no-uid", func(s *hint.Seen) lang.Message {
		text := s.Answer(labs.AnswersConfigMap, Ownership+"-"+OfReplicaSet) + s.Answer(labs.AnswersConfigMap, Ownership+"-"+OfPod)
		if text == "" || uid.MatchString(strings.ToLower(text)) {
			return lang.Message{}
		}
		return lang.M("Your answers have no UID. metadata.ownerReferences of the object has kind, name and uid: kubectl get -o yaml")
	})
	task.Hint("skipped-a-level", hint.OfDeployment(Web, func(s *hint.Seen, d *appsv1.Deployment) lang.Message {
		if !strings.Contains(strings.ToLower(s.Answer(labs.AnswersConfigMap, Ownership+"-"+OfPod)), string(d.UID)) {
			return lang.Message{}
		}
		return lang.M("That UID is the Deployment's. Between it and its Pods stands something else: look at the ownerReferences of a Pod.")
	}), "pod-owner")
}

func garbageCollectionHints(task *labs.Task) {
	task.Hint("acted-below", hint.ActedBelow(Temp), "cascade")
	task.Hint("tidied-by-hand", func(s *hint.Seen) lang.Message {
		deleted := s.ReplicaSetsDeleted(Temp)
		if len(deleted) == 0 || s.Exists("Deployment", Temp) {
			return lang.Message{}
		}
		return lang.M("You deleted ReplicaSet %s yourself at %s. Delete Deployment %s without --cascade=orphan: the garbage collector does the rest.", deleted[0].Name, hint.Clock(deleted[0].At), Temp)
	}, "cascade")
	task.Hint("plain-delete", func(s *hint.Seen) lang.Message {
		for _, q := range s.About("deployments", Orphaned).Verbs("delete").Accepted() {
			if !strings.Contains(string(q.Body), "Orphan") && !slices.Contains(q.Options["propagationPolicy"], "Orphan") {
				return lang.M("You deleted %s at %s with all that it owned. --cascade=orphan leaves the ReplicaSet where it is.", Orphaned, hint.Clock(q.At))
			}
		}
		return lang.Message{}
	}, "orphan")
}

func jobHints(task *labs.Task) {
	task.Hint("another-kind", hint.OtherKind("Job", Migrate), "completes")
	task.Hint("restart-policy", hint.Rejected("jobs", Migrate, "spec.template.spec.restartPolicy", "", func(code int, _ string) lang.Message {
		return lang.M("Job %s was refused (%d): where nothing is said, restartPolicy is Always, and a Job must end. Say Never or OnFailure.", Migrate, code)
	}), "completes")
	task.Hint("limited-too-late", func(s *hint.Seen) lang.Message {
		versions := s.Versions("Job", Flaky)
		if len(versions) == 0 {
			return lang.Message{}
		}
		first, ok := versions[0].Object.(*batchv1.Job)
		now, there := s.Now.Job(s.Namespace, Flaky)
		if !ok || !there || now.UID != first.UID || *first.Spec.BackoffLimit == Retries || *now.Spec.BackoffLimit != Retries {
			return lang.Message{}
		}
		return lang.M("%s began with backoffLimit %d and got %d later, when it had been tried more often. Make it anew with the limit from the start.", Flaky, *first.Spec.BackoffLimit, Retries)
	}, "gives-up")
	task.Hint("one-attempt-too-many", backoffLimit(func(limit int32) lang.Message {
		if limit != Retries+1 {
			return lang.Message{}
		}
		return lang.M("backoffLimit of %s is %d. It counts the retries; the first attempt is not one of them.", Flaky, limit)
	}), "gives-up")
	task.Hint("backoff-limit", backoffLimit(func(limit int32) lang.Message {
		if limit == Retries {
			return lang.Message{}
		}
		return lang.M("backoffLimit of %s is %d (unless set, it is 6). With restartPolicy Never every retry is a new Pod, so it is not what limits them.", Flaky, limit)
	}), "gives-up")
	task.Hint("never-sent", func(s *hint.Seen) lang.Message {
		jobs := s.Asked.Where(func(q evidence.Request) bool { return q.Resource == "jobs" && q.Writes() })
		if len(jobs) == 0 || len(jobs.Where(evidence.Request.Refused)) > 0 {
			return lang.Message{}
		}
		return lang.M("No Job of yours was ever refused. Send one with restartPolicy Always and read what the API server says: nothing is stored.")
	}, "always-refused")
}

func backoffLimit(say func(int32) lang.Message) hint.When {
	return func(s *hint.Seen) lang.Message {
		job, ok := s.Now.Job(s.Namespace, Flaky)
		if !ok || job.Spec.BackoffLimit == nil {
			return lang.Message{}
		}
		return say(*job.Spec.BackoffLimit)
	}
}

func cronJobHints(task *labs.Task) {
	report := func(say func(*hint.Seen, *batchv1.CronJob) lang.Message) hint.When {
		return func(s *hint.Seen) lang.Message {
			if found, ok := s.Now.CronJob(s.Namespace, Report); ok {
				return say(s, found)
			}
			return lang.Message{}
		}
	}
	task.Hint("zone-in-schedule", hint.Rejected("cronjobs", Report, "spec.schedule", "TZ", func(code int, _ string) lang.Message {
		return lang.M("CronJob %s was refused (%d): the time zone does not go into the schedule. It has a field of its own, timeZone.", Report, code)
	}))
	task.Hint("deleted", hint.Deleted("CronJob", "cronjobs", Report))
	task.Hint("suspended", report(func(_ *hint.Seen, c *batchv1.CronJob) lang.Message {
		if c.Spec.Suspend == nil || !*c.Spec.Suspend {
			return lang.Message{}
		}
		return lang.M("%s is suspended (spec.suspend): as long as it is, no run begins by its schedule.", Report)
	}), "schedule")
	task.Hint("minute-field", report(func(_ *hint.Seen, c *batchv1.CronJob) lang.Message {
		minute, rest, _ := strings.Cut(strings.TrimSpace(c.Spec.Schedule), " ")
		if strings.Trim(minute, "0123456789") != "" || strings.TrimSpace(rest) != "* * * *" {
			return lang.Message{}
		}
		return lang.M("%q means minute %s of every hour. A step is written with a slash: */%d", c.Spec.Schedule, minute, Minutes)
	}), "schedule")
	task.Hint("no-time-zone", report(func(_ *hint.Seen, c *batchv1.CronJob) lang.Message {
		if c.Spec.TimeZone != nil {
			return lang.Message{}
		}
		return lang.M("%s has no timeZone. Its schedule then follows the clock of the controller manager, not yours.", Report)
	}), "time-zone")
	task.Hint("replaces", report(func(_ *hint.Seen, c *batchv1.CronJob) lang.Message {
		if c.Spec.ConcurrencyPolicy != batchv1.ReplaceConcurrent {
			return lang.Message{}
		}
		return lang.M("concurrencyPolicy Replace ends the run that is going to begin the next. Forbid lets it finish.")
	}), "one-at-a-time")
	task.Hint("beside", report(func(s *hint.Seen, c *batchv1.CronJob) lang.Message {
		for _, q := range s.Asked.Verbs("create").Accepted() {
			job, ok := s.Now.Job(s.Namespace, q.ResponseName())
			if ok && q.Resource == "jobs" && len(job.OwnerReferences) == 0 && job.Name != Migrate && job.Name != Flaky {
				return lang.M("Job %s has no owner, so nothing says that it is a run of %s. Make it from the CronJob: kubectl create job NAME --from=cronjob/%s", job.Name, c.Name, c.Name)
			}
		}
		return lang.Message{}
	}), "run-now")
}

func daemonHints(task *labs.Task) {
	task.Hint("taint-removed", hint.TaintRemoved(objects.ControlPlane, objects.ControlPlaneLabel,
		lang.M("Leave the node as it is, and let %s tolerate the taint.", Agent)), "on-the-control-plane")
	task.Hint("other-key", hint.TheOtherKey(Agent, objects.ControlPlaneLabel), "on-the-control-plane")
	task.Hint("tolerated-from-the-start", func(s *hint.Seen) lang.Message {
		versions := s.Versions("DaemonSet", Agent)
		if len(versions) == 0 {
			return lang.Message{}
		}
		ds, ok := versions[0].Object.(*appsv1.DaemonSet)
		if !ok || len(ds.Spec.Template.Spec.Tolerations) == 0 {
			return lang.Message{}
		}
		return lang.M("%s had its toleration from the beginning (%s). Start without: then you see which node the taint keeps it off.", Agent, hint.Clock(versions[0].At))
	}, "on-every-worker")
	task.Hint("nodes-by-name", hint.OfTemplate(Agent, func(_ *hint.Seen, t hint.Template) lang.Message {
		for _, term := range hint.RequiredTerms(t.Spec) {
			named := func(r corev1.NodeSelectorRequirement) bool {
				return r.Operator == corev1.NodeSelectorOpIn && (r.Key == corev1.LabelHostname || r.Key == "metadata.name")
			}
			if slices.ContainsFunc(slices.Concat(term.MatchExpressions, term.MatchFields), named) {
				return lang.M("%s lists nodes by name: a node that comes later is on no list. A DaemonSet takes every node that it may use.", Agent)
			}
		}
		return lang.Message{}
	}), "follows-the-nodes")
	task.Hint("validation-off", func(s *hint.Seen) lang.Message {
		for _, q := range s.About("daemonsets", Agent).Accepted() {
			if slices.Contains(q.Options["fieldValidation"], "Ignore") && strings.Contains(string(q.Body), `"replicas"`) {
				return lang.M("At %s you sent replicas with validation switched off: the field was dropped without a word. Send it again with validation.", hint.Clock(q.At))
			}
		}
		return lang.Message{}
	}, "replicas-refused", "what-the-api-said")
}

func selfHealingHints(task *labs.Task) {
	task.Hint("scaled", func(s *hint.Seen) lang.Message {
		scaled := s.About("deployments", Web).Accepted().Where(func(q evidence.Request) bool { return q.Subresource == "scale" })
		if len(scaled) < 2 || len(s.PodsDeleted(Web)) > 0 { // the first is that of task deployment
			return lang.Message{}
		}
		return lang.M("You scaled %s, last at %s, and deleted no Pod. Scaling changes how many there should be; healing is about one that is missing.", Web, hint.Clock(scaled[len(scaled)-1].At))
	})
	task.Hint("invented", func(s *hint.Seen) lang.Message {
		was := map[string]bool{}
		for _, life := range s.Lives(Web) {
			was[life.Pod.Name] = true
		}
		for _, part := range []string{Before, After} {
			for _, name := range podNames.FindAllString(s.Answer(labs.AnswersConfigMap, SelfHealing+"-"+part), -1) {
				if !was[name] {
					return lang.M("There never was a Pod %s. Write down what kubectl get pods prints.", name)
				}
			}
		}
		return lang.Message{}
	}, "list-before", "list-after", "one-new-name")
	task.Hint("the-same-list", func(s *hint.Seen) lang.Message {
		before := podNames.FindAllString(s.Answer(labs.AnswersConfigMap, SelfHealing+"-"+Before), -1)
		after := podNames.FindAllString(s.Answer(labs.AnswersConfigMap, SelfHealing+"-"+After), -1)
		slices.Sort(before)
		slices.Sort(after)
		if len(before) == 0 || !slices.Equal(before, after) {
			return lang.Message{}
		}
		return lang.M("Both lists are the same. Take the first one before the delete, the second when %s is complete again.", Web)
	}, "list-before", "list-after", "one-new-name")
	task.Hint("too-many-deleted", func(s *hint.Seen) lang.Message {
		if deleted := s.PodsDeleted(Web); len(deleted) > 1 {
			return lang.M("You deleted %d Pods of %s. With one gone, the lists show that the others were left alone.", len(deleted), Web)
		}
		return lang.Message{}
	}, "one-new-name")
}
