package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/podium-labs/podium/fixtures/kind/archive"
)

// kept is how many node images stay in the cache folder: those of the branches that somebody goes to and fro between.
const kept = 3

// keep makes file the newest archive, which is the one that clusters are made of, and removes the oldest ones.
func (b *builder) keep(file string) error {
	now := time.Now()
	if err := os.Chtimes(file, now, now); err != nil {
		return fmt.Errorf("keep archive: %w", err)
	}
	files, err := archive.NodeImages(b.cache)
	if err != nil {
		return err
	}
	var errs []error
	for _, old := range files[min(kept, len(files)):] {
		b.sayf("removing %s", filepath.Base(old))
		errs = append(errs, os.Remove(old))
	}
	return errors.Join(errs...)
}

// imageID is what the image's name means in the engine; empty if nothing.
func (b *builder) imageID(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "docker", "image", "inspect", "--format", "{{.Id}}", b.image).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// forget removes the image that had the name before, unless a container or another name still uses it: then the engine
// refuses, as it should.
func (b *builder) forget(ctx context.Context, former string) {
	if former == "" || former == b.imageID(ctx) {
		return
	}
	if exec.CommandContext(ctx, "docker", "image", "rm", former).Run() == nil {
		b.sayf("removed the former image")
	}
}
