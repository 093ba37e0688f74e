package submission

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"time"
)

// useFolder takes a folder as it is; answer.Load reads it with the same care. If it is a repository too, and the answers are
// exactly those of its commit, the commit is noted.
func (o *Opened) useFolder(ctx context.Context, found *source, options *Options) error {
	o.Dir = found.path
	root, err := os.OpenRoot(found.path)
	if err != nil {
		return usage("podium grade DIR", "open submission: %w", err)
	}
	defer func() { _ = root.Close() }()
	beside := map[string]bool{}
	if info, err := root.Lstat("answers"); err == nil && info.IsDir() {
		entries, err := fs.ReadDir(root.FS(), "answers")
		if err != nil {
			return usage("podium grade DIR", "read answers: %w", err)
		}
		for _, e := range entries {
			beside[e.Name()] = e.IsDir()
		}
	}
	o.Labs, o.Warnings = present(options, beside), strangers(options, beside)
	if found.gitDir != "" && len(o.Labs) > 0 {
		o.note(ctx, root, found, options)
	}
	return nil
}

// note looks up the commit of a folder. That there is none, or that git does not know, is no reason not to grade.
func (o *Opened) note(ctx context.Context, root *os.Root, found *source, options *Options) {
	temp, err := os.MkdirTemp(options.TempDir, "podium-commit-")
	if err != nil {
		return
	}
	defer func() { _ = os.RemoveAll(temp) }()
	ctx, cancel := context.WithTimeout(ctx, options.Limits.Time)
	defer cancel()
	commit, at, stored, err := headAnswers(ctx, filepath.Join(temp, "git"), found, options)
	if err != nil {
		return
	}
	lying, err := hashAnswers(root, options, len(commit))
	if err != nil || !maps.Equal(stored, lying) {
		return
	}
	o.Commit = commit
	if !at.IsZero() {
		o.SubmittedAt = &at
	}
}

// headAnswers are the hashes of the wanted answers in the commit that is checked out.
func headAnswers(ctx context.Context, home string, found *source, options *Options) (string, time.Time, map[string]string, error) {
	from, err := approach(ctx, home, found, &options.Limits)
	if err != nil {
		return "", time.Time{}, nil, err
	}
	repository, err := from.commit(ctx, "HEAD")
	if err != nil {
		return "", time.Time{}, nil, err
	}
	commit, at, err := from.git.identify(ctx, repository)
	if err != nil {
		return "", time.Time{}, nil, err
	}
	stored := map[string]string{}
	blobs, err := from.git.list(ctx, repository, commit, func(e *entry) (string, error) {
		switch where, _ := options.locate(e.name); {
		case !e.what.Empty():
			return "", fmt.Errorf("%s is %s", e.name, e.what)
		case where != inside || e.folder:
			return "", nil
		}
		return e.name, nil
	})
	for _, b := range blobs {
		stored[b.name] = b.hash
	}
	return commit, at, stored, err
}

// hashAnswers hashes the wanted answers of a folder as git does: "blob", the size and a NUL before the content.
func hashAnswers(root *os.Root, options *Options, digits int) (map[string]string, error) {
	hashes := map[string]string{}
	for _, lab := range options.Labs {
		base := path.Join("answers", lab)
		if _, err := root.Lstat(base); err != nil {
			continue
		}
		err := fs.WalkDir(root.FS(), base, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			if !e.Type().IsRegular() || len(hashes) > options.Limits.Files {
				return fmt.Errorf("%s is no answer", name)
			}
			hashes[name], err = hashFile(root, name, options.Limits.FileBytes, digits)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return hashes, nil
}

func hashFile(root *os.Root, name string, limit int64, digits int) (string, error) {
	file, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return "", fmt.Errorf("%s is too large", name)
	}
	sum := sha1.New()
	if digits == hex.EncodedLen(sha256.Size) {
		sum = sha256.New()
	}
	_, _ = fmt.Fprintf(sum, "blob %d\x00", info.Size())
	if _, err := io.Copy(sum, io.LimitReader(file, limit)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
