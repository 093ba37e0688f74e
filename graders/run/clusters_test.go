package run_test

import (
	"testing"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/run"
)

func TestFreshRemovesEveryCluster(t *testing.T) {
	made := &fakes{}
	fresh := run.Fresh{Provider: "fake", New: made.next(nil)}
	for range 2 {
		provider, err := fresh.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := fresh.Return(t.Context(), provider, false); err != nil {
			t.Fatal(err)
		}
	}
	if len(made.made) != 2 || made.made[0].destroyed != 1 || made.made[1].destroyed != 1 {
		t.Errorf("%d clusters were made", len(made.made))
	}
}

// A fake has no API server, so Take cannot even look at how it was when it came up.
func TestReusedLeavesNothingBehindWhereNoBaselineCanBeTaken(t *testing.T) {
	made := &fakes{}
	reused := run.NewReused(run.Fresh{Provider: "fake", New: made.next(nil)})
	if provider, err := reused.Take(t.Context()); err == nil {
		t.Fatalf("got %v", provider)
	}
	if len(made.made) != 1 || made.made[0].destroyed != 1 {
		t.Errorf("%d clusters were made", len(made.made))
	}
}

// A cluster that has failed, and one whose control plane ended while it was idle, are not handed out again.
func TestReusedThrowsAwayWhatHasFailed(t *testing.T) {
	for name, spoil := range map[string]func(*testing.T, *run.Reused, cluster.Provider){
		"failed its grading": func(t *testing.T, reused *run.Reused, provider cluster.Provider) {
			if err := reused.Return(t.Context(), provider, true); err != nil {
				t.Fatal(err)
			}
		},
		"ended while idle": func(t *testing.T, reused *run.Reused, provider cluster.Provider) {
			if err := reused.Return(t.Context(), provider, false); err != nil {
				t.Fatal(err)
			}
			if err := provider.Destroy(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			reused := run.NewReused(freshEmbedded(t))
			first, err := reused.Take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			spoil(t, reused, first)
			second, err := reused.Take(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if second == first {
				t.Error("the same cluster was handed out again")
			}
			if got, want := len(reused.Lost()), map[string]int{"ended while idle": 1}[name]; got != want {
				t.Errorf("%d clusters could not be set back, want %d", got, want)
			}
			if err := reused.Return(t.Context(), second, true); err != nil {
				t.Error(err)
			}
			if err := reused.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}
