package doctor

import (
	"context"
	"errors"
	"sync"

	"sigs.k8s.io/kind/pkg/apis/config/defaults"

	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/archive"
	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/fixtures/kind/host"
	"github.com/podium-labs/podium/graders/lang"
)

// containers are the examinations for clusters with real containers. Whatever needs an engine is silent without one: the
// first finding says it all.
func containers(h host.Host, find func(context.Context) (*engine.Engine, error)) []examination {
	find = once(find)
	with := func(look func(context.Context, *engine.Engine) (lang.Message, error)) func(context.Context) (lang.Message, error) {
		return func(ctx context.Context) (lang.Message, error) {
			e, err := find(ctx)
			if err != nil {
				return lang.M("not looked at without an engine"), nil //nolint:nilerr // reported by the first examination
			}
			return look(ctx, e)
		}
	}
	ofHost := func(look func(context.Context) (string, error)) func(context.Context) (lang.Message, error) {
		return func(ctx context.Context) (lang.Message, error) {
			detail, err := look(ctx)
			return lang.M("%s", lang.Phrase(detail)), err
		}
	}
	ofEngine := func(look func(context.Context, *engine.Engine) (string, error)) func(context.Context) (lang.Message, error) {
		return with(func(ctx context.Context, e *engine.Engine) (lang.Message, error) {
			return ofHost(func(ctx context.Context) (string, error) { return look(ctx, e) })(ctx)
		})
	}
	return []examination{
		{"engine", func(ctx context.Context) (lang.Message, error) { return answers(ctx, find) }, "see what the engine says: docker version"},
		{"cgroups", ofEngine(h.Cgroups), "see https://kind.sigs.k8s.io/docs/user/rootless/"},
		{"inotify", ofHost(h.Inotify), "sudo sysctl fs.inotify.max_user_instances=512 fs.inotify.max_user_watches=524288"},
		{"open files", ofHost(h.Descriptors), "raise the limit: ulimit -n 65536"},
		{"memory", ofHost(h.MemoryLeft), "close other programs, or work without containers: --provider embedded"},
		{"disk", ofEngine(h.DiskLeft), "make room: docker system prune"},
		{"node image", with(nodeImage), "where no registry can be reached: podium images load FILE"},
		{"left behind", with(leftBehind), "remove it: podium doctor --clean"},
	}
}

// once asks one time only: an engine that does not answer is waited for.
func once(find func(context.Context) (*engine.Engine, error)) func(context.Context) (*engine.Engine, error) {
	var asked sync.Once
	var found *engine.Engine
	var err error
	return func(ctx context.Context) (*engine.Engine, error) {
		asked.Do(func() { found, err = find(ctx) })
		return found, err
	}
}

func answers(ctx context.Context, find func(context.Context) (*engine.Engine, error)) (lang.Message, error) {
	e, err := find(ctx)
	if err != nil {
		return lang.Message{}, err
	}
	version, err := e.Run(ctx, "version", "--format", "{{.Server.Version}}")
	return lang.Verbatim(e.Name + " " + version), err
}

func nodeImage(ctx context.Context, e *engine.Engine) (lang.Message, error) {
	for _, image := range []string{archive.NodeImage, defaults.Image} {
		if e.HasImage(ctx, image) {
			return lang.Verbatim(image), nil
		}
	}
	return lang.M("none yet; the first start takes it from an archive or pulls it"), nil
}

func leftBehind(ctx context.Context, e *engine.Engine) (lang.Message, error) {
	left, err := kind.Left(ctx, e, kind.Name)
	if err != nil {
		return lang.Message{}, err
	}
	if left != nil {
		return lang.Message{}, left
	}
	return lang.M("nothing"), nil
}

// clean removes the kind cluster that was left behind, and says what it did.
func clean(ctx context.Context, find func(context.Context) (*engine.Engine, error)) (lang.Message, error) {
	e, err := find(ctx)
	if err != nil {
		return lang.Message{}, err
	}
	left, err := kind.Left(ctx, e, kind.Name)
	if err != nil {
		return lang.Message{}, err
	}
	if left == nil {
		return lang.M("nothing was left behind"), nil
	}
	if err := left.Clear(ctx, e); err != nil {
		return lang.Message{}, err
	}
	return lang.M("removed: %s", left), nil
}

// next is what to do about a finding: what its error knows, or else what the examination says.
func next(err error, fallback string) string {
	if errors.Is(err, context.Canceled) {
		return "run again"
	}
	return providers.Next(err, fallback)
}
