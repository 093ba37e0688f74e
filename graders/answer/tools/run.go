package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

// TimedOut is the exit code of timeout when the time was up.
const TimedOut = 124

func sleep(ctx context.Context, env *Env, args []string) int {
	args, ok := env.parse(env.flags(), args)
	if !ok {
		return Usage
	}
	if len(args) == 0 {
		return env.usage(lang.M("missing operand"))
	}
	var total time.Duration
	for _, arg := range args {
		d, err := duration(arg)
		if err != nil {
			return env.usage(lang.M("%s", err))
		}
		total += d
	}
	timer := time.NewTimer(total)
	defer timer.Stop()
	select {
	case <-timer.C:
		return 0
	case <-ctx.Done():
		return 1
	}
}

// duration reads what sleep and timeout take: a number with s, m, h or d.
func duration(text string) (time.Duration, error) {
	if text == "infinity" || text == "inf" {
		return 1<<63 - 1, nil
	}
	unit := time.Second
	number := text
	if text != "" {
		if u, ok := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}[text[len(text)-1]]; ok {
			unit, number = u, text[:len(text)-1]
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n < 0 || n > 1e6 {
		return 0, lang.Errorf("invalid time interval %q", text)
	}
	return time.Duration(n * float64(unit)), nil
}

func timeout(ctx context.Context, env *Env, args []string) int {
	set := env.flags()
	set.SetInterspersed(false)
	set.StringP("signal", "s", "", "")
	set.StringP("kill-after", "k", "", "")
	set.Bool("foreground", false, "")
	keep := set.Bool("preserve-status", false, "")
	args, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if len(args) < 2 {
		return env.usage(lang.M("want a duration and a command"))
	}
	limit, err := duration(args[0])
	if err != nil {
		return env.usage(lang.M("%s", err))
	}
	if limit == 0 {
		return env.Exec(ctx, env, args[1:])
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	code := env.Exec(limited, env, args[1:])
	if errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil && !*keep {
		return TimedOut
	}
	return code
}

func which(_ context.Context, env *Env, args []string) int {
	names, ok := env.parse(env.flags(), args)
	if !ok {
		return Usage
	}
	code := 0
	for _, name := range names {
		if !slices.Contains(env.Programs, name) {
			code = 1
			continue
		}
		_, _ = fmt.Fprintln(env.Stdout, "/usr/bin/"+name)
	}
	return code
}
