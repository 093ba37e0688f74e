package submission

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// git runs the git program with everything switched off that could run something else, ask somebody or write elsewhere.
type git struct {
	program string
	// home is a private folder for repositories; its config is that of none.
	home   string
	limits *Limits
	// trusted is true if the user's own configuration counts: proxies and credentials for a URL that they typed.
	trusted bool
}

// settings override every configuration file.
func settings() []string {
	return []string{
		"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.attributesFile=/dev/null", "core.askPass=", "credential.interactive=false",
		"core.commitGraph=false", "core.multiPackIndex=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
		"gc.auto=0", "maintenance.auto=false", "fetch.writeCommitGraph=false", "transfer.bundleURI=false", "log.showSignature=false",
		// memory: one thread, large files as streams, small windows on packs
		"pack.threads=1", "core.bigFileThreshold=1m", "core.packedGitWindowSize=16m", "core.packedGitLimit=128m", "core.deltaBaseCacheLimit=16m",
		"fetch.unpackLimit=1", "transfer.unpackLimit=1", // one pack, whose size the system bounds
		"http.lowSpeedLimit=1000", "http.lowSpeedTime=20",
	}
}

func newGit(home string, limits *Limits, trusted bool) (*git, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, usage("install git (2.31 or newer), or hand in a folder or an archive", "find the git program: %w", err)
	}
	return &git{program: program, home: home, limits: limits, trusted: trusted}, nil
}

// command prepares git in a repository; an empty one means none.
func (g *git) command(ctx context.Context, repository string, args ...string) *exec.Cmd {
	full := []string{}
	for _, setting := range settings() {
		full = append(full, "-c", setting)
	}
	if repository != "" {
		full = append(full, "--git-dir="+repository)
	}
	program, full := g.limited(append(full, args...))
	cmd := exec.CommandContext(ctx, program, full...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = g.home, g.environment(), 5*time.Second
	ownSession(cmd)
	return cmd
}

// limited lets a shell set what the process and its children may use: what one file may grow to, and how much they may address.
func (g *git) limited(args []string) (string, []string) {
	if runtime.GOOS == "windows" {
		return g.program, args
	}
	const script = `ulimit -c 0; ulimit -f "$1"; ulimit -v "$2" 2>/dev/null; shift 2; exec "$@"`
	return "/bin/sh", append([]string{"-c", script, "sh", fmt.Sprint(g.limits.TransferBytes / 512), fmt.Sprint(g.limits.MemoryBytes / 1024), g.program}, args...)
}

// passed are those of git's variables that a user may need to reach a server.
func passed() []string {
	return []string{"GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_CONFIG_GLOBAL", "GIT_EXEC_PATH"}
}

// environment has nobody to ask. For what lies on this machine it holds nothing of the user's.
func (g *git) environment() []string {
	env := []string{"PATH=" + os.Getenv("PATH")}
	if g.trusted {
		for _, pair := range os.Environ() {
			name, _, _ := strings.Cut(pair, "=")
			if !strings.HasPrefix(name, "GIT_") && name != "SSH_ASKPASS" && name != "DISPLAY" || slices.Contains(passed(), name) {
				env = append(env, pair)
			}
		}
		if os.Getenv("GIT_SSH_COMMAND") == "" && os.Getenv("GIT_SSH") == "" {
			env = append(env, "GIT_SSH_COMMAND=ssh -oBatchMode=yes")
		}
		env = append(env, "GIT_ALLOW_PROTOCOL=https:ssh")
	} else {
		env = append(env, "HOME="+g.home, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ALLOW_PROTOCOL=file")
	}
	return append(env, "LC_ALL=C", "LANGUAGE=", "GIT_CONFIG_NOSYSTEM=1", "GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_LFS_SKIP_SMUDGE=1", "GCM_INTERACTIVE=never")
}

// output runs git to its end; what it says may not be long.
func (g *git) output(ctx context.Context, repository string, args ...string) (string, error) {
	cmd := g.command(ctx, repository, args...)
	out, complaint := &bounded{room: 1 << 20}, &bounded{room: 8 << 10}
	cmd.Stdout, cmd.Stderr = out, complaint
	if err := cmd.Run(); err != nil {
		return "", g.fault(ctx, args, err, complaint.String())
	}
	return strings.TrimSpace(out.String()), nil
}

// stream runs git and lets read take its output as it comes, as much of it as it likes.
func (g *git) stream(ctx context.Context, repository string, input io.Reader, read func(io.Reader) error, args ...string) error {
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := g.command(running, repository, args...)
	complaint := &bounded{room: 8 << 10}
	cmd.Stdin, cmd.Stderr = input, complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("open pipe: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return infra("podium doctor", "start git: %w", err)
	}
	reading := read(out)
	if reading != nil && !errors.Is(reading, io.ErrUnexpectedEOF) {
		cancel() // enough was seen
		_ = cmd.Wait()
		return reading
	}
	if err := cmd.Wait(); err != nil {
		return g.fault(ctx, args, err, complaint.String())
	}
	return reading
}

// gitError is what git said when it did not succeed.
type gitError struct {
	command, said string
	err           error
}

// Error names the command and git's own last words.
func (e *gitError) Error() string {
	if e.said == "" {
		return fmt.Sprintf("git %s: %s", e.command, e.err)
	}
	return fmt.Sprintf("git %s: %s", e.command, e.said)
}

// Unwrap returns how the process ended.
func (e *gitError) Unwrap() error { return e.err }

func (g *git) fault(ctx context.Context, args []string, err error, complaint string) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return &gitError{command: args[0], said: lastWords(complaint), err: err}
}

// lastWords are the lines in which git says what was wrong, without progress.
func lastWords(complaint string) string {
	var said []string
	for line := range strings.SplitSeq(strings.ReplaceAll(complaint, "\r", "\n"), "\n") {
		if line = strings.TrimSpace(Legible(line)); line != "" {
			said = append(said, line)
		}
	}
	for _, line := range slices.Backward(said) {
		if text, ok := strings.CutPrefix(line, "fatal: "); ok {
			return text
		}
	}
	if len(said) == 0 {
		return ""
	}
	return said[len(said)-1]
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	bytes.Buffer
	room int
}

// Write always succeeds.
func (b *bounded) Write(p []byte) (int, error) {
	keep := min(len(p), b.room)
	b.room -= keep
	_, _ = b.Buffer.Write(p[:keep])
	return len(p), nil
}

// initialize makes an empty bare repository of our own and returns where it is, and its configuration.
func (g *git) initialize(name, format string) (string, []byte, error) {
	repository, config := filepath.Join(g.home, name), []byte("[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
	if format != sha1Format {
		config = fmt.Appendf(nil, "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = %s\n", format)
	}
	if err := errors.Join(
		os.MkdirAll(filepath.Join(repository, "objects", "info"), 0o700),
		os.MkdirAll(filepath.Join(repository, "refs"), 0o700),
		os.WriteFile(filepath.Join(repository, "HEAD"), []byte("ref: refs/heads/main\n"), 0o600),
		os.WriteFile(filepath.Join(repository, "config"), config, 0o600),
	); err != nil {
		return "", nil, infra("see that there is room for temporary files", "make repository: %w", err)
	}
	return repository, config, nil
}

// The kinds of hashes that a repository may have.
const (
	sha1Format   = "sha1"
	sha256Format = "sha256"
)
