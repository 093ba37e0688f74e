package evidence

import (
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// kind is one sort of object whose whole history is kept.
type kind struct {
	gvk        schema.GroupVersionKind
	namespaced bool
	object     func() client.Object
	list       func() client.ObjectList
}

func core(name string) schema.GroupVersionKind { return corev1.SchemeGroupVersion.WithKind(name) }
func apps(name string) schema.GroupVersionKind { return appsv1.SchemeGroupVersion.WithKind(name) }

// kinds lists everything a learner works with and everything that controllers make of it. Events are
// not here: anybody may write them and they are best effort, so they are never evidence.
func kinds() []kind {
	return []kind{
		{core("Pod"), true, func() client.Object { return &corev1.Pod{} }, func() client.ObjectList { return &corev1.PodList{} }},
		{core("Service"), true, func() client.Object { return &corev1.Service{} }, func() client.ObjectList { return &corev1.ServiceList{} }},
		{core("ConfigMap"), true, func() client.Object { return &corev1.ConfigMap{} }, func() client.ObjectList { return &corev1.ConfigMapList{} }},
		{core("PersistentVolumeClaim"), true, func() client.Object { return &corev1.PersistentVolumeClaim{} }, func() client.ObjectList { return &corev1.PersistentVolumeClaimList{} }},
		{core("Namespace"), false, func() client.Object { return &corev1.Namespace{} }, func() client.ObjectList { return &corev1.NamespaceList{} }},
		{core("Node"), false, func() client.Object { return &corev1.Node{} }, func() client.ObjectList { return &corev1.NodeList{} }},
		{apps("Deployment"), true, func() client.Object { return &appsv1.Deployment{} }, func() client.ObjectList { return &appsv1.DeploymentList{} }},
		{apps("ReplicaSet"), true, func() client.Object { return &appsv1.ReplicaSet{} }, func() client.ObjectList { return &appsv1.ReplicaSetList{} }},
		{apps("DaemonSet"), true, func() client.Object { return &appsv1.DaemonSet{} }, func() client.ObjectList { return &appsv1.DaemonSetList{} }},
		{apps("StatefulSet"), true, func() client.Object { return &appsv1.StatefulSet{} }, func() client.ObjectList { return &appsv1.StatefulSetList{} }},
		{batchv1.SchemeGroupVersion.WithKind("Job"), true, func() client.Object { return &batchv1.Job{} }, func() client.ObjectList { return &batchv1.JobList{} }},
		{batchv1.SchemeGroupVersion.WithKind("CronJob"), true, func() client.Object { return &batchv1.CronJob{} }, func() client.ObjectList { return &batchv1.CronJobList{} }},
		{discoveryv1.SchemeGroupVersion.WithKind("EndpointSlice"), true, func() client.Object { return &discoveryv1.EndpointSlice{} }, func() client.ObjectList { return &discoveryv1.EndpointSliceList{} }},
		{schedulingv1.SchemeGroupVersion.WithKind("PriorityClass"), false, func() client.Object { return &schedulingv1.PriorityClass{} }, func() client.ObjectList { return &schedulingv1.PriorityClassList{} }},
	}
}

// kindNamed finds the kind called name, such as "Pod".
func kindNamed(name string) (kind, bool) {
	all := kinds()
	i := slices.IndexFunc(all, func(k kind) bool { return k.gvk.Kind == name })
	if i < 0 {
		return kind{}, false
	}
	return all[i], true
}

// restMapper knows the kinds above without asking the API server: a recorder must not wait for discovery.
func restMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	for _, k := range kinds() {
		scope := meta.RESTScope(meta.RESTScopeRoot)
		if k.namespaced {
			scope = meta.RESTScopeNamespace
		}
		mapper.Add(k.gvk, scope)
	}
	return mapper
}

// systemNamespaces hold the cluster's own objects, which no learner may touch and no lab grades.
func systemNamespaces() []string {
	return []string{"kube-system", "kube-public", "kube-node-lease", "default", "local-path-storage"}
}
