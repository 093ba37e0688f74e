package submission

import (
	"context"
	"io"
	"os"
	"path"
	"strings"
)

// readArchive copies the wanted answers out of an archive.
func readArchive(ctx context.Context, name string, g *gatherer) error {
	file, err := os.Open(name)
	if err != nil {
		return usage("podium grade DIR", "open archive: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return infra("", "open archive: %w", err)
	}
	if limit := g.options.Limits.ArchiveBytes; info.Size() > limit {
		return invalid("", "the archive is larger than %d bytes", limit)
	}
	return unpack(ctx, file, info.Size(), archiveSuffix(name), g)
}

// unpack reads an archive of a kind that is named by its suffix.
func unpack(ctx context.Context, from io.ReaderAt, size int64, suffix string, g *gatherer) error {
	if suffix == ".zip" {
		return unzip(ctx, from, size, g)
	}
	return untar(ctx, from, size, suffix != ".tar", g)
}

// looked collects what lies at the top of an archive, to find the folder that services put around a repository.
type looked struct {
	tops    map[string]bool // true for a folder
	answers bool
}

func (l *looked) see(name string, folder bool) {
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	top, _, deep := strings.Cut(name, "/")
	switch {
	case top == "answers":
		l.answers = true
	case top == ".", top == "__MACOSX", strings.HasPrefix(top, "._"), top == ".DS_Store":
		return
	}
	if l.tops == nil {
		l.tops = map[string]bool{}
	}
	if len(l.tops) < 2 { // two are as good as many
		l.tops[top] = l.tops[top] || deep || folder
	}
}

// wrapper is the single folder at the top that everything lies in; empty if there is none.
func (l *looked) wrapper() string {
	if l.answers || len(l.tops) != 1 {
		return ""
	}
	for top, folder := range l.tops {
		if folder {
			return top
		}
	}
	return ""
}

// unwrap leaves out the single folder around everything. Names that lead elsewhere stay what they are, to be refused.
func unwrap(name, wrapper string) string {
	if wrapper == "" || !escapes(name).Empty() {
		return name
	}
	clean := name
	for strings.HasPrefix(clean, "./") {
		clean = strings.TrimLeft(clean[2:], "/")
	}
	rest, ok := strings.CutPrefix(clean, wrapper)
	switch {
	case !ok:
		return name
	case rest == "":
		return "."
	case rest[0] == '/' || rest[0] == '\\':
		return strings.TrimLeft(rest, `/\`)
	}
	return name
}

// meter bounds what comes out of a decompressor, absolutely and by its ratio to what went in.
type meter struct {
	from    io.Reader
	limits  *Limits
	in, out int64
}

// freeBytes is what may come out before the ratio counts: small files of one letter compress well.
const freeBytes = 1 << 20

// Read counts what it reads.
func (m *meter) Read(p []byte) (int, error) {
	n, err := m.from.Read(p)
	m.out += int64(n)
	switch {
	case m.out > m.limits.StreamBytes:
		return 0, invalid("", "the archive unpacks to more than %d bytes", m.limits.StreamBytes)
	case m.out > freeBytes && m.out/m.limits.Ratio > m.in:
		return 0, invalid("", "the archive unpacks to more than %d times its size", m.limits.Ratio)
	}
	return n, err
}
