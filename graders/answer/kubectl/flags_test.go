package kubectl

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	upstream "k8s.io/kubectl/pkg/cmd"
)

// suspicious are parts of names of flags that read or write files, change the identity or the cluster, or run something.
var suspicious = []string{"file", "dir", "path", "cert", "key", "token", "as", "user", "server", "cluster", "context", "kube", "editor", "helm", "plugin", "exec", "command", "url", "address", "port", "raw", "mount", "stdin", "tty", "attach"}

// reviewed are those that are none of it, or belong to a refused command.
var reviewed = []string{
	"allow-missing-template-keys", "append-hash", "cascade", "class", "cluster-ip", "clusterip", "clusterrole", "command",
	"current-replicas", "delete-emptydir-data", "detach-keys", "disable-compression", "docker-password", "docker-server",
	"docker-username", "external-name", "keys", "match-server-version", "node-port", "non-resource-url", "port", "raw", "replicas",
	"server-print", "server-side", "serviceaccount", "target-port", "tcp", "warnings-as-errors",
}

// TestEveryFlagIsReviewed fails when a new version of kubectl brings a flag that somebody should look at.
func TestEveryFlagIsReviewed(t *testing.T) {
	t.Setenv("KUBECTL_KUBERC", "false")
	root := upstream.NewKubectlCommand(upstream.KubectlOptions{Arguments: []string{"kubectl"}})
	known := slices.Concat(reviewed, slices.Collect(maps.Keys(globalFlags)), slices.Collect(maps.Keys(localFlags)), slices.Collect(maps.Keys(pathFlags)))
	walk(root, func(cmd *cobra.Command, flag *pflag.Flag) {
		for at := cmd.CommandPath(); at != ""; at = parent(at) {
			if _, refused := refusedCommands[at]; refused {
				return
			}
		}
		if slices.Contains(known, flag.Name) || !slices.ContainsFunc(suspicious, func(part string) bool { return strings.Contains(flag.Name, part) }) {
			return
		}
		t.Errorf("%s --%s: %s", cmd.CommandPath(), flag.Name, flag.Usage)
	})
}

// TestRefusalsExist fails when a refused name is gone, which could mean that it was renamed.
func TestRefusalsExist(t *testing.T) {
	root := upstream.NewKubectlCommand(upstream.KubectlOptions{Arguments: []string{"kubectl"}})
	seen := map[string]bool{}
	walk(root, func(cmd *cobra.Command, flag *pflag.Flag) {
		seen["--"+flag.Name] = true
		seen[cmd.CommandPath()] = true
	})
	for _, names := range []map[string]string{globalFlags, localFlags} {
		for name := range names {
			if !seen["--"+name] {
				t.Errorf("--%s is no flag of kubectl", name)
			}
		}
	}
	for path := range refusedCommands {
		if !seen[path] && !strings.Contains(path, "__complete") && path != "kubectl kuberc" {
			t.Errorf("%s is no command of kubectl", path)
		}
	}
}

func walk(cmd *cobra.Command, visit func(*cobra.Command, *pflag.Flag)) {
	visit(cmd, &pflag.Flag{})
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { visit(cmd, flag) })
	cmd.PersistentFlags().VisitAll(func(flag *pflag.Flag) { visit(cmd, flag) })
	for _, sub := range cmd.Commands() {
		walk(sub, visit)
	}
}
