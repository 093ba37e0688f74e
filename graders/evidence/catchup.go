package evidence

import (
	"context"
	"fmt"
	"strconv"

	"golang.org/x/sync/errgroup"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// CatchUp blocks until the history holds everything that has been stored up to now. A watch delivers a little after
// the write that it reports; on a busy machine that can be longer than any quiet time one would like to wait.
func (r *Recorder) CatchUp(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, k := range kinds() {
		group.Go(func() error {
			stored, revision, err := r.stored(ctx, k)
			if err != nil {
				return err
			}
			return r.history.waitFor(ctx, k.gvk.Kind, stored, revision)
		})
	}
	return group.Wait()
}

// stored reads what there is of a kind, by UID with the revision of each, and the revision of the whole list.
func (r *Recorder) stored(ctx context.Context, k kind) (map[types.UID]uint64, uint64, error) {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(k.gvk)
	if err := r.client.List(ctx, list); err != nil {
		return nil, 0, fmt.Errorf("list %s: %w", k.gvk.Kind, err)
	}
	stored := map[types.UID]uint64{}
	for i := range list.Items {
		if !inScope(&list.Items[i]) {
			continue
		}
		revision, err := parseRevision(list.Items[i].ResourceVersion)
		if err != nil {
			return nil, 0, fmt.Errorf("read %s %s: %w", k.gvk.Kind, list.Items[i].Name, err)
		}
		stored[list.Items[i].UID] = revision
	}
	whole, err := parseRevision(list.ResourceVersion)
	return stored, whole, err
}

func parseRevision(resourceVersion string) (uint64, error) {
	revision, err := strconv.ParseUint(resourceVersion, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("parse resourceVersion: %w", err)
	}
	return revision, nil
}

// waitFor blocks until the history is at least as far as what was stored at a revision: every object in that state
// or a later one (or gone since), and none that was gone already.
func (h *History) waitFor(ctx context.Context, kindName string, stored map[types.UID]uint64, at uint64) error {
	for {
		changed := h.Changed()
		if err := h.Complete(); err != nil {
			return err
		}
		if h.reached(kindName, stored, at) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the watch of %s: %w", kindName, ctx.Err())
		case <-changed:
		}
	}
}

func (h *History) reached(kindName string, stored map[types.UID]uint64, at uint64) bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for uid, revision := range stored {
		if v, ok := h.latest[uid]; ok && v.RV < revision || !ok && !h.ended[uid] {
			return false
		}
	}
	for uid, v := range h.latest {
		if _, ok := stored[uid]; !ok && v.Kind == kindName && v.RV <= at {
			return false // it was deleted, and the watch has not said so yet
		}
	}
	return true
}
