package main

import (
	"fmt"
	"os"

	"github.com/podium-labs/podium/cmd/podium/controlplane"
	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "podium"}
	root.AddCommand(controlplane.NewCommand())
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}
