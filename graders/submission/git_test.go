package submission_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/submission"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := submission.ParseDeadline(text, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

// history is a repository whose answer is called by its day; a branch is merged after it was worked on.
func history(t *testing.T) (*repo, map[string]string) {
	t.Helper()
	r := newRepo(t)
	days := map[string]string{}
	days["1"] = r.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "1", "README.md": "x", "answers/lab-1/deploy.sh": "other"})
	r.git(nil, "tag", "-a", "-m", "x", "first")
	r.git(nil, "checkout", "-q", "-b", "side")
	days["side"] = r.commit("2026-11-02T10:00:00Z", map[string]string{lab + "side.sh": "side"})
	r.git(nil, "checkout", "-q", "main")
	days["3"] = r.commit("2026-11-03T10:00:00Z", map[string]string{lab + "undo.sh": "3"})
	r.env = append(r.env, "GIT_COMMITTER_DATE=2026-11-05T10:00:00Z")
	r.git(nil, "merge", "-q", "--no-ff", "-m", "x", "side")
	days["5"] = r.git(nil, "rev-parse", "HEAD")
	return r, days
}

func TestCommits(t *testing.T) {
	r, days := history(t)
	put(t, r.dir, map[string]string{lab + "undo.sh": "changed and not committed"})
	both := []string{lab + "side.sh=side", lab + "undo.sh=3"}
	for _, c := range []struct {
		name string
		o    submission.Options
		day  string
		want []string
	}{
		{"full hash", submission.Options{Commit: days["1"]}, "1", []string{lab + "undo.sh=1"}},
		{"short hash", submission.Options{Commit: days["3"][:7]}, "3", []string{lab + "undo.sh=3"}},
		{"tag", submission.Options{Commit: "first"}, "1", []string{lab + "undo.sh=1"}},
		{"HEAD", submission.Options{Commit: "HEAD"}, "5", both},
		{"parent", submission.Options{Commit: "main~1"}, "3", []string{lab + "undo.sh=3"}},
		{"branch", submission.Options{Branch: "side"}, "side", []string{lab + "side.sh=side", lab + "undo.sh=1"}},
		{"later than all", submission.Options{Deadline: at(t, "2026-12-01")}, "5", both},
		{"to the second", submission.Options{Deadline: at(t, "2026-11-03 10:00")}, "3", []string{lab + "undo.sh=3"}},
		{"first parents only", submission.Options{Deadline: at(t, "2026-11-02 12:00")}, "1", []string{lab + "undo.sh=1"}},
		{"of a branch", submission.Options{Deadline: at(t, "2026-11-04"), Branch: "side"}, "side", []string{lab + "side.sh=side", lab + "undo.sh=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t)
			o.Commit, o.Branch, o.Deadline = c.o.Commit, c.o.Branch, c.o.Deadline
			got, found := opened(t, r.dir, o)
			if !slices.Equal(found, c.want) {
				t.Errorf("got %q, want %q", found, c.want)
			}
			if got.Commit != days[c.day] || got.SubmittedAt == nil || got.ID != "alice" || !slices.Equal(got.Labs, []string{"lab-2"}) || len(got.Warnings) > 0 {
				t.Errorf("got %+v, want commit %s", got, days[c.day])
			}
			if stamp := r.git(nil, "show", "-s", "--format=%ct", got.Commit); stamp != strconv.FormatInt(got.SubmittedAt.Unix(), 10) {
				t.Errorf("submitted at %s, committed at %s", got.SubmittedAt, stamp)
			}
		})
	}
}

func TestWrongNamesOfCommits(t *testing.T) {
	r, days := history(t)
	for _, c := range []struct {
		o    submission.Options
		says string
	}{
		{submission.Options{Commit: "nowhere"}, "no commit nowhere"},
		{submission.Options{Commit: strings.Repeat("a", 40)}, "no commit aaaa"},
		{submission.Options{Commit: "--upload-pack=touch x"}, "no name of a commit"},
		{submission.Options{Commit: "main..side"}, "no name of a commit"},
		{submission.Options{Branch: "nowhere"}, "no branch nowhere"},
		{submission.Options{Branch: "-x"}, "no name of a branch"},
		{submission.Options{Commit: days["1"], Branch: "main"}, "already says which"},
		{submission.Options{Branch: "nowhere", Deadline: at(t, "2026-12-01")}, "no branch nowhere"},
	} {
		o := options(t)
		o.Commit, o.Branch, o.Deadline = c.o.Commit, c.o.Branch, c.o.Deadline
		if fault := misnamed(t, r.dir, o, c.says); !fault.Usage {
			t.Errorf("%q is not called a mistake of usage", fault)
		}
	}
	o := options(t)
	o.Deadline = at(t, "2026-10-01")
	refused(t, r.dir, o, "", "there is no commit until 2026-10-01 23:59:59 +00:00; the first one is of 2026-11-01 10:00:00")
}

