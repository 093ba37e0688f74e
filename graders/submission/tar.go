package submission

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/podium-labs/podium/graders/lang"
)

// untar reads an archive twice: once for what lies at its top, once for the answers.
func untar(ctx context.Context, from io.ReaderAt, size int64, zipped bool, g *gatherer) error {
	top := looked{}
	count := 0
	err := eachHeader(ctx, io.NewSectionReader(from, 0, size), zipped, &g.options.Limits, func(header *tar.Header, _ io.Reader) error {
		if count++; count > g.options.Limits.Entries {
			return invalid("", "has more than %d files and folders", g.options.Limits.Entries)
		}
		top.see(header.Name, header.Typeflag == tar.TypeDir)
		return nil
	})
	if err != nil {
		return err
	}
	if count == 0 {
		return invalid("", "the archive is empty")
	}
	wrapper := top.wrapper()
	return eachHeader(ctx, io.NewSectionReader(from, 0, size), zipped, &g.options.Limits, func(header *tar.Header, content io.Reader) error {
		name, err := g.admit(&entry{
			name: unwrap(header.Name, wrapper), folder: header.Typeflag == tar.TypeDir, what: tarKind(header.Typeflag), size: header.Size,
		})
		if err != nil || name == "" {
			return err
		}
		return unreadable(name, g.write(name, content))
	})
}

// eachHeader calls do for each entry, within the limits of what an archive may unpack to.
func eachHeader(ctx context.Context, from io.Reader, zipped bool, limits *Limits, do func(*tar.Header, io.Reader) error) error {
	m := &meter{limits: limits}
	counted := &counter{from: from, told: func(n int64) { m.in = n }}
	m.from = counted
	if zipped {
		unzipped, err := gzip.NewReader(counted)
		if err != nil {
			return invalid("", "the archive is not compressed with gzip, or is damaged: %s", err)
		}
		m.from = unzipped
	}
	reader := tar.NewReader(m)
	for {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read archive: %w", err)
		}
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unreadable("", err)
		}
		if header.Typeflag == tar.TypeXGlobalHeader { // git writes the commit into one; it is no file
			continue
		}
		if err := do(header, reader); err != nil {
			return err
		}
	}
}

// counter tells how much was read.
type counter struct {
	from io.Reader
	read int64
	told func(int64)
}

// Read counts what it reads.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.read += int64(n)
	c.told(c.read)
	return n, err
}

// tarKind says what an entry is that is neither a folder nor a plain file.
func tarKind(flag byte) lang.Message {
	switch flag {
	case tar.TypeReg, tar.TypeDir:
		return lang.Message{}
	case tar.TypeSymlink:
		return lang.M("a symbolic link")
	case tar.TypeLink:
		return lang.M("a hard link")
	case tar.TypeChar, tar.TypeBlock:
		return lang.M("a device")
	case tar.TypeFifo:
		return lang.M("a named pipe")
	}
	return lang.M("no regular file")
}
