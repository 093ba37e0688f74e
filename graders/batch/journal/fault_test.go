package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var errDisk = errors.New("no space left on device")

// disk is a file on a disk that fails when it is told to, and remembers what was asked of it.
type disk struct {
	*os.File

	asked []string
	// room is how many bytes of the next write reach the disk before it fails; below zero is all.
	room int
	// syncs, truncates fail if set.
	syncs, truncates error
}

func (d *disk) Write(text []byte) (int, error) {
	d.asked = append(d.asked, "write")
	if d.room < 0 {
		return d.File.Write(text)
	}
	n, err := d.File.Write(text[:d.room])
	return n, errors.Join(errDisk, err)
}

func (d *disk) Sync() error {
	d.asked = append(d.asked, "sync")
	return errors.Join(d.syncs, d.File.Sync())
}

func (d *disk) Truncate(size int64) error {
	if d.truncates != nil {
		return d.truncates
	}
	return d.File.Truncate(size)
}

// onDisk opens a journal on such a disk.
func onDisk(t *testing.T, dir string) (*Journal, *disk) {
	t.Helper()
	j, err := Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	d := &disk{File: j.file.(*os.File), room: -1}
	j.file = d
	return j, d
}

// TestEveryLineReachesTheDisk wants a sync behind each write.
func TestEveryLineReachesTheDisk(t *testing.T) {
	j, d := onDisk(t, t.TempDir())
	for _, id := range []string{"alice", "bob", "carol"} {
		if err := j.Add(Line{Event: Done, ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(d.asked, " "); got != "write sync write sync write sync" {
		t.Error(got)
	}
}

// TestALineThatCannotBeWritten breaks the disk in every way in the second line. It must not be known then, nothing may be glued to it, and who
// opens the journal again finds the first one and goes on.
func TestALineThatCannotBeWritten(t *testing.T) {
	for name, breaks := range map[string]func(*disk){
		"nothing is written":                   func(d *disk) { d.room = 0 },
		"half is written":                      func(d *disk) { d.room = 20 },
		"half is written and cannot be undone": func(d *disk) { d.room, d.truncates = 20, errDisk },
		"it is not synced":                     func(d *disk) { d.syncs = errDisk },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j, d := onDisk(t, dir)
			if err := j.Add(Line{Event: Done, ID: "alice", Record: "r1"}); err != nil {
				t.Fatal(err)
			}
			breaks(d)
			if err := j.Add(Line{Event: Done, ID: "bob", Record: "r2"}); !errors.Is(err, errDisk) {
				t.Fatalf("it was said to be written: %v", err)
			}
			d.room, d.syncs, d.truncates = -1, nil, nil
			if err := j.Add(Line{Event: Done, ID: "carol", Record: "r3"}); !errors.Is(err, errDisk) {
				t.Errorf("it goes on after a fault: %v", err)
			}
			j.Look(func(state *State) {
				if got := len(state.Items()); got != 1 {
					t.Errorf("%d results are known", got)
				}
			})
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			again, _ := onDisk(t, dir)
			if err := again.Add(Line{Event: Done, ID: "dave", Record: "r4"}); err != nil {
				t.Fatal(err)
			}
			state, err := Read(dir)
			if err != nil || len(state.Items()) != 2 || state.Items()[0].ID != "alice" || state.Items()[1].ID != "dave" {
				content, _ := os.ReadFile(filepath.Join(dir, FileName))
				t.Errorf("%v, %v\n%s", state, err, content)
			}
		})
	}
}
