package placement

import (
	"cmp"
	"encoding/json"
	"slices"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
	"github.com/podium-labs/podium/graders/whatif"
)

// Annotations by which storage classes and claims say more than their specs (k8s.io/kubernetes/pkg/apis/storage/util,
// k8s.io/component-helpers/storage/volume).
const (
	defaultClass   = "storageclass.kubernetes.io/is-default-class"
	bindCompleted  = "pv.kubernetes.io/bind-completed"
	boundByControl = "pv.kubernetes.io/bound-by-controller"
	noProvisioner  = "kubernetes.io/no-provisioner"
)

// newClaimSize is what a claim gets of which only the name is known.
const newClaimSize = "1Gi"

// lacksClass is true if the claim names a StorageClass that is not there.
func (q *question) lacksClass(claim *corev1.PersistentVolumeClaim) bool {
	named := claim.Spec.StorageClassName != nil && *claim.Spec.StorageClassName != ""
	return named && q.class(*claim.Spec.StorageClassName) == nil
}

// whyNoClass knows that a class is missing only where others can be seen: reading them may be forbidden.
func (q *question) whyNoClass(claim *corev1.PersistentVolumeClaim) lang.Message {
	for _, object := range q.snapshot.Objects {
		if _, is := object.(*storagev1.StorageClass); is {
			return lang.M("PersistentVolumeClaim %s asks for StorageClass %s, which does not exist", claim.Name, className(claim))
		}
	}
	return lang.M("PersistentVolumeClaim %s asks for StorageClass %s, and no StorageClass can be seen", claim.Name, className(claim))
}

// provisioning are the names of the classes that make a volume where the Pod is put, the default one first.
func (q *question) provisioning() []string {
	var found []*storagev1.StorageClass
	for _, object := range q.snapshot.Objects {
		class, is := object.(*storagev1.StorageClass)
		if is && class.Provisioner != noProvisioner && class.VolumeBindingMode != nil && *class.VolumeBindingMode == storagev1.VolumeBindingWaitForFirstConsumer {
			found = append(found, class)
		}
	}
	slices.SortFunc(found, func(a, b *storagev1.StorageClass) int {
		return cmp.Or(-cmp.Compare(a.Annotations[defaultClass], b.Annotations[defaultClass]), cmp.Compare(a.Name, b.Name))
	})
	names := make([]string, len(found))
	for i, class := range found {
		names[i] = class.Name
	}
	return names
}

// newClaim is for a claim that is not there, where some class would make a volume for it.
func (q *question) newClaim(name string) []fix {
	classes := q.provisioning()
	if len(classes) == 0 {
		return nil
	}
	claim := &corev1.PersistentVolumeClaim{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolumeClaim"},
		ObjectMeta: metav1.ObjectMeta{Namespace: q.pod.Namespace, Name: name},
		Spec: corev1.PersistentVolumeClaimSpec{
			AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce}, StorageClassName: &classes[0],
			Resources: corev1.VolumeResourceRequirements{Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(newClaimSize)}},
		},
	}
	return []fix{{Change{
		Kind: "create-claim", Subject: name, Text: lang.M("create PersistentVolumeClaim %s (for example %s of StorageClass %s)", name, newClaimSize, classes[0]),
		Command: create(claim), snapshot: whatif.AddObject(claim), cost: 2,
	}}}
}

// create is the command that makes an object.
func create(claim *corev1.PersistentVolumeClaim) string {
	manifest, err := json.Marshal(map[string]any{
		"apiVersion": claim.APIVersion, "kind": claim.Kind, "metadata": map[string]string{"name": claim.Name}, "spec": claim.Spec,
	})
	if err != nil {
		return "" // then the sentence has to do
	}
	return "echo '" + string(manifest) + "' | kubectl -n " + claim.Namespace + " create -f -"
}

// classFixes are for a claim whose class is not there: another class, the one that was probably meant first. A claim keeps its
// class, so it has to be made anew; it has no volume yet that could be lost.
func (q *question) classFixes(claim *corev1.PersistentVolumeClaim) []fix {
	classes := q.provisioning()
	if near, is := nearest.Typo(className(claim), classes); is {
		classes = []string{near}
	}
	var fixes []fix
	for _, class := range classes[:min(len(classes), maxOfKind)] {
		anew := claim.DeepCopy()
		anew.Spec.StorageClassName = &class
		fixes = append(fixes, fix{Change{
			Kind: "change-storage-class", Subject: claim.Name + " " + class, Text: lang.M("make PersistentVolumeClaim %s anew with StorageClass %s instead of %s", claim.Name, class, className(claim)),
			snapshot: replaceClaim(anew), cost: 2,
		}})
	}
	return fixes
}

// provideVolume is for a claim that waits for a volume that nobody makes.
func provideVolume(claim *corev1.PersistentVolumeClaim) []fix {
	const name = "new-volume"
	class := ""
	if claim.Spec.StorageClassName != nil {
		class = *claim.Spec.StorageClassName
	}
	volume := &corev1.PersistentVolume{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "PersistentVolume"}, ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: corev1.PersistentVolumeSpec{
			Capacity: claim.Spec.Resources.Requests, AccessModes: claim.Spec.AccessModes, StorageClassName: class,
			ClaimRef: &corev1.ObjectReference{Kind: "PersistentVolumeClaim", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID},
		},
	}
	bound := claim.DeepCopy()
	bound.Spec.VolumeName, bound.Status.Phase = name, corev1.ClaimBound
	metav1.SetMetaDataAnnotation(&bound.ObjectMeta, bindCompleted, "yes")
	metav1.SetMetaDataAnnotation(&bound.ObjectMeta, boundByControl, "yes")
	size := claim.Spec.Resources.Requests[corev1.ResourceStorage]
	return []fix{{Change{
		Kind: "provide-volume", Subject: claim.Name,
		Text: lang.M("provide a PersistentVolume for PersistentVolumeClaim %s: %s or more, StorageClass %s", claim.Name, size.String(), className(claim)),
		cost: 4,
		snapshot: func(s *whatif.Snapshot) {
			replaceClaim(bound)(s)
			whatif.AddObject(volume)(s)
		},
	}}}
}

func replaceClaim(claim *corev1.PersistentVolumeClaim) whatif.Change {
	return func(s *whatif.Snapshot) {
		for i, object := range s.Objects {
			if old, is := object.(*corev1.PersistentVolumeClaim); is && old.Namespace == claim.Namespace && old.Name == claim.Name {
				s.Objects[i] = claim
			}
		}
	}
}
