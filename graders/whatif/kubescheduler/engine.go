package kubescheduler

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/dynamic-resource-allocation/resourceslice/tracker"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/dynamicresources"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/util/assumecache"

	"github.com/podium-labs/podium/graders/whatif"
)

// engine is a profile of kube-scheduler over one set of objects. Nodes and Pods come with each question.
type engine struct {
	objects   []runtime.Object
	framework framework.Framework
	plugins   map[string]fwk.Plugin // by name, as their factories made them
	admission *admission
	lister    *lister
	loaded    *whatif.Snapshot // what the lister shows
	factory   informers.SharedInformerFactory
	cancel    context.CancelFunc

	// The names of plugins in the order in which the scheduler runs them.
	preFilter, filter, postFilter []string
}

func newEngine(profile *config.KubeSchedulerProfile, objects []runtime.Object) (*engine, error) {
	ctx, cancel := context.WithCancel(context.Background())
	e := &engine{
		objects: objects, cancel: cancel, plugins: map[string]fwk.Plugin{},
		lister: &lister{Snapshot: cache.NewEmptySnapshot()},
	}
	if err := e.start(ctx, profile); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

func (e *engine) start(ctx context.Context, profile *config.KubeSchedulerProfile) error {
	client, err := noCluster()
	if err != nil {
		return err
	}
	static := &staticInformers{}
	if e.factory, err = static.factory(client, e.objects); err != nil {
		return err
	}
	e.admission = newAdmission(e.factory, client)
	options, err := e.frameworkOptions(ctx, client)
	if err != nil {
		return err
	}
	if e.framework, err = frameworkruntime.NewFramework(ctx, e.keepPlugins(), profile, options...); err != nil {
		return fmt.Errorf("make framework: %w", err)
	}
	listed := e.framework.ListPlugins()
	e.preFilter, e.filter, e.postFilter = pluginNames(listed.PreFilter), pluginNames(listed.Filter), pluginNames(listed.PostFilter)
	e.factory.Start(ctx.Done())
	if !static.wait(ctx) {
		return errors.New("fill listers: stopped")
	}
	return nil
}

func (e *engine) frameworkOptions(ctx context.Context, client clientset) ([]frameworkruntime.Option, error) {
	claims := assumecache.NewAssumeCache(klog.FromContext(ctx), e.factory.Resource().V1().ResourceClaims().Informer(), "ResourceClaim", "", nil)
	slices, err := tracker.StartTracker(ctx, tracker.Options{SliceInformer: e.factory.Resource().V1().ResourceSlices(), KubeClient: client})
	if err != nil {
		return nil, fmt.Errorf("track resource slices: %w", err)
	}
	return []frameworkruntime.Option{
		frameworkruntime.WithClientSet(client),
		frameworkruntime.WithInformerFactory(e.factory),
		frameworkruntime.WithSharedDRAManager(dynamicresources.NewDRAManager(ctx, claims, slices, e.factory)),
		frameworkruntime.WithSharedCSIManager(nodevolumelimits.NewCSIManager(e.factory.Storage().V1().CSINodes().Lister())),
		frameworkruntime.WithSnapshotSharedLister(e.lister),
		frameworkruntime.WithMutableSnapshotLister(e.lister),
		frameworkruntime.WithPodNominator(e.lister),
		frameworkruntime.WithParallelism(1), // scores and candidates come in the same order each time
	}, nil
}

// keepPlugins is the registry of kube-scheduler, changed to remember each plugin that it makes: the framework itself
// only runs them one after the other until the first that rejects.
func (e *engine) keepPlugins() frameworkruntime.Registry {
	registry := plugins.NewInTreeRegistry()
	for name, factory := range registry {
		registry[name] = func(ctx context.Context, args runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
			plugin, err := factory(ctx, args, handle)
			e.plugins[name] = plugin
			return plugin, err
		}
	}
	return registry
}

func pluginNames(set config.PluginSet) []string {
	names := make([]string, len(set.Enabled))
	for i, plugin := range set.Enabled {
		names[i] = plugin.Name
	}
	return names
}

// close stops the informers and the recorder of metrics, and waits for them.
func (e *engine) close() {
	e.cancel()
	if e.framework != nil {
		_ = e.framework.Close() // no plugin of the default profile has anything to close
		frameworkruntime.WaitForShutdown(e.framework)
	}
	if e.factory != nil {
		e.factory.Shutdown()
	}
}
