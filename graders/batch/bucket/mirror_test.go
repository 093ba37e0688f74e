package bucket_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocloud.dev/blob"

	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/batch/journal"
)

// work is a batch as the mirror sees it: a folder to which somebody adds.
type work struct {
	t   *testing.T
	dir string
}

// finish notes a result: the record first, then the line.
func (w work) finish(id string) {
	w.t.Helper()
	content := []byte(`{"submission":"` + id + `"}`)
	digest := sha256.Sum256(content)
	sum := hex.EncodeToString(digest[:])
	w.put(".batch/records/"+sum+".json", string(content))
	w.put(".batch/records/"+sum+".log", "log of "+id)
	w.put(id+"/record.json", string(content))
	j, err := journal.Open(w.dir, func() time.Time { return time.Unix(1e9, 0) })
	if err != nil {
		w.t.Fatal(err)
	}
	if err := errors.Join(j.Add(journal.Line{Event: journal.Done, ID: id, Lab: "lab-2", Record: sum}), j.Close()); err != nil {
		w.t.Fatal(err)
	}
}

func (w work) put(name, content string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o600)); err != nil {
		w.t.Fatal(err)
	}
}

func (w work) has() []string {
	w.t.Helper()
	state, err := journal.Read(w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	var ids []string
	for _, item := range state.Items() {
		known, _ := state.Result(item)
		if _, err := os.Stat(filepath.Join(w.dir, ".batch", "records", known.Record+".json")); err != nil {
			w.t.Error(err)
		}
		ids = append(ids, item.ID)
	}
	return ids
}

func open(t *testing.T, p *bucket.Place, w work) *bucket.Mirror {
	t.Helper()
	m, err := bucket.OpenMirror(t.Context(), p, w.dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func keys(t *testing.T, b *blob.Bucket) []string {
	t.Helper()
	var all []string
	list := b.List(nil)
	for {
		object, err := list.Next(t.Context())
		if err != nil {
			return all
		}
		all = append(all, object.Key)
	}
}

// places are a bucket in memory, one of files, and one of a service that speaks S3.
func places(t *testing.T) map[string]*blob.Bucket {
	t.Helper()
	files, err := blob.OpenBucket(t.Context(), "file://"+t.TempDir()+"?metadata=skip&no_tmp_dir=true")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	return map[string]*blob.Bucket{"memory": filled(t, nil), "files": files, "s3": s3(t)}
}

// TestABatchGoesOnElsewhere takes a batch from one machine to another and back, each of which has seen a part of it.
func TestABatchGoesOnElsewhere(t *testing.T) {
	for name, b := range places(t) {
		t.Run(name, func(t *testing.T) {
			p := bucket.Of(b, "s3://out")
			first, second := work{t, t.TempDir()}, work{t, t.TempDir()}
			m := open(t, p, first)
			m.Start(t.Context(), func(error) { t.Error("stopped") })
			first.finish("alice")
			m.Touch()
			first.finish("bob")
			first.put("summary.csv", "alice,bob")
			first.put(".batch/temporary", "/tmp/mine")
			if err := m.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			there := strings.Join(keys(t, b), "\n")
			for _, want := range []string{"alice/record.json", "summary.csv", "journal.jsonl", ".batch/journal/000000000000.jsonl"} {
				if !strings.Contains(there, want) {
					t.Errorf("%s is missing in\n%s", want, there)
				}
			}
			if strings.Contains(there, "temporary") || strings.Contains(there, "lock") {
				t.Errorf("files of this machine are in the bucket:\n%s", there)
			}
			m = open(t, p, second)
			if got := second.has(); strings.Join(got, " ") != "alice bob" {
				t.Fatalf("%q", got)
			}
			second.finish("carol")
			if err := m.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			m = open(t, p, first)
			if got := first.has(); strings.Join(got, " ") != "alice bob carol" {
				t.Errorf("%q", got)
			}
			before := keys(t, b)
			if err := m.Close(t.Context()); err != nil || len(keys(t, b)) != len(before) {
				t.Errorf("a batch with nothing new was uploaded: %v", err)
			}
		})
	}
}

// TestWhatWasNotUploadedIsUploadedNextTime is a machine that was switched off before its last results had left it.
func TestWhatWasNotUploadedIsUploadedNextTime(t *testing.T) {
	for name, b := range places(t) {
		t.Run(name, func(t *testing.T) {
			p, here := bucket.Of(b, "s3://out"), work{t, t.TempDir()}
			here.finish("alice")
			if err := open(t, p, here).Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			here.finish("bob")
			if err := open(t, p, here).Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			elsewhere := work{t, t.TempDir()}
			open(t, p, elsewhere)
			if got := elsewhere.has(); strings.Join(got, " ") != "alice bob" {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestTwoMachinesAtOnce lets two go on with the same batch: the one that comes second has to stop, and says so.
func TestTwoMachinesAtOnce(t *testing.T) {
	for name, b := range places(t) {
		t.Run(name, func(t *testing.T) {
			p, one, two := bucket.Of(b, "s3://out"), work{t, t.TempDir()}, work{t, t.TempDir()}
			first, second := open(t, p, one), open(t, p, two)
			ctx, stop := context.WithCancelCause(t.Context())
			second.Start(ctx, stop)
			one.finish("alice")
			if err := first.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			two.finish("bob")
			second.Touch()
			<-ctx.Done()
			if !errors.Is(context.Cause(ctx), bucket.ErrConflict) {
				t.Errorf("stopped for %v", context.Cause(ctx))
			}
			if err := second.Close(t.Context()); !errors.Is(err, bucket.ErrConflict) {
				t.Errorf("%v", err)
			}
			if _, err := bucket.OpenMirror(t.Context(), p, two.dir); !errors.Is(err, bucket.ErrConflict) || !strings.Contains(err.Error(), two.dir) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestDamagedJournalsInABucket(t *testing.T) {
	for says, objects := range map[string]map[string]string{
		"has a gap":                {".batch/journal/000000000007.jsonl": "{}\n"},
		"does not end with a line": {".batch/journal/000000000000.jsonl": `{"event":"done`},
	} {
		if _, err := bucket.OpenMirror(t.Context(), bucket.Of(filled(t, objects), "s3://out"), t.TempDir()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// TestRecordsFromElsewhere has a journal that names a record which is not what its digest says, and one whose name leads out of the folder.
func TestRecordsFromElsewhere(t *testing.T) {
	sum := strings.Repeat("a", 64)
	line := `{"event":"done","id":"x","lab":"lab-2","record":"`
	dir := t.TempDir()
	p := bucket.Of(filled(t, map[string]string{
		".batch/journal/000000000000.jsonl": line + sum + "\"}\n" + line + `../../../x` + "\"}\n",
		".batch/records/" + sum + ".json":   "something else",
		".batch/records/../../../x.json":    "outside",
	}), "s3://out")
	if _, err := bucket.OpenMirror(t.Context(), p, dir); err != nil {
		t.Fatal(err)
	}
	records, err := os.ReadDir(filepath.Join(dir, ".batch", "records"))
	if err != nil || len(records) > 0 {
		t.Errorf("%v, %v", records, err)
	}
}
