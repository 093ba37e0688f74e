package hint

import (
	"slices"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
)

// workloadKinds are the kinds that run Pods under a name that the learner chose.
func workloadKinds() []string {
	return []string{"Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "Job", "CronJob", "Pod"}
}

// OtherKind reacts to an object of the right name and another kind.
func OtherKind(kind, name string) When {
	return func(s *Seen) lang.Message {
		if s.Exists(kind, name) {
			return none()
		}
		for _, other := range workloadKinds() {
			if other != kind && s.Exists(other, name) {
				return lang.M("There is a %s called %s. The task asks for a %s of that name.", other, name, kind)
			}
		}
		return none()
	}
}

// Misspelt reacts to an object that the learner created under a name that is nearly one of these, where there is none of the right name.
func Misspelt(names []string) When {
	return func(s *Seen) lang.Message {
		for _, q := range s.Asked.Verbs("create").Accepted() {
			name := q.ResponseName()
			if q.Namespace != s.Namespace || q.Subresource != "" || name == "" {
				continue
			}
			meant, near := nearest.Typo(name, names)
			if near && !slices.ContainsFunc(workloadKinds(), func(kind string) bool { return s.Exists(kind, meant) }) && s.anyExists(name) {
				return lang.M("You created %s, and there is no %s. Is the name mistyped?", name, meant)
			}
		}
		return none()
	}
}

func (s *Seen) anyExists(name string) bool {
	return slices.ContainsFunc(workloadKinds(), func(kind string) bool { return s.Exists(kind, name) })
}

// AnotherImage reacts to a workload that runs another image than is asked for, and not one that earlier tasks ask for: with that, nothing
// has been done yet.
func AnotherImage(name, wanted string, earlier ...string) When {
	return OfTemplate(name, func(_ *Seen, t Template) lang.Message {
		images := evidence.Images(t.Spec)
		still := slices.ContainsFunc(earlier, func(image string) bool { return evidence.Runs(t.Spec, image) })
		if evidence.Runs(t.Spec, wanted) || still || len(images) == 0 {
			return none()
		}
		if meant, near := nearest.Name(wanted, images); near && nearest.Distance(meant, wanted) <= 2 {
			return lang.M("%s %s has image %s, not %s. Is the tag mistyped?", t.Kind, name, meant, wanted)
		}
		return lang.M("%s %s has image %s. The task asks for %s.", t.Kind, name, images[0], wanted)
	})
}
