package submission

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/podium-labs/podium/graders/answer"
)

// zipEncrypted is the bit of a file's flags that says so (APPNOTE.TXT, 4.4.4).
const zipEncrypted = 0x1

func unzip(ctx context.Context, from io.ReaderAt, size int64, g *gatherer) error {
	reader, err := zip.NewReader(from, size)
	if err != nil {
		return invalid("", "the archive is no zip, or is damaged: %s", err)
	}
	if limit := g.options.Limits.Entries; len(reader.File) > limit {
		return invalid("", "has more than %d files and folders", limit)
	}
	top := looked{}
	for _, file := range reader.File {
		top.see(file.Name, file.Mode().IsDir())
	}
	wrapper := top.wrapper()
	m := &meter{limits: &g.options.Limits}
	for _, file := range reader.File {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read archive: %w", err)
		}
		if err := unzipFile(file, wrapper, m, g); err != nil {
			return err
		}
	}
	return nil
}

func unzipFile(file *zip.File, wrapper string, m *meter, g *gatherer) error {
	e := &entry{name: unwrap(file.Name, wrapper), folder: file.Mode().IsDir(), what: describe(file.Mode()), size: -1}
	if file.UncompressedSize64 < 1<<62 {
		e.size = int64(file.UncompressedSize64)
	} else {
		e.size = 1 << 62
	}
	name, err := g.admit(e)
	if err != nil || name == "" {
		return err
	}
	if file.Flags&zipEncrypted != 0 {
		return invalid(name, "is encrypted; hand in an archive without a password")
	}
	content, err := file.Open()
	if err != nil {
		return unreadable(name, err)
	}
	defer content.Close()
	m.from, m.in = content, m.in+int64(min(file.CompressedSize64, 1<<40))
	return unreadable(name, g.write(name, m))
}

// unreadable blames the archive for what its readers say. What has a culprit already, keeps it.
func unreadable(name string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*answer.InvalidError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*SourceError](err); ok {
		return err
	}
	return invalid(name, "cannot be unpacked: %s", Legible(fmt.Sprint(err)))
}
