package need

import (
	"os"
	"os/exec"
	"testing"
)

const (
	// browserVariable names another Chromium; whoever sets it wants the tests to run.
	browserVariable = "PODIUM_BROWSER"
	// debian is where ci/test-programs installs one.
	debian = "/usr/bin/chromium"
)

// Chromium is the path of a Chromium's executable. The test ends where there is none, and fails where one was named or in CI.
func Chromium(t *testing.T) string {
	t.Helper()
	named := os.Getenv(browserVariable)
	path := named
	if path == "" {
		path = debian
	}
	found, err := exec.LookPath(path)
	if err == nil {
		return found
	}
	const why = "no Chromium at %s: run ci/test-programs, which installs it, or name another with %s"
	if named != "" {
		t.Fatalf(why, path, browserVariable)
	}
	Lackingf(t, why, path, browserVariable)
	return ""
}
