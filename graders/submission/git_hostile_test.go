package submission_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/submission"
)

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
	warnings := said(got.Warnings)
	slices.Sort(warnings)
	if !slices.Equal(found, []string{lab + "con.txt=y", lab + "undo.sh=x", "answers/undo.sh="}) {
		t.Errorf("found %q", found)
	}
	if want := []string{"answers/lab-2/con.txt cannot be stored on Windows under that name", "answers/lab2 belongs to no lab; the nearest lab is lab-2",
		"answers/undo.sh lies in no lab's folder, so it answers no task"}; !slices.Equal(warnings, want) {
		t.Errorf("warnings %q", warnings)
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
	_ = misnamed(t, thief(func(dir string) error {
		if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
			return err
		}
		return os.Symlink(filepath.Join(victim.dir, ".git"), filepath.Join(dir, ".git"))
	}), o, "leads elsewhere")
	_ = misnamed(t, thief(func(dir string) error {
		if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: "+victim.dir+"/.git\n"), 0o644)
	}), o, "leads elsewhere")
	_ = misnamed(t, thief(func(dir string) error {
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

// TestPipesInARepository: nothing waits for what never comes.
func TestPipesInARepository(t *testing.T) {
	for _, name := range []string{"config", "HEAD", "packed-refs", "refs/heads/main", "objects/info/packs", "shallow"} {
		r, _ := history(t)
		pipe := filepath.Join(r.dir, ".git", name)
		if err := os.RemoveAll(pipe); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		o := options(t)
		if got, err := submission.Open(t.Context(), r.dir, o); err != nil || got.Commit != "" || len(got.Labs) != 1 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		o.Commit, o.Limits.Time = "main", time.Hour
		if got, err := submission.Open(t.Context(), r.dir, o); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
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
	_ = misnamed(t, r.dir, o, "it took longer than")
}

func TestWithoutGit(t *testing.T) {
	r, _ := history(t)
	t.Setenv("PATH", t.TempDir())
	if _, err := exec.LookPath("git"); err == nil {
		t.Fatal("git is still found")
	}
	o := options(t)
	o.Commit = "HEAD"
	_ = misnamed(t, r.dir, o, "find the git program")
	if got, found := opened(t, r.dir, options(t)); got.Commit != "" || len(found) == 0 {
		t.Errorf("got %+v", got)
	}
}
