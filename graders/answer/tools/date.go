package tools

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/timefmt-go"

	"github.com/podium-labs/podium/graders/lang"
)

func date(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	set.BoolP("utc", "u", false, "")
	given := set.StringP("date", "d", "now", "")
	iso := set.StringP("iso-8601", "I", "", "")
	set.Lookup("iso-8601").NoOptDefVal = "date"
	args = slices.Clone(args)
	for i, arg := range args {
		if form, attached := strings.CutPrefix(arg, "-I"); attached && form != "" {
			args[i] = "--iso-8601=" + form
		}
	}
	operands, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	// Answers run in UTC, so -u changes nothing.
	at, err := parseDate(*given, env.now().UTC())
	if err != nil {
		env.complain(lang.M("%s", err))
		return 1
	}
	format := "%a %b %e %H:%M:%S UTC %Y"
	switch {
	case len(operands) > 1 || (len(operands) == 1 && !strings.HasPrefix(operands[0], "+")):
		return env.usage(lang.M("the clock cannot be set in answers; a format begins with +"))
	case len(operands) == 1:
		format = operands[0][1:]
	case *iso == "date":
		format = "%Y-%m-%d"
	case *iso == "seconds":
		format = "%Y-%m-%dT%H:%M:%S+00:00"
	case *iso != "":
		env.refuse("-I" + *iso)
		return Usage
	}
	_, _ = fmt.Fprintln(env.Stdout, strftime(at, format))
	return 0
}

var nanos = regexp.MustCompile(`%([0-9]?)N`)

func strftime(at time.Time, format string) string {
	format = nanos.ReplaceAllStringFunc(format, func(match string) string {
		digits := fmt.Sprintf("%09d", at.Nanosecond())
		if n := match[1]; n >= '1' && n <= '9' {
			digits = digits[:n-'0']
		}
		return digits
	})
	return timefmt.Format(at, format)
}

var relative = regexp.MustCompile(`^([+-]?\d+)\s*(second|sec|minute|min|hour|day|week|month|year)s?(\s+ago)?$`)

var dateLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02"}

// parseDate understands @seconds, ISO dates, now, today, tomorrow, yesterday and "N units [ago]".
func parseDate(text string, now time.Time) (time.Time, error) {
	text = strings.TrimSpace(text)
	switch text {
	case "now", "today":
		return now, nil
	case "tomorrow":
		return now.AddDate(0, 0, 1), nil
	case "yesterday":
		return now.AddDate(0, 0, -1), nil
	}
	if seconds, ok := strings.CutPrefix(text, "@"); ok {
		n, err := strconv.ParseInt(seconds, 10, 64)
		if err != nil {
			return now, lang.Errorf("invalid date %q", text)
		}
		return time.Unix(n, 0).UTC(), nil
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), nil
		}
	}
	parts := relative.FindStringSubmatch(strings.TrimPrefix(text, "now "))
	if parts == nil {
		return now, lang.Errorf("date %q is not available in answers", text)
	}
	n, err := strconv.Atoi(parts[1])
	if err != nil {
		return now, lang.Errorf("invalid date %q", text)
	}
	if parts[3] != "" {
		n = -n
	}
	return shift(now, n, parts[2]), nil
}

func shift(at time.Time, n int, unit string) time.Time {
	switch unit {
	case "second", "sec":
		return at.Add(time.Duration(n) * time.Second)
	case "minute", "min":
		return at.Add(time.Duration(n) * time.Minute)
	case "hour":
		return at.Add(time.Duration(n) * time.Hour)
	case "day":
		return at.AddDate(0, 0, n)
	case "week":
		return at.AddDate(0, 0, 7*n)
	case "month":
		return at.AddDate(0, n, 0)
	default:
		return at.AddDate(n, 0, 0)
	}
}
