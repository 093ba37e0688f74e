package submission

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Limits of what is copied from a foreign repository besides objects.
const (
	refFiles      = 20_000
	refBytes      = 4 << 10
	packedRefs    = 16 << 20
	objectEntries = 500_000
)

// borrow makes a repository of our own that has the names of commits of a foreign one and finds its objects there. Git
// never sees the foreign one's configuration, hooks and attributes.
func (g *git) borrow(ctx context.Context, gitDir string) (string, error) {
	root, err := os.OpenRoot(gitDir)
	if err != nil {
		return "", usage("podium grade DIR", "open repository: %w", err)
	}
	defer func() { _ = root.Close() }()
	if err := selfContained(root); err != nil {
		return "", err
	}
	format := sha1Format
	// read as a file, without what it includes; what it says is used for nothing else. A pipe would be waited for.
	if info, err := root.Lstat("config"); err != nil || !info.Mode().IsRegular() {
		return "", usage("git fsck", "the repository has no plain file config")
	}
	if text, err := g.output(ctx, "", "config", "--no-includes", "--file", filepath.Join(absolute(gitDir), "config"), "--get", "extensions.objectformat"); err == nil && text == sha256Format {
		format = text
	}
	own, config, err := g.initialize("borrowed.git", format)
	if err != nil {
		return "", err
	}
	objects := filepath.Join(absolute(gitDir), "objects")
	if strings.ContainsAny(objects, "\n\r") || strings.HasPrefix(objects, `"`) {
		return "", usage("move the repository", "its path has a line break or begins with a quotation mark")
	}
	config = append(config, "[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n"...)
	if err := errors.Join(
		os.WriteFile(filepath.Join(own, "config"), config, 0o600),
		os.WriteFile(filepath.Join(own, "objects", "info", "alternates"), []byte(objects+"\n"), 0o600),
	); err != nil {
		return "", infra("see that there is room for temporary files", "make repository: %w", err)
	}
	return own, copyRefs(root, own)
}

// absolute never fails where the file was opened before.
func absolute(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return abs
}

// selfContained refuses a repository that uses what lies outside of it, for example another student's objects.
func selfContained(root *os.Root) error {
	for _, name := range []string{"commondir", "objects/info/alternates", "objects/info/http-alternates"} {
		if _, err := root.Lstat(name); err == nil {
			return usage("name the repository that it belongs to", "the repository borrows from another one (%s)", name)
		}
	}
	if _, err := root.Lstat("reftable"); err == nil {
		return usage("git refs migrate --ref-format=files", "the repository keeps its branches in reftables, which are not read")
	}
	seen := 0
	return fs.WalkDir(root.FS(), "objects", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return usage("git fsck", "read repository: %w", err)
		case !e.IsDir() && !e.Type().IsRegular():
			return invalid(path.Join(".git", name), "is %s; a repository has plain files only", describe(e.Type()))
		}
		if seen++; seen > objectEntries {
			return invalid(path.Join(".git", name), "is one file too many in the repository: at most %d", objectEntries)
		}
		return nil
	})
}

// copyRefs copies what names commits.
func copyRefs(root *os.Root, own string) error {
	to, err := os.OpenRoot(own)
	if err != nil {
		return infra("", "open repository: %w", err)
	}
	defer func() { _ = to.Close() }()
	for name, limit := range map[string]int64{"HEAD": refBytes, "packed-refs": packedRefs, "shallow": packedRefs} {
		if err := copyRef(root, to, name, limit); err != nil {
			return err
		}
	}
	seen := 0
	return fs.WalkDir(root.FS(), "refs", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return usage("git fsck", "read repository: %w", err)
		}
		if seen++; seen > refFiles || strings.Count(name, "/") > 32 {
			return invalid(".git/refs", "has too many branches and tags")
		}
		if e.IsDir() {
			if err := to.MkdirAll(name, 0o700); err != nil {
				return infra("", "copy refs: %w", err)
			}
			return nil
		}
		return copyRef(root, to, name, refBytes)
	})
}

func copyRef(from, to *os.Root, name string, limit int64) error {
	info, err := from.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return usage("git fsck", "read repository: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return invalid(path.Join(".git", name), "is no plain file of at most %d bytes", limit)
	}
	file, err := from.Open(name)
	if err != nil {
		return usage("git fsck", "read repository: %w", err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit))
	if err != nil {
		return usage("git fsck", "read repository: %w", err)
	}
	if err := to.WriteFile(name, content, 0o600); err != nil {
		return infra("", "copy refs: %w", fmt.Errorf("write %s: %w", name, err))
	}
	return nil
}
