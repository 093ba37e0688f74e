package run

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
)

// Recorded reads what a live attempt has left so far. Nothing is changed.
func Recorded(ctx context.Context, live LiveOptions) (*evidence.History, evidence.Requests, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a := &attempt{life: ctx, lab: live.Lab, events: &emitter{out: io.Discard}, log: io.Discard, trail: evidence.NewAuditTrail(),
		job: Job{Lab: live.Lab.ID, Credentials: live.Cluster.Credentials(), Until: live.Until, Budgets: Budgets{}.WithDefaults()}}
	audit, err := live.Cluster.AuditLog(ctx, cluster.FromBeginning)
	if err != nil {
		return nil, nil, fmt.Errorf("open audit log: %w", err)
	}
	defer audit.Close()
	go func() { _ = a.trail.Read(audit) }() // its error stays with the trail
	if _, err := a.connect(); err != nil {
		return nil, nil, err
	}
	if err := a.fence(ctx); err != nil {
		return nil, nil, err
	}
	requests, err := a.Requests()
	if err != nil {
		return nil, nil, err
	}
	if !live.Until.IsZero() {
		requests = requests.Where(func(r evidence.Request) bool { return !r.At.After(live.Until) })
	}
	journal, err := os.Open(live.Journal)
	if err != nil {
		return nil, nil, fmt.Errorf("open history: %w", err)
	}
	defer journal.Close()
	history, err := evidence.ReadJournal(journal)
	return history, requests, err
}
