// Package recorder is the hidden command that writes down what happens in a live kind cluster. The embedded control plane
// does this in its own process; a kind cluster has none of ours.
package recorder

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/graders/evidence"
)

// Command is the name of the hidden command.
const Command = "__recorder"

// NewCommand returns the hidden command.
func NewCommand() *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use: Command, Short: "Record the history of a live kind cluster", Hidden: true, Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return record(dir) },
	}
	cmd.Flags().StringVar(&dir, "dir", "", "directory of the cluster")
	return cmd
}

// record goes on until it is told to end or the cluster is gone.
func record(dir string) error {
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE) // a closed terminal is meant for others
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	lock, err := protocol.Claim(ctx, dir)
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	defer lock.Close() // the process ends with it
	running, err := kind.Attach(ctx, kind.Options{Dir: dir, Detached: true})
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", running.Credentials().Admin)
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return fmt.Errorf("record history: %w", err)
	}
	journal, history, file, err := evidence.OpenJournal(filepath.Join(dir, protocol.Journal))
	if err != nil {
		return err
	}
	defer file.Close() // every line is written on its own
	recorder, err := evidence.Record(ctx, config, evidence.RecorderOptions{Journal: journal, History: history})
	if err != nil {
		return err
	}
	go kind.KeepGPUs(ctx, client)
	state := protocol.State{PID: os.Getpid(), Started: time.Now().UTC(), Server: config.Host, State: protocol.Ready}
	if err := protocol.WriteState(dir, state); err != nil {
		return err
	}
	defer os.Remove(filepath.Join(dir, protocol.StateFile)) // it speaks of this process
	select {
	case <-ctx.Done():
	case <-running.Done():
	}
	return recorder.Stop()
}
