// Package controlplane is the hidden command that runs an embedded control plane in its own process.
package controlplane

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/fixtures/embedded/controlplane"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/fixtures/embedded/supervise"
)

// options are the values of the command's flags.
type options struct {
	dir        string
	owned      bool
	throwAway  bool
	readyDelay time.Duration
	readyLimit time.Duration
}

// NewCommand returns the hidden command. The launcher in fixtures/embedded starts it.
func NewCommand() *cobra.Command {
	o := &options{}
	command := &cobra.Command{
		Use:           protocol.Command,
		Short:         "Run an embedded control plane",
		Hidden:        true,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(*cobra.Command, []string) error { return o.run() },
	}
	flags := command.Flags()
	flags.StringVar(&o.dir, protocol.FlagDir, "", "directory of the cluster")
	flags.BoolVar(&o.owned, protocol.FlagOwned, false, "end when standard input is closed")
	flags.BoolVar(&o.throwAway, protocol.FlagThrowAway, false, "with --owned: remove the directory when the parent is gone")
	flags.DurationVar(&o.readyDelay, protocol.FlagReadyDelay, 0, "how long a Pod takes to get ready (0: the default)")
	flags.DurationVar(&o.readyLimit, protocol.FlagReadyLimit, 0, "how long the start may take (0: a minute)")
	return command
}

func (o *options) run() error {
	dir, err := filepath.Abs(o.dir)
	if err != nil || o.dir == "" {
		return fmt.Errorf("--%s must name a directory", protocol.FlagDir)
	}
	ctx, stop := lifetime(o.owned, func() { o.removeDir(dir) })
	defer stop()
	record := &stateFile{dir: dir, detached: !o.owned}
	defer record.remove()
	lines := json.NewEncoder(os.Stdout)
	tell := func(p protocol.Progress) {
		if err := lines.Encode(p); err != nil { // nobody listens any more, once a detached cluster is ready
			fmt.Fprintln(os.Stderr, "report progress:", err)
		}
	}
	ctx, fail := context.WithCancelCause(ctx)
	err = controlplane.Run(ctx, controlplane.Config{
		Dir:           dir,
		PodReadyDelay: o.readyDelay,
		ReadyLimit:    o.readyLimit,
		Log:           os.Stderr,
		Progress: func(p protocol.Progress) {
			if !o.owned && p.Component == protocol.ClusterComponent && p.State == protocol.Ready {
				if err := recordHistory(ctx, dir); err != nil {
					fail(err)
					return
				}
			}
			record.update(p)
			tell(p)
		},
	})
	if cause := context.Cause(ctx); err == nil && cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	if err != nil {
		tell(failure(err))
	}
	return err
}

// failure names the component if the error does.
func failure(err error) protocol.Progress {
	if blamed, ok := errors.AsType[*supervise.Error](err); ok {
		return protocol.Progress{Component: blamed.Component, State: protocol.Failed, Error: blamed.Err.Error()}
	}
	return protocol.Progress{Component: protocol.ClusterComponent, State: protocol.Failed, Error: err.Error()}
}
