package action

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/graders/result"
)

const (
	template = "../student-repo"
	solution = "../../labs/rollouts/solutions/manifests"
)

// TestStudentRepository is the way of a student's push through the Action, from the template to the summary, with a release in a local
// folder.
func TestStudentRepository(t *testing.T) {
	repository := t.TempDir()
	copyTree(t, template, repository)
	copyTree(t, solution, repository)
	commit(t, repository)
	workspace := filepath.Join(t.TempDir(), "alice")
	git(t, ".", "clone", "--quiet", "--depth", "1", "file://"+repository, workspace)

	releases := t.TempDir()
	release(t, embeddedtest.Binary(t), filepath.Join(releases, "v9"))
	j := newJob(t, workspace, map[string]string{"releases": "file://" + releases})
	j.commit = strings.TrimSpace(git(t, workspace, "rev-parse", "HEAD"))
	if code := j.run(); code != 0 {
		t.Fatalf("exit code %d\n%s", code, j.stdout.String())
	}

	if text := content(t, j.summary); !strings.HasPrefix(text, "# lab-2: 100/100\n") || len(text) > 1<<20 {
		t.Errorf("the summary has %d bytes: %.2000s", len(text), text)
	}
	results := j.values["steps.grade.outputs.results"]
	if text := content(t, filepath.Join(results, "junit.xml")); strings.Count(text, "<testcase") < 20 {
		t.Errorf("JUnit: %.2000s", text)
	}
	file, err := os.Open(filepath.Join(results, "record.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	record, err := result.Decode(file)
	if err != nil || record.Score == nil || *record.Score != 100 || record.Submission.ID != "alice" || record.Submission.Commit != j.commit {
		t.Errorf("the record: %+v, %v", record, err)
	}
	if found := commands(t, j.stdout.String()); len(found) < 1 || len(found) > 10 {
		t.Errorf("annotations: %q", found)
	}
	if changed := git(t, workspace, "status", "--porcelain", "--ignored"); changed != "" {
		t.Errorf("the repository was changed: %s", changed)
	}
}

// commands follows the output as GitHub's runner does, and returns what it takes for commands.
func commands(t *testing.T, output string) []string {
	t.Helper()
	var found []string
	token := ""
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		next, stops := strings.CutPrefix(line, "::stop-commands::")
		switch {
		case stops && token == "":
			token = next
		case token != "" && line == "::"+token+"::":
			token = ""
		case token == "" && (strings.HasPrefix(line, "::") || strings.Contains(line, "##[")):
			found = append(found, line)
		}
	}
	if token != "" {
		t.Errorf("commands stay stopped:\n%s", output)
	}
	return found
}

// fake stands for podium where nothing has to be graded: it prints what a hostile file name would, and ends as it is told.
const fake = `#!/bin/bash
case $1 in
labs) printf 'lab-1  One\n   5  task\nlab-2  Two\nlab-3  Three\n' ;;
grade)
	printf '::error::owned\n##[error]owned\n::stop-commands::x\n::x::\n::set-output name=a::b\nsecret %s\n' "$SECRET"
	printf 'labs %s %s\n' "$4" "$6"
	exit "$(cat "$HOME/code")" ;;
esac
`

func TestGradeKeepsExitCodesAndStopsCommands(t *testing.T) {
	for _, want := range []int{0, 1, 3, 4, 137} {
		workspace := t.TempDir()
		for _, name := range []string{"lab-1/README.md", "lab-1/task.yaml", "lab-2/task/01-a.sh", "lab-3/README.md", "lab-9/x"} {
			put(t, filepath.Join(workspace, "answers", name), "x")
		}
		j := gradeOnly(t, workspace)
		put(t, filepath.Join(j.temp, "code"), strconv.Itoa(want))
		code := j.run()
		output := j.stdout.String()
		if code != want || !strings.Contains(output, "::error::owned") || !strings.Contains(output, "labs lab-1 lab-2\n") {
			t.Errorf("exit code %d, want %d\n%s", code, want, output)
		}
		if found := commands(t, output); len(found) != 1 || !strings.HasPrefix(found[0], "::error title=Podium::Nothing was graded") {
			t.Errorf("commands: %q", found)
		}
		if strings.Contains(output, "of-the-job") {
			t.Error("the environment of the job reaches podium")
		}
	}
}

func TestNoAnswerYet(t *testing.T) {
	workspace := t.TempDir()
	copyTree(t, template, workspace)
	j := gradeOnly(t, workspace)
	if code := j.run(); code != 0 || !strings.Contains(j.stdout.String(), "There is no answer yet") {
		t.Errorf("exit code %d\n%s", code, j.stdout.String())
	}
}

// gradeOnly is a job that has installed a fake podium.
func gradeOnly(t *testing.T, workspace string) *job {
	t.Helper()
	j := newJob(t, workspace, nil)
	j.only = "grade"
	program := filepath.Join(t.TempDir(), "fake")
	put(t, program, fake)
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	j.values["steps.install.outputs.podium"] = program
	return j
}

func TestActionsOfOthersArePinned(t *testing.T) {
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`)
	workflow := load(t, filepath.Join(template, ".github/workflows/grade.yml"))
	steps := load(t, "action.yml").Runs.Steps
	for _, job := range workflow.Jobs {
		steps = append(steps, job.Steps...)
	}
	uses := 0
	for _, s := range steps {
		if s.Uses == "" || strings.HasPrefix(s.Uses, "podium-labs/podium/ci/action@v") {
			continue
		}
		uses++
		if !pinned.MatchString(s.Uses) {
			t.Errorf("%s is not pinned to a commit", s.Uses)
		}
	}
	if uses != 3 {
		t.Errorf("%d actions of others, expected 3", uses)
	}
	if len(workflow.Permissions) != 1 || workflow.Permissions["contents"] != "read" {
		t.Errorf("permissions: %v", workflow.Permissions)
	}
	known := load(t, "action.yml").Inputs
	for _, s := range steps {
		for name := range s.With {
			if _, ok := known[name]; !ok && strings.HasPrefix(s.Uses, "podium-labs/") {
				t.Errorf("the template gives the action an input %q that it does not have", name)
			}
		}
	}
}

// archive is what a release is called for this machine.
const archive = "podium_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"

func release(t *testing.T, program, dir string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "../release", runtime.GOOS+"/"+runtime.GOARCH)
	cmd.Env = append(os.Environ(), "BINARY="+program, "DIST="+dir, "GZIP_LEVEL=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("release: %v\n%s", err, out)
	}
}

func commit(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "--quiet", "--message", "answers")
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// copyTree adds a folder to another, over what is there.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	root, err := os.OpenRoot(from)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		put(t, filepath.Join(to, name), content(t, filepath.Join(from, name)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
