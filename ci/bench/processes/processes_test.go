package processes

import (
	"os"
	"testing"
)

func TestMemoryThatIsSharedIsCountedByItsShare(t *testing.T) {
	const rollup = "00400000-7ffe ---p 00000000 00:00 0 [rollup]\nRss:              340000 kB\nPss:              102400 kB\nPss_Dirty:         90000 kB\n"
	if got, ok := proportional(rollup); !ok || got != 100<<20 {
		t.Errorf("%d, %t", got, ok)
	}
	if _, ok := proportional("Rss: 1 kB\nPss_Dirty: 1 kB\n"); ok {
		t.Error("found what is not there")
	}
}

// TestThisProcess is found with what it has, and as its tree's root.
func TestThisProcess(t *testing.T) {
	tree := Tree(os.Getpid())
	if len(tree) == 0 || tree[0].PID != os.Getpid() || !tree[0].Lives() {
		t.Fatalf("%+v", tree)
	}
	if got := tree[0].Memory(); got < 1<<20 {
		t.Errorf("%d bytes", got)
	}
}

// TestWhereTheKernelDoesNotTell takes a process that is no more.
func TestWhereTheKernelDoesNotTell(t *testing.T) {
	if got := (Process{PID: -1, RSS: 5}).Memory(); got != 5 {
		t.Errorf("%d bytes", got)
	}
}
