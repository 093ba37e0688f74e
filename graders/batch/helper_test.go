package batch_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
)

// wish is a file of an answer by which a submission tells the fake grader what to do: "pass 3", "infra 2" (how often), "hang".
const wish = "# fake: "

// fake grades without a cluster. It is what its submissions say, so every run of a batch has to come to the same.
type fake struct {
	mu sync.Mutex
	// graded counts gradings by ID.
	graded map[string]int
	// reference, if set, decides how many points a reference solution loses the next time.
	reference func() bool
}

func (f *fake) count(id string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.graded == nil {
		f.graded = map[string]int{}
	}
	f.graded[id]++
	return f.graded[id]
}

func (f *fake) times(id string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.graded[id]
}

// moment is when everything happens.
func moment() time.Time { return time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC) }

func (f *fake) grade(ctx context.Context, work batch.Work) (*result.Record, error) {
	times := f.count(work.Answers.ID)
	pass, infra := wishes(work.Answers)
	work.Progress(run.Event{Began: rollouts.Deploy})
	switch {
	case pass == hang:
		<-ctx.Done()
		return nil, ctx.Err()
	case strings.Contains(work.Answers.ID, "/solutions/") && f.reference != nil && f.reference():
		pass = 1
	}
	record, err := run.Invalid(work.Lab, work.Answers.ID, lang.English, "test", &answer.InvalidError{})
	if err != nil {
		return nil, err
	}
	record.Submission.TreeSHA256, record.GradedAt = work.Answers.TreeSHA256, moment()
	record.Submission.Commit, record.Submission.SubmittedAt = work.Answers.Commit, work.Answers.SubmittedAt
	record.Environment = result.Environment{Provider: "fake", Kubernetes: "v1"}
	record.Phases = []result.Phase{{Name: "checks", MS: 100, Outcome: "ok"}}
	record.Outcome, record.Error = "", nil
	if times <= infra {
		record.Outcome, record.Error = result.InfraError, &result.Error{Phase: "provision", Message: "etcd is not ready"}
		record.Sum()
		return record, nil
	}
	n := 0
	for i := range record.Tasks {
		for j := range record.Tasks[i].Checks {
			check := &record.Tasks[i].Checks[j]
			check.Status, check.Expected, check.Actual = result.Failed, "four ready Pods", "three ready Pods"
			if n++; n <= pass {
				check.Status = result.Passed
			}
		}
	}
	fmt.Fprintf(work.Log, "graded %s\n", work.Answers.ID)
	record.Sum()
	return record, nil
}

// every is more than a lab has checks, and hang a number that none has.
const (
	every = 1000
	hang  = -1
)

// wishes reads what a submission wants.
func wishes(answers *answer.Submission) (pass, infra int) {
	if len(answers.Tasks) == 0 {
		return 0, 0
	}
	pass = every
	for _, file := range answers.Tasks[0].Files {
		text, ok := strings.CutPrefix(string(file.Content), wish)
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(strings.TrimSpace(text), ",") {
			what, value, _ := strings.Cut(part, " ")
			n, _ := strconv.Atoi(value)
			switch what {
			case "pass":
				pass = n
			case "infra":
				infra = n
			case "hang":
				pass = hang
			}
		}
	}
	return pass, infra
}

// submit lays submissions: a wish by ID.
func submit(t *testing.T, dir string, wanted map[string]string) []roster.Entry {
	t.Helper()
	for id, text := range wanted {
		answers := filepath.Join(dir, id, "answers", "lab-2")
		err := os.MkdirAll(answers, 0o755)
		if err == nil {
			err = os.WriteFile(filepath.Join(answers, "deploy.sh"), []byte(wish+text+"\n"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	list, err := roster.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return list.Entries
}

// options are those of a batch with a fake grader.
func options(t *testing.T, out string, entries []roster.Entry, f *fake) batch.Options {
	t.Helper()
	words, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	return batch.Options{
		Out: out, Entries: entries, Labs: []*labs.Lab{rollouts.Lab()}, Known: []string{"lab-2"}, Jobs: 2, Words: words, Grade: f.grade,
		Key:     journal.Key{Podium: "test", Kubernetes: "v1", Provider: "fake", Seed: 1},
		BackOff: func(int) time.Duration { return time.Millisecond }, TempDir: t.TempDir(),
	}
}

// spread gives n submissions scores that differ.
func spread(n int) map[string]string {
	wanted := map[string]string{}
	for i := range n {
		id := fmt.Sprintf("student-%03d", i)
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(id))
		wanted[id] = fmt.Sprintf("pass %d", sum.Sum32()%20)
	}
	return wanted
}

// read returns a file of a folder.
func read(t *testing.T, parts ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
