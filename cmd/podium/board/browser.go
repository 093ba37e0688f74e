package board

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// openBrowser asks the desktop to open an address. Other users of the machine can read the arguments of a process, so they could
// look at this board too; nothing can be changed through it.
func openBrowser(ctx context.Context, address string) error {
	program, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		program = "open"
	case "windows":
		program, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	command := exec.CommandContext(ctx, program, args...)
	if err := command.Start(); err != nil {
		return fmt.Errorf("open a browser: %w", err)
	}
	go func() { _ = command.Wait() }() // whether anything opened, one sees
	return nil
}
