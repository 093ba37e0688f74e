package clitest

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/answer/shell"
	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
)

// roundTrip chooses the solutions of TestAnAttemptDoneLiveIsGradedAlikeWhenReplayed: "all" of them, or the one of each lab that
// uses the most commands if it is not set.
const roundTrip = "PODIUM_ROUNDTRIP"

// TestAnAttemptDoneLiveIsGradedAlikeWhenReplayed does the solutions of every lab on a running lab with a real kubectl,
// writes them down with podium submit, and replays them.
func TestAnAttemptDoneLiveIsGradedAlikeWhenReplayed(t *testing.T) {
	for _, lab := range all.Labs() {
		solutions, err := fs.ReadDir(lab.Files, "solutions")
		if err != nil || len(solutions) == 0 {
			t.Fatalf("%s has no solutions: %v", lab.ID, err)
		}
		for _, solution := range solutions {
			if os.Getenv(roundTrip) != "all" && solution.Name() != "commands" {
				continue
			}
			t.Run(lab.ID+"/"+solution.Name(), func(t *testing.T) { thereAndBack(t, lab, solution.Name()) })
		}
	}
}

func thereAndBack(t *testing.T, lab *labs.Lab, solution string) {
	t.Helper()
	p := newPlace(t)
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop")) })
	if started := p.run("lab", "start", lab.ID); started.code != 0 {
		t.Fatal(started)
	}
	someone := newLearner(p, lab)
	someone.do(solution)
	if err := someone.recorder.Stop(); err != nil {
		t.Error(err)
	}
	live := p.checkUntilFull(lab)
	file := filepath.Join(t.TempDir(), "attempt.jsonl")
	if submitted := p.run("submit", lab.ID, "--out", file); submitted.code != 0 || !strings.Contains(submitted.out, "requests") {
		t.Fatalf("submit: %+v", submitted)
	}
	p.run("lab", "stop", lab.ID)
	replayed := p.run("replay", file, "-o", "json")
	record, err := result.Decode(strings.NewReader(replayed.out))
	if err != nil {
		t.Fatalf("replay: exit code %d, %v, %s", replayed.code, err, replayed.err)
	}
	if got, want := verdicts(t, record), verdicts(t, live); got != want {
		handedIn, err := os.ReadFile(file)
		t.Errorf("- live, + replayed:\n%s\n%+v\n%s%v", differing(want, got), record.Tasks[0].Steps, handedIn, err)
	}
	if steps := record.Tasks[0].Steps; len(steps) != 1 || steps[0].ExitCode != 0 {
		t.Errorf("not every request was answered as before: %+v", steps)
	}
}

// checkUntilFull checks until nothing fails any more: what comes about by itself may take its time in a live lab.
func (p *place) checkUntilFull(lab *labs.Lab) *result.Record {
	p.t.Helper()
	deadline := time.After(90 * time.Second)
	for {
		got := p.run("lab", "check", lab.ID, "-o", "json")
		record, err := result.Decode(strings.NewReader(got.out))
		if err != nil || record.Score == nil {
			p.t.Fatalf("check: exit code %d, %v, %s", got.code, err, got.err)
		}
		if *record.Score == lab.Points() {
			return record
		}
		select {
		case <-deadline:
			return record
		case <-time.After(time.Second):
		}
	}
}

