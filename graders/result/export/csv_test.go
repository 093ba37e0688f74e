package export

import (
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// TestTheLaterRecordCounts, whichever is named first, but never one without a score.
func TestTheLaterRecordCounts(t *testing.T) {
	early, late, broken := sample(), sample(), infrastructure()
	early.Tasks[0].Checks[0].Status = result.Failed
	early.Sum()
	late.GradedAt = early.GradedAt.Add(time.Hour)
	broken.GradedAt = late.GradedAt.Add(time.Hour)
	for _, records := range [][]*result.Record{{early, late, broken}, {broken, late, early}, {late, broken, early}} {
		lines := strings.Split(strings.TrimSpace(string(write(t, "csv", records, Options{}))), "\n")
		if len(lines) != 2 || !strings.Contains(lines[1], ",15,") {
			t.Errorf("want one row of 15 points: %q", lines)
		}
	}
}
