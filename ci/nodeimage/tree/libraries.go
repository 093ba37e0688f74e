package tree

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// libraries is where Debian keeps shared libraries, and loader is what starts a program that needs them.
const (
	libraries = "usr/lib/x86_64-linux-gnu"
	loader    = "usr/lib64/ld-linux-x86-64.so.2"
)

// Program adds the program name of the Debian tree in root, and all the shared libraries that it needs.
func (t *Tree) Program(root, name string) error {
	source, err := resolve(root, name)
	if err != nil {
		return fmt.Errorf("add program: %w", err)
	}
	t.File(name, 0o755, source)
	return t.Needed(root, source)
}

// Needed adds the shared libraries that the file source needs, and those that they need.
func (t *Tree) Needed(root, source string) error {
	file, err := elf.Open(source)
	if err != nil {
		return fmt.Errorf("read %s: %w", source, err)
	}
	names, err := file.ImportedLibraries()
	if closed := file.Close(); err != nil || closed != nil {
		return fmt.Errorf("read %s: %w", source, errors.Join(err, closed))
	}
	for _, name := range names {
		at := filepath.Join(libraries, name)
		if "usr/lib64/"+name == loader {
			at = loader
		}
		if _, exists := t.entries[at]; exists {
			continue
		}
		library, err := resolve(root, at)
		if err != nil {
			return fmt.Errorf("find library of %s: %w", source, err)
		}
		t.File(at, 0o755, library)
		if err := t.Needed(root, library); err != nil {
			return err
		}
	}
	return nil
}

// resolve follows symbolic links inside of root.
func resolve(root, name string) (string, error) {
	const limit = 8
	for range limit {
		full := filepath.Join(root, name)
		info, err := os.Lstat(full)
		if err != nil {
			return "", err
		}
		if info.Mode()&os.ModeSymlink == 0 {
			return full, nil
		}
		target, err := os.Readlink(full)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return "", fmt.Errorf("too many links at %s", name)
}
