package main

import (
	"errors"
	"fmt"
	"slices"
)

// judge says what is not as it must be, beside the scores.
func (w *watcher) judge(o options, kills int) error {
	err := errors.Join(small(w.cluster, o.limit<<20), killed(kills, w.kills))
	if kills == 0 { // one that was killed begins small again
		err = errors.Join(err, flat(w.parents))
	}
	return err
}

// small wants clusters to be so.
func small(largest, limit int64) error {
	switch {
	case largest == 0:
		return errors.New("no cluster was seen")
	case largest > limit:
		return fmt.Errorf("a cluster takes %d MiB, more than %d MiB", largest>>20, limit>>20)
	}
	return nil
}

// killed wants all kills to have happened.
func killed(wanted, left int) error {
	if left > 0 {
		return fmt.Errorf("the batch ended after %d of %d kills: use a smaller -every, or a larger -count", wanted-left, wanted)
	}
	return nil
}

// few samples say nothing about how memory goes on.
const few = 10

// flat wants the memory in the end to be about what it was after a tenth of the time.
func flat(samples []int64) error {
	n := len(samples)
	if n <= few {
		return nil
	}
	if early, late := around(samples, n/10), around(samples, n-1); float64(late) > 1.2*float64(early) {
		return fmt.Errorf("the memory of the batch grows: %d MiB after a tenth, %d MiB in the end", early>>20, late>>20)
	}
	return nil
}

// around is the median of a sample and its neighbours: one by itself may have been taken just before garbage was collected, or while the
// process ended.
func around(samples []int64, i int) int64 {
	near := slices.Sorted(slices.Values(samples[max(0, i-2):min(len(samples), i+3)]))
	return near[len(near)/2]
}
