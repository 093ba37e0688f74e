package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
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
	return &run{
		out: out, binary: filepath.Join(dir, "podium"), began: time.Now(), mistakes: 1,
		labs: []shipped{{lab: "lab-9", cases: []string{"solutions/manifests", "starter"}}},
	}, out
}

const (
	solved = `{"lab":"lab-9","case":"solutions/manifests","score":100,"wrong":[],"ms":2000,"clusters":1,"checks":{"t/one":"passed"}}` + "\n"
	begun  = `{"lab":"lab-9","case":"starter","score":0,"wrong":[],"ms":2000,"clusters":1,"checks":{"t/one":"failed"}}` + "\n"
	passed = `{"lab":"lab-9","case":"mistakes/a","score":5,"wrong":[],"ms":2000,"clusters":1,"checks":{"t/one":"passed","t/two":"failed"}}` + "\n"
	other  = `{"lab":"lab-9","case":"mistakes/a","score":0,"wrong":["t/one is failed instead of passed: 3"],"ms":4000,"clusters":1,"checks":{"t/one":"failed","t/two":"failed"}}` + "\n"
	second = `{"lab":"lab-9","case":"mistakes/b","score":5,"wrong":[],"ms":4000,"clusters":2,"checks":{"t/one":"passed"}}` + "\n"
	whole  = solved + begun + passed
)

// change is what all cases print, with one thing changed.
func change(old, instead string) string {
	if strings.Count(whole, old) == 0 {
		panic("nothing to change: " + old)
	}
	return strings.Replace(whole, old, instead, 1)
}

func TestCompare(t *testing.T) {
	noScore := change(`"score":5`, `"score":null`)
	together := change(`"score":5,"wrong":[]`, `"score":5,"wrong":[],"with":["mistakes/b"],"together":["t/one is failed instead of passed: 3"]`)
	for name, c := range map[string]struct {
		embedded, kind, code string
		wrong                bool
		says                 string
	}{
		"alike":                          {whole + second, whole + second, "0", false, "4 cases, all as declared, every check ends the same"},
		"alike, though not as declared":  {solved + begun + other, solved + begun + other, "1", true, "mistakes/a on kind: t/one is failed instead of passed"},
		"not as declared on kind only":   {whole, solved + begun + other, "1", true, "WRONG: lab-9 mistakes/a t/one is \"failed\" on kind, \"passed\" on embedded"},
		"a hint is not as declared":      {whole, change(`"score":5,"wrong":[]`, `"score":5,"wrong":["hint t/x is not given"]`), "1", true, "on kind: hint t/x is not given"},
		"a check is missing on embedded": {change(`,"t/two":"failed"`, ""), whole, "0", true, `t/two is "failed" on kind, "" on embedded`},
		"a check is missing on kind":     {whole, change(`,"t/two":"failed"`, ""), "0", true, `t/two is "" on kind, "failed" on embedded`},
		"no checks on both":              {change(`{"t/one":"passed"}`, "{}"), change(`{"t/one":"passed"}`, "{}"), "0", true, "solutions/manifests on kind: no checks"},
		"no score on both":               {noScore, noScore, "1", true, "mistakes/a on embedded: no score"},
		"no score on kind":               {whole, noScore, "1", true, "has no score on kind,   5 on embedded"},
		"together on kind only":          {whole, together, "0", true, "as declared only by itself; together with mistakes/b: t/one is failed"},
		"a solution that is not full":    {change("100", "95"), change("100", "95"), "0", true, "score 95 instead of 100"},
		"a starter with points":          {change(`starter","score":0`, `starter","score":5`), change(`starter","score":0`, `starter","score":5`), "0", true, "score 5 instead of 0"},
		"a case is missing":              {whole + second, whole, "0", true, "lab-9 mistakes/b was graded on embedded only"},
		"a case is missing on embedded":  {whole, whole + second, "0", true, "lab-9 mistakes/b was graded on kind only"},
		"a solution is missing on both":  {begun + passed, begun + passed, "0", true, "solutions/manifests was not graded on embedded"},
		"too few mistakes are on both":   {solved + begun, solved + begun, "0", true, "0 mistakes of lab-9 were graded on kind, want 1"},
		"nothing was graded":             {"", "", "0", true, ""},
		"nothing was graded on one":      {whole, "", "0", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, out := playing(t, c.embedded, c.kind, c.code)
			err := r.compare(t.Context(), nil)
			if errors.Is(err, errWrong) != c.wrong || (err != nil) != c.wrong {
				t.Errorf("got %v", err)
			}
			if !strings.Contains(out.String(), c.says) {
				t.Errorf("%q is not in: %s", c.says, out)
			}
		})
	}
}

