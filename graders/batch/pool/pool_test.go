package pool_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/batch/pool"
	"github.com/podium-labs/podium/graders/run"
)

// fake is a cluster without a cluster.
type fake struct {
	cluster.Provider

	makers *makers
	done   chan struct{}
	gone   bool
}

func (f *fake) Create(ctx context.Context, _ ...string) (string, error) {
	if f.makers.hold != nil {
		select {
		case <-f.makers.hold:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "", f.makers.fault()
}

func (f *fake) Destroy(context.Context) error {
	f.makers.mu.Lock()
	defer f.makers.mu.Unlock()
	f.gone = true
	return nil
}

func (f *fake) Done() <-chan struct{} { return f.done }

// makers makes fakes and remembers them.
type makers struct {
	mu     sync.Mutex
	made   []*fake
	faults int // how many of the next starts fail
	hold   chan struct{}
}

func (m *makers) fault() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.faults == 0 {
		return nil
	}
	m.faults--
	return errors.New("etcd is not ready")
}

func (m *makers) fresh() run.Fresh {
	return run.Fresh{Provider: "fake", New: func() cluster.Provider {
		m.mu.Lock()
		defer m.mu.Unlock()
		f := &fake{makers: m, done: make(chan struct{})}
		m.made = append(m.made, f)
		return f
	}}
}

// left are the clusters that still run.
func (m *makers) left() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	left := 0
	for _, f := range m.made {
		if !f.gone {
			left++
		}
	}
	return left
}

func take(t *testing.T, p *pool.Pool) cluster.Provider {
	t.Helper()
	provider, err := p.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

func closePool(t *testing.T, p *pool.Pool, m *makers) {
	t.Helper()
	if err := p.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if left := m.left(); left > 0 {
		t.Errorf("%d clusters are left", left)
	}
}

func TestEachClusterIsUsedOnce(t *testing.T) {
	m := &makers{}
	p := pool.New(t.Context(), m.fresh(), pool.Options{Ahead: 2})
	seen := map[cluster.Provider]bool{}
	for range 20 {
		provider := take(t, p)
		if seen[provider] {
			t.Fatal("a cluster was handed out twice")
		}
		seen[provider] = true
		if err := p.Return(t.Context(), provider, false); err != nil {
			t.Fatal(err)
		}
	}
	closePool(t, p, m)
	if len(m.made) > 22 {
		t.Errorf("%d clusters were made for 20 gradings", len(m.made))
	}
}

func TestAClusterThatDoesNotComeUpIsOneGradingsFault(t *testing.T) {
	m := &makers{faults: 1}
	p := pool.New(t.Context(), m.fresh(), pool.Options{})
	if _, err := p.Take(t.Context()); err == nil || err.Error() != "etcd is not ready" {
		t.Errorf("%v", err)
	}
	if err := p.Return(t.Context(), take(t, p), true); err != nil {
		t.Error(err)
	}
	closePool(t, p, m)
}

func TestAClusterThatEndedWhileItWaitedIsNotHandedOut(t *testing.T) {
	m := &makers{}
	fresh := m.fresh()
	first := true
	p := pool.New(t.Context(), run.Fresh{Provider: "fake", New: func() cluster.Provider {
		made := fresh.New()
		if ended, ok := made.(*fake); ok && first {
			first = false
			close(ended.done)
		}
		return made
	}}, pool.Options{})
	provider := take(t, p)
	select {
	case <-provider.Done():
		t.Error("it was handed out")
	default:
	}
	if err := p.Return(t.Context(), provider, false); err != nil {
		t.Error(err)
	}
	closePool(t, p, m)
}

func TestClosingEndsClustersThatAreStillComing(t *testing.T) {
	m := &makers{hold: make(chan struct{})}
	p := pool.New(t.Context(), m.fresh(), pool.Options{Ahead: 3})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Take(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	closePool(t, p, m)
}