// madeUp are names of the cluster's and times of day, which differ from run to run.
var madeUp = regexp.MustCompile(`-[bcdf-hj-np-tv-z2456789]{5,10}(-[bcdf-hj-np-tv-z2456789]{5})?\b|[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// verdicts are the checks of a record, without what differs from run to run.
func verdicts(t *testing.T, record *result.Record) string {
	t.Helper()
	var out strings.Builder
	for _, task := range record.Tasks {
		for _, check := range task.Checks {
			check.When, check.DurationMS = nil, 0
			text, err := json.Marshal(check)
			if err != nil {
				t.Fatal(err)
			}
			out.WriteString(task.ID + " " + madeUp.ReplaceAllString(string(text), "-X") + "\n")
		}
	}
	return out.String()
}

// differing are the lines that only one of two texts has.
func differing(live, replayed string) string {
	a, b := strings.Split(live, "\n"), strings.Split(replayed, "\n")
	only := func(sign string, lines, others []string) string {
		missing := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
		return sign + strings.Join(missing, "\n"+sign) + "\n"
	}
	return only("- ", a, b) + only("+ ", b, a)
}

// learner works on a running lab with a kubectl of their own. Only the tools around it are Podium's, so that no test
// depends on what is installed.
type learner struct {
	*place
	lab        *labs.Lab
	kubeconfig string
	recorder   *evidence.Recorder
	settler    *evidence.Settler
}

func newLearner(p *place, lab *labs.Lab) *learner {
	p.t.Helper()
	l := &learner{place: p, lab: lab, kubeconfig: strings.TrimSpace(p.run("lab", "kubeconfig", lab.ID).out)}
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(filepath.Dir(l.kubeconfig), protocol.AdminKubeconfig))
	if err != nil {
		p.t.Fatal(err)
	}
	if l.recorder, err = evidence.Record(p.t.Context(), config, evidence.RecorderOptions{}); err != nil {
		p.t.Fatal(err)
	}
	l.settler = evidence.NewSettler(l.recorder.History(), evidence.SettleOptions{})
	return l
}

// do does a solution file by file and waits for the cluster after each, as a person does.
func (l *learner) do(solution string) {
	l.t.Helper()
	sub, err := fs.Sub(l.lab.Files, "solutions/"+solution)
	if err != nil {
		l.t.Fatal(err)
	}
	dir := l.t.TempDir()
	if err := os.CopyFS(dir, sub); err != nil {
		l.t.Fatal(err)
	}
	loaded, err := answer.Load(l.t.Context(), dir, l.lab.ID, l.lab.TaskIDs())
	if err != nil {
		l.t.Fatal(err)
	}
	for _, given := range loaded.Tasks {
		files, err := box.Open(l.t.TempDir(), l.t.TempDir(), 64<<20)
		if err != nil {
			l.t.Fatal(err)
		}
		sh := shell.New(shell.Config{Box: files, Programs: map[string]tools.Tool{"kubectl": l.realKubectl}})
		for _, step := range given.Steps {
			l.step(sh, files, step)
		}
		if err := files.Close(); err != nil {
			l.t.Error(err)
		}
	}
}

func (l *learner) step(sh *shell.Shell, files *box.Box, step answer.Step) {
	l.t.Helper()
	var said strings.Builder
	streams := shell.Streams{Stdout: &said, Stderr: &said}
	name := filepath.Base(step.File)
	var err error
	if step.Kind == answer.Manifest {
		if err = files.WriteFile(files.Work(), name, step.Content); err == nil {
			_, err = sh.Program(l.t.Context(), streams, "kubectl", "apply", "-f", name)
		}
	} else {
		_, err = sh.Run(l.t.Context(), name, step.Content, streams)
	}
	if err != nil {
		l.t.Fatalf("%s: %v\n%s", step.File, err, said.String())
	}
	ctx, cancel := context.WithTimeout(l.t.Context(), time.Minute)
	defer cancel()
	if err := l.settler.Settle(ctx); err != nil && !errors.Is(err, evidence.ErrUnsettled) {
		l.t.Fatal(err)
	}
}

// realKubectl starts a process.
func (l *learner) realKubectl(ctx context.Context, env *tools.Env, args []string) int {
	dir, err := env.Box.Real(env.Dir, ".")
	if err != nil {
		l.t.Errorf("find working directory: %v", err)
		return 1
	}
	cmd := exec.CommandContext(ctx, l.kubectl, args...)
	cmd.Env = slices.Concat(l.command(ctx, l.kubectl).Env, []string{"KUBECONFIG=" + l.kubeconfig})
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, env.Stdin, env.Stdout, env.Stderr
	cmd.WaitDelay = time.Second // for an input that nobody ends
	if err := cmd.Run(); cmd.ProcessState == nil {
		l.t.Errorf("run kubectl: %v", err)
		return 1
	}
	return cmd.ProcessState.ExitCode()
}
