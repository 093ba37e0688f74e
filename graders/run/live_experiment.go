package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/labs"
)

// liveExperiments carries out all experiments of the lab on the cluster of a live attempt, and waits until its journal
// tells of them.
func (a *attempt) liveExperiments(ctx context.Context, config *rest.Config) ([]made, error) {
	place, err := newLaboratory(config, a.lab.Namespace())
	if err != nil {
		return nil, err
	}
	var all []made
	for _, e := range experiments(a.lab) {
		done, err := place.run(ctx, e)
		if errors.Is(err, errNoSubject) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := a.awaitJournal(ctx, done); err != nil {
			return nil, err
		}
		all = append(all, done)
	}
	return all, nil
}

// experiments are those of all tasks of a lab.
func experiments(lab *labs.Lab) []labs.Experiment {
	var all []labs.Experiment
	for _, task := range lab.Tasks(nil) {
		all = append(all, task.Experiments...)
	}
	return all
}

// awaitJournal waits until another process has written down all of an experiment.
func (a *attempt) awaitJournal(ctx context.Context, m made) error {
	err := wait.PollUntilContextCancel(ctx, readyPoll, true, func(context.Context) (bool, error) {
		history, err := a.readJournal()
		if err != nil {
			return false, err
		}
		return toldBy(history, m)
	})
	if err != nil {
		return fmt.Errorf("wait for the journal: %w", err)
	}
	return nil
}

// toldBy is true if the history has the subject as it was last seen, and the end of every object.
func toldBy(history *evidence.History, m made) (bool, error) {
	last, err := strconv.ParseUint(m.subject.GetResourceVersion(), 10, 64)
	if err != nil {
		return false, fmt.Errorf("read %s: %w", m.subject.GetName(), err)
	}
	versions := history.Versions()
	told := slices.ContainsFunc(versions, func(v *evidence.Version) bool { return v.UID() == m.subject.GetUID() && v.RV >= last })
	for _, object := range m.objects {
		told = told && slices.ContainsFunc(versions, func(v *evidence.Version) bool { return v.UID() == object.GetUID() && v.Deleted })
	}
	return told, nil
}

// untilWith is the history as it was at an instant, and after it only what experiments have brought about: they are not the
// learner's, so they may come later. An experiment on what has been changed since then does not count.
func untilWith(history *evidence.History, end time.Time, done []made) *evidence.History {
	cut := history.Until(end)
	generations := map[types.UID]int64{}
	for _, v := range cut.Versions() {
		generations[v.UID()] = v.Object.GetGeneration()
	}
	for _, v := range history.Versions() {
		if v.At.After(end) && slices.ContainsFunc(done, func(m made) bool { return m.unchanged(generations) && m.brought(v) }) {
			cut.Add(v)
		}
	}
	return cut
}

// unchanged is true if the subject is still of the generation that it had.
func (m made) unchanged(generations map[types.UID]int64) bool {
	generation, existed := generations[m.subject.GetUID()]
	return existed && generation == m.subject.GetGeneration()
}

// brought is true for a version of the subject, of an object of the experiment, or of what that has left behind.
func (m made) brought(v *evidence.Version) bool {
	return v.UID() == m.subject.GetUID() || m.leftover(v.Object) ||
		slices.ContainsFunc(m.objects, func(o client.Object) bool { return o.GetUID() == v.UID() })
}

// watchExperiments carries out the experiments whose subject is there and has been changed since the last time.
func (a *attempt) watchExperiments(ctx context.Context, seen map[types.UID]int64) error {
	config, err := a.connect()
	if err != nil {
		return err
	}
	place, err := newLaboratory(config, a.lab.Namespace())
	if err != nil {
		return err
	}
	for _, e := range experiments(a.lab) {
		subject, err := place.read(ctx, e)
		if errors.Is(err, errNoSubject) || err == nil && seen[subject.GetUID()] == subject.GetGeneration() {
			continue
		}
		if err != nil {
			return err
		}
		seen[subject.GetUID()] = subject.GetGeneration()
		done, err := place.run(ctx, e)
		if err != nil && !errors.Is(err, errNoSubject) { // the learner may have deleted it just now
			return err
		}
		if err == nil {
			err = a.awaitHistory(ctx, done)
		}
		if err != nil && !errors.Is(err, errNoSubject) {
			return err
		}
	}
	return nil
}

// awaitHistory waits until the history that is being followed has all of an experiment.
func (a *attempt) awaitHistory(ctx context.Context, m made) error {
	for {
		changed := a.history.Changed()
		if told, err := toldBy(a.history, m); told || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the journal: %w", ctx.Err())
		case <-changed:
		}
	}
}
