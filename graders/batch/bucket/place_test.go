package bucket_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file://
	"gocloud.dev/blob/memblob"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/submission"
)

// filled is a bucket in memory with these objects.
func filled(t *testing.T, objects map[string]string) *blob.Bucket {
	t.Helper()
	b := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = b.Close() })
	for key, content := range objects {
		if err := b.WriteAll(t.Context(), key, []byte(content), nil); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func options(t *testing.T) submission.Options {
	t.Helper()
	return submission.Options{Labs: []string{"lab-2"}, Known: []string{"lab-1", "lab-2"}, TempDir: t.TempDir()}
}

func zipped(t *testing.T, name, content string) string {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	file, err := w.Create(name)
	if err == nil {
		_, err = file.Write([]byte(content))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// TestURLsThatCannotBeOpened wants an error for each that says why, and that may be printed.
func TestURLsThatCannotBeOpened(t *testing.T) {
	for url, says := range map[string]string{
		"s3:///prefix":                        "names no bucket",
		"gs://":                               "names no bucket",
		"s3://bucket/a/../b":                  ". or .., or an empty part",
		"s3://bucket/a//b":                    ". or .., or an empty part",
		"s3://bucket/../../etc":               ". or .., or an empty part",
		"file://host/folder":                  "three slashes",
		"file:///tmp/%1b%5b2Jx":               "invisible character",
		"s3://bucket/\u202egnp":               "invisible character",
		"s3://bucket/\x1b[2J":                 "control character",
		"ftp://host/x":                        "no blob storage has the scheme",
		"gs://b/" + strings.Repeat("x", 3000): "longer than 2048 bytes",
		"file:///tmp?metadata=any":            "metadata",
	} {
		_, err := bucket.Open(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", url, err)
			continue
		}
		if text := err.Error(); strings.ContainsAny(text, "\x1b\u202e") || len(text) > 600 {
			t.Errorf("%q: not fit to be printed: %q", url, text)
		}
	}
}

func TestWhatIsABlobURL(t *testing.T) {
	for name, want := range map[string]bool{
		"s3://b/p": true, "gs://b": true, "azblob://c/p": true, "file:///x": true, "/x": false, "x/s3": false,
		"https://example.org/a.git": false, "ssh://git@example.org/a": false, "git@example.org:a": false, "": false,
	} {
		if bucket.IsURL(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestSubmissionsOfABucket(t *testing.T) {
	p := bucket.Of(filled(t, map[string]string{
		"alice/answers/lab-2/deploy.yaml": "kind: Deployment\n", "alice/README.md": "hello", "alice/": "",
		"bob.zip": zipped(t, "answers/lab-2/deploy.sh", "true\n"), "notes.txt": "no submission", ".hidden/answers/x": "",
		"carol.tar.gz": "no archive at all",
	}), "s3://course/2026")
	list, err := p.Submissions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range list.Entries {
		got = append(got, entry.ID+"="+entry.Source)
	}
	if want := "alice=s3://course/2026/alice/ bob=s3://course/2026/bob.zip carol=s3://course/2026/carol.tar.gz"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
	if strings.Join(list.Ignored, " ") != ".hidden/ notes.txt" {
		t.Errorf("ignored: %q", list.Ignored)
	}
	for source, want := range map[string]string{list.Entries[0].Source: "answers/lab-2/deploy.yaml", list.Entries[1].Source: "answers/lab-2/deploy.sh"} {
		o := options(t)
		opened, err := p.OpenSubmission(t.Context(), source, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(opened.Dir, want)); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(opened.Dir, "README.md")); err == nil {
			t.Error("what is no answer was copied")
		}
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := os.ReadDir(o.TempDir); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	if _, err := p.OpenSubmission(t.Context(), list.Entries[2].Source, options(t)); !blamed(err) {
		t.Errorf("an archive that is none: %v", err)
	}
	_, err = p.OpenSubmission(t.Context(), "s3://course/2026/dave.zip", options(t))
	if fault, ok := errors.AsType[*submission.SourceError](err); !ok || !fault.Usage {
		t.Errorf("an archive that is not there: %v", err)
	}
}

func blamed(err error) bool {
	_, is := errors.AsType[*answer.InvalidError](err)
	return is
}

// TestHostileKeys puts keys into a submission that lead elsewhere, and wants it refused for them.
func TestHostileKeys(t *testing.T) {
	for key, says := range map[string]string{
		"answers/lab-2/../../../../etc/x":                   "leads out of its folder",
		"/etc/passwd":                                       "absolute path",
		"answers/lab-2/a\x1b[2J.yaml":                       "control or invisible",
		"answers/lab-2/" + strings.Repeat("d", 300) + ".sh": "too long a path",
		"answers/lab-2/" + strings.Repeat("d/", 20) + "x":   "nested too deep",
		"answers/lab-2/C:x.yaml":                            "colon",
		`answers\lab-2\deploy.yaml`:                         "backslash",
		"answers/lab-2/.git/config":                         "git repository",
	} {
		p := bucket.Of(filled(t, map[string]string{"eve/" + key: "x", "eve/answers/lab-2/deploy.sh": "true\n"}), "s3://b")
		o := options(t)
		_, err := p.OpenSubmission(t.Context(), "s3://b/eve/", o)
		if !blamed(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", key, err)
		}
		if left, _ := os.ReadDir(o.TempDir); len(left) > 0 {
			t.Errorf("%q: left behind: %v", key, left)
		}
	}
	big := bucket.Of(filled(t, map[string]string{"eve/answers/lab-2/deploy.yaml": strings.Repeat("#", 2<<20)}), "s3://b")
	if _, err := big.OpenSubmission(t.Context(), "s3://b/eve/", options(t)); !blamed(err) || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("a huge file: %v", err)
	}
	small := options(t)
	small.Limits.ArchiveBytes = 10
	packed := bucket.Of(filled(t, map[string]string{"eve.zip": zipped(t, "answers/lab-2/deploy.sh", "true\n")}), "s3://b")
	if _, err := packed.OpenSubmission(t.Context(), "s3://b/eve.zip", small); !blamed(err) || !strings.Contains(err.Error(), "archive is larger") {
		t.Errorf("a huge archive: %v", err)
	}
}

// TestHostileNames are names that cannot name a submission.
func TestHostileNames(t *testing.T) {
	for key, says := range map[string]string{
		"/etc/passwd":                   "it is empty",
		"a\x1b[2J/answers/x":            "invisible character",
		"a\u202eb.zip":                  "invisible character",
		strings.Repeat("x", 200) + "/x": "longer than 100 bytes",
		`a\b.zip`:                       "it holds one of",
		"summary.csv/x":                 "a file of the batch has that name",
	} {
		_, err := bucket.Of(filled(t, map[string]string{key: "x"}), "s3://b").Submissions(t.Context())
		if err == nil || !strings.Contains(err.Error(), says) || strings.ContainsAny(err.Error(), "\x1b\u202e") {
			t.Errorf("%q: %v", key, err)
		}
	}
	if _, err := bucket.Of(filled(t, nil), "s3://b").Submissions(t.Context()); err == nil || !strings.Contains(err.Error(), "there is no submission") {
		t.Errorf("an empty bucket: %v", err)
	}
}

func TestARosterOfABucket(t *testing.T) {
	p := bucket.Of(filled(t, map[string]string{"alice/answers/lab-2/x.sh": "", "bob.zip": "", "week2/carol.zip": ""}), "gs://b/course")
	file := filepath.Join(t.TempDir(), "roster.csv")
	if err := os.WriteFile(file, []byte("id,source\nalice,\nbob,\ncarol,week2/carol.zip\ndave,\nerin,gs://b/course/e.zip\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := p.Roster(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range list.Entries {
		got = append(got, strings.TrimPrefix(entry.Source, "gs://b/course/"))
	}
	if want := "alice/ bob.zip week2/carol.zip dave e.zip"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}
