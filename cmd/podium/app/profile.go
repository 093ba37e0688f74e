package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/podium-labs/podium/fixtures/embedded/protocol"
)

// Profiled runs a program, and writes how it spent its processor time into a folder, if one is named: COMMAND-PID.pprof, for "go tool pprof".
func Profiled(dir string, args []string, errs io.Writer, run func() int) int {
	if dir == "" {
		return run()
	}
	command := filepath.Base(args[0])
	if len(args) > 1 {
		command = filepath.Base(args[1])
	}
	file, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%d.pprof", command, os.Getpid())))
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	if err != nil { // it is for the sake of the profile only that one would know
		fmt.Fprintln(errs, "podium:", protocol.ProfileVariable, err)
		return run()
	}
	code := run()
	pprof.StopCPUProfile()
	if err := file.Close(); err != nil {
		fmt.Fprintln(errs, "podium:", protocol.ProfileVariable, err)
	}
	return code
}
