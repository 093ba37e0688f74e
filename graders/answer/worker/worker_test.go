package worker_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/worker"
)

func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{answer.WorkFolder, answer.TempFolder, answer.HomeFolder, answer.StdinFolder} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestEndsWithParent: the pipe of requests ends when the parent dies, and then the process must not go on with its step.
func TestEndsWithParent(t *testing.T) {
	for name, content := range map[string]string{"idle": "", "in a step": "sleep 1000", "in a loop": "awk 'BEGIN{while(1){}}'"} {
		t.Run(name, func(t *testing.T) {
			in, requests := io.Pipe()
			replies, out := io.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- worker.Serve(t.Context(), in, out) }()
			encoder := json.NewEncoder(requests)
			if err := encoder.Encode(answer.Request{Job: &answer.Job{Scratch: scratch(t), Unconfined: true}}); err != nil {
				t.Fatal(err)
			}
			var ready answer.Reply
			if err := json.NewDecoder(replies).Decode(&ready); err != nil || ready.Sandbox == "" || ready.Error != "" {
				t.Fatalf("%+v, %v", ready, err)
			}
			if content != "" {
				step := answer.Step{File: "a.sh", Kind: answer.Script, Content: []byte(content)}
				if err := encoder.Encode(answer.Request{Step: &step}); err != nil {
					t.Fatal(err)
				}
			}
			if err := requests.Close(); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Error("still running")
			}
		})
	}
}

func TestFirstRequestIsAJob(t *testing.T) {
	in, requests := io.Pipe()
	if err := requests.Close(); err != nil {
		t.Fatal(err)
	}
	if err := worker.Serve(t.Context(), in, io.Discard); err == nil {
		t.Error("served without a job")
	}
}
