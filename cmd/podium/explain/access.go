package explain

import (
	"cmp"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/lab"
	"github.com/podium-labs/podium/graders/lang"
)

// requestTimeout bounds one request: whoever waits at a terminal has to learn that a cluster does not answer.
const requestTimeout = 15 * time.Second

// Reading needs some twenty requests in a row; client-go's own limit of 5 a second would make that seconds.
const (
	requestsPerSecond = 100
	burst             = 100
)

// access says which cluster is meant, as kubectl's flags of the same names do.
type access struct {
	kubeconfig, context, namespace string
}

func (a *access) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&a.kubeconfig, "kubeconfig", "", "path of the kubeconfig")
	flags.StringVar(&a.context, "context", "", "context of the kubeconfig to use")
	flags.StringVarP(&a.namespace, "namespace", "n", "", "namespace of the object; that of the context if empty")
}

// chosen is the cluster that is meant.
type chosen struct {
	client            kubernetes.Interface
	namespace, server string
}

// connect makes a client and says which namespace is meant.
func (a *access) connect(ctx context.Context) (chosen, error) {
	config, namespace, err := a.config(ctx)
	if err != nil {
		return chosen{}, err
	}
	config.Timeout, config.QPS, config.Burst = requestTimeout, requestsPerSecond, burst
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return chosen{}, exit.With(exit.Usage, lang.Errorf("make client: %w", err), "check the kubeconfig")
	}
	return chosen{client: client, namespace: namespace, server: config.Host}, nil
}

func (a *access) config(ctx context.Context) (*rest.Config, string, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = a.kubeconfig
	if a.kubeconfig == "" && a.context == "" && os.Getenv(clientcmd.RecommendedConfigPathEnvVar) == "" {
		path, err := runningLab(ctx)
		if err != nil {
			return nil, "", err
		}
		rules.ExplicitPath = path
	}
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, &clientcmd.ConfigOverrides{CurrentContext: a.context})
	config, err := loader.ClientConfig()
	if clientcmd.IsEmptyConfig(err) {
		return nil, "", noCluster(lab.Kept(ctx))
	}
	if err != nil {
		return nil, "", exit.With(exit.Usage, lang.Errorf("read kubeconfig: %w", err), "use --kubeconfig, set KUBECONFIG, or start a lab: podium lab start LAB")
	}
	namespace, _, err := loader.Namespace()
	if err != nil {
		return nil, "", exit.With(exit.Usage, lang.Errorf("read kubeconfig: %w", err), "use --namespace")
	}
	return config, cmp.Or(a.namespace, namespace), nil
}

// noCluster says where a cluster could come from.
func noCluster(kept []string) error {
	if len(kept) > 0 {
		return exit.With(exit.Usage, lang.Errorf("there is no cluster to look at: no kubeconfig, and %s does not run now", strings.Join(kept, ", ")), "go on with it: podium lab start "+kept[0])
	}
	return exit.With(exit.Usage, lang.Errorf("there is no cluster to look at: no kubeconfig, and no lab that runs"), "use --kubeconfig, set KUBECONFIG, or start a lab: podium lab start LAB")
}

// runningLab is the kubeconfig of the learner of the one lab that runs; empty if none does.
func runningLab(ctx context.Context) (string, error) {
	running := lab.Running(ctx)
	ids := slices.Sorted(maps.Keys(running))
	if len(ids) > 1 {
		return "", exit.With(exit.Usage, lang.Errorf("several labs are running: %s", strings.Join(ids, ", ")), `say which: --kubeconfig "$(podium lab kubeconfig `+ids[0]+`)"`)
	}
	for _, path := range running {
		return path, nil
	}
	return "", nil
}
