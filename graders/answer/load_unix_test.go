//go:build unix

package answer_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/podium-labs/podium/graders/answer"
)

// TestPipesAreRefused: to open a named pipe would block for ever.
func TestPipesAreRefused(t *testing.T) {
	dir := tree(t, map[string]string{"answers/lab-2/": ""})
	if err := syscall.Mkfifo(filepath.Join(dir, "answers/lab-2/undo.sh"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := answer.Load(t.Context(), dir, "lab-2", tasks); err == nil || !strings.Contains(err.Error(), "a named pipe") {
		t.Errorf("got %v", err)
	}
}
