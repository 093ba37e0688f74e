package batch_test

import (
	"archive/zip"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/roster"
)

const deploy = "answers/lab-2/deploy.sh"

// commit makes a repository, or adds to it, at some time of the day before the moment.
func commit(t *testing.T, dir, hour, text string) {
	t.Helper()
	when := "2026-11-29T" + hour + ":00:00Z"
	git := func(args ...string) {
		command := exec.CommandContext(t.Context(), "git", args...)
		command.Dir = dir
		command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "GIT_COMMITTER_DATE=" + when}
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %s: %s", args, err, out)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(deploy)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, deploy), []byte(wish+text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "answer", "--date", when)
}

// archive makes one.
func archive(t *testing.T, name, text string) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	pack := zip.NewWriter(file)
	inside, err := pack.Create(deploy)
	if err == nil {
		_, err = inside.Write([]byte(wish + text + "\n"))
	}
	for _, last := range []func() error{pack.Close, file.Close} {
		if err == nil {
			err = last()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestARosterOfEverything has a folder, an archive and repositories, one of them by its URL, and somebody who handed nothing in.
func TestARosterOfEverything(t *testing.T) {
	dir, out, f := t.TempDir(), t.TempDir(), &fake{}
	submit(t, dir, map[string]string{"folder": "pass 3"})
	archive(t, filepath.Join(dir, "packed.zip"), "pass 3")
	commit(t, filepath.Join(dir, "worktree"), "10", "pass 3")
	commit(t, filepath.Join(dir, "elsewhere"), "11", "pass 3")
	list := filepath.Join(dir, "roster.csv")
	rows := fmt.Sprintf("id,source\nfolder,\npacked,\nworktree,worktree\nurl,file://%s\nnobody,\n", filepath.Join(dir, "elsewhere"))
	if err := os.WriteFile(list, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := roster.File(list, "")
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, out, read.Entries, f)
	do(t, o)
	_, cells := table(t, out)
	if cells["nobody"][0] != "invalid_submission" || len(cells) != 5 {
		t.Errorf("%v", cells)
	}
	tree := shown(t, out, "folder").Submission.TreeSHA256
	for id, committed := range map[string]bool{"folder": false, "packed": false, "worktree": true, "url": true} {
		record := shown(t, out, id)
		if record.Score == nil || record.Submission.TreeSHA256 != tree || (record.Submission.Commit != "") != committed || record.Submission.ID != id {
			t.Errorf("%s: %+v", id, record.Submission)
		}
	}
	// what is a folder is known to be the same; the others are opened to see
	o.Regrade = batch.Changed
	if got := todo(t, o); got != "packed url nobody" {
		t.Errorf("to do: %s", got)
	}
	archive(t, filepath.Join(dir, "packed.zip"), "pass 5")
	do(t, o)
	for id, want := range map[string]int{"folder": 1, "packed": 2, "worktree": 1, "url": 1} {
		if f.times(id) != want {
			t.Errorf("%s was graded %d times, want %d", id, f.times(id), want)
		}
	}
}

// TestTheDeadlineChoosesTheCommit grades what was there in time.
func TestTheDeadlineChoosesTheCommit(t *testing.T) {
	dir, out, f := t.TempDir(), t.TempDir(), &fake{}
	for _, id := range []string{"early", "late"} {
		commit(t, filepath.Join(dir, id), map[string]string{"early": "09", "late": "13"}[id], "pass 5")
		commit(t, filepath.Join(dir, id), "14", "pass 1000")
	}
	list, err := roster.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, out, list.Entries, f)
	o.Deadline = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	do(t, o)
	_, cells := table(t, out)
	if cells["early"][0] != "graded" || cells["early"][1] == "100" || cells["late"][0] != "invalid_submission" {
		t.Errorf("%v", cells)
	}
	if at := shown(t, out, "early").Submission.SubmittedAt; at == nil || at.Hour() != 9 {
		t.Errorf("submitted at %v", at)
	}
}

// columns are the cells of summary.csv by submission and head.
func columns(t *testing.T, out string) (order []string, cells map[string]map[string]string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(t, out, batch.SummaryCSV))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	cells = map[string]map[string]string{}
	for _, row := range rows[1:] {
		order = append(order, row[0])
		cells[row[0]] = map[string]string{}
		for i, cell := range row {
			cells[row[0]][rows[0][i]] = cell
		}
	}
	return order, cells
}
