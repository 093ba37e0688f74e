// Package need is for tests that cannot be made everywhere.
package need

import (
	"os"
	"testing"
)

// Lackingf ends a test because this machine lacks what it needs: it is skipped, but in CI, where everything has to be there, it fails.
func Lackingf(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}
