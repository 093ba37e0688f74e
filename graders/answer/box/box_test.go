package box_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/podium-labs/podium/graders/answer/box"
)

func open(t *testing.T, quota int64) *box.Box {
	t.Helper()
	work, temp := t.TempDir(), t.TempDir()
	b, err := box.Open(work, temp, quota)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func TestRealStaysInside(t *testing.T) {
	b := open(t, 0)
	for name, want := range map[string]string{
		"web.yaml":                             filepath.Join(b.Work(), "web.yaml"),
		"./a/../web.yaml":                      filepath.Join(b.Work(), "web.yaml"),
		"/tmp/x.yaml":                          filepath.Join(b.TempDir(), "x.yaml"),
		filepath.Join(b.Work(), "sub", "file"): filepath.Join(b.Work(), "sub", "file"),
	} {
		got, err := b.Real(b.Work(), name)
		if err != nil || got != want {
			t.Errorf("Real(%q) = %q, %v; want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"../x", "/etc/passwd", "/", "/tmp/../etc/passwd", "a/../../b", "/proc/self/fd/1", "/dev/fd/3"} {
		if got, err := b.Real(b.Work(), name); !errors.Is(err, box.ErrOutside) {
			t.Errorf("Real(%q) = %q, %v; want ErrOutside", name, got, err)
		}
	}
}

func TestLinksDoNotLeadOut(t *testing.T) {
	b := open(t, 0)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(b.Work(), "link")); err != nil {
		t.Fatal(err)
	}
	if data, err := b.ReadFile(b.Work(), "link"); err == nil {
		t.Fatalf("read %q through a link that leaves the box", data)
	}
}

func TestQuota(t *testing.T) {
	b := open(t, 10)
	if err := b.WriteFile(b.Work(), "a", []byte("12345678")); err != nil {
		t.Fatal(err)
	}
	if err := b.WriteFile(b.Work(), "b", []byte("123")); !errors.Is(err, box.ErrFull) {
		t.Fatalf("got %v, want ErrFull", err)
	}
}
