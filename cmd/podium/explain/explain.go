// Package explain is the command that says why a Pod, a controller or a Service does not do what was expected.
package explain

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/lab"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/cmd/podium/why"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
)

// NewCommand returns "podium explain".
func NewCommand(settings *ui.Settings) *cobra.Command {
	access := &access{}
	cmd := &cobra.Command{
		Use:   "explain KIND/NAME",
		Short: "Say why a Pod, Deployment, Job, Service … does not run, rung by rung and node by node",
		Long: `Say how far a Pod or a controller has come on its way from the API server to the kubelet, which
fields show it, and for a Pod that waits: every reason against every node, and the smallest changes
with which a node would take it. Kinds: pod, deployment, replicaset, statefulset, daemonset, job,
cronjob, service, in all forms that kubectl knows. Nothing in the cluster is changed.

Which cluster: --kubeconfig, else KUBECONFIG, else a podium lab that is running, else ~/.kube/config.`,
		Example:           "  podium explain deploy/web\n  podium explain pod web-5d4f8 -n shop --context prod -o json",
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: access.complete,
	}
	output := ui.AddOutput(cmd)
	access.addFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		target, err := seen.ParseTarget(args)
		if err != nil {
			return exit.With(exit.Usage, err, "see: podium explain --help")
		}
		explained, err := explain(cmd.Context(), access, target, printer)
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		if *output == "json" {
			return report.Encode(out, explained)
		}
		return report.Text(out, explained, report.TextOptions{Words: printer, Color: settings.Color(out), Width: ui.Width(out)})
	}
	return cmd
}

func explain(ctx context.Context, access *access, target seen.Target, printer *lang.Printer) (*report.Report, error) {
	cluster, err := access.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := lab.UnsealedServer(cluster.server); err != nil {
		return nil, err
	}
	target.Namespace = cluster.namespace
	state, err := seen.Read(ctx, cluster.client, target)
	if err != nil {
		return nil, access.trouble(ctx, cluster.client, target, err)
	}
	explained, err := why.Explain(ctx, state, printer)
	if err != nil {
		return nil, exit.With(exit.Infrastructure, err, "try again")
	}
	return explained, nil
}
