package export

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden writes every format about a graded record, about two labs of one submission, and about gradings that have no
// score. Where a format has no way to say that, no file may come out.
func TestGolden(t *testing.T) {
	cases := map[string][]*result.Record{
		"graded":         {sample()},
		"labs":           {second(), sample()},
		"unanswered":     {unanswered()},
		"infrastructure": {infrastructure()},
		"invalid":        {ended(result.InvalidSubmission)},
		"half":           {second(), ended(result.Tampered)},
	}
	for _, format := range Formats() {
		for name, records := range cases {
			t.Run(format.Name+"/"+name, func(t *testing.T) {
				var out bytes.Buffer
				err := format.Write(&out, records, Options{Hint: hint, Getenv: classroom})
				if _, ungraded := errors.AsType[*UngradedError](err); ungraded && name != "graded" && name != "labs" && name != "unanswered" {
					if out.Len() > 0 {
						t.Errorf("an error, and yet %s", out.String())
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join(format.Name, name+".golden"), out.Bytes())
			})
		}
	}
}

func TestJapaneseFeedback(t *testing.T) {
	printer, err := lang.New(lang.Japanese)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Words: printer, Hint: func(string, string) string { return "何が変わるでしょうか。" }}
	golden(t, "markdown/japanese.golden", write(t, "markdown", []*result.Record{sample()}, o))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, got, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("differs from %s (go test -update writes it):\n%s", path, got)
	}
}
