package roster

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// The columns of a roster. Others are left alone.
const (
	idColumn     = "id"
	sourceColumn = "source"
)

// File reads a roster, a CSV file with the columns id and source. A source is a git URL, a path or an archive. Paths are relative to
// base, or to the roster's own folder if base is empty. Where there is no source it is the folder or archive of base
// that is named like the id; what nobody handed in stays in the list, to be reported.
func File(name, base string) (*List, error) {
	if base == "" {
		base = filepath.Dir(name)
	}
	base, err := filepath.Abs(base)
	if err != nil {
		return nil, lang.Errorf("find submissions: %w", err)
	}
	return Match(name, func(entry Entry) string { return locate(entry, base) })
}

// Match reads a roster whose submissions are elsewhere: locate finds out what the source of a row means.
func Match(name string, locate func(Entry) string) (*List, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, lang.Errorf("open roster: %w", err)
	}
	defer file.Close()
	list, err := read(file, locate)
	if err != nil {
		return nil, lang.Errorf("read roster %s: %w", name, err)
	}
	return list, nil
}

func read(from io.Reader, locate func(Entry) string) (*List, error) {
	content, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))) // Excel's mark of UTF-8
	rows.TrimLeadingSpace = true
	header, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return nil, lang.Errorf("it is empty")
	}
	if err != nil {
		return nil, err
	}
	id, source := column(header, idColumn), column(header, sourceColumn)
	if id < 0 {
		return nil, lang.Errorf("its first row has no column %q; it has: %s", idColumn, strings.Join(header, ", "))
	}
	list := &List{}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return list, list.check()
		}
		if err != nil {
			return nil, err
		}
		entry := Entry{ID: strings.TrimSpace(row[id])}
		if source >= 0 {
			entry.Source = strings.TrimSpace(row[source])
		}
		entry.Source = locate(entry)
		list.Entries = append(list.Entries, entry)
	}
}

func column(header []string, name string) int {
	return slices.IndexFunc(header, func(cell string) bool { return strings.EqualFold(strings.TrimSpace(cell), name) })
}

// locate finds out what a row means. What is no path of this machine is left as it is.
func locate(entry Entry, base string) string {
	if entry.Source == "" {
		entry.Source = entry.ID
		for _, suffix := range []string{"", ".zip", ".tar.gz", ".tgz", ".tar", ".git"} {
			if path := filepath.Join(base, entry.ID+suffix); exists(path) {
				return path
			}
		}
		return filepath.Join(base, entry.ID)
	}
	remote := strings.Contains(entry.Source, "://") || strings.Contains(entry.Source, "@") && strings.Contains(entry.Source, ":")
	path := filepath.Join(base, entry.Source)
	if filepath.IsAbs(entry.Source) || remote && !exists(path) {
		return entry.Source
	}
	return path
}
