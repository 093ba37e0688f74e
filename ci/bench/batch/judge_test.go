package main

import (
	"slices"
	"strings"
	"testing"
)

// says wants a part of an error, or none.
func says(t *testing.T, name string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: %v, want %q", name, err, want)
	}
}

func TestMemoryThatGrows(t *testing.T) {
	const mib = 1 << 20
	ramp := func(n int, from, to int64) []int64 {
		samples := make([]int64, n)
		for i := range samples {
			samples[i] = (from + (to-from)*int64(i)/int64(n-1)) * mib
		}
		return samples
	}
	peaked := ramp(100, 100, 100)
	peaked[98], peaked[10] = 500*mib, 20*mib
	for name, c := range map[string]struct {
		samples []int64
		want    string
	}{
		"flat":                      {ramp(100, 100, 100), ""},
		"by a tenth":                {ramp(100, 100, 110), ""},
		"by a half":                 {ramp(100, 100, 150), "105 MiB after a tenth, 149 MiB in the end"},
		"in the first tenth only":   {slices.Concat(ramp(10, 20, 100), ramp(90, 100, 100)), ""},
		"for a moment":              {peaked, ""},
		"too short to say":          {ramp(10, 1, 100), ""},
		"just long enough to say":   {ramp(11, 1, 100), "grows"},
		"nothing, and then nothing": {nil, ""},
	} {
		says(t, name, flat(c.samples), c.want)
	}
}

func TestClustersAreSmall(t *testing.T) {
	const limit = 400 << 20
	says(t, "at the limit", small(limit, limit), "")
	says(t, "above it", small(limit+1<<20, limit), "401 MiB, more than 400 MiB")
	says(t, "none", small(0, limit), "no cluster was seen")
}

func TestAllKillsMustHappen(t *testing.T) {
	says(t, "all", killed(20, 0), "")
	says(t, "none wanted", killed(0, 0), "")
	says(t, "some", killed(20, 3), "17 of 20 kills: use a smaller -every, or a larger -count")
}

// TestWhatIsJudged looks at the whole: memory of the batch itself counts only where nobody has killed it.
func TestWhatIsJudged(t *testing.T) {
	growing := make([]int64, 100)
	for i := range growing {
		growing[i] = int64(i+1) << 20
	}
	o := options{limit: 400}
	says(t, "undisturbed", (&watcher{cluster: 300 << 20, parents: growing}).judge(o, 0), "grows")
	says(t, "disturbed", (&watcher{cluster: 300 << 20, parents: growing}).judge(o, 5), "")
	says(t, "not disturbed enough", (&watcher{cluster: 500 << 20, kills: 1}).judge(o, 5), "4 of 5 kills")
	says(t, "too large", (&watcher{cluster: 500 << 20, kills: 1}).judge(o, 5), "500 MiB")
}
