package kubectl

import (
	"github.com/spf13/cobra"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd/auth"
	"k8s.io/kubectl/pkg/cmd/diff"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
)

// replace swaps the commands that end the process or start others, which upstream leaves no way to configure.
func (c *call) replace(root *cobra.Command, flags *genericclioptions.ConfigFlags, streams genericiooptions.IOStreams) {
	factory := cmdutil.NewFactory(cmdutil.NewMatchVersionFlags(flags))
	if cmd, _, err := root.Find([]string{"auth", "can-i"}); err == nil {
		cmd.Run = func(cmd *cobra.Command, args []string) { canI(cmd, args, factory, streams) }
	}
	if cmd, _, err := root.Find([]string{"diff"}); err == nil {
		cmd.Run = func(cmd *cobra.Command, args []string) { c.diff(cmd, args, factory, streams) }
	}
}

// canI is upstream's, with an exit code in place of an exit of the process.
func canI(cmd *cobra.Command, args []string, factory cmdutil.Factory, streams genericiooptions.IOStreams) {
	o := &auth.CanIOptions{
		IOStreams:     streams,
		AllNamespaces: cmdutil.GetFlagBool(cmd, "all-namespaces"),
		Quiet:         cmdutil.GetFlagBool(cmd, "quiet"),
		NoHeaders:     cmdutil.GetFlagBool(cmd, "no-headers"),
		List:          cmdutil.GetFlagBool(cmd, "list"),
		Subresource:   cmdutil.GetFlagString(cmd, "subresource"),
	}
	cmdutil.CheckErr(o.Complete(factory, args))
	cmdutil.CheckErr(o.Validate())
	if o.List {
		cmdutil.CheckErr(o.RunAccessList())
		return
	}
	allowed, err := o.RunAccessCheck()
	cmdutil.CheckErr(err)
	if !allowed {
		cmdutil.CheckErr(cmdutil.ErrExit)
	}
}

// diff is upstream's, with our own comparison in place of the program.
func (c *call) diff(cmd *cobra.Command, args []string, factory cmdutil.Factory, streams genericiooptions.IOStreams) {
	o := diff.NewDiffOptions(streams)
	o.Diff.Exec = comparer{}
	o.ShowManagedFields = cmdutil.GetFlagBool(cmd, "show-managed-fields")
	o.ShowSecrets = cmdutil.GetFlagBool(cmd, "show-secrets")
	o.Concurrency = cmdutil.GetFlagInt(cmd, "concurrency")
	o.FieldManager = cmdutil.GetFlagString(cmd, "field-manager")
	o.Selector = cmdutil.GetFlagString(cmd, "selector")
	o.FilenameOptions.Filenames = cmdutil.GetFlagStringSlice(cmd, "filename")
	o.FilenameOptions.Kustomize = cmdutil.GetFlagString(cmd, "kustomize")
	o.FilenameOptions.Recursive = cmdutil.GetFlagBool(cmd, "recursive")
	cmdutil.CheckDiffErr(o.Complete(factory, cmd, args))
	cmdutil.CheckDiffErr(o.Validate())
	err := o.Run()
	if differs(err) {
		cmdutil.CheckErr(cmdutil.ErrExit)
	}
	cmdutil.CheckDiffErr(err)
}
