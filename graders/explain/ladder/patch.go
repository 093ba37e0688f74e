package ladder

import (
	"encoding/json"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/podium-labs/podium/graders/explain/placement"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/result"
)

// patch is the command that makes a suggestion's changes to the template above a Pod. It is empty if there are none, or if
// the template cannot be changed: that of a Job is immutable, and a Pod of its own has to be made anew.
func (b *builder) patch(s placement.Suggestion, pod *corev1.Pod) string {
	if !s.EditsPod() {
		return ""
	}
	return b.patchTemplate(metav1.GetControllerOf(pod), pod.Namespace, s.Edit)
}

// patchTemplate is the command that makes a change to the template of which the owner makes its Pods.
func (b *builder) patchTemplate(owner *metav1.OwnerReference, namespace string, edit func(*corev1.PodSpec)) string {
	kind, name, before, after, model := b.template(owner)
	if after == nil {
		return ""
	}
	edit(&after.Spec)
	change, err := strategicPatch(before, after, model)
	if err != nil || change == "{}" {
		return "" // then the sentence has to do
	}
	return result.Clean("kubectl -n " + namespace + " patch " + strings.ToLower(kind) + " " + name + " -p " + quote(change))
}

// template finds the template that an owner makes Pods of, once as it is and once to change.
func (b *builder) template(owner *metav1.OwnerReference) (kind, name string, before, after *corev1.PodTemplateSpec, model any) {
	if owner == nil {
		return "", "", nil, nil, nil
	}
	switch owner.Kind {
	case seen.ReplicaSet:
		rs, ok := seen.Find(owner.Name, b.ReplicaSets)
		if !ok {
			break
		}
		above := metav1.GetControllerOf(rs)
		if above == nil {
			break // its Pods would have to be deleted as well
		}
		if d, ok := seen.Find(above.Name, b.Deployments); ok {
			return seen.Deployment, d.Name, &d.Spec.Template, d.Spec.Template.DeepCopy(), appsv1.Deployment{}
		}
	case seen.StatefulSet:
		if sts, ok := seen.Find(owner.Name, b.StatefulSets); ok {
			return seen.StatefulSet, sts.Name, &sts.Spec.Template, sts.Spec.Template.DeepCopy(), appsv1.StatefulSet{}
		}
	case seen.DaemonSet:
		if ds, ok := seen.Find(owner.Name, b.DaemonSets); ok {
			return seen.DaemonSet, ds.Name, &ds.Spec.Template, ds.Spec.Template.DeepCopy(), appsv1.DaemonSet{}
		}
	}
	return "", "", nil, nil, nil
}

func strategicPatch(before, after *corev1.PodTemplateSpec, model any) (string, error) {
	type spec struct {
		Template *corev1.PodTemplateSpec `json:"template"`
	}
	type workload struct {
		Spec spec `json:"spec"`
	}
	old, err := json.Marshal(workload{spec{before}})
	if err != nil {
		return "", err
	}
	changed, err := json.Marshal(workload{spec{after}})
	if err != nil {
		return "", err
	}
	patch, err := strategicpatch.CreateTwoWayMergePatch(old, changed, model)
	return string(patch), err
}

// quote makes one word of a POSIX shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
