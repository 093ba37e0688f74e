package run

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
)

// Recording is what a live attempt has left so far.
type Recording struct {
	// History and Requests are its evidence.
	History  *evidence.History
	Requests evidence.Requests
	// Kubernetes is the version of its cluster.
	Kubernetes string
}

// Recorded reads what a live attempt has left so far. Nothing is changed.
func Recorded(ctx context.Context, live LiveOptions) (*Recording, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a := &attempt{life: ctx, lab: live.Lab, events: &emitter{out: io.Discard}, log: io.Discard, trail: evidence.NewAuditTrail(),
		job: Job{Lab: live.Lab.ID, Credentials: live.Cluster.Credentials(), Until: live.Until, Budgets: live.Budgets.WithDefaults()}}
	audit, err := live.Cluster.AuditLog(ctx, cluster.FromBeginning)
	if err != nil {
		return nil, fmt.Errorf("open audit log: %w", err)
	}
	defer audit.Close()
	go func() { _ = a.trail.Read(audit) }() // its error stays with the trail
	if _, err := a.connect(); err != nil {
		return nil, err
	}
	if err := a.fence(ctx); err != nil {
		return nil, err
	}
	requests, err := a.Requests() // none that came after live.Until
	if err != nil {
		return nil, err
	}
	journal, err := os.Open(live.Journal)
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	defer journal.Close()
	history, err := evidence.ReadJournal(journal)
	if err != nil {
		return nil, err
	}
	return &Recording{History: history, Requests: requests, Kubernetes: serverVersion(live.Cluster)}, nil
}
