// Package kubectl runs kubectl inside this process, for one cluster and one set of files, and ends it when its context ends.
package kubectl

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	upstream "k8s.io/kubectl/pkg/cmd"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"

	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/answer/tools"
	"github.com/podium-labs/podium/graders/lang"
)

// The upstream packages expect a process of their own. What they would share is dealt with here:
//   - a fatal error calls a package-level function: ours panics with the error, which unwinds only the call it belongs to, so that
//     calls may overlap, as they do in a pipe or with &;
//   - building the command tree writes package-level variables: it is done under a lock;
//   - most commands make contexts of their own: the transport refuses all requests once the call's context has ended.

// Config says which cluster and files kubectl may use.
type Config struct {
	// Kubeconfig is the file used. It needs no other file and runs no program.
	Kubeconfig string
	// CacheDir keeps what was discovered of the API.
	CacheDir string
	// Box confines files.
	Box *box.Box
	// Stdin is a folder of the host where what comes in on standard input is kept for -f -.
	Stdin string
}

// Kubectl runs commands.
type Kubectl struct {
	config Config
	build  sync.Mutex
	inputs inputs
}

// New prepares this process for kubectl: it replaces what kubectl does on a fatal error, and turns off kuberc files, of which a bad
// one would end the process.
func New(config Config) *Kubectl {
	_ = os.Setenv(string(cmdutil.KubeRC), "false")
	_ = os.Setenv("KUBECONFIG", config.Kubeconfig) // kubectl config looks nowhere else
	cmdutil.BehaviorOnFatal(func(message string, code int) { panic(fatal{message: message, code: code}) })
	klog.OsExit = func(code int) { panic(fatal{message: "error: kubectl gave up", code: code}) } // kubectl get --sort-by ends so
	return &Kubectl{config: config, inputs: inputs{dir: config.Stdin}}
}

// profiling finds the flags that kubectl acts on before it comes to our guard: it opens the file named there at once.
func profiling(args []string) (string, bool) {
	for _, arg := range args {
		if name, _, _ := strings.Cut(arg, "="); name == "--profile" || name == "--profile-output" {
			return name, true
		}
	}
	return "", false
}

// fatal is how a command ends in the middle.
type fatal struct {
	message string
	code    int
}

// Run is a tool of the shell.
func (k *Kubectl) Run(ctx context.Context, env *tools.Env, args []string) (code int) {
	defer func() { code = ended(recover(), env.Stderr, code) }()
	for _, note := range ignored(env.Environ) {
		_, _ = fmt.Fprintln(env.Stderr, env.Say(note))
	}
	if refused, is := profiling(args); is {
		_, _ = fmt.Fprintln(env.Stderr, "error: "+env.Say(lang.M("%s is not available in answers: %s", refused, lang.Phrase("there is no profiling in answers"))))
		return 1
	}
	call := &call{Kubectl: k, ctx: ctx, env: env}
	defer call.close()
	root := call.command(args)
	root.SetContext(ctx)
	root.SetArgs(args)
	root.SetIn(call.stdin())
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		_, _ = fmt.Fprintln(env.Stderr, "error: "+strings.TrimPrefix(env.Say(lang.M("%s", err)), "error: "))
		return 1
	}
	return 0
}

// ended turns a panic of a command into its exit code.
func ended(panicked any, stderr io.Writer, code int) int {
	switch end := panicked.(type) {
	case nil:
		return code
	case fatal:
		if end.message != "" {
			_, _ = fmt.Fprintln(stderr, strings.TrimSuffix(end.message, "\n"))
		}
		return end.code
	default:
		_, _ = fmt.Fprintf(stderr, "kubectl: internal error: %v\n", end)
		return 1
	}
}

// call is one run of one command.
type call struct {
	*Kubectl
	ctx   context.Context //nolint:containedctx // a call is its context
	env   *tools.Env
	spool []string
}

// command builds the tree of commands and puts the guard before each.
func (c *call) command(args []string) *cobra.Command {
	c.build.Lock()
	defer c.build.Unlock()
	streams := genericiooptions.IOStreams{In: c.stdin(), Out: c.env.Stdout, ErrOut: c.env.Stderr}
	flags := c.flags(streams)
	root := upstream.NewKubectlCommand(upstream.KubectlOptions{
		Arguments: append([]string{"kubectl"}, args...), ConfigFlags: flags, IOStreams: streams,
	})
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentFlags().StringP("v", "v", "", "ignored in answers")
	c.replace(root, flags, streams)
	c.guard(root)
	return root
}

func (c *call) flags(streams genericiooptions.IOStreams) *genericclioptions.ConfigFlags {
	flags := genericclioptions.NewConfigFlags(true).WithDiscoveryBurst(300).WithDiscoveryQPS(50).WithWarningPrinter(streams)
	*flags.KubeConfig = c.config.Kubeconfig
	*flags.CacheDir = c.config.CacheDir
	return flags.WithWrapConfigFn(func(config *rest.Config) *rest.Config {
		config.UserAgent = userAgent
		config.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil } //nolint:nilnil // no proxy
		config.Wrap(func(next http.RoundTripper) http.RoundTripper { return bound{next: next, ctx: c.ctx} })
		return config
	})
}

func (c *call) stdin() io.Reader {
	if c.env.Stdin == nil {
		return strings.NewReader("")
	}
	return c.env.Stdin
}
