package bucket

import (
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // the checksum that buckets list, not a secret
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/graders/batch/journal"
)

// level uploads every file of the folder that the bucket lacks or has otherwise. What is only in the bucket stays.
func (m *Mirror) level(ctx context.Context) error {
	objects, err := m.list(ctx, "")
	if err != nil {
		return err
	}
	there := make(map[string]*blob.ListObject, len(objects))
	for _, object := range objects {
		there[object.Key] = object
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(transfers)
	err = filepath.WalkDir(m.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		relative, err := filepath.Rel(m.dir, name)
		if err != nil {
			return err
		}
		if key := filepath.ToSlash(relative); !private(key) {
			group.Go(func() error { return m.levelOne(ctx, key, there[key]) })
		}
		return nil
	})
	if waited := group.Wait(); waited != nil {
		return waited
	}
	return err
}

// private are files that are about this machine.
func private(key string) bool {
	return strings.HasPrefix(path.Base(key), ".podium-") || key == journal.Hidden+"/lock" || key == journal.Hidden+"/temporary"
}

func (m *Mirror) levelOne(ctx context.Context, key string, there *blob.ListObject) error {
	content, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(key)))
	if err != nil {
		return fmt.Errorf("read %s: %w", key, err)
	}
	if there != nil && there.Size == int64(len(content)) && m.same(ctx, there, content) {
		return nil
	}
	return m.upload(ctx, key)
}

// same compares by the checksum, or, where the list has none, by the content.
func (m *Mirror) same(ctx context.Context, there *blob.ListObject, content []byte) bool {
	if len(there.MD5) > 0 {
		sum := md5.Sum(content) //nolint:gosec // see the import
		return bytes.Equal(there.MD5, sum[:])
	}
	found, err := m.place.bucket.ReadAll(ctx, there.Key)
	return err == nil && bytes.Equal(found, content)
}

func contentType(key string) string {
	switch path.Ext(key) {
	case ".json":
		return "application/json"
	case ".jsonl":
		return "application/jsonl"
	case ".html":
		return "text/html; charset=utf-8"
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".xml":
		return "application/xml"
	case ".md":
		return "text/markdown; charset=utf-8"
	}
	return "text/plain; charset=utf-8"
}
