// Command kubernetes is every Kubernetes program of a kind node in one file, told apart by the name it is called by.
//
// One file instead of nine keeps the node image small: they share nearly all of their packages.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	_ "time/tzdata" // CronJobs name time zones, and nodes have no zoneinfo

	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/cache"       // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/errors"      // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/forward"     // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/health"      // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/kubernetes"  // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/loadbalance" // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/log"         // what a person adds to debug
	_ "github.com/coredns/coredns/plugin/loop"        // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/metrics"     // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/ready"       // named in kubeadm's Corefile
	_ "github.com/coredns/coredns/plugin/reload"      // named in kubeadm's Corefile
	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"          // --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // metrics of clients
	_ "k8s.io/component-base/metrics/prometheus/version"  // kubernetes_build_info
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubeadm "k8s.io/kubernetes/cmd/kubeadm/app"
	kubeadmutil "k8s.io/kubernetes/cmd/kubeadm/app/util/errors"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"

	"github.com/podium-labs/podium/ci/nodeimage/kubernetes/network"
)

// foreign are the flags that CoreDNS and caddy put on the global flag set as soon as their packages are loaded.
// Their -version would hide kube-proxy's --version.
var foreign = []string{"conf", "p", "dns.port", "plugins", "quiet", "version", "pidfile"}

func main() {
	name := filepath.Base(os.Args[0])
	if name != "coredns" {
		cleanFlags(name)
	}
	os.Exit(run(name))
}

// run is the program called name; it returns the exit code.
func run(name string) int {
	switch name {
	case "kube-apiserver":
		return cli.Run(apiserver.NewAPIServerCommand())
	case "kube-controller-manager":
		return cli.Run(controllermanager.NewControllerManagerCommand())
	case "kube-scheduler":
		return cli.Run(scheduler.NewSchedulerCommand())
	case "kube-proxy":
		return cli.Run(proxy.NewProxyCommand())
	case "kubelet":
		return cli.Run(kubelet.NewKubeletCommand(context.Background()))
	case "kubeadm":
		kubeadmutil.HandleError(kubeadm.Run())
	case "kubectl":
		return runKubectl(kubectl.NewDefaultKubectlCommand())
	case "coredns":
		coremain.Run()
	case "etcd":
		etcdmain.Main(os.Args)
	case "kind-network":
		return network.Main()
	default:
		fmt.Fprintf(os.Stderr, "no program is called %q here\n", name)
		return 2
	}
	return 0
}

func runKubectl(command *cobra.Command) int {
	if err := cli.RunNoErrOutput(command); err != nil {
		kubectlutil.CheckErr(err)
	}
	return 0
}

// cleanFlags takes foreign flags off the global flag set. kubeadm and kubectl show that set in their help, so
// it is empty for them.
func cleanFlags(name string) {
	clean := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	if name != "kubeadm" && name != "kubectl" {
		flag.CommandLine.VisitAll(func(f *flag.Flag) {
			if !slices.Contains(foreign, f.Name) {
				clean.Var(f.Value, f.Name, f.Usage)
			}
		})
	}
	flag.CommandLine = clean
}
