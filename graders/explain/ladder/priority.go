package ladder

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
	"github.com/podium-labs/podium/graders/whatif"
)

// reservedClass begins the names of the PriorityClasses that belong to Kubernetes itself.
const reservedClass = "system-"

// missingClass says what to do about a PriorityClass that does not exist: take the one that was probably meant, or make it.
func (b *builder) missingClass(kind string, owner metav1.Object, refusal string) {
	missing := seen.MissingPriorityClass(refusal)
	if missing == "" {
		return
	}
	var names []string
	for _, class := range b.PriorityClasses {
		if !strings.HasPrefix(class.Name, reservedClass) {
			names = append(names, class.Name)
		}
	}
	slices.Sort(names)
	reference := &metav1.OwnerReference{Kind: kind, Name: owner.GetName()}
	if meant, near := nearest.Typo(missing, names); near && b.admits(reference, owner.GetNamespace(), meant) {
		b.note(lang.M("there is no PriorityClass %s; the nearest is %s", missing, meant))
		if command := b.patchTemplate(reference, owner.GetNamespace(), classed(meant)); command != "" {
			b.report.Next = append(b.report.Next, command)
		}
		return
	}
	if len(names) > 0 {
		b.note(lang.M("there is no PriorityClass %s; there are: %s", missing, strings.Join(names, ", ")))
	} else {
		b.note(lang.M("there is no PriorityClass %s, and none at all beside those of Kubernetes itself", missing))
	}
	b.report.Next = append(b.report.Next, "kubectl create priorityclass "+missing+" --value=1000")
}

func classed(class string) func(*corev1.PodSpec) {
	return func(spec *corev1.PodSpec) { spec.PriorityClassName = class }
}

// admits tries whether the API server would take a Pod of the template with that class. Without a scheduler to ask, that the class
// exists has to do.
func (b *builder) admits(owner *metav1.OwnerReference, namespace, class string) bool {
	kind, _, _, template, _ := b.template(owner)
	if b.o.Scheduler == nil || kind == "" {
		return true
	}
	snapshot := &whatif.Snapshot{Nodes: b.Nodes}
	for _, c := range b.PriorityClasses {
		snapshot.Objects = append(snapshot.Objects, c)
	}
	classed(class)(&template.Spec)
	_, err := b.o.Scheduler.Admit(snapshot, namespace, template)
	return err == nil
}
