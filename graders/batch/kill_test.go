package batch_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
)

// batchVariable makes the test binary a batch of its own, that can be killed: "OUT:SOURCE".
const batchVariable = "PODIUM_TEST_BATCH"

func TestMain(m *testing.M) {
	if where := os.Getenv(batchVariable); where != "" {
		if err := process(where); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// process runs a batch whose gradings take a moment, to its end.
func process(where string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) //nolint:forbidigo // no test, but a process of its own
	defer stop()
	out, source, _ := strings.Cut(where, ":")
	list, err := roster.Folder(source)
	if err != nil {
		return err
	}
	words, err := lang.New(lang.English)
	if err != nil {
		return err
	}
	f := &fake{}
	o := batch.Options{
		Out: out, Entries: list.Entries, Labs: []*labs.Lab{rollouts.Lab()}, Known: []string{"lab-2"}, Jobs: 3, Words: words, Canary: 7,
		Key:     journal.Key{Podium: "test", Kubernetes: "v1", Provider: "fake", Seed: 1},
		BackOff: func(int) time.Duration { return time.Millisecond },
		Grade: func(ctx context.Context, work batch.Work) (*result.Record, error) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(time.Duration(rand.IntN(4)) * time.Millisecond):
			}
			return f.grade(ctx, work)
		},
	}
	if _, err := batch.Run(ctx, o); err != nil {
		return err
	}
	_, err = batch.Summarise(o)
	return err
}

// launch starts a batch as a process of its own.
func launch(t *testing.T, out, source string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), batchVariable+"="+out+":"+source)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command
}

// size is how much has been written to the journal.
func size(out string) int64 {
	info, err := os.Stat(filepath.Join(out, journal.FileName))
	if err != nil {
		return 0
	}
	return info.Size()
}

// TestWhateverEndsABatchTheNextRunGoesOn kills one again and again, at moments that no run shares, and wants the summary of one that nobody has
// disturbed, byte for byte.
func TestWhateverEndsABatchTheNextRunGoesOn(t *testing.T) {
	source, quiet, out := t.TempDir(), t.TempDir(), t.TempDir()
	wanted := spread(40)
	wanted["fault-1"], wanted["fault-2"] = "pass 7,infra 1", "infra 99"
	submit(t, source, wanted)
	if err := launch(t, quiet, source).Wait(); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for {
		command := launch(t, out, source)
		ended := make(chan error, 1)
		go func() { ended <- command.Wait() }()
		killed := false
		if kills < 12 {
			killed = killLater(t, command, out, ended)
		}
		if !killed {
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
			break
		}
		kills++
	}
	if kills < 5 {
		t.Errorf("it was killed %d times only", kills)
	}
	for _, name := range []string{batch.SummaryCSV, batch.SummaryHTML} {
		if got, want := read(t, out, name), read(t, quiet, name); got != want {
			t.Errorf("%s differs:\n%s\nwant:\n%s", name, got, want)
		}
	}
	for id := range wanted {
		for _, file := range []string{"record.json", "report.md", "junit.xml"} {
			if got, want := read(t, out, id, file), read(t, quiet, id, file); got != want {
				t.Errorf("%s/%s differs", id, file)
			}
		}
	}
	once(t, out)
}

// killLater kills the process when the journal has grown by a random amount, or lets it end. It is true if the process was killed.
func killLater(t *testing.T, command *exec.Cmd, out string, ended chan error) bool {
	t.Helper()
	until := size(out) + rand.Int64N(6000)
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for size(out) < until {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			ended <- nil
			return false
		case <-ticker.C:
		}
	}
	if err := command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	err := <-ended
	if err == nil { // it was faster
		ended <- nil
		return false
	}
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatal(err)
	}
	return true
}

// once wants each result in the journal one time, but for what was killed between record and journal, which never counted.
func once(t *testing.T, out string) {
	t.Helper()
	lines := 0
	for line := range strings.Lines(read(t, out, journal.FileName)) {
		if strings.Contains(line, `"event":"done"`) {
			lines++
		}
	}
	if lines != 42 {
		t.Errorf("42 submissions were done %d times", lines)
	}
	halves, err := filepath.Glob(filepath.Join(out, ".batch", "records", ".podium-*"))
	if err != nil || len(halves) > 0 {
		t.Errorf("left over: %v, %v", halves, err)
	}
}
