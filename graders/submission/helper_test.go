package submission_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/submission"
)

const lab = "answers/lab-2/"

// options ask for lab-2, in a place for temporary files that is looked at in the end: nothing may stay there.
func options(t *testing.T) submission.Options {
	t.Helper()
	temp := t.TempDir()
	t.Cleanup(func() {
		if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	})
	return submission.Options{Labs: []string{"lab-2"}, Known: []string{"lab-1", "lab-2", "lab-3"}, TempDir: temp}
}

// files lists every file below a folder with its content, in order.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		found = append(found, fmt.Sprintf("%s=%s", filepath.ToSlash(strings.TrimPrefix(name, dir+string(filepath.Separator))), content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// opened opens a source, closes it in the end, and returns what is in it.
func opened(t *testing.T, source string, o submission.Options) (*submission.Opened, []string) {
	t.Helper()
	got, err := submission.Open(t.Context(), source, o)
	if err != nil {
		t.Fatal(err)
	}
	found := files(t, got.Dir)
	if err := got.Close(); err != nil {
		t.Error(err)
	}
	return got, found
}

// refused opens a source that is the submission's fault.
func refused(t *testing.T, source string, o submission.Options, path, reason string) {
	t.Helper()
	got, err := submission.Open(t.Context(), source, o)
	fault, ok := errors.AsType[*answer.InvalidError](err)
	if !ok {
		if got != nil {
			_ = got.Close()
		}
		t.Fatalf("got %v, want an InvalidError", err)
	}
	if !strings.Contains(fault.Path, path) || !strings.Contains(fault.Reason, reason) {
		t.Errorf("got %q: %q, want %q: %q", fault.Path, fault.Reason, path, reason)
	}
}

// misnamed opens a source that is nobody's submission.
func misnamed(t *testing.T, source string, o submission.Options, says string) *submission.SourceError {
	t.Helper()
	got, err := submission.Open(t.Context(), source, o)
	fault, ok := errors.AsType[*submission.SourceError](err)
	if !ok {
		if got != nil {
			_ = got.Close()
		}
		t.Fatalf("got %v, want a SourceError", err)
	}
	if !strings.Contains(fault.Error(), says) || fault.Next == "" {
		t.Errorf("got %q, next %q, want %q", fault, fault.Next, says)
	}
	return fault
}

// put writes files below a folder.
func put(t *testing.T, dir string, content map[string]string) {
	t.Helper()
	for name, text := range content {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// repo is a git repository made by a test.
type repo struct {
	t   *testing.T
	dir string
	env []string
}

func newRepo(t *testing.T, args ...string) *repo {
	t.Helper()
	r := &repo{t: t, dir: filepath.Join(t.TempDir(), "alice")}
	r.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org"}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git(nil, append([]string{"init", "-q", "-b", "main"}, args...)...)
	return r
}

func (r *repo) git(input []byte, args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, r.env, bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %s: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit adds files and commits at a time, and returns the hash.
func (r *repo) commit(at string, content map[string]string) string {
	r.t.Helper()
	put(r.t, r.dir, content)
	r.git(nil, "add", "-A")
	return r.commitStaged(at)
}

func (r *repo) commitStaged(at string) string {
	r.t.Helper()
	date := "GIT_COMMITTER_DATE=" + at
	r.env = append(r.env, date)
	defer func() { r.env = r.env[:len(r.env)-1] }()
	r.git(nil, "commit", "-q", "--allow-empty", "-m", "x", "--date", at)
	return r.git(nil, "rev-parse", "HEAD")
}

// object writes an object of git as it is given, also one that git would not make.
func (r *repo) object(kind string, content []byte) string {
	r.t.Helper()
	raw := fmt.Appendf(nil, "%s %d\x00%s", kind, len(content), content)
	sum := sha1.Sum(raw)
	hash := hex.EncodeToString(sum[:])
	var packed bytes.Buffer
	writer := zlib.NewWriter(&packed)
	if _, err := writer.Write(raw); err != nil {
		r.t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		r.t.Fatal(err)
	}
	put(r.t, r.dir, map[string]string{".git/objects/" + hash[:2] + "/" + hash[2:]: packed.String()})
	return hash
}

// tree makes a tree, entry by entry: "mode name hash".
func (r *repo) tree(entries ...[3]string) string {
	r.t.Helper()
	var raw []byte
	for _, e := range entries {
		hash, err := hex.DecodeString(e[2])
		if err != nil {
			r.t.Fatal(err)
		}
		raw = append(append(raw, e[0]+" "+e[1]+"\x00"...), hash...)
	}
	return r.object("tree", raw)
}

// point makes a commit of a tree and lets main point to it.
func (r *repo) point(tree string) string {
	r.t.Helper()
	const who = "a <a@example.org> 1793527200 +0000"
	hash := r.object("commit", fmt.Appendf(nil, "tree %s\nauthor %s\ncommitter %s\n\nx\n", tree, who, who))
	put(r.t, r.dir, map[string]string{".git/refs/heads/main": hash + "\n"})
	return hash
}

func (r *repo) blob(content string) string { return r.object("blob", []byte(content)) }

// said are messages in English.
func said(messages []lang.Message) []string {
	var all []string
	for _, m := range messages {
		all = append(all, m.String())
	}
	return all
}
