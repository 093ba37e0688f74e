package app

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestProfiled(t *testing.T) {
	dir := t.TempDir()
	var errs bytes.Buffer
	for name, c := range map[string]struct {
		dir   string
		args  []string
		files string
		says  bool
	}{
		"not asked for": {"", []string{"podium", "grade"}, "", false},
		"a command":     {dir, []string{"bin/podium", "grade", "x"}, "grade-*.pprof", false},
		"no command":    {dir, []string{"bin/podium"}, "podium-*.pprof", false},
		"no folder":     {filepath.Join(dir, "none"), []string{"podium", "grade"}, "", true},
	} {
		errs.Reset()
		if code := Profiled(c.dir, c.args, &errs, func() int { return 7 }); code != 7 {
			t.Errorf("%s: exit code %d", name, code)
		}
		if (errs.Len() > 0) != c.says {
			t.Errorf("%s: %q", name, errs.String())
		}
		if c.files == "" {
			continue
		}
		found, err := filepath.Glob(filepath.Join(dir, c.files))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v", name, found, err)
		}
		if info, err := os.Stat(found[0]); err != nil || info.Size() == 0 {
			t.Errorf("%s: an empty profile, %v", name, err)
		}
	}
}
