// Package why explains one object of a cluster, for every command that does so.
package why

import (
	"context"
	"fmt"

	"github.com/podium-labs/podium/graders/explain/ladder"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/whatif/kubescheduler"
)

// Explain goes down the ladder of what was read.
func Explain(ctx context.Context, state *seen.State, printer *lang.Printer) (*report.Report, error) {
	scheduler, err := kubescheduler.New(kubescheduler.Options{})
	if err != nil {
		return nil, fmt.Errorf("start scheduler: %w", err)
	}
	defer scheduler.Close()
	return ladder.Explain(ctx, state, ladder.Options{Scheduler: scheduler, Words: printer})
}
