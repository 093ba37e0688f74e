package run

import (
	"context"
	"fmt"
	"io"

	"github.com/onsi/ginkgo/v2"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// Specs runs a lab's suite in this process, for `go test`: the answers of the submission are applied to a fresh cluster
// and every check is a Ginkgo spec of t. Unlike Grade it gives no record and no second try.
func Specs(ctx context.Context, t ginkgo.GinkgoTestingT, options Options) (err error) {
	printer, err := lang.New(orEnglish(options.Language))
	if err != nil {
		return err
	}
	budgets := options.Budgets.WithDefaults()
	provider, err := options.Clusters.Take(ctx)
	if err != nil {
		return fmt.Errorf("create cluster: %w", err)
	}
	defer func() {
		if returnErr := options.Clusters.Return(context.WithoutCancel(ctx), provider, false); err == nil && returnErr != nil {
			err = fmt.Errorf("give the cluster back: %w", returnErr)
		}
	}()
	audit, err := provider.AuditLog(ctx, cluster.FromNow)
	if err != nil {
		return fmt.Errorf("open audit log: %w", err)
	}
	defer audit.Close()
	a := &attempt{
		life: ctx, lab: options.Lab, printer: printer, events: &emitter{out: io.Discard}, log: io.Discard, trail: evidence.NewAuditTrail(), whatIf: options.WhatIf,
		job: Job{Lab: options.Lab.ID, Binary: options.Binary, Credentials: provider.Credentials(), Answers: options.Submission.Tasks, Budgets: budgets},
	}
	go func() { _ = a.trail.Read(audit) }() // its error stays with the trail
	defer a.end()
	if err := a.openFresh(ctx); err != nil {
		return err
	}
	a.lab.Register(a)
	ginkgo.RunSpecs(t, options.Lab.ID)
	return nil
}
