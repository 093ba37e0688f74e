package controlplane

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// lifetime returns the context of the run. SIGTERM ends it in good order; Ctrl-C and a closed terminal are meant for
// the parent, which then says what is to happen. An owned process ends when its standard input does, which
// the kernel sees to even if the parent is killed.
func lifetime(owned bool, orphaned func()) (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	if owned {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			orphaned()
			os.Exit(0)
		}()
	}
	return signal.NotifyContext(context.Background(), syscall.SIGTERM)
}

// removeDir removes a directory of which nobody else knows. etcd may still be writing in it.
func (o *options) removeDir(dir string) {
	if !o.throwAway {
		return
	}
	const attempts = 10
	for range attempts {
		if os.RemoveAll(dir) == nil {
			return
		}
	}
}
