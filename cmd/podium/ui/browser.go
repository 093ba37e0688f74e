package ui

import (
	"context"
	"os"
	"os/exec"
	"runtime"

	"github.com/podium-labs/podium/graders/lang"
)

// OpenBrowser asks the desktop to open an address. Other users of the machine can read the arguments of a process, so they could
// look at this board too; nothing can be changed through it.
func OpenBrowser(ctx context.Context, address string) error {
	if !hasDesktop() {
		return lang.Errorf("open a browser: there is no desktop")
	}
	program, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		program = "open"
	case "windows":
		program, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	command := exec.CommandContext(ctx, program, args...)
	if err := command.Start(); err != nil {
		return lang.Errorf("open a browser: %w", err)
	}
	go func() { _ = command.Wait() }() // whether anything opened, one sees
	return nil
}

// hasDesktop is false where the program would open a browser in the terminal that asks for it, over whatever is shown there.
func hasDesktop() bool {
	return runtime.GOOS == "darwin" || runtime.GOOS == "windows" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}
