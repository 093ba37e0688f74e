package batch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/batch"
)

func TestAnswersAreLaidOutForPlagiarismTools(t *testing.T) {
	out, source, f := t.TempDir(), t.TempDir(), &fake{}
	entries := submit(t, source, map[string]string{"alice": "pass 5", "=bob": "pass 6", "eve": "pass 1"})
	if err := os.Symlink("/etc/passwd", filepath.Join(source, "eve", "answers", "lab-2", "undo.yaml")); err != nil {
		t.Fatal(err)
	}
	o := options(t, out, entries, f)
	for _, layout := range batch.Layouts() {
		skipped, err := batch.LayOut(t.Context(), o, layout)
		if err != nil || strings.Join(skipped, " ") != "eve" {
			t.Fatalf("%v, %v", skipped, err)
		}
	}
	for file, want := range map[string]string{
		"jplag/lab-2/alice/deploy/deploy.sh": wish + "pass 5\n",
		"dolos/lab-2/files/alice.txt":        "# deploy/deploy.sh\n" + wish + "pass 5\n\n",
		"dolos/lab-2/info.csv":               "filename,full_name,created_at\nfiles/=bob.txt,'=bob,\nfiles/alice.txt,alice,\n",
	} {
		if got := read(t, out, file); got != want {
			t.Errorf("%s is %q", file, got)
		}
	}
	for _, pattern := range []string{"*/*/eve*", "*/*/*/eve*"} {
		left, err := filepath.Glob(filepath.Join(out, pattern))
		if err != nil || len(left) > 0 {
			t.Errorf("%v, %v", left, err)
		}
	}
	if read(t, out, "dolos/lab-2/files/=bob.txt") == "" { // relative to the table
		t.Error("the file is not where the table says")
	}
}
