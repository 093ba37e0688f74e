// Package version is the command that says which Podium this is.
package version

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/ui"
)

// Versions are those that decide whether two results can be compared.
type Versions struct {
	Podium     string `json:"podium"`
	Kubernetes string `json:"kubernetes"`
	Go         string `json:"go"`
	Platform   string `json:"platform"`
}

// NewCommand returns "podium version".
func NewCommand(_ *ui.Settings, podium string) *cobra.Command {
	cmd := &cobra.Command{Use: "version", Short: "Print the versions of Podium and of the Kubernetes inside", Args: cobra.NoArgs}
	output := ui.AddOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		v := Versions{Podium: podium, Kubernetes: kubernetesVersion(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
		if *output == "json" {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(v)
		}
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "podium      %s\nkubernetes  %s\ngo          %s %s\n", v.Podium, v.Kubernetes, v.Go, v.Platform)
		return err
	}
	return cmd
}

// kubernetesVersion is that of the module which the control plane is built from.
func kubernetesVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, module := range info.Deps {
		if module.Path == "k8s.io/kubernetes" {
			return module.Version
		}
	}
	return "unknown"
}
