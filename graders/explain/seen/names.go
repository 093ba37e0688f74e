package seen

import (
	"context"
	"fmt"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
)

// Resource names the target's kind as a permission does.
func (t Target) Resource() string { return kindNames()[t.Kind][1] }

// Names lists the names of the target's kind in its namespace, for whoever mistyped one and for completion.
func Names(ctx context.Context, client kubernetes.Interface, target Target) ([]string, error) {
	list, err := listKind(ctx, client, target)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", target.Resource(), err)
	}
	var names []string
	err = apimeta.EachListItem(list, func(object runtime.Object) error {
		accessor, err := apimeta.Accessor(object)
		if err == nil {
			names = append(names, accessor.GetName())
		}
		return err
	})
	return names, err
}

func listKind(ctx context.Context, client kubernetes.Interface, t Target) (runtime.Object, error) {
	all := metav1.ListOptions{}
	switch t.Kind {
	case Deployment:
		return client.AppsV1().Deployments(t.Namespace).List(ctx, all)
	case ReplicaSet:
		return client.AppsV1().ReplicaSets(t.Namespace).List(ctx, all)
	case StatefulSet:
		return client.AppsV1().StatefulSets(t.Namespace).List(ctx, all)
	case DaemonSet:
		return client.AppsV1().DaemonSets(t.Namespace).List(ctx, all)
	case Job:
		return client.BatchV1().Jobs(t.Namespace).List(ctx, all)
	case CronJob:
		return client.BatchV1().CronJobs(t.Namespace).List(ctx, all)
	case Service:
		return client.CoreV1().Services(t.Namespace).List(ctx, all)
	}
	return client.CoreV1().Pods(t.Namespace).List(ctx, all)
}
