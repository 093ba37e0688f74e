// Package providers lets commands choose by name what a cluster runs on.
package providers

import (
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/run"
)

// Variable names the environment variable that chooses the provider where no flag does.
const Variable = "PODIUM_PROVIDER"

// Names are those of the providers. The first needs nothing else.
func Names() []string { return []string{embedded.Kind, kind.Kind} }

// AddFlag adds --provider to a command.
func AddFlag(cmd *cobra.Command) *string {
	chosen := os.Getenv(Variable)
	if chosen == "" {
		chosen = embedded.Kind
	}
	flag := cmd.Flags().String("provider", chosen, "what the cluster runs on: "+strings.Join(Names(), " or ")+" (also "+Variable+")")
	// the flag has just been added, which is the only way in which this can fail
	_ = cmd.RegisterFlagCompletionFunc("provider", cobra.FixedCompletions(Names(), cobra.ShellCompDirectiveNoFileComp))
	return flag
}

// Check refuses a name that is no provider's.
func Check(name string) error {
	if !slices.Contains(Names(), name) {
		return exit.With(exit.Usage, lang.Errorf("unknown provider %q", name), "there is: --provider "+strings.Join(Names(), " or "))
	}
	return nil
}

// readyDelay is how long simulated Pods take to get ready in a grading: nobody watches, but every step of a rollout
// shall still be a moment of its own.
const readyDelay = 20 * time.Millisecond

// batchMemory keeps a control plane below 400 MiB with what is mapped of the program. In a batch it lives for seconds: without it garbage is
// collected too late to be of use to the clusters beside it (ci/bench/batch/FIGURES.md). A control plane that is set back and used
// again needs more, and would collect garbage all the time.
const batchMemory = 230 << 20

// Fresh makes clusters for gradings. progress may be nil.
func Fresh(name string, progress *ui.Progress) (run.Fresh, error) { return fresh(name, progress, 0) }

// FreshInBatch makes clusters for gradings that each take one of their own, with many at the same time.
func FreshInBatch(name string) (run.Fresh, error) { return fresh(name, nil, batchMemory) }

func fresh(name string, progress *ui.Progress, memory int64) (run.Fresh, error) {
	if err := Check(name); err != nil {
		return run.Fresh{}, err
	}
	step := func(string, string) {}
	if progress != nil {
		step = progress.Component
	}
	if name == kind.Kind {
		options := kind.Options{Purpose: "grade", Progress: step}
		return run.Fresh{Provider: kind.Kind, New: func() cluster.Provider { return kind.New(options) }}, nil
	}
	binary, err := os.Executable()
	if err != nil {
		return run.Fresh{}, exit.With(exit.Infrastructure, lang.Errorf("find own executable: %w", err), "")
	}
	options := embedded.Options{Binary: binary, PodReadyDelay: readyDelay, Memory: memory, Progress: step}
	return run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider { return embedded.New(options) }}, nil
}

// Budgets are those of a grading on a provider.
func Budgets(name string) run.Budgets {
	if name != kind.Kind {
		return run.Budgets{}
	}
	return run.ContainerBudgets()
}

// Jobs bounds how many clusters there can be at the same time.
func Jobs(name string, wanted int) int {
	if name == kind.Kind {
		return 1
	}
	return wanted
}
