package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
)

// Clusters hands out the clusters that submissions are graded on, each to one grading at a time.
type Clusters interface {
	// Kind names the provider in records.
	Kind() string
	// Take returns a running cluster on which nothing has been done, or an error and no cluster.
	Take(ctx context.Context) (cluster.Provider, error)
	// Return takes a cluster back. One that has failed its grading is never handed out again.
	Return(ctx context.Context, provider cluster.Provider, failed bool) error
}

// Fresh makes a cluster for every grading and removes it afterwards.
type Fresh struct {
	// Provider is the name of the provider.
	Provider string
	// New makes a cluster that has not been created yet.
	New func() cluster.Provider
}

var _ Clusters = Fresh{}

// Kind names the provider in records.
func (f Fresh) Kind() string { return f.Provider }

// Take creates a cluster. One that does not come up is removed again.
func (f Fresh) Take(ctx context.Context) (cluster.Provider, error) {
	provider := f.New()
	if _, err := provider.Create(ctx); err != nil {
		return nil, errors.Join(err, remove(ctx, provider))
	}
	return provider, nil
}

// Return removes the cluster.
func (Fresh) Return(ctx context.Context, provider cluster.Provider, _ bool) error {
	return provider.Destroy(ctx)
}

// removal bounds how long a cluster may take to go after what it was made for was called off.
const removal = 30 * time.Second

// remove destroys a cluster even if ctx has ended.
func remove(ctx context.Context, provider cluster.Provider) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removal)
	defer cancel()
	if err := provider.Destroy(ctx); err != nil {
		return fmt.Errorf("remove the cluster: %w", err)
	}
	return nil
}

// Reused hands clusters out again after setting them back to how they were when they came up: every object is compared
// with that baseline before a grading begins. Close removes what is left. It is safe for concurrent use.
type Reused struct {
	fresh Fresh
	mu    sync.Mutex
	idle  []*used
	out   map[cluster.Provider]*used
	made  int
	lost  []error
}

// used is a cluster with the state that it is set back to.
type used struct {
	provider cluster.Provider
	baseline *cluster.Baseline
	dirty    bool
}

var _ Clusters = (*Reused)(nil)

// NewReused makes clusters with fresh when none is idle.
func NewReused(fresh Fresh) *Reused {
	return &Reused{fresh: fresh, out: map[cluster.Provider]*used{}}
}

// Kind names the provider in records.
func (r *Reused) Kind() string { return r.fresh.Kind() }

// Take returns an idle cluster, set back, or else a new one.
func (r *Reused) Take(ctx context.Context) (cluster.Provider, error) {
	for {
		candidate := r.pop()
		if candidate == nil {
			return r.create(ctx)
		}
		lost := candidate.setBack(ctx)
		if lost == nil {
			r.hand(candidate)
			return candidate.provider, nil
		}
		r.give(lost)
		// what cannot be set back is no ground to grade on; a new one is
		if err := errors.Join(remove(ctx, candidate.provider), ctx.Err()); err != nil {
			return nil, err
		}
	}
}

// give notes why a cluster is given up.
func (r *Reused) give(lost error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lost = append(r.lost, lost)
}

// Lost says of each cluster that could not be set back what stood in the way.
func (r *Reused) Lost() []error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lost)
}

// backLimit bounds how long a cluster may take to be set back: making a new one takes a minute, with containers too.
const backLimit = 3 * time.Minute

func (u *used) setBack(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, backLimit)
	defer cancel()
	select {
	case <-u.provider.Done():
		return cluster.ErrNotRunning
	default:
	}
	if !u.dirty {
		return nil
	}
	return cluster.Reset(ctx, u.provider.KubernetesRestConfig(), u.baseline)
}

func (r *Reused) create(ctx context.Context) (cluster.Provider, error) {
	provider, err := r.fresh.Take(ctx)
	if err != nil {
		return nil, err
	}
	baseline, err := cluster.TakeBaseline(ctx, provider.KubernetesRestConfig())
	if err != nil {
		return nil, errors.Join(err, remove(ctx, provider))
	}
	r.mu.Lock()
	r.made++
	r.mu.Unlock()
	r.hand(&used{provider: provider, baseline: baseline})
	return provider, nil
}

// Drift sets every idle cluster back and says in what it still differs from how it was when it came up. One that cannot be set back is an
// error.
func (r *Reused) Drift(ctx context.Context) ([]cluster.Difference, error) {
	r.mu.Lock()
	idle := slices.Clone(r.idle)
	r.mu.Unlock()
	var drift []cluster.Difference
	for _, u := range idle {
		if err := u.setBack(ctx); err != nil {
			return nil, err
		}
		left, err := cluster.Diff(ctx, u.provider.KubernetesRestConfig(), u.baseline)
		if err != nil {
			return nil, err
		}
		drift = append(drift, left...)
	}
	return drift, nil
}

// Made is how many clusters were made so far. More than were needed at a time means that some could not be set back.
func (r *Reused) Made() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made
}

func (r *Reused) pop() *used {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.idle) == 0 {
		return nil
	}
	last := r.idle[len(r.idle)-1]
	r.idle = r.idle[:len(r.idle)-1]
	return last
}

func (r *Reused) hand(u *used) {
	u.dirty = true
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out[u.provider] = u
}

// Return keeps the cluster for the next grading, unless it has failed.
func (r *Reused) Return(ctx context.Context, provider cluster.Provider, failed bool) error {
	r.mu.Lock()
	back := r.out[provider]
	delete(r.out, provider)
	if back != nil && !failed {
		r.idle = append(r.idle, back)
	}
	r.mu.Unlock()
	if back == nil || failed {
		return provider.Destroy(ctx)
	}
	return nil
}

// Close removes the idle clusters, also if ctx has ended.
func (r *Reused) Close(ctx context.Context) error {
	var errs []error
	for u := r.pop(); u != nil; u = r.pop() {
		errs = append(errs, remove(ctx, u.provider))
	}
	return errors.Join(errs...)
}
