package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/podium-labs/podium/fixtures/kind/archive"
	"github.com/podium-labs/podium/fixtures/kind/engine"
)

// memory holds, as "go test" does, that everything passed on this machine: half an hour of real containers says nothing new
// about the same sources with the same node image on the same engine and kernel.
type memory struct {
	// file is where the output of that run is; empty if nothing can be remembered.
	file string
}

// remembered looks the sources up as git knows them. What is not committed is never remembered.
func remembered(ctx context.Context, binary string, options ...string) (memory, error) {
	changes, err := output(ctx, "git", "status", "--porcelain")
	if err != nil || changes != "" {
		return memory{}, nil //nolint:nilerr // no repository, nothing to remember by
	}
	tree, err := output(ctx, "git", "rev-parse", "HEAD^{tree}")
	if err != nil {
		return memory{}, nil //nolint:nilerr // no commit yet
	}
	e, err := engine.Find(ctx)
	if err != nil {
		return memory{}, err
	}
	version, err := e.Run(ctx, "version", "--format", "{{.Server.Version}}")
	if err != nil {
		return memory{}, err
	}
	image, err := e.Run(ctx, "image", "inspect", "--format", "{{.ID}}", archive.NodeImage)
	if err != nil {
		return memory{}, err
	}
	podium, err := digest(binary)
	if err != nil {
		return memory{}, err
	}
	kernel, err := output(ctx, "uname", "-r")
	if err != nil {
		return memory{}, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return memory{}, nil //nolint:nilerr // no home
	}
	key := sha256.Sum256([]byte(strings.Join(append([]string{tree, podium, runtime.Version(), e.Name, version, image, kernel}, options...), "\n")))
	return memory{file: filepath.Join(cache, "podium", "e2e-kind", fmt.Sprintf("%x.txt", key[:12]))}, nil
}

// said prints the output of the run that passed, if there was one.
func (m memory) said(out io.Writer) (bool, error) {
	if m.file == "" {
		return false, nil
	}
	said, err := os.ReadFile(m.file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read what passed: %w", err)
	}
	info, err := os.Stat(m.file)
	if err != nil {
		return false, fmt.Errorf("read what passed: %w", err)
	}
	fmt.Fprintf(out, "\n(cached) The same sources passed on this machine at %s, with the same node image and engine; -fresh runs everything again. The output of then:\n%s",
		info.ModTime().Format(time.DateTime), said)
	return true, nil
}

// forget has the next run do everything again.
func (m memory) forget() error {
	if m.file == "" {
		return nil
	}
	if err := os.Remove(m.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget what passed: %w", err)
	}
	return nil
}

// keep remembers a run that passed.
func (m memory) keep(said []byte) error {
	if m.file == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(m.file), 0o755); err != nil {
		return fmt.Errorf("remember what passed: %w", err)
	}
	if err := os.WriteFile(m.file+".new", said, 0o644); err != nil { //nolint:gosec // no secret
		return fmt.Errorf("remember what passed: %w", err)
	}
	if err := os.Rename(m.file+".new", m.file); err != nil {
		return fmt.Errorf("remember what passed: %w", err)
	}
	return nil
}

func digest(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("read program: %w", err)
	}
	defer f.Close() // only read
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("read program: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func output(ctx context.Context, name string, arguments ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, arguments...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(arguments, " "), err)
	}
	return string(bytes.TrimSpace(out)), nil
}
