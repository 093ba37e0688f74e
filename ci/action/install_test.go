package action

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInstallTrustsNothing: an archive, downloaded or cached, that is not the one of the release is never unpacked.
func TestInstallTrustsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, j *job, release string)
		inputs map[string]string
		code   int
		says   string
	}{
		"as released": {func(*testing.T, *job, string) {}, nil, 0, ""},
		"another archive": {func(t *testing.T, _ *job, release string) {
			t.Helper()
			put(t, filepath.Join(release, archive), "not what was released")
		}, nil, 3, "another checksum"},
		"a poisoned cache": {func(t *testing.T, j *job, _ string) {
			t.Helper()
			put(t, filepath.Join(j.temp, "podium", archive), "not what was released")
		}, nil, 0, ""},
		"another digest wanted": {func(*testing.T, *job, string) {}, map[string]string{"sha256": strings.Repeat("0", 64)}, 3, "another checksum"},
		"no such release":       {func(*testing.T, *job, string) {}, map[string]string{"version": "v10"}, 3, "cannot fetch"},
	} {
		t.Run(name, func(t *testing.T) {
			j := installOnly(t)
			release := filepath.Join(strings.TrimPrefix(j.values["inputs.releases"], "file://"), "v9")
			for input, value := range c.inputs {
				j.values["inputs."+input] = value
			}
			c.change(t, j, release)
			if code := j.run(); code != c.code || !strings.Contains(j.stdout.String(), c.says) {
				t.Errorf("exit code %d, want %d\n%s", code, c.code, j.stdout.String())
			}
			if _, err := os.Stat(filepath.Join(j.temp, "podium", "podium")); (err == nil) != (c.code == 0) {
				t.Errorf("the program: %v", err)
			}
		})
	}
}

// installOnly is a job that does no more than install a fake podium from its release.
func installOnly(t *testing.T) *job {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "fake")
	put(t, program, fake)
	release(t, program, filepath.Join(dir, "releases", "v9"))
	j := newJob(t, dir, map[string]string{"releases": "file://" + filepath.Join(dir, "releases")})
	j.only = "install"
	return j
}

// TestTheCacheIsUsed: with the right archive in place, only checksums.txt is fetched.
func TestTheCacheIsUsed(t *testing.T) {
	j := installOnly(t)
	released := filepath.Join(strings.TrimPrefix(j.values["inputs.releases"], "file://"), "v9", archive)
	put(t, filepath.Join(j.temp, "podium", archive), content(t, released))
	if err := os.Remove(released); err != nil {
		t.Fatal(err)
	}
	if code := j.run(); code != 0 {
		t.Errorf("exit code %d\n%s", code, j.stdout.String())
	}
}

// TestReleasesAreReproducible packs the same program twice, with other times.
func TestReleasesAreReproducible(t *testing.T) {
	program := filepath.Join(t.TempDir(), "podium")
	var archives [2]string
	for i := range archives {
		put(t, program, fake)
		if err := os.Chtimes(program, time.Time{}, time.Unix(int64(i)*1e6, 0)); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		release(t, program, dir)
		archives[i] = content(t, filepath.Join(dir, archive))
		if sums := content(t, filepath.Join(dir, "checksums.txt")); !strings.HasSuffix(sums, "  "+archive+"\n") {
			t.Errorf("checksums.txt: %s", sums)
		}
	}
	if archives[0] != archives[1] {
		t.Error("the archives differ")
	}
}
