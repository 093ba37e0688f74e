package lab

import (
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
)

// KubectlName is the name under which podium is kubectl, for learners who have none.
const KubectlName = "kubectl"

// ownName is the name by which texts call podium.
const ownName = "podium"

// Kubectl is kubectl itself, with nothing added or taken away; it returns the exit code, or ends the process with it
// as kubectl does.
func Kubectl(args []string) int {
	command := kubectl.NewDefaultKubectlCommand()
	command.SetArgs(args)
	if err := cli.RunNoErrOutput(command); err != nil {
		cmdutil.CheckErr(err)
		return 1
	}
	return 0
}
