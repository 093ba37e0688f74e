// Package images is the command that carries container images to machines that cannot pull them.
package images

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/spf13/cobra"
	"sigs.k8s.io/kind/pkg/apis/config/defaults"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/providers"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/kind/archive"
	"github.com/podium-labs/podium/fixtures/kind/engine"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/lang"
)

// NewCommand returns "podium images".
func NewCommand(settings *ui.Settings) *cobra.Command { return newCommand(settings, engine.Find) }

// finder looks for the container engine.
type finder func(context.Context) (*engine.Engine, error)

func newCommand(settings *ui.Settings, find finder) *cobra.Command {
	cmd := &cobra.Command{
		Use: "images", Short: "Carry the images that --provider kind needs to machines without internet", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newList(settings, find), newSave(find), newLoad(settings, find))
	return cmd
}

// wanted are the images that kind clusters need: a node image, and those of the labs, which the node image of ci/nodeimage holds
// already.
func wanted() []string {
	return append([]string{archive.NodeImage, defaults.Image}, objects.LabImages()...)
}

func newList(settings *ui.Settings, find finder) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "Say which images the container engine has", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			printer, err := settings.Printer()
			if err != nil {
				return err
			}
			e, err := find(cmd.Context())
			if err != nil {
				return failure(err)
			}
			for _, image := range wanted() {
				state := lang.M("missing  %s", image)
				if e.HasImage(cmd.Context(), image) {
					state = lang.M("there    %s", image)
				}
				fmt.Fprintln(cmd.OutOrStdout(), printer.Say(state))
			}
			return nil
		},
	}
}

// errNothing is the refusal to write an archive of nothing.
var errNothing = lang.Errorf("the engine has none of the images")

func newSave(find finder) *cobra.Command {
	return &cobra.Command{
		Use: "save FILE", Short: "Write the images that this machine has into an archive", Args: cobra.ExactArgs(1),
		Example: "  podium images save podium-images" + archive.Extension,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := find(cmd.Context())
			if err != nil {
				return failure(err)
			}
			var there []string
			for _, image := range wanted() {
				if e.HasImage(cmd.Context(), image) {
					there = append(there, image)
				}
			}
			if len(there) == 0 {
				return exit.With(exit.Usage, errNothing, "let a start pull them: podium lab start lab-1 --provider kind")
			}
			if err := archive.SaveFrom(cmd.Context(), e, args[0], there...); err != nil {
				return failure(err)
			}
			for _, image := range there {
				fmt.Fprintln(cmd.OutOrStdout(), image)
			}
			return nil
		},
	}
}

func newLoad(settings *ui.Settings, find finder) *cobra.Command {
	return &cobra.Command{
		Use: "load FILE", Short: "Put the images of an archive into the container engine", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			printer, err := settings.Printer()
			if err != nil {
				return err
			}
			e, err := find(cmd.Context())
			if err == nil {
				err = archive.LoadInto(cmd.Context(), e, args[0])
			}
			if err != nil {
				return failure(err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), printer.Sprintf("loaded %s", args[0]))
			return nil
		},
	}
}

func failure(err error) error {
	next := ""
	if errors.Is(err, syscall.ENOSPC) {
		next = "make room, or write it elsewhere"
	}
	return exit.With(exit.Infrastructure, err, providers.Next(err, next))
}
