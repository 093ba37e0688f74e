package submission

import (
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

// ParseDeadline reads a time as RFC 3339 has it, or without a zone, which is then that of here: "2026-11-30 18:00",
// with seconds or without, or a date alone, which means its last second.
func ParseDeadline(text string, here *time.Location) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if at, err := time.ParseInLocation(layout, text, here); err == nil {
			return at, nil
		}
	}
	if day, err := time.ParseInLocation(time.DateOnly, text, here); err == nil {
		return day.AddDate(0, 0, 1).Add(-time.Second), nil
	}
	return time.Time{}, lang.Errorf("read time %q: expected a form like 2026-11-30T18:00:00+09:00 or \"2026-11-30 18:00\"", text)
}
