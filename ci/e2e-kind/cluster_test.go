package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"
)

// TestATestThatWasNotRunHasNotPassed: "go test" ends with 0 where no test has the name, or where it is skipped.
func TestATestThatWasNotRunHasNotPassed(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		ran    bool
		fails  bool
	}{
		"passed":     {`printf '=== RUN   TestKind\n--- PASS: TestKind (1.00s)\nPASS\n'`, true, false},
		"renamed":    {`printf 'testing: warning: no tests to run\nPASS\n'`, false, true},
		"skipped":    {`printf '=== RUN   TestKind\n--- SKIP: TestKind (0.00s)\nPASS\n'`, false, true},
		"another":    {`printf '=== RUN   TestKindLive\n--- PASS: TestKindLive (1.00s)\nPASS\n'`, false, true},
		"only parts": {`printf '=== RUN   TestKind\n    --- PASS: TestKind/x (1.00s)\nPASS\n'`, false, true},
		"failed":     {`printf '=== RUN   TestKind\n--- FAIL: TestKind (1.00s)\nFAIL\n'; exit 1`, true, true},
		"told where": {`test "$PODIUM_E2E_KIND" = folder`, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			programs := t.TempDir()
			write(t, filepath.Join(programs, "go"), "#!/bin/sh\n"+c.script+"\n")
			t.Setenv("PATH", programs+":/usr/bin:/bin")
			r := &run{out: &bytes.Buffer{}}
			err := r.test(t.Context(), "folder", "TestKind", "./fixtures/kind")
			if (err != nil) != c.fails || errors.Is(err, errNotRun) == c.ran {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestOnlyClustersOfProgramsAreRemoved: what a person may still want stays.
func TestOnlyClustersOfProgramsAreRemoved(t *testing.T) {
	for made, want := range map[string]bool{"e2e-kind": true, "grade": true, "test": true, "measurement": true, "lab-2": false, "": false} {
		if ours(made) != want {
			t.Errorf("made for %q: %t", made, !want)
		}
	}
}
