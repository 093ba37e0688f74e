package labs_test

import (
	"testing"
	"testing/fstest"

	"github.com/podium-labs/podium/labs"
)

// trapped is a lab with one check, which only some may read about.
func trapped(visibility labs.Visibility) *labs.Lab {
	return &labs.Lab{ID: "lab-9", Files: fstest.MapFS{"text/en/trap.md": {Data: []byte("# Trap\n\n## Hints\n\n## Checks\n\n- set: a trap\n")}}, Specs: func(suite *labs.Suite) {
		suite.Task("trap", func(task *labs.Task) {
			check := task.Check("set", 1, func(*labs.Judging) {})
			if visibility != "" {
				check.Show(visibility)
			}
		})
	}}
}

func TestVisibility(t *testing.T) {
	digests := map[string]bool{}
	for visibility, hidden := range map[labs.Visibility]bool{"": false, labs.Hidden: true, labs.AfterDueDate: true, labs.AfterPublished: true} {
		lab := trapped(visibility)
		want := visibility
		if want == "" {
			want = labs.Visible
		}
		check := lab.Tasks(nil)[0].Checks[0]
		if check.Visibility != want || check.Hidden() != hidden {
			t.Errorf("%q: %q, hidden %t", visibility, check.Visibility, check.Hidden())
		}
		if findings := lab.Judge(nil); len(findings) != 1 || findings[0].Visibility != want {
			t.Errorf("%q: %+v", visibility, findings)
		}
		digest, err := lab.Digest()
		if err != nil || digests[digest] {
			t.Errorf("%q: digest %s is there twice, %v", visibility, digest, err)
		}
		digests[digest] = true
	}
}
