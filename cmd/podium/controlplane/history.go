package controlplane

import (
	"context"
	"fmt"
	"path/filepath"

	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/evidence"
)

// recordHistory begins to write down everything that happens in a detached cluster, from before any lab is there. A live attempt
// is graded from this history. A restarted cluster goes on with it.
func recordHistory(ctx context.Context, dir string) error {
	config, err := clientcmd.BuildConfigFromFlags("", filepath.Join(dir, protocol.AdminKubeconfig))
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	config.QPS = -1
	journal, history, _, err := evidence.OpenJournal(filepath.Join(dir, protocol.Journal))
	if err != nil {
		return err
	}
	// the recorder and its file live as long as this process
	_, err = evidence.Record(ctx, config, evidence.RecorderOptions{Journal: journal, History: history})
	return err
}
