package clitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestABatchInABucket has its results in a bucket of files. Another machine, which has nothing but the URL, goes on and finds nothing to do.
func TestABatchInABucket(t *testing.T) {
	p, source, bucket := newPlace(t), class(t), t.TempDir()
	arguments := func(work string, more ...string) []string {
		return append([]string{"batch", "file://" + source, "--out", "file://" + bucket, "--labs", "lab-2", "--canary", "0", "--jobs", "1", "--work", work}, more...)
	}
	here, elsewhere := filepath.Join(t.TempDir(), "work"), filepath.Join(t.TempDir(), "work")
	got := p.run(arguments(here)...)
	if got.code != 0 || !strings.Contains(got.out, "graded 2, invalid_submission 1") || !strings.Contains(got.out, "file://"+bucket+"/summary.csv") {
		t.Fatalf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	want := map[string]string{"alice": "graded 100", "bob": "graded 0", "eve": "invalid_submission "}
	for id, score := range scoresOf(t, bucket) {
		if score != want[id] {
			t.Errorf("%s: %s", id, score)
		}
	}
	for _, name := range []string{"alice/record.json", "alice/report.md", "bob/junit.xml", "eve/log", "summary.html", "journal.jsonl"} {
		ours, err := os.ReadFile(filepath.Join(here, name))
		if err != nil {
			t.Fatal(err)
		}
		if theirs, err := os.ReadFile(filepath.Join(bucket, name)); err != nil || string(theirs) != string(ours) {
			t.Errorf("%s in the bucket is another than in the folder, %v", name, err)
		}
	}
	journal, err := os.ReadFile(filepath.Join(bucket, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.run(arguments(elsewhere, "--resume")...); got.code != 0 || !strings.Contains(got.out, "graded 2, invalid_submission 1") {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	if after, err := os.ReadFile(filepath.Join(bucket, "journal.jsonl")); err != nil || string(after) != string(journal) {
		t.Errorf("a finished batch was graded elsewhere: %v\n%s", err, after)
	}
}
