package answer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// errNoReply says that a child did not reply in time.
var errNoReply = errors.New("no reply in time")

// garbage has a process collect less often while it starts: a quarter of that time is spent on collecting what all packages set up.
// Before its first step the process goes back to the usual, as its limit of memory counts garbage too.
const garbage = "GOGC=400"

// child is one process, as its parent sees it.
type child struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	replies chan Reply
	exited  chan struct{} // closed once the process has been waited for
	err     error         // how it ended; set before exited is closed
	stderr  *Capture
	sandbox string // empty until it is ready
	deeds   []Deed // how those of its job went
}

// spawn starts a process and hands it its job, without waiting for anything.
func (p *Process) spawn() (*child, error) {
	cmd := exec.CommandContext(p.ctx, p.config.Binary, p.config.Args...) //nolint:gosec // our own executable
	cmd.Dir = p.scratch
	cmd.Env = []string{
		"HOME=" + p.scratch, "KUBECONFIG=" + kubeconfigIn(p.scratch), "TMPDIR=" + p.scratch + "/" + TempFolder,
		"LANG=C.UTF-8", "TZ=UTC", "NO_COLOR=1", garbage,
	}
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }
	c := &child{cmd: cmd, replies: make(chan Reply, 1), exited: make(chan struct{}), stderr: NewCapture(0, 8<<10)}
	cmd.Stderr = c.stderr
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start answer process: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start answer process: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start answer process: %w", err)
	}
	go c.read(out)
	c.send(Request{Job: &Job{
		Kubeconfig: kubeconfigIn(p.scratch), Server: p.server, Scratch: p.scratch, Limits: p.config.Limits, Language: p.config.Language,
		Unconfined: p.config.Unconfined, Deeds: p.config.deeds,
	}})
	return c, nil
}

// read passes replies on until the process ends.
func (c *child) read(out io.Reader) {
	defer close(c.exited)
	decoder := json.NewDecoder(out)
	for {
		var next Reply
		if err := decoder.Decode(&next); err != nil {
			break
		}
		c.replies <- next
	}
	c.err = c.cmd.Wait()
}

// send does not wait: a process that does not read must not hold up its parent. The pipe breaks when it is killed.
func (c *child) send(r Request) {
	go func() {
		if err := json.NewEncoder(c.in).Encode(r); err != nil {
			// The process has gone; receive says how.
			return
		}
	}()
}

// receive waits for one reply.
func (c *child) receive(ctx context.Context, limit time.Duration) (Reply, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-c.replies:
		return r, nil
	case <-c.exited:
		select {
		case r := <-c.replies:
			return r, nil
		default:
		}
		return Reply{}, &CrashError{Err: orElse(c.err, errors.New("ended without a reply")), Stderr: strings.TrimSpace(c.stderr.Text())}
	case <-timer.C:
		return Reply{}, errNoReply
	case <-ctx.Done():
		return Reply{}, fmt.Errorf("wait for answer process: %w", ctx.Err())
	}
}

// kill ends the whole group and waits.
func (c *child) kill() {
	_ = c.in.Close()
	_ = killGroup(c.cmd)
	for {
		select {
		case <-c.replies:
		case <-c.exited:
			return
		}
	}
}
