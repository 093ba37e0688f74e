package report

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/cmd/podium/exit"
)

// TestAFileThatCannotBeWrittenSaysWhatToDo: a wrong name is one of usage, a full disk is not.
func TestAFileThatCannotBeWrittenSaysWhatToDo(t *testing.T) {
	format, err := FindFormat("junit")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{
		filepath.Join(t.TempDir(), "gone", "junit.xml"): exit.Usage,
		"/proc/junit.xml": exit.Usage,
		"/dev/full":       exit.Infrastructure,
	} {
		err := put(target{format: format, file: file}, io.Discard, func(w io.Writer) error {
			_, err := io.WriteString(w, "<testsuites/>")
			return err
		})
		known, ok := err.(*exit.Error) //nolint:errorlint // it is what app prints
		if !ok || known.Code != want || known.Next == "" || !strings.HasPrefix(err.Error(), "write junit: ") {
			t.Errorf("%s: %v", file, err)
		}
	}
}
