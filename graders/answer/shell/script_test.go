package shell_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/answer/shell"
)

// inputs lie in the working directory of every case.
var inputs = map[string]string{
	"a.txt":  "one 1\ntwo 2\nthree 3\nfour 4\nfive 5\n",
	"b.txt":  "one 1\ntwo 22\nthree 3\nsix 6\nfive 5\n",
	"n.txt":  "no newline",
	"p.json": `{"items":[{"n":3,"name":"web"},{"n":1,"name":"db"},{"n":2,"name":"cache"}]}`,
	"d.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n  template:\n    spec:\n" +
		"      containers:\n      - name: nginx\n        image: nginx:1.26\n",
}

func newShell(t *testing.T) (*shell.Shell, *box.Box) {
	t.Helper()
	files := newBox(t)
	return shell.New(shell.Config{Box: files}), files
}

// newBox has the inputs of the scripts in it.
func newBox(t *testing.T) *box.Box {
	t.Helper()
	files, err := box.Open(t.TempDir(), t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	for name, text := range inputs {
		if err := files.WriteFile(files.Work(), name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func run(t *testing.T, script string) (stdout, stderr string, code int) {
	t.Helper()
	sh, _ := newShell(t)
	var out, errs bytes.Buffer
	code, err := sh.Run(t.Context(), "test.sh", []byte(script), shell.Streams{Stdout: &out, Stderr: &errs})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), code
}

// TestAsOnDebian runs the scripts of testdata. Their expectations are what bash and the tools of Debian 12 print.
func TestAsOnDebian(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 7 {
		t.Fatalf("found %d files of cases: %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Split(string(data), ">>>\n")[1:] {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+strconv.Itoa(i+1), func(t *testing.T) {
				t.Parallel()
				script, rest, _ := strings.Cut(text, "--- exit ")
				code, want, _ := strings.Cut(rest, "\n")
				// A backslash stands for the newline that the output does not end with.
				want = strings.TrimSuffix(want, "\\\n")
				stdout, stderr, got := run(t, script)
				if stdout != want || strconv.Itoa(got) != code {
					t.Errorf("%s\ngot  %d %q\nwant %s %q\nstderr %s", script, got, stdout, code, want, stderr)
				}
			})
		}
	}
}
