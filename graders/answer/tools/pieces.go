package tools

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// pieces are the parts of a line that head, tail and cut speak of.

// amount is the argument of head and tail: a number with a sign.
type amount struct {
	sign byte // '+', '-' or 0
	n    int
}

func parseAmount(text string) (amount, error) {
	a := amount{}
	if text != "" && (text[0] == '+' || text[0] == '-') {
		a.sign, text = text[0], text[1:]
	}
	n, err := atoi(text)
	a.n = n
	return a, err
}

// partial is what head and tail share: options, operands and the headings between several files.
func (e *Env) partial(args []string, do func(r io.Reader, count amount, bytes bool) error) int {
	set := e.flags()
	lineCount := set.StringP("lines", "n", "10", "")
	byteCount := set.StringP("bytes", "c", "", "")
	quiet := set.BoolP("quiet", "q", false, "")
	if e.Name == "tail" {
		follow := set.BoolP("follow", "f", false, "")
		defer func() { _ = follow }()
	}
	names, ok := e.parse(set, numeric(args))
	if !ok {
		return Usage
	}
	if f := set.Lookup("follow"); f != nil && f.Changed {
		e.refuse("-f")
		return Usage
	}
	text := *lineCount
	if *byteCount != "" {
		text = *byteCount
	}
	count, err := parseAmount(text)
	if err != nil {
		return e.usage(lang.M("%s", err))
	}
	first := true
	return e.each(names, func(name string, r io.Reader) error {
		if len(names) > 1 && !*quiet {
			gap := "\n"
			if first {
				gap, first = "", false
			}
			_, _ = fmt.Fprintf(e.Stdout, "%s==> %s <==\n", gap, name)
		}
		return do(r, count, *byteCount != "")
	})
}

func head(ctx context.Context, env *Env, args []string) int {
	return env.partial(args, func(r io.Reader, count amount, bytes bool) error {
		if count.sign == '-' {
			all, err := pieces(r, bytes)
			if err != nil {
				return err
			}
			return emit(env.Stdout, all[:max(0, len(all)-count.n)])
		}
		if bytes {
			_, err := io.CopyN(env.Stdout, r, int64(count.n))
			return ignoreEOF(err)
		}
		return headLines(ctx, env, r, count.n)
	})
}

func headLines(ctx context.Context, env *Env, r io.Reader, n int) error {
	if n == 0 {
		return nil
	}
	left := n
	err := lines(ctx, r, func(line string, ended bool) error {
		if _, err := io.WriteString(env.Stdout, end(line, ended)); err != nil {
			return errStop
		}
		if left--; left == 0 {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// errEnough ends one input, not the whole call.
var errEnough = errors.New("enough")

func tail(_ context.Context, env *Env, args []string) int {
	return env.partial(args, func(r io.Reader, count amount, bytes bool) error {
		all, err := pieces(r, bytes)
		if err != nil {
			return err
		}
		if count.sign == '+' {
			return emit(env.Stdout, all[min(len(all), max(0, count.n-1)):])
		}
		return emit(env.Stdout, all[max(0, len(all)-count.n):])
	})
}

// pieces splits an input into its lines with their ends, or into bytes.
func pieces(r io.Reader, bytes bool) ([]string, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if !bytes {
		all := strings.SplitAfter(string(data), "\n")
		if all[len(all)-1] == "" {
			all = all[:len(all)-1]
		}
		return all, nil
	}
	all := make([]string, len(data))
	for i := range data {
		all[i] = string(data[i : i+1])
	}
	return all, nil
}

func emit(w io.Writer, parts []string) error {
	if _, err := io.WriteString(w, strings.Join(parts, "")); err != nil {
		return errStop
	}
	return nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func end(line string, ended bool) string {
	if ended {
		return line + "\n"
	}
	return line
}
