package lab

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

func TestHiddenChecksAreOnlyCounted(t *testing.T) {
	lab := &labs.Lab{ID: "lab-9", Files: fstest.MapFS{"text/en/trap.md": {Data: []byte("# Trap\n\n## Hints\n\n## Checks\n\n- set: a trap\n- seen: for all to see\n")}},
		Specs: func(suite *labs.Suite) {
			suite.Task("trap", func(task *labs.Task) {
				task.Check("set", 2, func(*labs.Judging) {}).Show(labs.Hidden)
				task.Check("seen", 1, func(*labs.Judging) {})
			})
		}}
	printer, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetOut(&out)
	if err := printTask(cmd, lab, lab.Tasks(nil)[0], printer, 0); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"Trap (3)": true, "  1  for all to see": true, "checks that are not listed here: 1": true, "a trap": false} {
		if strings.Contains(out.String(), text) != want {
			t.Errorf("%q is in it: %t\n%s", text, !want, out.String())
		}
	}
}
