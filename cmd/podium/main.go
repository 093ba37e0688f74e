// Command podium sets up Kubernetes labs and grades what happened in them.
package main

import (
	"os"

	"github.com/podium-labs/podium/cmd/podium/app"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
)

// version is set by the linker; see the Makefile.
var version = "dev"

func main() {
	os.Exit(app.Profiled(os.Getenv(protocol.ProfileVariable), os.Args, os.Stderr, func() int {
		return app.Main(version, os.Args, app.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	}))
}
