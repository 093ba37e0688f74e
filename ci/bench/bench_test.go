package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden figures")

type measured struct {
	name   string
	values []value
}

// sample are figures of every part, as a machine with kind has them.
func sample(t *testing.T) *figures {
	t.Helper()
	on := machine{cpu: "A processor", memory: "16 kB", kernel: "6.1", processors: 2, commit: "abc", load: "0.1", at: time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC)}
	f := &figures{head: on.header(), tail: "# load after: 0.2\n", left: []string{"left out: something: a reason"}}
	for i := range 3 {
		more := time.Duration(i) * time.Second
		for _, m := range []measured{
			{"Start/on=embedded", []value{wall(2*time.Second + more), memory(300 << 20)}},
			{"Start/on=kind", []value{wall(60*time.Second + more), memory(1500 << 20)}},
			{fresh, []value{wall(5*time.Second + more), rate(5*time.Second + more), memory(600 << 20), processor(8 * time.Second)}},
			{"Grade/on=embedded/cluster=reused", []value{wall(3*time.Second + more), rate(3*time.Second + more), memory(700 << 20)}},
			{"Grade/on=kind/cluster=fresh", []value{wall(120*time.Second + more), rate(120*time.Second + more), memory(1800 << 20)}},
			{"Kubectl/run=in-process", []value{wall(20 * time.Millisecond)}},
			{"Kubectl/run=process-each/of=podium", []value{wall(200 * time.Millisecond)}},
			{"Batch/jobs=1", []value{wall(4*time.Second + more), rate(4*time.Second + more), memory(900 << 20), processor(8 * time.Second)}},
			{"Batch/jobs=2", []value{wall(3*time.Second + more), rate(3*time.Second + more), memory(1500 << 20), processor(9 * time.Second)}},
		} {
			if _, err := f.add(m.name, m.values); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f
}

// TestFigures compares the file and the table with golden ones.
func TestFigures(t *testing.T) {
	f := sample(t)
	for file, got := range map[string]string{"testdata/figures.txt": f.text(), "testdata/table.txt": f.table()} {
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; got\n%s", file, got)
		}
	}
}

// TestEveryRowHasARatio but that which others are compared with.
func TestEveryRowHasARatio(t *testing.T) {
	f := sample(t)
	rows := strings.Split(f.table(), "\n")[1:]
	if len(f.names) < 20 {
		t.Fatalf("%d rows only", len(f.names))
	}
	for i, k := range f.names {
		cells := strings.Fields(rows[i])
		if cells[0] != k.name || (len(cells) > 1 && strings.Contains(rows[i][61:72], ".")) == (k.name == base(k.name)) {
			t.Errorf("%q: base %q", rows[i], base(k.name))
		}
	}
}

func TestWhatHasNothingToBeComparedWithIsRefused(t *testing.T) {
	b := &bench{out: &bytes.Buffer{}}
	if err := b.add("Stop/on=embedded", wall(time.Second)); err == nil || len(b.figures.lines) > 0 {
		t.Errorf("%v, %v", err, b.figures.lines)
	}
}

// TestWhatWasMeasuredIsKept lets the second of three parts fail.
func TestWhatWasMeasuredIsKept(t *testing.T) {
	results := filepath.Join(t.TempDir(), "not", "there")
	var printed bytes.Buffer
	b := &bench{out: &printed}
	broken, ran := errors.New("no cluster\ncame up"), []string{}
	measure := func(name string, fails error) func(context.Context) error {
		return func(context.Context) error {
			ran = append(ran, name)
			return errors.Join(b.add(name, wall(time.Second)), fails)
		}
	}
	m := &machine{commit: "abc", at: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)}
	err := b.measure(t.Context(), m, []part{
		{"start", measure("Start/on=embedded", nil)}, {"grade", measure(fresh, broken)}, {"batch", measure("Batch/jobs=1", nil)},
	}, results)
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "grade: ") || len(ran) != 2 {
		t.Errorf("%v, %v", err, ran)
	}
	kept, err := os.ReadFile(filepath.Join(results, "2026-11-30-abc.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\nBenchmarkStart/on=embedded 1 1000000000 ns/op\n", "\nBenchmark" + fresh + " 1 ",
		"\n# left out: the rest of grade and what follows: no cluster; came up\n", "\n# commit: abc\n",
	} {
		if !strings.Contains(string(kept), want) {
			t.Errorf("%q is missing:\n%s", want, kept)
		}
	}
	if !strings.Contains(printed.String(), "median of") {
		t.Errorf("no table:\n%s", &printed)
	}
}

// TestTheFileIsWrittenAfterEachPart has the second part look for the first one's figures.
func TestTheFileIsWrittenAfterEachPart(t *testing.T) {
	results, seen := t.TempDir(), false
	b := &bench{out: &bytes.Buffer{}}
	m := &machine{commit: "abc", at: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)}
	err := b.measure(t.Context(), m, []part{
		{"start", func(context.Context) error { return b.add("Start/on=embedded", wall(time.Second)) }},
		{"grade", func(context.Context) error {
			content, err := os.ReadFile(filepath.Join(results, m.file()))
			seen = strings.Contains(string(content), "BenchmarkStart")
			return err
		}},
	}, results)
	if err != nil || !seen {
		t.Errorf("%v, %t", err, seen)
	}
}

func TestOnlyMustNameAPart(t *testing.T) {
	b := &bench{out: &bytes.Buffer{}, runs: 1, submissions: 1, commands: 1}
	if err := b.all(t.Context(), "grades", ""); !errors.Is(err, errUnknown) {
		t.Errorf("%v", err)
	}
}
