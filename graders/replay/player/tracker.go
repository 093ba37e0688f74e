package player

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"github.com/podium-labs/podium/graders/replay"
)

// tracked is one object that exists or has existed.
type tracked struct {
	kind, namespace, name, prefix string
	uid, owner                    types.UID
	node, hash                    string
	topology                      map[string]string // by the attribute that refers to it
	vain                          bool              // that was waited for in vain
	created                       metav1.Time
	invented                      bool
	gone                          bool
}

// tracker knows all objects that a line can mean, in the order in which they were made.
type tracker struct {
	namespace string
	mu        sync.Mutex
	all       []*tracked
	byUID     map[types.UID]*tracked
	changed   chan struct{}
}

// kinds are those that a history records, and that a learner may list.
func kinds(namespaced bool) []schema.GroupVersionResource {
	if !namespaced {
		return []schema.GroupVersionResource{{Version: "v1", Resource: "nodes"}, {Group: "scheduling.k8s.io", Version: "v1", Resource: "priorityclasses"}}
	}
	var found []schema.GroupVersionResource
	for group, resources := range map[string][]string{
		"": {"pods", "services", "configmaps", "persistentvolumeclaims"}, "apps": {"deployments", "replicasets", "daemonsets", "statefulsets"},
		"batch": {"jobs", "cronjobs"}, "discovery.k8s.io": {"endpointslices"},
	} {
		for _, resource := range resources {
			found = append(found, schema.GroupVersionResource{Group: group, Version: "v1", Resource: resource})
		}
	}
	return found
}

// track begins to watch. It returns when everything that exists is known; what comes later is seen in its order.
func track(ctx context.Context, config *rest.Config, namespace string, ended <-chan struct{}) (*tracker, error) {
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	t := &tracker{namespace: namespace, byUID: map[types.UID]*tracked{}, changed: make(chan struct{})}
	var synced []cache.InformerSynced
	for _, namespaced := range []bool{true, false} {
		in := metav1.NamespaceAll
		if namespaced {
			in = namespace
		}
		factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, in, nil)
		for _, kind := range kinds(namespaced) {
			informer := factory.ForResource(kind).Informer()
			registered, err := informer.AddEventHandler(t.handler())
			if err != nil {
				return nil, fmt.Errorf("watch %s: %w", kind.Resource, err)
			}
			synced = append(synced, registered.HasSynced)
		}
		factory.Start(ended)
	}
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return nil, fmt.Errorf("list objects: %w", context.Cause(ctx))
	}
	t.sort()
	return t, nil
}

// sort orders what was there at the beginning, where the time of creation is all that tells of the order.
func (t *tracker) sort() {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.SortStableFunc(t.all, func(a, b *tracked) int {
		return cmp.Or(a.created.Compare(b.created.Time), cmp.Compare(a.name, b.name))
	})
}

func (t *tracker) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { t.see(object, false) },
		UpdateFunc: func(_, object any) { t.see(object, false) },
		DeleteFunc: func(object any) {
			if unknown, is := object.(cache.DeletedFinalStateUnknown); is {
				object = unknown.Obj
			}
			t.see(object, true)
		},
	}
}

func (t *tracker) see(object any, gone bool) {
	seen, ok := object.(*unstructured.Unstructured)
	if !ok {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.byUID[seen.GetUID()]
	if known == nil {
		known = &tracked{kind: seen.GetKind(), namespace: seen.GetNamespace(), name: seen.GetName(), prefix: seen.GetGenerateName(), uid: seen.GetUID(),
			created: seen.GetCreationTimestamp(), hash: seen.GetLabels()[appsv1.DefaultDeploymentUniqueLabelKey], invented: replay.Invented(seen.GetKind(), seen)}
		if owner := metav1.GetControllerOf(seen); owner != nil {
			known.owner = owner.UID
		}
		t.byUID[known.uid] = known
		t.all = append(t.all, known)
	}
	known.gone = gone
	if node, found, err := unstructured.NestedString(seen.Object, "spec", "nodeName"); found && err == nil {
		known.node = node
	}
	known.topology = map[string]string{}
	for attribute, label := range replay.Topology() {
		known.topology[attribute] = seen.GetLabels()[label]
	}
	close(t.changed)
	t.changed = make(chan struct{})
}

// watches is true if what a request makes is seen here.
func (t *tracker) watches(r *replay.Request) bool {
	namespaced := r.Namespace != ""
	return (!namespaced || r.Namespace == t.namespace) && slices.Contains(kinds(namespaced), schema.GroupVersionResource{Group: r.Group, Version: r.Version, Resource: r.Resource})
}

// saw says whether an object was ever there, and what tells of the next change.
func (t *tracker) saw(uid types.UID) (bool, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byUID[uid] != nil, t.changed
}

// attribute is what a reference to the object stands for now, and what tells of the next change.
func (t *tracker) attribute(of *tracked, attribute string) (string, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch attribute {
	case "name":
		return of.name, t.changed
	case "uid":
		return string(of.uid), t.changed
	case "hash":
		return of.hash, t.changed
	}
	return of.topology[attribute], t.changed
}
