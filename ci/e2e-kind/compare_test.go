package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// playing returns a run with a podium that prints, for each provider, what a test wants, and ends with a code.
func playing(t *testing.T, embedded, kind, code string) (*run, *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\nif [ \"$3\" = kind ]; then cat " + dir + "/kind; else cat " + dir + "/embedded; fi\nexit " + code + "\n"
	for name, content := range map[string]string{"embedded": embedded, "kind": kind, "podium": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	out := &bytes.Buffer{}
	return &run{out: out, binary: filepath.Join(dir, "podium"), began: time.Now()}, out
}

const (
	passed = `{"lab":"lab-9","case":"mistakes/a","score":5,"wrong":[],"ms":2000,"clusters":1,"checks":{"t/one":"passed","t/two":"failed"}}` + "\n"
	other  = `{"lab":"lab-9","case":"mistakes/a","score":0,"wrong":["t/one is failed instead of passed: 3"],"ms":4000,"clusters":1,"checks":{"t/one":"failed","t/two":"failed"}}` + "\n"
	second = `{"lab":"lab-9","case":"mistakes/b","score":5,"wrong":[],"ms":4000,"clusters":2,"checks":{"t/one":"passed"}}` + "\n"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		embedded, kind, code string
		differs              bool
		says                 string
	}{
		"alike":                         {passed + second, passed + second, "0", false, "2 cases, every check ends the same"},
		"alike, though not as declared": {other, other, "1", false, "1 not as declared"},
		"a check differs":               {passed, other, "1", true, "DIFFERS: lab-9 mistakes/a t/one is failed, embedded passed"},
		"a case is missing":             {passed + second, passed, "0", true, ""},
		"nothing was graded":            {"", "", "0", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, out := playing(t, c.embedded, c.kind, c.code)
			err := r.compare(t.Context(), nil)
			if errors.Is(err, errDiffers) != c.differs || (err != nil) != c.differs {
				t.Errorf("got %v", err)
			}
			if !strings.Contains(out.String(), c.says) {
				t.Errorf("%q is not in: %s", c.says, out)
			}
		})
	}
}

func TestCompareFailsWhereAProviderDoes(t *testing.T) {
	t.Parallel()
	r, _ := playing(t, passed, passed, "3")
	if err := r.compare(t.Context(), nil); err == nil || errors.Is(err, errDiffers) {
		t.Errorf("got %v, want that of the program", err)
	}
}

func TestRepetitions(t *testing.T) {
	t.Parallel()
	const complete = `{"lab":"lab-9","case":"solutions/manifests","score":100,"wrong":[],"clusters":1}` + "\n"
	for name, c := range map[string]struct {
		lines string
		drift bool
	}{
		"all full":           {complete + strings.Replace(complete, "manifests", "manifests (2)", 1), false},
		"one is not":         {complete + strings.Replace(complete, `manifests","score":100`, `manifests (2)","score":95`, 1), true},
		"another cluster":    {complete + strings.Replace(complete, `"clusters":1`, `"clusters":2`, 1), true},
		"one has no score":   {strings.Replace(complete, "100", "null", 1), true},
		"nothing was graded": {"", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, out := playing(t, "", c.lines, "0")
			r.repeat = 2
			if err := r.repetitions(t.Context(), nil); errors.Is(err, errDrift) != c.drift {
				t.Errorf("got %v, %s", err, out)
			}
		})
	}
}

func TestMeanOfGradings(t *testing.T) {
	t.Parallel()
	r, _ := playing(t, passed+second, passed+second, "0")
	all, err := r.verify(context.WithoutCancel(t.Context()), "kind", nil)
	if err != nil || mean(all) != 3*time.Second || all["lab-9 mistakes/a"].Checks["t/two"] != result.Failed {
		t.Errorf("got %s, %v of %+v", mean(all), err, all)
	}
}
