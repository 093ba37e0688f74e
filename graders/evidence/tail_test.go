package evidence_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestTailFollowsAJournal reads while it is written, over an unfinished line, a recorder that cuts it off and goes on, and the end of
// the file.
func TestTailFollowsAJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.jsonl")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := et.New()
	s.Put(et.Deployment("web", image, 2), et.Deployment("db", image, 1), et.Deployment("late", image, 1))
	versions := s.History().Versions()
	tail := et.Must[*evidence.Tail](t)(evidence.OpenTail(path))
	defer tail.Close()
	journal := evidence.NewJournal(file)
	if err := errors.Join(journal.Write(versions[0]), journal.Write(versions[1])); err != nil {
		t.Fatal(err)
	}
	expectTail(t, tail, "web", "db")
	expectTail(t, tail)
	whole := et.Must[os.FileInfo](t)(file.Stat()).Size()
	if _, err := file.WriteString(`{"at":`); err != nil {
		t.Fatal(err)
	}
	expectTail(t, tail)
	if err := file.Truncate(whole); err != nil {
		t.Fatal(err)
	}
	expectTail(t, tail)
	if _, err := file.Seek(whole, 0); err != nil {
		t.Fatal(err)
	}
	if err := journal.Write(versions[2]); err != nil {
		t.Fatal(err)
	}
	expectTail(t, tail, "late")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tail.Read(); !errors.Is(err, evidence.ErrReplaced) {
		t.Errorf("after the file is gone: %v", err)
	}
}

func TestTailNoticesAnotherJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.jsonl")
	for _, change := range []func() error{
		func() error { return os.Truncate(path, 0) },
		func() error { return os.Rename(path+".new", path) },
	} {
		s := et.New()
		s.Put(et.Deployment("web", image, 2))
		for _, name := range []string{path, path + ".new"} {
			file := et.Must[*os.File](t)(os.Create(name))
			if err := errors.Join(evidence.NewJournal(file).Write(s.History().Versions()[0]), file.Close()); err != nil {
				t.Fatal(err)
			}
		}
		tail := et.Must[*evidence.Tail](t)(evidence.OpenTail(path))
		defer tail.Close()
		expectTail(t, tail, "web")
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := tail.Read(); !errors.Is(err, evidence.ErrReplaced) {
			t.Errorf("another file: %v", err)
		}
	}
}

func expectTail(t *testing.T, tail *evidence.Tail, names ...string) {
	t.Helper()
	var found []string
	for more := true; more; {
		var versions []*evidence.Version
		var err error
		if versions, more, err = tail.Read(); err != nil {
			t.Fatal(err)
		}
		for _, v := range versions {
			found = append(found, v.Object.GetName())
		}
	}
	if len(found) != len(names) {
		t.Fatalf("read %v, want %v", found, names)
	}
	for i := range names {
		if found[i] != names[i] {
			t.Errorf("read %v, want %v", found, names)
		}
	}
}
