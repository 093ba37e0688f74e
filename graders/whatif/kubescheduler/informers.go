package kubescheduler

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	schedulingdefaults "k8s.io/kubernetes/pkg/apis/scheduling/v1"
)

type clientset = kubernetes.Interface

// errNoCluster is what every request to the cluster gets; none is needed for an answer.
var errNoCluster = errors.New("not among the objects of the snapshot")

type roundTripper func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// noCluster is a client that reaches nothing: whatever a plugin would do to a cluster fails.
func noCluster() (clientset, error) {
	refuse := roundTripper(func(*http.Request) (*http.Response, error) { return nil, errNoCluster })
	client, err := kubernetes.NewForConfig(&rest.Config{Host: "http://snapshot.invalid", Transport: refuse})
	if err != nil {
		return nil, fmt.Errorf("make client: %w", err)
	}
	return client, nil
}

// knownTypes are the types that the plugins of the scheduler and of admission have informers for.
func knownTypes() []runtime.Object {
	return []runtime.Object{
		&corev1.Namespace{}, &corev1.PersistentVolume{}, &corev1.PersistentVolumeClaim{}, &corev1.Service{},
		&corev1.ReplicationController{}, &corev1.LimitRange{},
		&appsv1.ReplicaSet{}, &appsv1.StatefulSet{}, &policyv1.PodDisruptionBudget{},
		&schedulingv1.PriorityClass{}, &nodev1.RuntimeClass{},
		&storagev1.StorageClass{}, &storagev1.CSINode{}, &storagev1.CSIDriver{}, &storagev1.CSIStorageCapacity{},
		&storagev1.VolumeAttachment{},
		&resourcev1.ResourceClaim{}, &resourcev1.ResourceSlice{}, &resourcev1.DeviceClass{},
	}
}

// staticInformers hand out a fixed set of objects.
type staticInformers struct {
	synced []cache.DoneChecker
}

// factory makes an informer factory whose informers list the given objects once and then see no change.
// An object of a type that nobody would look at is an error.
func (s *staticInformers) factory(client clientset, objects []runtime.Object) (informers.SharedInformerFactory, error) {
	byType := map[reflect.Type][]runtime.Object{}
	for _, object := range objects {
		kind := reflect.TypeOf(object)
		byType[kind] = append(byType[kind], object)
	}
	classes := reflect.TypeFor[*schedulingv1.PriorityClass]()
	byType[classes] = withSystemClasses(byType[classes])
	factory := informers.NewSharedInformerFactory(client, 0)
	// Informers that plugins make but do not read: nodes and Pods come from the lister.
	for _, object := range []runtime.Object{&corev1.Node{}, &corev1.Pod{}} {
		s.register(factory, object, nil)
	}
	for _, object := range knownTypes() {
		kind := reflect.TypeOf(object)
		s.register(factory, object, byType[kind])
		delete(byType, kind)
	}
	for kind := range byType {
		return nil, fmt.Errorf("the scheduler does not look at %s", kind)
	}
	return factory, nil
}

// withSystemClasses adds the two PriorityClasses that every cluster has, unless they are there.
func withSystemClasses(given []runtime.Object) []runtime.Object {
	all := slices.Clone(given)
	for _, class := range schedulingdefaults.SystemPriorityClasses() {
		same := func(o runtime.Object) bool { return o.(*schedulingv1.PriorityClass).Name == class.Name }
		if !slices.ContainsFunc(given, same) {
			all = append(all, class)
		}
	}
	return all
}

func (s *staticInformers) register(factory informers.SharedInformerFactory, object runtime.Object, items []runtime.Object) {
	factory.InformerFor(object, func(clientset, time.Duration) cache.SharedIndexInformer {
		indexers := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
		informer := cache.NewSharedIndexInformer(&staticList{items}, object, 0, indexers)
		s.synced = append(s.synced, informer.HasSyncedChecker())
		return &handlerRecorder{SharedIndexInformer: informer, informers: s}
	})
}

// wait returns when every informer, and every handler that a plugin added to one, has seen all objects. The caches of
// volume and claim plugins are filled by such handlers, and an informer that has synced says nothing about them.
func (s *staticInformers) wait(ctx context.Context) bool { return cache.WaitFor(ctx, "", s.synced...) }

// handlerRecorder remembers the handlers that plugins add.
type handlerRecorder struct {
	cache.SharedIndexInformer
	informers *staticInformers
}

// AddEventHandler implements cache.SharedInformer.
func (r *handlerRecorder) AddEventHandler(handler cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	return r.AddEventHandlerWithOptions(handler, cache.HandlerOptions{})
}

// AddEventHandlerWithOptions implements cache.SharedInformer.
func (r *handlerRecorder) AddEventHandlerWithOptions(handler cache.ResourceEventHandler, options cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	registration, err := r.SharedIndexInformer.AddEventHandlerWithOptions(handler, options)
	if err == nil {
		r.informers.synced = append(r.informers.synced, registration.HasSyncedChecker())
	}
	return registration, err
}

// staticList lists its items and then watches nothing.
type staticList struct{ items []runtime.Object }

var _ cache.ListerWatcher = (*staticList)(nil)

// IsWatchListSemanticsUnSupported makes the informer list instead of asking for a watch that begins with everything.
func (*staticList) IsWatchListSemanticsUnSupported() bool { return true }

// List implements cache.Lister.
func (l *staticList) List(metav1.ListOptions) (runtime.Object, error) {
	list := &metav1.List{ListMeta: metav1.ListMeta{ResourceVersion: "1"}}
	for _, item := range l.items {
		list.Items = append(list.Items, runtime.RawExtension{Object: item})
	}
	return list, nil
}

// Watch implements cache.Watcher.
func (*staticList) Watch(metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil }

// ListWithContext implements cache.ListerWithContext.
func (l *staticList) ListWithContext(_ context.Context, options metav1.ListOptions) (runtime.Object, error) {
	return l.List(options)
}

// WatchWithContext implements cache.WatcherWithContext.
func (l *staticList) WatchWithContext(_ context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return l.Watch(options)
}
