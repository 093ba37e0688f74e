package submission_test

import (
	"os"
	"os/exec"
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
	if !slices.Equal(found, []string{lab + "undo.sh=backdated"}) || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "only the server knows") {
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
	misnamed(t, "file://"+r.dir, options(t), "default branch")
}

// TestGitRunsNothing: whatever a repository is configured to run would leave a trace.
func TestGitRunsNothing(t *testing.T) {
	r, days := history(t)
	trace := filepath.Join(t.TempDir(), "trace")
	run := "touch " + trace
	script := filepath.Join(t.TempDir(), "run")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+trace+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, r.dir, map[string]string{".gitattributes": "* filter=evil diff=evil\n", ".gitmodules": "[submodule \"x\"]\n\tpath = x\n\turl = ext::sh -c touch% " + trace + "\n"})
	hash := r.commitStaged("2026-11-06T10:00:00Z")
	for key, value := range map[string]string{
		"core.fsmonitor": script, "core.sshCommand": run, "core.hooksPath": filepath.Dir(script), "core.pager": run, "core.editor": run, "diff.external": script,
		"filter.evil.clean": run, "filter.evil.smudge": run, "filter.evil.process": run, "filter.evil.required": "true", "uploadpack.packObjectsHook": script,
		"core.alternateRefsCommand": script, "credential.helper": "!" + run, "remote.origin.url": "ext::" + script, "remote.origin.promisor": "true",
		"extensions.partialClone": "origin", "core.repositoryFormatVersion": "1", "core.gitProxy": script, "gpg.program": script, "log.showSignature": "true",
	} {
		r.git(nil, "config", "--file", ".git/config", key, value)
	}
	status := exec.CommandContext(t.Context(), "git", "status", "--short")
	status.Dir, status.Env = r.dir, r.env
	_ = status.Run() // it may well fail; what counts is what it ran
	if err := os.Remove(trace); err != nil {
		t.Fatalf("even git status leaves no trace, so none would prove nothing: %v", err)
	}
	config, err := os.ReadFile(filepath.Join(r.dir, ".git/config"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, r.dir, map[string]string{".git/config": string(config) + "[include]\n\tpath = /dev/zero\n"})
	for _, hook := range []string{"post-checkout", "reference-transaction", "pre-auto-gc", "post-index-change", "fsmonitor-watchman"} {
		if err := os.WriteFile(filepath.Join(r.dir, ".git/hooks", hook), []byte("#!/bin/sh\ntouch "+trace+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range []submission.Options{{}, {Commit: hash[:10]}, {Commit: days["3"]}, {Deadline: at(t, "2026-11-04")}, {Branch: "side"}} {
		full := options(t)
		full.Commit, full.Branch, full.Deadline = o.Commit, o.Branch, o.Deadline
		if got, found := opened(t, r.dir, full); got.Commit == "" || len(found) == 0 {
			t.Errorf("%+v: %+v, %q", o, got, found)
		}
	}
	if _, err := os.Stat(trace); err == nil {
		t.Error("git ran what the repository told it to")
	}
}

func TestHostileTrees(t *testing.T) {
	for _, c := range []struct {
		name, path, reason string
		make               func(r *repo) string // the tree of answers/lab-2
	}{
		{"symbolic link", "undo.sh", "is a symbolic link", func(r *repo) string { return r.tree([3]string{"120000", "undo.sh", r.blob("/etc/passwd")}) }},
		{"submodule", "undo", "is a submodule", func(r *repo) string { return r.tree([3]string{"160000", "undo", strings.Repeat("ab", 20)}) }},
		{"odd mode", "undo.sh", "is a submodule", func(r *repo) string { return r.tree([3]string{"060000", "undo.sh", r.blob("x")}) }},
		{"dot dot", "..", "leads out of its folder", func(r *repo) string {
			return r.tree([3]string{"40000", "..", r.tree([3]string{"100644", "undo.sh", r.blob("x")})})
		}},
		{"slash", "", "leads out of its folder", func(r *repo) string { return r.tree([3]string{"100644", "../../../undo.sh", r.blob("x")}) }},
		{"git", ".git", "git repository of its own", func(r *repo) string {
			return r.tree([3]string{"40000", ".git", r.tree([3]string{"100644", "config", r.blob("x")})})
		}},
		{"twice", "undo.sh", "is there twice", func(r *repo) string {
			return r.tree([3]string{"100644", "undo.sh", r.blob("x")}, [3]string{"100644", "undo.sh", r.blob("y")})
		}},
		{"case", "undo.sh", "only in upper and lower case", func(r *repo) string {
			return r.tree([3]string{"100644", "Undo.sh", r.blob("x")}, [3]string{"100644", "undo.sh", r.blob("y")})
		}},
		{"control character", "undo", "control", func(r *repo) string { return r.tree([3]string{"100644", "undo\x1b[2J.sh", r.blob("x")}) }},
		{"large", "undo.sh", "is larger than 1048576 bytes", func(r *repo) string {
			return r.tree([3]string{"100644", "undo.sh", r.blob(strings.Repeat("x", 1<<20+1))})
		}},
		{"missing", "", "the repository is damaged", func(r *repo) string { return r.tree([3]string{"100644", "undo.sh", strings.Repeat("ab", 20)}) }},
		{"lfs", "undo.sh", "Git LFS", func(r *repo) string {
			return r.tree([3]string{"100644", "undo.sh", r.blob("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")})
		}},
		{"bomb", "", "one file too many", func(r *repo) string {
			tree := r.tree([3]string{"100644", "x", r.blob("x")})
			for range 6 {
				var all [][3]string
				for n := range 10 {
					all = append(all, [3]string{"40000", string(rune('a' + n)), tree})
				}
				tree = r.tree(all...)
			}
			return tree
		}},
		{"deep", "", "deep", func(r *repo) string {
			tree := r.tree([3]string{"100644", "x", r.blob("x")})
			for range 12 {
				tree = r.tree([3]string{"40000", "a", tree})
			}
			return tree
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRepo(t)
			r.point(r.tree([3]string{"40000", "answers", r.tree([3]string{"40000", "lab-2", c.make(r)})}))
			o := options(t)
			o.Commit = "main"
			refused(t, r.dir, o, c.path, c.reason)
		})
	}
}

// TestTheCommitAtFaultIsNamed: a record without a score shall still say what was looked at.
func TestTheCommitAtFaultIsNamed(t *testing.T) {
	r := newRepo(t)
	hash := r.point(r.tree([3]string{"120000", "answers", r.blob("/etc")}))
	o := options(t)
	o.Branch = "main"
	got, err := submission.Open(t.Context(), r.dir, o)
	if err == nil || got == nil || got.Commit != hash || got.SubmittedAt == nil || got.SubmittedAt.Unix() != 1793527200 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAnswersThatAreNoFolderInGit(t *testing.T) {
	for _, mode := range []string{"120000", "100644", "160000"} {
		r := newRepo(t)
		r.point(r.tree([3]string{mode, "answers", r.blob("/etc")}))
		o := options(t)
		o.Commit = "main"
		refused(t, r.dir, o, "answers", "is a")
	}
}

// TestRestOfARepositoryIsIgnored: what would be refused in answers may lie elsewhere, and is neither fetched nor written.
func TestRestOfARepositoryIsIgnored(t *testing.T) {
	r := newRepo(t)
	inner := r.tree([3]string{"100644", "con.txt", r.blob("y")}, [3]string{"100755", "undo.sh", r.blob("x")})
	answers := r.tree([3]string{"40000", "lab-2", inner}, [3]string{"40000", "lab2", inner}, [3]string{"100644", "undo.sh", r.blob("z")})
	r.point(r.tree([3]string{"40000", "answers", answers}, [3]string{"100644", "large", r.blob(strings.Repeat("z", 3<<20))},
		[3]string{"120000", "link", r.blob("/etc")}, [3]string{"160000", "module", strings.Repeat("ab", 20)}))
	o := options(t)
	o.Commit = "main"
	got, found := opened(t, r.dir, o)
	slices.Sort(got.Warnings)
	if !slices.Equal(found, []string{lab + "con.txt=y", lab + "undo.sh=x", "answers/undo.sh="}) {
		t.Errorf("found %q", found)
	}
	if want := []string{"answers/lab-2/con.txt cannot be stored on Windows under that name", "answers/lab2 belongs to no lab; the nearest lab is lab-2",
		"answers/undo.sh lies in no lab's folder, so it answers no task"}; !slices.Equal(got.Warnings, want) {
		t.Errorf("warnings %q", got.Warnings)
	}
}

// TestWhatLiesOutsideOfARepository: nobody hands in what belongs to somebody else.
func TestWhatLiesOutsideOfARepository(t *testing.T) {
	victim, _ := history(t)
	thief := func(change func(dir string) error) string {
		r := newRepo(t)
		r.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "1"})
		if err := change(r.dir); err != nil {
			t.Fatal(err)
		}
		return r.dir
	}
	o := options(t)
	o.Commit = "HEAD"
	misnamed(t, thief(func(dir string) error {
		if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
			return err
		}
		return os.Symlink(filepath.Join(victim.dir, ".git"), filepath.Join(dir, ".git"))
	}), o, "leads elsewhere")
	misnamed(t, thief(func(dir string) error {
		if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: "+victim.dir+"/.git\n"), 0o644)
	}), o, "leads elsewhere")
	misnamed(t, thief(func(dir string) error {
		return os.WriteFile(filepath.Join(dir, ".git/objects/info/alternates"), []byte(victim.dir+"/.git/objects\n"), 0o644)
	}), o, "borrows from another")
	refused(t, thief(func(dir string) error {
		return os.Symlink(filepath.Join(victim.dir, ".git/objects"), filepath.Join(dir, ".git/objects/zz"))
	}), o, ".git/objects/zz", "symbolic link")
	refused(t, thief(func(dir string) error {
		main := filepath.Join(dir, ".git/refs/heads/main")
		if err := os.Remove(main); err != nil {
			return err
		}
		return os.Symlink(filepath.Join(victim.dir, ".git/refs/heads/main"), main)
	}), o, ".git/refs/heads/main", "no plain file")
}

// TestForgedObjects: a commit that does not hash to its name is not taken.
func TestForgedObjects(t *testing.T) {
	r := newRepo(t)
	r.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "honest"})
	honest, forged := r.git(nil, "rev-parse", "HEAD:"+lab+"undo.sh"), r.blob("forged")
	object := func(hash string) string { return filepath.Join(r.dir, ".git/objects", hash[:2], hash[2:]) }
	content, err := os.ReadFile(object(forged))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(object(honest)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(object(honest), content, 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(t)
	o.Commit = "HEAD"
	if got, err := submission.Open(t.Context(), r.dir, o); err == nil {
		t.Errorf("opened %q", files(t, got.Dir))
		_ = got.Close()
	}
}

func TestLargeTransfersAreCut(t *testing.T) {
	r := newRepo(t)
	noise := make([]byte, 900<<10)
	state := uint32(1)
	for i := range noise {
		state = state*1664525 + 1013904223
		noise[i] = byte(state >> 24)
	}
	r.commit("2026-11-01T10:00:00Z", map[string]string{lab + "undo.sh": "1", "noise": string(noise)})
	o := options(t)
	o.Commit, o.Limits.TransferBytes = "HEAD", 256<<10
	refused(t, r.dir, o, "", "larger than 262144 bytes")
	o = options(t)
	o.Commit, o.Limits.Commits, o.Deadline = "", 1, at(t, "2026-12-01")
	r.commit("2026-11-02T10:00:00Z", nil)
	refused(t, r.dir, o, "", "more than 1 commits")
	o = options(t)
	o.Commit, o.Limits.Time = "HEAD", time.Nanosecond
	misnamed(t, r.dir, o, "it took longer than")
}

func TestWithoutGit(t *testing.T) {
	r, _ := history(t)
	t.Setenv("PATH", t.TempDir())
	if _, err := exec.LookPath("git"); err == nil {
		t.Fatal("git is still found")
	}
	o := options(t)
	o.Commit = "HEAD"
	misnamed(t, r.dir, o, "find the git program")
	if got, found := opened(t, r.dir, options(t)); got.Commit != "" || len(found) == 0 {
		t.Errorf("got %+v", got)
	}
}
