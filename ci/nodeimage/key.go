package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// sources are what decides over the content of the node image, in the repository.
func sources() []string { return []string{"ci/nodeimage", "fixtures/objects/images.go"} }

// contentKey is a short name for what the sources say: another one means another image.
func contentKey(repository string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), runtime.GOARCH)
	for _, source := range sources() {
		err := filepath.WalkDir(filepath.Join(repository, source), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name, err := filepath.Rel(repository, path)
			if err != nil {
				return err
			}
			fmt.Fprintln(sum, name)
			file, err := os.Open(path)
			if err != nil {
				return err
			}
			defer file.Close() // only read
			_, err = io.Copy(sum, file)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("read sources: %w", err)
		}
	}
	const length = 12
	return hex.EncodeToString(sum.Sum(nil))[:length], nil
}
