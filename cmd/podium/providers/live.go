package providers

import (
	"context"
	"errors"
	"os"

	"github.com/podium-labs/podium/cmd/podium/recorder"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/graders/lang"
)

// Live is a cluster that outlives the command that made it.
type Live interface {
	cluster.Provider
	// Stop ends the cluster and keeps its data.
	Stop(ctx context.Context) error
}

// LiveOptions say which live cluster is meant.
type LiveOptions struct {
	// Dir is the cluster's directory.
	Dir string
	// Lab is what it is for.
	Lab string
	// Progress is called for every step; nil for none.
	Progress func(step, state string)
}

// Of is the provider of the cluster that has its data in dir, running or not; empty if there is none.
func Of(dir string) string {
	if kind.Exists(dir) {
		return kind.Kind
	}
	if _, err := os.Stat(embedded.Files(dir).Admin); err == nil {
		return embedded.Kind
	}
	return ""
}

// Attach returns the running cluster in the directory. The error is cluster.ErrNotRunning if there is none and
// embedded.ErrStarting if it is not ready yet.
func Attach(ctx context.Context, options LiveOptions) (Live, error) {
	if Of(options.Dir) != kind.Kind {
		return attachEmbedded(options.Dir)
	}
	running, err := kind.Attach(ctx, kindOptions(options))
	if err != nil {
		return nil, err
	}
	// a recorder that died left a gap, which the history shows; what happens from now on is recorded again
	if err := recorder.Ensure(ctx, options.Dir); err != nil {
		return nil, err
	}
	return running, nil
}

func attachEmbedded(dir string) (Live, error) {
	running, err := embedded.Attach(dir)
	if err != nil {
		return nil, err
	}
	return running, nil
}

func kindOptions(options LiveOptions) kind.Options {
	return kind.Options{Dir: options.Dir, Detached: true, Purpose: options.Lab, Progress: options.Progress}
}

// Create makes a live cluster, or goes on with one that was stopped.
func Create(ctx context.Context, name string, options LiveOptions) (Live, error) {
	if kept := Of(options.Dir); kept != "" && kept != name {
		return nil, lang.Errorf("%s was started with provider %s, not %s: stop it first", options.Lab, kept, name)
	}
	if name != kind.Kind {
		c := embedded.New(embedded.Options{Dir: options.Dir, Detached: true, Progress: options.Progress})
		_, err := c.Create(ctx)
		return c, err
	}
	if kind.Exists(options.Dir) {
		return goOn(ctx, options)
	}
	c := kind.New(kindOptions(options))
	if _, err := c.Create(ctx); err != nil {
		return nil, err
	}
	if err := recorder.Ensure(ctx, options.Dir); err != nil {
		return nil, errors.Join(err, c.Destroy(context.WithoutCancel(ctx)))
	}
	return c, nil
}

// goOn starts the containers of a stopped kind cluster.
func goOn(ctx context.Context, options LiveOptions) (Live, error) {
	c, err := kind.Start(ctx, kindOptions(options))
	if err != nil {
		return nil, err
	}
	return c, recorder.Ensure(ctx, options.Dir)
}

// ClearUnfinished removes what is left of a cluster of containers whose start was killed, but for the directory, and says whether there
// was one.
func ClearUnfinished(ctx context.Context, options LiveOptions) (bool, error) {
	unfinished, err := kind.Unfinished(kind.Name, options.Dir)
	if err != nil || unfinished == nil {
		return false, err
	}
	if !unfinished.Left {
		return false, unfinished
	}
	e, err := engine.Find(ctx)
	if err != nil {
		return false, err
	}
	return true, unfinished.Clear(ctx, e)
}

// End stops the cluster in the directory. Unless it is to be kept, containers are removed; the directory is left to the
// caller.
func End(ctx context.Context, options LiveOptions, keep bool) error {
	if Of(options.Dir) != kind.Kind {
		running, err := embedded.Attach(options.Dir)
		if errors.Is(err, cluster.ErrNotRunning) {
			return nil
		}
		if err != nil {
			return err
		}
		return running.Stop(ctx)
	}
	if err := recorder.Stop(ctx, options.Dir); err != nil {
		return err
	}
	return kind.End(ctx, kindOptions(options), keep)
}
