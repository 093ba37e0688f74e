package answer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// The folders of a scratch.
const (
	// WorkFolder is the working directory: the answer's files.
	WorkFolder = "work"
	// TempFolder is /tmp.
	TempFolder = "tmp"
	// HomeFolder holds the kubeconfig and the discovery cache.
	HomeFolder = "home"
	// StdinFolder holds what kubectl -f - reads.
	StdinFolder = "stdin"
)

// newScratch makes a folder for one answer: its files, and a kubeconfig of its own. It returns the API server's address too.
func newScratch(ctx context.Context, config Config) (dir, server string, err error) {
	dir, err = os.MkdirTemp(config.TempDir, "podium-answer-")
	if err != nil {
		return "", "", fmt.Errorf("make scratch: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return dir, "", fmt.Errorf("make scratch: %w", err)
	}
	for _, name := range []string{WorkFolder, TempFolder, HomeFolder, StdinFolder} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			return dir, "", fmt.Errorf("make scratch: %w", err)
		}
	}
	if err := writeFiles(filepath.Join(dir, WorkFolder), config.Files); err != nil {
		return dir, "", err
	}
	if config.Kubeconfig != "" {
		server, err = prepareKubeconfig(ctx, config.Kubeconfig, kubeconfigIn(dir), config.Namespace)
	}
	return dir, server, err
}

func kubeconfigIn(scratch string) string {
	return filepath.Join(scratch, HomeFolder, "config")
}

// writeFiles copies an answer's files through a root, so that no name can lead out of the folder.
func writeFiles(dir string, files []File) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open scratch: %w", err)
	}
	defer func() { _ = root.Close() }()
	for _, file := range files {
		name := filepath.FromSlash(file.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return fmt.Errorf("copy %s: %w", file.Name, err)
		}
		if err := root.WriteFile(name, file.Content, 0o600); err != nil {
			return fmt.Errorf("copy %s: %w", file.Name, err)
		}
	}
	return nil
}
