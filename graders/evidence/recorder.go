package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	watchtools "k8s.io/client-go/tools/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Recorder watches one cluster and fills a History.
type Recorder struct {
	history *History
	journal *Journal
	client  client.WithWatch
	group   *errgroup.Group
	cancel  context.CancelFunc
}

// RecorderOptions adjusts a Recorder; the zero value records into memory only.
type RecorderOptions struct {
	// Journal, if set, gets every version as one line, so that another process can read the history.
	Journal *Journal
	// History, if set, already holds what an earlier recorder saw; versions that it has are not added again.
	History *History
}

// Record lists and then watches every kind in scope. It returns when all lists are in, so that nothing which
// happens afterwards can be missed; recording goes on until ctx ends or Stop is called.
func Record(ctx context.Context, config *rest.Config, options RecorderOptions) (*Recorder, error) {
	reader, err := client.NewWithWatch(config, client.Options{Scheme: clientgoscheme.Scheme, Mapper: restMapper()})
	if err != nil {
		return nil, fmt.Errorf("connect recorder: %w", err)
	}
	history := options.History
	if history == nil {
		history = NewHistory()
	}
	watching, cancel := context.WithCancel(ctx)
	group, watching := errgroup.WithContext(watching)
	r := &Recorder{history: history, journal: options.Journal, client: reader, group: group, cancel: cancel}
	if err := r.start(watching); err != nil {
		cancel()
		return nil, err
	}
	return r, nil
}

// History returns what is recorded so far; it keeps growing.
func (r *Recorder) History() *History { return r.history }

// Stop ends the recording and returns what broke it, if anything did.
func (r *Recorder) Stop() error {
	r.cancel()
	if err := r.group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

func (r *Recorder) start(ctx context.Context) error {
	known := map[string]bool{}
	for _, v := range r.history.Versions() {
		known[versionID(v)] = true
	}
	lists, listing := errgroup.WithContext(ctx)
	for _, k := range kinds() {
		lists.Go(func() error {
			revision, err := r.list(listing, k, known)
			if err != nil {
				return err
			}
			watcher, err := r.watch(ctx, k, revision)
			if err != nil {
				return err
			}
			r.group.Go(func() error { return r.follow(ctx, k, watcher) })
			return nil
		})
	}
	return lists.Wait()
}

// versionID tells versions apart over restarts of the recorder.
func versionID(v *Version) string {
	return fmt.Sprintf("%s/%s/%d/%t", v.Kind, v.UID(), v.RV, v.Deleted)
}

func (r *Recorder) list(ctx context.Context, k kind, known map[string]bool) (string, error) {
	objects := k.list()
	if err := r.client.List(ctx, objects); err != nil {
		return "", fmt.Errorf("list %s: %w", k.gvk.Kind, err)
	}
	now := time.Now()
	listed := map[types.UID]bool{}
	err := meta.EachListItem(objects, func(item runtime.Object) error {
		object, ok := item.(client.Object)
		if !ok || !inScope(object) {
			return nil
		}
		listed[object.GetUID()] = true
		v, err := newVersion(k.gvk.Kind, object, false, now)
		if err != nil || known[versionID(v)] {
			return err
		}
		return r.keep(v)
	})
	if err == nil {
		err = r.bury(k, listed, objects.GetResourceVersion(), now)
	}
	return objects.GetResourceVersion(), err
}

// bury ends the objects of a continued history that were deleted while nobody recorded. The exact moment is not
// known; it is taken to be that of the list.
func (r *Recorder) bury(k kind, listed map[types.UID]bool, revision string, now time.Time) error {
	for _, v := range r.history.alive(k.gvk.Kind) {
		if listed[v.UID()] {
			continue
		}
		object, ok := v.Object.DeepCopyObject().(client.Object)
		if !ok {
			continue
		}
		object.SetResourceVersion(revision)
		gone, err := newVersion(k.gvk.Kind, object, true, now)
		if err != nil {
			return err
		}
		if err := r.keep(gone); err != nil {
			return err
		}
	}
	return nil
}

// watch uses RetryWatcher: it resumes from the last version that it delivered, so a broken connection leaves no hole.
func (r *Recorder) watch(ctx context.Context, k kind, revision string) (*watchtools.RetryWatcher, error) {
	watcher, err := watchtools.NewRetryWatcherWithContext(ctx, revision, listWatch{client: r.client, kind: k})
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", k.gvk.Kind, err)
	}
	return watcher, nil
}

func (r *Recorder) follow(ctx context.Context, k kind, watcher *watchtools.RetryWatcher) error {
	defer watcher.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case event, ok := <-watcher.ResultChan():
			if !ok {
				if ctx.Err() == nil {
					r.history.MarkGap(fmt.Sprintf("the watch of %s ended", k.gvk.Kind))
				}
				return nil
			}
			if err := r.take(k, event); err != nil {
				r.history.MarkGap(fmt.Sprintf("watch %s: %s", k.gvk.Kind, err))
				return err
			}
		}
	}
}

func (r *Recorder) take(k kind, event watch.Event) error {
	switch event.Type {
	case watch.Added, watch.Modified, watch.Deleted:
		object, ok := event.Object.(client.Object)
		if !ok || !inScope(object) {
			return nil
		}
		v, err := newVersion(k.gvk.Kind, object, event.Type == watch.Deleted, time.Now())
		if err != nil {
			return err
		}
		return r.keep(v)
	case watch.Error:
		return fmt.Errorf("the API server ended it: %v", event.Object)
	}
	return nil
}

func (r *Recorder) keep(v *Version) error {
	v.Object.SetManagedFields(nil) // never evidence, and half of the memory
	r.history.Add(v)
	if r.journal == nil {
		return nil
	}
	return r.journal.Write(v)
}

func inScope(object client.Object) bool {
	return !slices.Contains(systemNamespaces(), object.GetNamespace())
}

// listWatch is a watch of one kind over the whole cluster, in the form that RetryWatcher wants.
type listWatch struct {
	client client.WithWatch
	kind   kind
}

func (l listWatch) WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return l.client.Watch(ctx, l.kind.list(), &client.ListOptions{Raw: &options})
}
