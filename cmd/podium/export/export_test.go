package export

import (
	"bytes"
	"strings"
	"testing"
)

// TestFaultsAreShort: what is wrong with a record is told in a few lines, whatever the record says.
func TestFaultsAreShort(t *testing.T) {
	cmd := NewCommand()
	var out bytes.Buffer
	cmd.SetIn(strings.NewReader(`{"schema":"podium.result/v1","` + strings.Repeat("x", 1<<20) + `":1}`))
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs([]string{"-", "--format", "csv"})
	if err := cmd.ExecuteContext(t.Context()); err == nil || len(err.Error()) > 1000 || !strings.HasPrefix(err.Error(), "read -: ") {
		t.Errorf("got %.2000v", err)
	}
}
