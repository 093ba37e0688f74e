package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/archive"
	"github.com/podium-labs/podium/fixtures/kind/engine"
)

// These are why nothing is measured on kind.
var (
	errNoEngine = errors.New("no engine answers")
	errUnwanted = errors.New("-without-kind")
	errNoImage  = errors.New("there is no node image (make node-image)")
)

// onKind reports why kind cannot be measured; nil if it can.
func (b *bench) onKind(ctx context.Context) error {
	if b.withoutKind {
		return errUnwanted
	}
	e, err := engine.Find(ctx)
	if err != nil {
		return errNoEngine
	}
	if !e.HasImage(ctx, archive.NodeImage) {
		return errNoImage
	}
	return nil
}

func (b *bench) embedded() cluster.Provider {
	return embedded.New(embedded.Options{Binary: b.binary, PodReadyDelay: readyDelay})
}

// readyDelay is that of a grading.
const readyDelay = 20 * time.Millisecond

// starts measures clusters from nothing until they are ready, and how much memory they have then.
func (b *bench) starts(ctx context.Context) error {
	missing := b.onKind(ctx)
	if missing != nil {
		b.leaveOut("starts of kind", missing)
	}
	for i := range b.runs + 1 {
		if err := b.start(ctx, i > 0, "Start/on=embedded", embedded.New(embedded.Options{Binary: b.binary})); err != nil {
			return err
		}
		if missing == nil && i < b.runs {
			if err := b.start(ctx, true, "Start/on=kind", kind.New(kind.Options{Purpose: "measurement"})); err != nil {
				return err
			}
		}
	}
	return nil
}

// start starts a cluster. The first of all is not kept: it reads the program from the disk.
func (b *bench) start(ctx context.Context, keep bool, name string, c cluster.Provider) error {
	began := time.Now()
	if _, err := c.Create(ctx); err != nil {
		return err
	}
	took := time.Since(began)
	used, err := rss(ctx, c)
	if err = errors.Join(err, c.Destroy(context.WithoutCancel(ctx))); err != nil {
		return err
	}
	if !keep {
		return nil
	}
	return b.add(name, wall(took), memory(used))
}

func rss(ctx context.Context, c cluster.Provider) (uint64, error) {
	switch c := c.(type) {
	case *embedded.Cluster:
		return c.Memory()
	case *kind.Cluster:
		return c.Memory(ctx)
	}
	return 0, fmt.Errorf("measure memory of %T", c)
}
