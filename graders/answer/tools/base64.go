package tools

import (
	"context"
	"encoding/base64"
	"io"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

func base64Tool(_ context.Context, env *Env, args []string) int {
	set := env.flags()
	decode := set.BoolP("decode", "d", false, "")
	width := set.IntP("wrap", "w", 76, "")
	names, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if len(names) > 1 {
		return env.usage(lang.M("at most one file"))
	}
	return env.each(names, func(_ string, r io.Reader) error {
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if *decode {
			plain, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(data), "\n", ""))
			if _, werr := env.Stdout.Write(plain); werr != nil {
				return errStop
			}
			if err != nil {
				return lang.Errorf("invalid input")
			}
			return nil
		}
		return emit(env.Stdout, wrap(base64.StdEncoding.EncodeToString(data), *width))
	})
}

// wrap ends every width characters with a newline; with 0 there is none, at the end neither.
func wrap(text string, width int) []string {
	if width <= 0 {
		return []string{text}
	}
	var out []string
	for len(text) > 0 {
		n := min(width, len(text))
		out, text = append(out, text[:n]+"\n"), text[n:]
	}
	return out
}
