package batch

import (
	"context"
	"sync"

	"github.com/podium-labs/podium/graders/batch/pool"
)

// lazyPool starts no cluster before one is needed: a batch that is finished needs none.
type lazyPool struct {
	open func() *pool.Pool

	mu   sync.Mutex
	pool *pool.Pool
}

func (l *lazyPool) get() *pool.Pool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pool == nil {
		l.pool = l.open()
	}
	return l.pool
}

// Close removes what was started.
func (l *lazyPool) Close(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pool == nil {
		return nil
	}
	return l.pool.Close(ctx)
}
