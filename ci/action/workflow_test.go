package action

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// definition is the part of an action or workflow that these tests read.
type definition struct {
	Inputs map[string]struct{ Default string }
	Runs   struct{ Steps []step }
	// Permissions and Jobs are those of a workflow.
	Permissions map[string]string
	Jobs        map[string]struct{ Steps []step }
}

type step struct {
	ID, Uses, Shell, Run string
	Env, With            map[string]string
}

func load(t *testing.T, file string) definition {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var d definition
	if err := yaml.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// job is one run of the action's own steps on this machine. Those of others (cache, upload) are left out.
type job struct {
	t      *testing.T
	action definition
	inputs map[string]string
	// only, if set, is the id of the only step to run.
	only string
	// temp is the runner's folder for temporary files, workspace the checked out repository.
	temp, workspace, summary string
	// commit is what was pushed; may be empty.
	commit string
	// values are what expressions can name.
	values map[string]string
	stdout bytes.Buffer
}

func newJob(t *testing.T, workspace string, inputs map[string]string) *job {
	t.Helper()
	j := &job{t: t, action: load(t, "action.yml"), inputs: inputs, temp: t.TempDir(), workspace: workspace}
	j.summary = filepath.Join(j.temp, "summary.md")
	j.values = map[string]string{
		"github.action_ref": "v9", "github.server_url": "https://git.invalid", "github.action_repository": "podium-labs/podium",
		"runner.temp": j.temp, "runner.os": "Linux", "runner.arch": "X64",
	}
	for name, input := range j.action.Inputs {
		j.values["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		if _, known := j.action.Inputs[name]; !known {
			t.Fatalf("the action has no input %q", name)
		}
		j.values["inputs."+name] = value
	}
	return j
}

// run runs the steps as a runner does: until one fails. It returns the exit code of the last.
func (j *job) run() int {
	j.t.Helper()
	ran := 0
	for _, s := range j.action.Runs.Steps {
		if s.Run == "" || j.only != "" && j.only != s.ID {
			continue
		}
		ran++
		if code := j.step(s); code != 0 {
			return code
		}
	}
	if ran < 2 && j.only == "" || ran < 1 {
		j.t.Fatalf("the action has %d steps of its own", ran)
	}
	return 0
}

func (j *job) step(s step) int {
	j.t.Helper()
	here, err := os.Getwd()
	if err != nil {
		j.t.Fatal(err)
	}
	output := filepath.Join(j.temp, s.ID+".output")
	cmd := exec.CommandContext(j.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	cmd.Dir = j.workspace
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + j.temp, "GITHUB_ACTION_PATH=" + here, "GITHUB_OUTPUT=" + output,
		"GITHUB_STEP_SUMMARY=" + j.summary, "RUNNER_TEMP=" + j.temp, "GITHUB_SHA=" + j.commit, "SECRET=of-the-job"}
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+j.expand(value))
	}
	cmd.Stdout, cmd.Stderr = &j.stdout, &j.stdout
	if err := cmd.Run(); err != nil {
		if _, ended := errors.AsType[*exec.ExitError](err); !ended {
			j.t.Fatal(err)
		}
	}
	j.read(s.ID, output)
	return cmd.ProcessState.ExitCode()
}

// read takes over the outputs of a step.
func (j *job) read(id, file string) {
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		j.t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), "=")
		j.values[fmt.Sprintf("steps.%s.outputs.%s", id, name)] = value
	}
}

var (
	expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)
	format     = regexp.MustCompile(`^format\('([^']*)', ([^)]*)\)$`)
)

// expand evaluates the few expressions that the action uses: names, `a || b` and format().
func (j *job) expand(text string) string {
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		for operand := range strings.SplitSeq(expression.FindStringSubmatch(found)[1], " || ") {
			if value := j.value(operand); value != "" {
				return value
			}
		}
		return ""
	})
}

func (j *job) value(operand string) string {
	if call := format.FindStringSubmatch(operand); call != nil {
		text := call[1]
		for i, argument := range strings.Split(call[2], ", ") {
			text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i), j.value(argument))
		}
		return text
	}
	value, known := j.values[operand]
	if !known && !strings.HasPrefix(operand, "steps.") {
		j.t.Fatalf("what is %q?", operand)
	}
	return value
}
