package images

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/fixtures/kind/engine/enginetest"
)

// images runs a command with an engine that gives these answers.
func images(t *testing.T, answers map[string]enginetest.Answer, args ...string) (out string, calls []string, err error) {
	t.Helper()
	fake, e := enginetest.New("docker", answers)
	cmd := &cobra.Command{Use: "podium"}
	cmd.AddCommand(newCommand(ui.AddFlags(cmd), func(context.Context) (*engine.Engine, error) { return e, nil }))
	var printed bytes.Buffer
	cmd.SetOut(&printed)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{"images", "--lang", "en"}, args...))
	err = cmd.ExecuteContext(t.Context())
	return printed.String(), fake.Calls(), err
}

// some has two of the images.
func some() map[string]enginetest.Answer {
	return map[string]enginetest.Answer{
		"image inspect": {Err: "No such image", Code: 1}, "image inspect --format {{.ID}} nginx:1.27": {Out: "1"}, "image inspect --format {{.ID}} busybox:1.37": {Out: "2"},
		"save": {Out: "layers"}, "load": {Out: "Loaded image"},
	}
}

func TestSaveAndLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "images.tar.zst")
	out, calls, err := images(t, some(), "save", file)
	if saved := calls[len(calls)-1]; err != nil || out != "nginx:1.27\nbusybox:1.37\n" || saved != "docker save nginx:1.27 busybox:1.37" {
		t.Errorf("save: printed %q, ran %q, %v", out, saved, err)
	}
	out, calls, err = images(t, some(), "load", file)
	if err != nil || !strings.Contains(out, "loaded "+file) || len(calls) != 1 || calls[0] != "docker load" {
		t.Errorf("load: printed %q after %q, %v", out, calls, err)
	}
}

func TestListSaysWhatIsThere(t *testing.T) {
	out, _, err := images(t, some(), "list")
	if err != nil || !strings.Contains(out, "there    nginx:1.27") || !strings.Contains(out, "missing  nginx:1.26") {
		t.Errorf("got %q, %v", out, err)
	}
}

// TestWhatCannotBeCarried ends with a code and something to do.
func TestWhatCannotBeCarried(t *testing.T) {
	folder := t.TempDir()
	truncated := filepath.Join(folder, "truncated.tar.zst")
	if err := os.WriteFile(truncated, []byte{0x28, 0xb5, 0x2f, 0xfd, 0x24}, 0o600); err != nil {
		t.Fatal(err)
	}
	full := some()
	full["save"] = enginetest.Answer{Err: "write /tmp/x: no space left on device", Code: 1}
	for name, c := range map[string]struct {
		answers map[string]enginetest.Answer
		args    []string
		code    int
		next    string
	}{
		"nothing to save": {map[string]enginetest.Answer{"image inspect": {Code: 1}}, []string{"save", filepath.Join(folder, "x.tar.zst")}, exit.Usage, "--provider kind"},
		"truncated":       {some(), []string{"load", truncated}, exit.Infrastructure, ""},
		"no file":         {some(), []string{"load", filepath.Join(folder, "none.tar")}, exit.Infrastructure, ""},
		"full disk":       {full, []string{"save", filepath.Join(folder, "x.tar.zst")}, exit.Infrastructure, "make room"},
	} {
		_, _, err := images(t, c.answers, c.args...)
		known, ok := errors.AsType[*exit.Error](err)
		if !ok || known.Code != c.code || !strings.Contains(known.Next, c.next) {
			t.Errorf("%s: got %+v", name, err)
		}
	}
}