// TestKnownDifferences: one check may end differently then, and what comes of that; no other, and never on the embedded provider.
func TestKnownDifferences(t *testing.T) {
	differs := solved + begun + other
	for name, c := range map[string]struct {
		embedded, kind string
		wrong          bool
	}{
		"as known":               {whole, differs, false},
		"on the other provider":  {differs, whole, true},
		"another check, too":     {whole, strings.Replace(differs, `"t/two":"failed"`, `"t/two":"passed"`, 1), true},
		"no score is no verdict": {change(`"score":5`, `"score":null`), strings.Replace(differs, `"score":0,"wrong":["t/one`, `"score":null,"wrong":["t/one`, 1), true},
	} {
		t.Run(name, func(t *testing.T) {
			r, out := playing(t, c.embedded, c.kind, "1")
			r.differences = []difference{{lab: "lab-9", name: "mistakes/a", check: "t/one", reason: "nothing simulates it"}}
			if err := r.compare(t.Context(), nil); (err != nil) != c.wrong {
				t.Errorf("got %v", err)
			}
			if !strings.Contains(out.String(), "known: lab-9 mistakes/a t/one") || !strings.Contains(out.String(), "nothing simulates it") {
				t.Errorf("not told: %s", out)
			}
		})
	}
}

// TestShips: what must be graded is what the labs ship.
func TestShips(t *testing.T) {
	every, err := ships(nil)
	if err != nil || len(every) < 3 {
		t.Fatalf("got %+v, %v", every, err)
	}
	for _, s := range every {
		if len(s.cases) < 4 || !slices.Contains(s.cases, starter) || !slices.Contains(s.cases, "solutions/manifests") {
			t.Errorf("%s ships %v", s.lab, s.cases)
		}
	}
	if one, err := ships([]string{every[1].lab}); err != nil || len(one) != 1 || one[0].lab != every[1].lab {
		t.Errorf("got %+v, %v", one, err)
	}
	if none, err := ships([]string{every[1].lab, "lab-99"}); err == nil {
		t.Errorf("got %+v for a lab that is not there", none)
	}
}

func TestCompareFailsWhereAProviderDoes(t *testing.T) {
	r, _ := playing(t, whole, whole, "3")
	if err := r.compare(t.Context(), nil); err == nil || errors.Is(err, errWrong) {
		t.Errorf("got %v, want that of the program", err)
	}
}

func TestRepetitions(t *testing.T) {
	const complete = `{"lab":"lab-9","case":"solutions/manifests","score":100,"wrong":[],"clusters":1,"checks":{"t/one":"passed"}}` + "\n"
	for name, c := range map[string]struct {
		lines string
		drift bool
	}{
		"all full":           {complete + strings.Replace(complete, "manifests", "manifests (2)", 1), false},
		"one is not":         {complete + strings.Replace(complete, `manifests","score":100`, `manifests (2)","score":95`, 1), true},
		"another cluster":    {complete + strings.Replace(complete, `manifests","score":100,"wrong":[],"clusters":1`, `manifests (2)","score":100,"wrong":[],"clusters":2`, 1), true},
		"one has no score":   {complete + strings.Replace(complete, `manifests","score":100`, `manifests (2)","score":null`, 1), true},
		"one was not graded": {complete, true},
		"nothing was graded": {"", true},
	} {
		t.Run(name, func(t *testing.T) {
			r, out := playing(t, "", c.lines, "0")
			r.repeat = 2
			if err := r.repetitions(t.Context(), nil); errors.Is(err, errDrift) != c.drift || (err != nil) != c.drift {
				t.Errorf("got %v, %s", err, out)
			}
		})
	}
	r, _ := playing(t, "", complete+strings.Replace(complete, "manifests", "manifests (2)", 1), "3")
	r.repeat = 2
	if err := r.repetitions(t.Context(), nil); err == nil {
		t.Error("no error where the cluster is not as it was")
	}
}

func TestMeanOfGradings(t *testing.T) {
	r, _ := playing(t, passed+second, passed+second, "0")
	all, err := r.verify(context.WithoutCancel(t.Context()), "kind", nil)
	if err != nil || mean(all) != 3*time.Second || all["lab-9 mistakes/a"].Checks["t/two"] != result.Failed {
		t.Errorf("got %s, %v of %+v", mean(all), err, all)
	}
}