// TestClocksThatWereSetBack: who backdates a commit gets it, and the instructor is told.
func TestClocksThatWereSetBack(t *testing.T) {
	r := newRepo(t)
	r.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "early"})
	r.commit("2026-11-09T10:00:00Z", map[string]string{lab + "undo.sh": "late"})
	r.commit("2026-11-02T10:00:00Z", map[string]string{lab + "undo.sh": "backdated"})
	o := options(t)
	o.Deadline = at(t, "2026-11-03")
	got, found := opened(t, r.dir, o)
	if !slices.Equal(found, []string{lab + "undo.sh=backdated"}) || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0].String(), "only the server knows") {
		t.Errorf("got %q, %q", found, got.Warnings)
	}
}

func TestBareRepositoriesAndFileURLs(t *testing.T) {
	r, days := history(t)
	bare := filepath.Join(t.TempDir(), "bob.git")
	r.git(nil, "clone", "-q", "--bare", r.dir, bare)
	for _, source := range []string{bare, "file://" + bare, "file://" + r.dir} {
		got, found := opened(t, source, options(t))
		if got.Commit != days["5"] || len(found) != 2 || !slices.Contains([]string{"bob", "alice"}, got.ID) {
			t.Errorf("%s: %+v, %q", source, got, found)
		}
	}
	packed := newRepo(t)
	hash := packed.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "1"})
	packed.git(nil, "pack-refs", "--all")
	packed.git(nil, "gc", "-q")
	if got, _ := opened(t, "file://"+packed.dir, options(t)); got.Commit != hash {
		t.Errorf("got %+v", got)
	}
}

func TestRepositoriesWithOtherHashes(t *testing.T) {
	r := newRepo(t, "--object-format=sha256")
	hash := r.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "1"})
	o := options(t)
	o.Commit = hash[:12]
	if got, found := opened(t, r.dir, o); got.Commit != hash || len(hash) != 64 || len(found) != 1 {
		t.Errorf("got %+v, %q", got, found)
	}
	if got, _ := opened(t, r.dir, options(t)); got.Commit != hash {
		t.Errorf("a clean folder has %q, want %q", got.Commit, hash)
	}
}

func TestShallowClones(t *testing.T) {
	r, days := history(t)
	shallow := filepath.Join(t.TempDir(), "carol")
	r.git(nil, "clone", "-q", "--depth=1", "file://"+r.dir, shallow)
	o := options(t)
	o.Commit = "HEAD"
	if got, _ := opened(t, shallow, o); got.Commit != days["5"] {
		t.Errorf("got %+v", got)
	}
	o = options(t)
	o.Deadline = at(t, "2026-11-04")
	refused(t, shallow, o, "", "shallow clone")
}

// TestFoldersThatAreRepositories: the files count, and the commit is noted only if they are its files.
func TestFoldersThatAreRepositories(t *testing.T) {
	r, days := history(t)
	load := func() (commit string, stamped bool) {
		t.Helper()
		o, err := submission.Open(t.Context(), r.dir, options(t))
		if err != nil {
			t.Fatal(err)
		}
		if o.Dir != r.dir {
			t.Errorf("read from %s", o.Dir)
		}
		loaded, err := o.Load(t.Context(), "lab-2", []string{"undo", "side"})
		if err != nil || len(loaded.Tasks) != 2 || loaded.ID != "alice" {
			t.Errorf("loaded %+v, %v", loaded, err)
		}
		return loaded.Commit, loaded.SubmittedAt != nil
	}
	if commit, stamped := load(); commit != days["5"] || !stamped {
		t.Errorf("clean: %q", commit)
	}
	put(t, r.dir, map[string]string{"README.md": "the rest does not matter"})
	if commit, _ := load(); commit != days["5"] {
		t.Errorf("other files changed: %q", commit)
	}
	put(t, r.dir, map[string]string{lab + "notes.txt": "new"})
	if commit, stamped := load(); commit != "" || stamped {
		t.Errorf("with a new file: %q", commit)
	}
	if err := os.Remove(filepath.Join(r.dir, lab, "notes.txt")); err != nil {
		t.Fatal(err)
	}
	put(t, r.dir, map[string]string{lab + "undo.sh": "4"})
	if commit, _ := load(); commit != "" {
		t.Errorf("with a changed file: %q", commit)
	}
}

func TestRepositoriesWithoutCommits(t *testing.T) {
	r := newRepo(t)
	o := options(t)
	o.Deadline = at(t, "2026-11-04")
	refused(t, r.dir, o, "", "the repository has no commit")
	refused(t, "file://"+r.dir, options(t), "", "the repository has no commit")
	put(t, r.dir, map[string]string{lab + "undo.sh": "1"})
	if got, _ := opened(t, r.dir, options(t)); got.Commit != "" {
		t.Errorf("got %+v", got)
	}
	r.commit("2026-11-01T10:00:00Z", nil)
	r.git(nil, "symbolic-ref", "HEAD", "refs/heads/gone")
	_ = misnamed(t, "file://"+r.dir, options(t), "default branch")
}
