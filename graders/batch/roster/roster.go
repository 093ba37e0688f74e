// Package roster lists the submissions of a batch: the children of a folder, or the rows of a CSV file.
package roster

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/submission"
)

// Entry is one submission of a batch.
type Entry struct {
	// ID names it in results and folders; no two entries of a list have the same, whatever the case of its letters.
	ID string
	// Source is what submission.Open takes.
	Source string
}

// List is what is to be graded.
type List struct {
	// Entries are sorted by ID if they come from a folder, and in the order of its rows if they come from a file.
	Entries []Entry
	// Ignored are children of the folder that are no submissions.
	Ignored []string
}

// archives are the suffixes of files that are submissions.
var archives = regexp.MustCompile(`(?i)\.(zip|tar\.gz|tgz|tar)$`)

// Folder lists the children of a folder: each folder and each archive is a submission.
func Folder(dir string) (*List, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, lang.Errorf("find submissions: %w", err)
	}
	children, err := os.ReadDir(dir)
	if err != nil {
		return nil, lang.Errorf("list submissions: %w", err)
	}
	list := &List{}
	for _, child := range children {
		path := filepath.Join(dir, child.Name())
		packed := child.Type().IsRegular() && archives.MatchString(child.Name())
		if strings.HasPrefix(child.Name(), ".") || !child.IsDir() && !packed {
			list.Ignored = append(list.Ignored, child.Name())
			continue
		}
		list.Entries = append(list.Entries, Entry{ID: submission.Name(path), Source: path})
	}
	return list, list.finish()
}

// Objects lists the children of a bucket's prefix by their names: a folder ends with a slash. Source makes a source of a name.
func Objects(names []string, source func(name string) string) (*List, error) {
	list := &List{}
	for _, name := range names {
		id := strings.TrimSuffix(name, "/")
		packed := archives.FindString(id)
		switch {
		case strings.HasPrefix(name, ".") || id == name && packed == "":
			list.Ignored = append(list.Ignored, name)
			continue
		case id == name:
			id = strings.TrimSuffix(id, packed)
		}
		list.Entries = append(list.Entries, Entry{ID: id, Source: source(name)})
	}
	return list, list.finish()
}

// finish puts a list that came from a folder in order.
func (l *List) finish() error {
	slices.SortFunc(l.Entries, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
	return l.check()
}

// Only keeps the entries of these IDs; one that is not there is an error.
func (l *List) Only(ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	for _, id := range ids {
		if !slices.ContainsFunc(l.Entries, func(e Entry) bool { return e.ID == id }) {
			return lang.Errorf("there is no submission %q", id)
		}
	}
	l.Entries = slices.DeleteFunc(l.Entries, func(e Entry) bool { return !slices.Contains(ids, e.ID) })
	return nil
}

// check refuses lists whose results would get into each other's way.
func (l *List) check() error {
	if len(l.Entries) == 0 {
		return lang.Errorf("there is no submission: expected folders or archives (.zip, .tar.gz, .tgz, .tar), or a roster with rows")
	}
	var errs []error
	seen := map[string]Entry{}
	fold := cases.Fold()
	for _, entry := range l.Entries {
		if err := checkID(entry.ID); err != nil {
			errs = append(errs, err)
			continue
		}
		key := fold.String(entry.ID)
		if other, twice := seen[key]; twice {
			errs = append(errs, lang.Errorf("%q and %q would both be graded as %q", other.Source, entry.Source, other.ID))
		}
		seen[key] = entry
	}
	return errors.Join(errs...)
}

// idBytes is how long an ID may be: it becomes the name of a folder.
const idBytes = 100

// checkID refuses what cannot be the name of a folder everywhere, and what is a file of the batch itself.
func checkID(id string) error {
	bad := func(why lang.Message) error { return lang.Errorf("%q cannot name a submission: %s", id, why) }
	switch {
	case id == "":
		return bad(lang.M("it is empty"))
	case len(id) > idBytes:
		return bad(lang.M("it is longer than %d bytes", idBytes))
	case strings.ContainsAny(id, `/\:*?"<>|`):
		return bad(lang.M(`it holds one of / \ : * ? " < > |`))
	case strings.HasPrefix(id, ".") || strings.HasSuffix(id, ".") || strings.TrimSpace(id) != id:
		return bad(lang.M("it begins or ends with a dot or a space"))
	case strings.ContainsFunc(id, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar
	}):
		return bad(lang.M("it holds an invisible character"))
	case slices.Contains(reserved(), strings.ToLower(id)) || strings.HasPrefix(strings.ToLower(id), "regrade-"):
		return bad(lang.M("a file of the batch has that name"))
	}
	return nil
}

// reserved are the names that a batch writes beside the folders of its submissions.
func reserved() []string {
	return []string{"journal.jsonl", "summary.csv", "summary.html", "jplag", "dolos", "gradebook-canvas.csv", "gradebook-moodle.csv"}
}

// exists reports whether a path is there.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
