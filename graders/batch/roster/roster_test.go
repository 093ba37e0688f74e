package roster_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/batch/roster"
)

// lay makes empty folders (names that end with a slash) and files.
func lay(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		} else if err == nil {
			err = os.WriteFile(path, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestEachChildIsASubmission(t *testing.T) {
	dir := lay(t, "carol.tar.gz", "alice/", "bob.zip", "notes.txt", ".git/")
	list, err := roster.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []roster.Entry{{ID: "alice", Source: filepath.Join(dir, "alice")}, {ID: "bob", Source: filepath.Join(dir, "bob.zip")}, {ID: "carol", Source: filepath.Join(dir, "carol.tar.gz")}}
	if !reflect.DeepEqual(list.Entries, want) || !reflect.DeepEqual(list.Ignored, []string{".git", "notes.txt"}) {
		t.Errorf("%+v", list)
	}
	if err := list.Only([]string{"bob"}); err != nil || len(list.Entries) != 1 || list.Entries[0].ID != "bob" {
		t.Errorf("%v, %+v", err, list.Entries)
	}
	if err := list.Only([]string{"dave"}); err == nil || !strings.Contains(err.Error(), `"dave"`) {
		t.Errorf("%v", err)
	}
}

func TestFoldersThatCannotBeGraded(t *testing.T) {
	for name, dir := range map[string]string{
		"there is no submission": lay(t, "notes.txt"),
		`would both be graded`:   lay(t, "alice/", "Alice.zip"),
		"a file of the batch":    lay(t, "summary.html/"),
		"list submissions":       filepath.Join(t.TempDir(), "not-there"),
	} {
		if _, err := roster.Folder(dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func file(t *testing.T, dir, text string) string {
	t.Helper()
	name := filepath.Join(dir, "roster.csv")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestARosterNamesSourcesOfEveryKind(t *testing.T) {
	dir := lay(t, "work/alice/", "dave.zip", "erin/")
	list, err := roster.File(file(t, dir, "\ufeffName, ID ,Source\r\nAlice,alice,work/alice\r\nBob,s-17,https://example.org/bob.git\r\n\"Carol, Q\",carol,git@example.org:carol.git\r\nDave,dave,\r\nErin,erin,\r\nFay,fay,\r\nGil,gil,/srv/gil\r\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	want := []roster.Entry{
		{"alice", filepath.Join(dir, "work/alice")},
		{"s-17", "https://example.org/bob.git"},
		{"carol", "git@example.org:carol.git"},
		{"dave", filepath.Join(dir, "dave.zip")},
		{"erin", filepath.Join(dir, "erin")},
		{"fay", filepath.Join(dir, "fay")}, // nobody handed it in
		{"gil", "/srv/gil"},
	}
	if !reflect.DeepEqual(list.Entries, want) {
		t.Errorf("%+v", list.Entries)
	}
}

func TestRostersThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for text, says := range map[string]string{
		"":                                "it is empty",
		"name,source\nalice,x\n":          `no column "id"`,
		"id,source\n":                     "there is no submission",
		"id,source\n../x,y\n":             "cannot name a submission",
		"id\n.hidden\n":                   "begins or ends with a dot",
		"id\nregrade-1.md\n":              "a file of the batch",
		"id\nx\u202ey\n":                  "invisible",
		"id\n\"\"\n":                      "it is empty",
		"id,source\na,b\nc\n":             "wrong number of fields",
		"id,source\na,b\nA,c\n":           "would both be graded",
		"id\n" + strings.Repeat("a", 101): "longer than",
	} {
		if _, err := roster.File(file(t, dir, text), ""); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
