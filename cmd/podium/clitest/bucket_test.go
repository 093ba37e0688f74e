package clitest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob"

	"github.com/podium-labs/podium/graders/batch/bucket/s3test"
	"github.com/podium-labs/podium/graders/result"
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
	looking := filepath.Join(t.TempDir(), "work")
	if got := p.run(arguments(looking, "--dry-run")...); got.code != 0 || !strings.Contains(got.out, "to grade: 0, done: 3") {
		t.Errorf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	if _, err := os.Stat(looking); err == nil {
		t.Error("a dry run has made a work folder")
	}
}

// TestABatchInS3 takes submissions from a service that speaks S3 and leaves the results there.
func TestABatchInS3(t *testing.T) {
	p, service := newPlace(t), s3test.Serve(t, nil)
	p.env = append(p.env, s3test.Credentials()...)
	for _, variable := range s3test.Credentials() {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	upload(t, service.URL(""), filepath.Join(class(t), "alice"), "in/alice/")
	arguments := []string{"batch", service.URL("in"), "--out", service.URL("out"), "--labs", "lab-2", "--canary", "0", "--jobs", "1", "--work", filepath.Join(t.TempDir(), "work")}
	got := p.run(arguments...)
	if got.code != 0 || !strings.Contains(got.out, "graded 1") {
		t.Fatalf("exit code %d, out %s, err %s", got.code, got.out, got.err)
	}
	if summary := service.Read(t, "out/summary.csv"); !strings.Contains(summary, "alice") {
		t.Errorf("%s", summary)
	}
	record, err := result.Decode(strings.NewReader(service.Read(t, "out/alice/record.json")))
	if err != nil || record.Score == nil || *record.Score != 100 {
		t.Errorf("alice: %v, %+v", err, record)
	}
	p.env = append(p.env, "AWS_ACCESS_KEY_ID=", "AWS_EC2_METADATA_DISABLED=true")
	if got := p.run("batch", service.URL("in"), "--out", filepath.Join(t.TempDir(), "out"), "--labs", "lab-2"); got.code == 0 || !strings.Contains(got.err, "credential") {
		t.Errorf("without credentials: %+v", got)
	}
}

// upload copies a folder to a prefix of a bucket.
func upload(t *testing.T, to, dir, prefix string) {
	t.Helper()
	b, err := blob.OpenBucket(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return b.WriteAll(t.Context(), prefix+filepath.ToSlash(strings.TrimPrefix(name, dir+string(filepath.Separator))), content, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
}
