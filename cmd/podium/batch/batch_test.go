package batch

import "testing"

func TestAutoGoesByProcessorsAndMemory(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		processors int
		available  uint64
		want       int
	}{
		{2, 24 * gib, 2}, {8, 64 * gib, 8}, {8, 4 * gib, 2}, {4, gib / 4, 1}, {4, 0, 4},
	} {
		if got := fit(c.processors, c.available); got != c.want {
			t.Errorf("%d processors, %d MiB: %d jobs, want %d", c.processors, c.available>>20, got, c.want)
		}
	}
}
