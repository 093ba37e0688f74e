// Package verify is the command that proves the labs against right and wrong answers.
package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/grade"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/sandbox"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/graders/verify"
	"github.com/podium-labs/podium/labs"
)

// NewCommand returns "podium verify".
func NewCommand(settings *ui.Settings, podium string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [LAB...]",
		Short: "Prove the labs: solutions full, starter nothing, every mistake as declared",
		Long: `Verify grades everything that a lab ships: its solutions must score full, its starter nothing, and each
of its mistakes exactly what its mistake.yaml declares, at exactly the checks that it names. Gradings follow each other on
a few clusters, which are set back to how they were in between.

Mistakes that cannot touch each other's tasks are graded in one submission, and by themselves if anything is not as
declared then; --alone grades every one by itself. Beside them, only those tasks of the solution beneath are graded that
they can touch; --whole grades all of them.`,
		ValidArgsFunction: labscmd.Complete,
	}
	// One more than there are processors: a grading also waits for its cluster.
	jobs := cmd.Flags().IntP("jobs", "j", runtime.NumCPU()+1, "how many gradings run at the same time")
	only := cmd.Flags().String("only", "", "grade only the cases whose name contains this")
	mistakes := cmd.Flags().Int("mistakes", 0, "grade only so many mistakes of a lab (0: all)")
	repeat := cmd.Flags().Int("repeat", 1, "grade every case so many times")
	whole := cmd.Flags().Bool("whole", false, "grade the whole solution beneath every mistake")
	alone := cmd.Flags().Bool("alone", false, "grade every mistake by itself")
	var trust bool
	sandbox.AddTrust(cmd, &trust)
	output := ui.AddOutput(cmd)
	provider := providers.AddFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		if *jobs < 1 {
			return exit.With(exit.Usage, lang.Errorf("--jobs must be 1 or more, not %d", *jobs), "")
		}
		chosen, err := labscmd.Choose(args)
		if err != nil {
			return err
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		fresh, err := providers.Fresh(*provider, nil)
		if err != nil {
			return err
		}
		clusters := run.NewReused(fresh)
		v := verifier{walls: sandbox.Walls(), trust: trust, words: printer, podium: podium, clusters: clusters, out: cmd.OutOrStdout(), json: *output == "json",
			options: verify.Options{Jobs: providers.Jobs(*provider, *jobs), Only: *only, Mistakes: *mistakes, Repeat: *repeat, Whole: *whole, Alone: *alone}}
		err = v.labs(cmd.Context(), chosen)
		if *repeat > 1 {
			err = errors.Join(v.drift(cmd.Context(), providers.Budgets(*provider).WithDefaults().Provision), err)
		}
		for _, lost := range clusters.Lost() {
			fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("a cluster was made anew: %s", printer.Err(lost)))
		}
		return errors.Join(err, clusters.Close(cmd.Context()))
	}
	return cmd
}

// drift wants the clusters as they were at the beginning. Before all other gradings that was looked at; after the last nobody has.
func (v verifier) drift(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	left, err := v.clusters.Drift(ctx)
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	if len(left) == 0 {
		return nil
	}
	lines := make([]string, len(left))
	for i, difference := range left {
		lines[i] = difference.String()
	}
	return exit.With(exit.Infrastructure, lang.Errorf("the cluster is not as it was before the gradings: %s", strings.Join(lines, "; ")), "")
}

type verifier struct {
	words       *lang.Printer
	podium      string
	clusters    *run.Reused
	options     verify.Options
	out         io.Writer
	json, trust bool
	walls       func(context.Context) error
}

func (v verifier) labs(ctx context.Context, chosen []*labs.Lab) error {
	cases, wrong := 0, 0
	for _, lab := range chosen {
		err := verify.Lab(ctx, lab, v.grade, v.options, func(f verify.Finding) {
			cases++
			if len(f.Wrong) > 0 {
				wrong++
			}
			v.print(lab, f)
		})
		if err != nil {
			return exit.With(exit.Infrastructure, err, "")
		}
	}
	if !v.json {
		fmt.Fprintln(v.out, v.words.Sprintf("%d of %d cases as declared", cases-wrong, cases))
	}
	if wrong > 0 || cases == 0 {
		return exit.With(exit.BelowMinScore, lang.Errorf("%d of %d cases are not as declared", wrong, cases), "grade one by itself: podium grade DIR --lab LAB")
	}
	return nil
}

func (v verifier) grade(ctx context.Context, lab *labs.Lab, dir string) (*result.Record, error) {
	var log bytes.Buffer
	return grade.Folder(ctx, grade.Request{
		Lab: lab, Dir: dir, Clusters: v.clusters, Language: v.words.Tag(), Podium: v.podium, Walls: v.walls, Trust: v.trust, Log: &log,
	})
}

// provision is the phase that takes a cluster: one that was set back takes less than a new one.
const provision = "provision"

// line is one case in JSON.
type line struct {
	Lab   string   `json:"lab"`
	Case  string   `json:"case"`
	Score *int     `json:"score"`
	Wrong []string `json:"wrong"`
	// MS is how long the grading took, from the fixture on, in milliseconds, of all that is graded together.
	MS int64 `json:"ms,omitempty"`
	// Clusters is how many clusters had been made by then.
	Clusters int `json:"clusters"`
	// Checks says how each check ended that the case is about, by "task/check".
	Checks map[string]result.Status `json:"checks,omitempty"`
	// With are the mistakes in the same submission, Together what was wrong with it.
	With     []string `json:"with,omitempty"`
	Together []string `json:"together,omitempty"`
}

func (v verifier) print(lab *labs.Lab, f verify.Finding) {
	if !v.json {
		fmt.Fprintf(v.out, "%s %s\n", lab.ID, f.Text(v.words))
		return
	}
	encoded := line{Lab: lab.ID, Case: f.Case.Name, Score: f.Score, Wrong: v.say(f.Wrong), Clusters: v.clusters.Made(), Checks: f.Checks,
		With: f.With, Together: v.say(f.Together)}
	if f.Record != nil {
		for _, phase := range f.Record.Phases {
			if phase.Name != provision {
				encoded.MS += phase.MS
			}
		}
	}
	if err := json.NewEncoder(v.out).Encode(encoded); err != nil {
		return // a reader that has gone needs no more lines
	}
}

// say is never nil: a list in JSON is a list.
func (v verifier) say(messages []lang.Message) []string {
	said := make([]string, 0, len(messages))
	for _, m := range messages {
		said = append(said, v.words.Say(m))
	}
	return said
}
