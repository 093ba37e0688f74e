package batch

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podium-labs/podium/graders/batch/roster"
)

func TestThePauseDoublesUpToABound(t *testing.T) {
	for try, want := range map[int]time.Duration{1: 2 * time.Second, 2: 4 * time.Second, 3: 8 * time.Second, 4: 16 * time.Second, 5: 30 * time.Second, 100: 30 * time.Second} {
		if got := pause(try); got != want {
			t.Errorf("try %d: %s, want %s", try, got, want)
		}
	}
}

// TestWhatWaitsForItsNextTryLetsOthersPass runs on a clock of its own.
func TestWhatWaitsForItsNextTryLetsOthersPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		q := newQueue([]unit{{entry: roster.Entry{ID: "alice"}}, {entry: roster.Entry{ID: "bob"}}, {entry: roster.Entry{ID: "carol"}}}, time.Now)
		next := func(want string, after time.Duration) unit {
			t.Helper()
			u, more := q.next(t.Context())
			if !more || u.entry.ID != want || time.Since(began) != after {
				t.Errorf("%q, %t after %s, want %q after %s", u.entry.ID, more, time.Since(began), want, after)
			}
			return u
		}
		alice := next("alice", 0)
		alice.after = time.Now().Add(10 * time.Second)
		q.done(&alice)
		bob := next("bob", 0)
		bob.after = time.Now().Add(4 * time.Second)
		q.done(&bob)
		next("carol", 0)
		q.done(nil)
		next("bob", 4*time.Second) // its time comes first
		q.done(nil)
		next("alice", 10*time.Second)
		q.done(nil)
		if u, more := q.next(t.Context()); more {
			t.Errorf("%q is there twice", u.entry.ID)
		}
	})
}

// TestAWorkerWaitsForWhatOthersMayPutBack has two, of which one has nothing to do until the other's grading is to be tried again.
func TestAWorkerWaitsForWhatOthersMayPutBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue([]unit{{entry: roster.Entry{ID: "alice"}, try: 1}}, time.Now)
		alice, _ := q.next(t.Context())
		got := make(chan unit)
		go func() {
			u, _ := q.next(t.Context())
			got <- u
		}()
		synctest.Wait() // it waits
		alice.try, alice.after = 2, time.Now().Add(3*time.Second)
		q.done(&alice)
		if u := <-got; u.try != 2 {
			t.Errorf("%+v", u)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			_, more := q.next(ctx)
			ended <- more
		}()
		synctest.Wait()
		cancel()
		if <-ended {
			t.Error("it was given something")
		}
	})
}
