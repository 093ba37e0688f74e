package verify

import (
	"fmt"
	"testing"
)

func TestThin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ all, left, want int }{{35, 8, 8}, {8, 8, 8}, {5, 8, 5}, {9, 8, 8}, {10, 1, 1}, {7, 0, 7}} {
		cases := []Case{{Name: "solutions/a"}, {Name: "starter"}}
		for i := range c.all {
			cases = append(cases, Case{Name: fmt.Sprintf("mistakes/%d", i)})
		}
		thinned := thin(cases, c.left)
		if len(thinned) != c.want+2 || thinned[0].Name != "solutions/a" || thinned[1].Name != "starter" || thinned[2].Name != "mistakes/0" {
			t.Errorf("%d of %d: left are %v", c.left, c.all, thinned)
		}
	}
}
