package expect

import (
	"fmt"
	"time"
	_ "time/tzdata" // the zones that the control plane knows, also on a machine without them

	"github.com/robfig/cron/v3"
)

func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// instants parses a schedule. Without a time zone it is that of the kube-controller-manager, which is UTC in a lab.
func instants(schedule string, zone *string) (cron.Schedule, error) {
	if zone == nil {
		utc := "UTC"
		zone = &utc
	}
	parsed, err := cron.ParseStandard("TZ=" + *zone + " " + schedule)
	if err != nil {
		return nil, fmt.Errorf("parse schedule: %w", err)
	}
	return parsed, nil
}

// compare walks through both schedules: one whole day, and the beginning of every day of four years. The fields of a
// schedule do not depend on each other, so nothing can hide in between. It returns the first difference.
func compare(wanted, asked cron.Schedule, from time.Time) (ours, theirs time.Time, same bool) {
	day := 24 * time.Hour
	start := from.UTC().Truncate(day)
	for at := start; at.Before(start.Add(day)); at = ours {
		if ours, theirs = wanted.Next(at), asked.Next(at); !ours.Equal(theirs) {
			return ours, theirs, false
		}
	}
	for n := range 4*365 + 1 {
		for _, hour := range []time.Duration{0, 15 * time.Hour} { // midnight in UTC and in Tokyo
			at := start.Add(time.Duration(n)*day + hour - time.Second)
			if ours, theirs = wanted.Next(at), asked.Next(at); !ours.Equal(theirs) {
				return ours, theirs, false
			}
		}
	}
	return ours, theirs, true
}

// sameClock compares the offsets of two zones over the coming four years, month by month.
func sameClock(a, b string, from time.Time) (bool, error) {
	first, err := time.LoadLocation(a)
	if err != nil {
		return false, fmt.Errorf("read time zone: %w", err)
	}
	second, err := time.LoadLocation(b)
	if err != nil {
		return false, fmt.Errorf("read time zone: %w", err)
	}
	for month := range 48 {
		at := from.AddDate(0, month, 0)
		_, one := at.In(first).Zone()
		_, other := at.In(second).Zone()
		if one != other {
			return false, nil
		}
	}
	return true, nil
}
