package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Reason says why something is graded in this run.
type Reason string

// The reasons.
const (
	// ReasonNew: there is no result.
	ReasonNew Reason = "new"
	// ReasonQuarantined: there was a result that no canary proved.
	ReasonQuarantined Reason = "quarantined"
	// ReasonLost: the journal knows of a record that is not there any more, or not as it was.
	ReasonLost Reason = "lost"
	// ReasonRegrade: it was asked for, in this run or one that did not come to it.
	ReasonRegrade Reason = "regrade"
	// ReasonPerhaps: a repository has to be fetched to see whether it has changed.
	ReasonPerhaps Reason = "perhaps changed"
)

// planned is an item with the reason why it is graded.
type planned struct {
	lab    *labs.Lab
	item   journal.Item
	reason Reason
}

// Plan is what a run will do.
type Plan struct {
	// Todo is what is graded, and Done what is not because it has a result.
	Todo []Step `json:"todo"`
	Done int    `json:"done"`
	// Changed are results whose answers or circumstances have changed since; they stay unless that is asked for.
	Changed []journal.Item `json:"changed"`
}

// Step is one grading of a plan.
type Step struct {
	Item   journal.Item `json:"item"`
	Source string       `json:"source"`
	Reason Reason       `json:"reason"`
}

// planner compares what is to be graded with what is known.
type planner struct {
	options *Options
	state   *journal.State
	store   *store
	units   []unit
	plan    Plan
}

func (p *planner) make(ctx context.Context) error {
	p.plan.Todo, p.plan.Changed = []Step{}, []journal.Item{} // lists also where they are empty
	if known := p.state.Labs(); len(known) > 0 && !slices.Equal(known, labIDs(p.options.Labs)) {
		return lang.Errorf("%s holds a batch about %s: grade %s into another folder", p.options.Out, strings.Join(known, ", "), strings.Join(labIDs(p.options.Labs), ", "))
	}
	for _, entry := range p.options.Entries {
		if len(p.options.Only) > 0 && !slices.Contains(p.options.Only, entry.ID) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("plan: %w", err)
		}
		u := unit{entry: entry, try: 1}
		for _, lab := range p.options.Labs {
			item := journal.Item{ID: entry.ID, Lab: lab.ID}
			reason, err := p.reason(ctx, entry, lab, item)
			if err != nil {
				return err
			}
			if reason == "" {
				p.plan.Done++
				continue
			}
			u.items = append(u.items, planned{lab: lab, item: item, reason: reason})
			p.plan.Todo = append(p.plan.Todo, Step{Item: item, Source: entry.Source, Reason: reason})
		}
		if len(u.items) > 0 {
			p.units = append(p.units, u)
		}
	}
	return nil
}

// reason says why an item is graded; empty if it is not.
func (p *planner) reason(ctx context.Context, entry roster.Entry, lab *labs.Lab, item journal.Item) (Reason, error) {
	known, ok := p.state.Result(item)
	_, taken := p.state.Quarantined(item)
	which, due := p.state.Due(item)
	switch {
	case !ok && taken:
		return ReasonQuarantined, nil
	case !ok:
		return ReasonNew, nil
	case due && Which(which) != Changed:
		return ReasonRegrade, nil
	}
	if _, err := p.store.read(known.Record); err != nil {
		return ReasonLost, nil //nolint:nilerr // that is the reason
	}
	changed, sure, err := p.changed(ctx, entry, lab, known)
	if err != nil {
		return "", err
	}
	wanted := p.options.Regrade
	ifChanged := due || wanted == Changed
	switch {
	case wanted == All,
		wanted == Failed && (known.Scored() && *known.Score < known.MaxScore || known.Outcome == result.InvalidSubmission || known.Outcome == result.Tampered),
		wanted == Errored && known.Outcome == result.InfraError,
		ifChanged && changed:
		return ReasonRegrade, nil
	case ifChanged && !sure:
		return ReasonPerhaps, nil
	case changed:
		p.plan.Changed = append(p.plan.Changed, item)
	}
	return "", nil
}

// changed compares a result with what would be graded today. It is not sure of repositories, which it does not fetch.
func (p *planner) changed(ctx context.Context, entry roster.Entry, lab *labs.Lab, known journal.Result) (changed, sure bool, err error) {
	today, err := p.options.key(lab)
	if err != nil {
		return false, false, err
	}
	today.Tree = known.Key.Tree
	if today != known.Key {
		return true, true, nil
	}
	info, err := os.Stat(entry.Source)
	if err != nil || !info.IsDir() || !p.options.Deadline.IsZero() {
		return entry.Source != known.Source, false, nil //nolint:nilerr // not a folder of this machine
	}
	loaded, err := answer.Load(ctx, entry.Source, lab.ID, lab.TaskIDs())
	if _, invalid := errors.AsType[*answer.InvalidError](err); invalid {
		return known.Key.Tree != "", true, nil
	}
	if err != nil {
		return entry.Source != known.Source, false, nil //nolint:nilerr // a bare repository, or what a grading will complain of
	}
	return loaded.TreeSHA256 != known.Key.Tree, true, nil
}

// key is what a result depends on, but for the answers.
func (o *Options) key(lab *labs.Lab) (journal.Key, error) {
	key := o.Key
	digest, err := lab.Digest()
	key.LabDigest = digest
	return key, err
}

func labIDs(list []*labs.Lab) []string {
	ids := make([]string, len(list))
	for i, lab := range list {
		ids[i] = lab.ID
	}
	return ids
}

// Foresee says what a run would do, and changes nothing.
func Foresee(ctx context.Context, options Options) (*Plan, error) {
	options = options.withDefaults()
	state, err := journal.Read(options.Out)
	if err != nil {
		return nil, err
	}
	p := planner{options: &options, state: state, store: options.store()}
	if err := p.make(ctx); err != nil {
		return nil, err
	}
	return &p.plan, nil
}

func (o *Options) store() *store {
	return &store{out: o.Out, perLab: len(o.Labs) > 1, export: o.Export}
}
