package nearest_test

import (
	"slices"
	"testing"

	"github.com/podium-labs/podium/graders/nearest"
)

func TestTypo(t *testing.T) {
	names := []string{"ssd", "nvme", "rollout"}
	for word, want := range map[string]string{"sdd": "ssd", "nvmi": "nvme", "rolout": "rollout", "hdd": "", "tape": "", "ssd": "", "x": ""} {
		got, ok := nearest.Typo(word, names)
		if ok != (want != "") || ok && got != want {
			t.Errorf("Typo(%q) is %q, %v; want %q", word, got, ok, want)
		}
	}
	if _, ok := nearest.Typo("ssd", nil); ok {
		t.Error("a name out of none")
	}
}

func TestFew(t *testing.T) {
	names := []string{"web", "db", "web2", "cache"}
	if got := nearest.Few("wbe", names, 1); !slices.Equal(got, []string{"web"}) {
		t.Errorf("got %v", got)
	}
	if got := nearest.Few("x", nil, 2); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"wbe", "web", 1}, {"ca", "abc", 3}, {"abcd", "badc", 2}, {"", "a", 1}, {"ノード", "ノート", 1}} {
		if got := nearest.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
