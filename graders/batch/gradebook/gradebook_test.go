package gradebook_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/batch/gradebook"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestScoresAreFilledInAndNothingElseChanges(t *testing.T) {
	for _, c := range []struct {
		format, column string
		scores         map[string]gradebook.Score
		want           gradebook.Filled
		grade          int
	}{
		{"canvas", "Kubernetes lab 2", map[string]gradebook.Score{"alice": {80, 100}, "bob": {0, 100}, "104": {73, 100}, "frank": {1, 100}, "erin": {5, 100}},
			gradebook.Filled{Column: "Kubernetes lab 2 (42)", Cells: 3, Strangers: []string{"erin", "frank"}}, 6},
		{"moodle", "", map[string]gradebook.Score{"501": {80, 100}, "Charles@Example.org": {0, 100}, "participant_503": {90, 100}, "Participant 504": {73, 100}, "999": {1, 100}},
			gradebook.Filled{Column: "Grade", Cells: 3, Strangers: []string{"999"}, Locked: []string{"participant_503"}}, 4},
	} {
		t.Run(c.format, func(t *testing.T) {
			before := read(t, c.format+".csv")
			got, err := gradebook.Fill(c.format, before, c.column, c.scores)
			if err != nil {
				t.Fatal(err)
			}
			if want := read(t, c.format+".golden.csv"); !bytes.Equal(got.Content, want) {
				t.Errorf("got\n%s\nwant\n%s", got.Content, want)
			}
			others(t, before, got.Content, c.grade)
			got.Content = nil
			if !reflect.DeepEqual(*got, c.want) {
				t.Errorf("%+v", *got)
			}
			same, err := gradebook.Fill(c.format, before, c.column, nil)
			if err != nil || !bytes.Equal(same.Content, before) {
				t.Errorf("without scores the file changes: %v", err)
			}
		})
	}
}

// others compares with another reader of CSV: only the column of the grade may differ.
func others(t *testing.T, before, after []byte, grade int) {
	t.Helper()
	was, is := rows(t, before), rows(t, after)
	if len(was) != len(is) {
		t.Fatalf("%d rows, before %d", len(is), len(was))
	}
	for i := range was {
		if len(was[i]) != len(is[i]) {
			t.Fatalf("row %d has %d cells, before %d", i, len(is[i]), len(was[i]))
		}
		for j := range was[i] {
			if j != grade && was[i][j] != is[i][j] {
				t.Errorf("row %d, cell %d: %q, before %q", i, j, is[i][j], was[i][j])
			}
		}
	}
	if !reflect.DeepEqual(was[0], is[0]) {
		t.Error("the header has changed")
	}
}

func rows(t *testing.T, content []byte) [][]string {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSemicolons(t *testing.T) {
	got, err := gradebook.Fill("canvas", []byte("Student;ID;SIS Login ID;Lab (1)\nPoints Possible;;;100,00\n\"A, B\";1;alice;\n"), "", map[string]gradebook.Score{"alice": {80, 100}})
	if err != nil || !strings.HasSuffix(string(got.Content), "\n\"A, B\";1;alice;80\n") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestGradebooksThatCannotBeFilledIn(t *testing.T) {
	scores := map[string]gradebook.Score{"alice": {80, 100}, "7": {1, 100}}
	for _, c := range []struct{ format, column, content, says string }{
		{"canvas", "", "", "it is empty"},
		{"canvas", "", "Name,Points\n", "expected the columns Student"},
		{"canvas", "", "Student,ID\nx,1\n", "no assignment among its columns"},
		{"canvas", "", "Student,ID,A (1),B (2)\n", "several assignments, say which: A (1), B (2)"},
		{"canvas", "C", "Student,ID,A (1),B (2)\n", `no assignment "C"`},
		{"canvas", "", "Student,ID,SIS Login ID,A (1)\nx,7,alice,\n", `"7" and "alice" are the same row`},
		{"canvas", "", "Student,ID,SIS Login ID,A (1)\nx,8,alice,\ny,9,Alice,\n", "both have SIS Login ID"},
		{"canvas", "", "Student,ID,A (1)\n\"x,1,\n", "a quote is not closed"},
		{"canvas", "", "Student,ID,A (1)\n\"x\"y,1,\n", "something follows a closing quote"},
		{"moodle", "", "Full name,Grade\n", "expected the columns Identifier and Grade"},
		{"blackboard", "", "a\n", "unknown format"},
	} {
		if _, err := gradebook.Fill(c.format, []byte(c.content), c.column, scores); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v", c.content, err)
		}
	}
}

func TestFoldersOfAMoodleDownload(t *testing.T) {
	for id, want := range map[string]string{"Ada Lovelace_501_assignsubmission_file": "501", "Ada Lovelace_501_assignsubmission_file_": "501", "alice": "alice"} {
		if got := gradebook.FromDownload(id); got != want {
			t.Errorf("%q: %q", id, got)
		}
	}
}
