package image

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/podium-labs/podium/ci/need"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/graders/result"
)

const solution = "../../labs/rollouts/solutions/manifests"

// TestImageGrades runs what is in the image as an engine runs it, on a repository that it cannot write to.
func TestImageGrades(t *testing.T) {
	if err := exec.CommandContext(t.Context(), "unshare", "--mount", "--pid", "--fork", "true").Run(); err != nil {
		need.Lackingf(t, "no mounts can be made here (unshare: %v); make image and docker run show the same", err)
	}
	root := unpacked(t)
	got := inside(t, root, "grade", "/submission", "--lab", "lab-2", "-o", "json")
	record, err := result.Decode(strings.NewReader(got.out))
	if err != nil || got.code != 0 || record.Score == nil || *record.Score != 100 {
		t.Fatalf("exit code %d, %v\n%s\n%s", got.code, err, got.out, got.errs)
	}
	if _, err := os.Stat(filepath.Join(root, "etc")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the image has /etc: %v", err)
	}
}

// unpacked is the file system of the image in a folder.
func unpacked(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	archive, root := filepath.Join(dir, "rootfs.tar"), filepath.Join(dir, "root")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"./rootfs", embeddedtest.Binary(t), archive}, {"tar", "-xpf", archive, "-C", root}} {
		if out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	if err := os.Remove(archive); err != nil {
		t.Fatal(err)
	}
	return root
}

// ended is what a program left behind.
type ended struct {
	code      int
	out, errs string
}

// inside runs podium in the image, with the environment that the Dockerfile gives it.
func inside(t *testing.T, root string, args ...string) ended {
	t.Helper()
	submission, err := filepath.Abs(solution)
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("inside.sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "unshare", append([]string{"--mount", "--pid", "--fork", "--kill-child", "sh", script, root, submission, "/podium"}, args...)...)
	cmd.Env = append(environment(t), "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return ended{code: cmd.ProcessState.ExitCode(), out: out.String(), errs: errs.String()}
}

// environment is what the Dockerfile sets.
func environment(t *testing.T) []string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^ENV (.+)$`).FindStringSubmatch(dockerfile(t))
	if found == nil {
		t.Fatal("the Dockerfile sets no environment")
	}
	return strings.Fields(found[1])
}

func TestDockerfileIsFromScratchAndNotRoot(t *testing.T) {
	text := dockerfile(t)
	for _, want := range []string{"\nFROM scratch\n", "\nUSER 65532:65532\n", "\nENTRYPOINT [\"/podium\"]\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the Dockerfile lacks %q", want)
		}
	}
}

func dockerfile(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
