package submission

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// entry is one file, folder or something else as an archive or a commit lists it.
type entry struct {
	// name is as it is written there.
	name string
	// folder is true for folders; what says what it is if it is neither a folder nor a plain file.
	folder bool
	what   lang.Message
	// size is what the list says; it need not be true. Less than 0 if it says nothing.
	size int64
}

// gatherer copies the entries that are wanted into a private folder and refuses what must not be there.
type gatherer struct {
	options *Options
	dir     string
	root    *os.Root
	// folded holds every folder and file so far by its folded name.
	folded map[string]known
	// beside holds what lies in answers: true for a folder.
	beside   map[string]bool
	entries  int
	files    int
	bytes    int64
	warnings []lang.Message
}

type known struct {
	name   string
	folder bool
}

func newGatherer(temp, id string, options *Options) (*gatherer, error) {
	dir := filepath.Join(temp, plain(id))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, infra("see that there is room for temporary files", "make folder for submission: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, infra("see that there is room for temporary files", "open folder for submission: %w", err)
	}
	return &gatherer{options: options, dir: dir, root: root, folded: map[string]known{}, beside: map[string]bool{}}, nil
}

// admit judges an entry. It returns the name to write it to, or nothing if nothing is to be written.
func (g *gatherer) admit(e *entry) (string, error) {
	limits := &g.options.Limits
	if g.entries++; g.entries > limits.Entries {
		return "", invalid("", "has more than %d files and folders", limits.Entries)
	}
	if reason := escapes(e.name); !reason.Empty() {
		return "", invalid(e.name, "%s", reason)
	}
	name := path.Clean(e.name)
	where, below := g.options.locate(path.Clean(strings.ReplaceAll(e.name, `\`, "/")))
	if where == outside || where == beside {
		if where == beside {
			g.beside[below] = g.beside[below] || e.folder || strings.Contains(strings.TrimPrefix(name, "answers/"), "/")
		}
		return "", nil
	}
	if reason := limits.unfit(name); !reason.Empty() {
		return "", invalid(e.name, "%s", reason)
	}
	if below != "" {
		g.beside[below] = true
	}
	switch {
	case !e.what.Empty():
		return "", invalid(name, "is %s; only regular files are read", e.what)
	case where == above && !e.folder:
		return "", invalid(name, "is a file, not a folder")
	}
	if err := g.unique(name, e.folder); err != nil {
		return "", err
	}
	if e.folder {
		return "", g.mkdir(name)
	}
	return name, g.count(name, e.size)
}

// unique refuses a name that is there already, or that some file systems would take for another one.
func (g *gatherer) unique(name string, folder bool) error {
	for at := 0; at < len(name); at++ {
		if name[at] != '/' {
			continue
		}
		if err := g.claim(name[:at], true); err != nil {
			return err
		}
	}
	return g.claim(name, folder)
}

func (g *gatherer) claim(name string, folder bool) error {
	key := fold(name)
	other, ok := g.folded[key]
	switch {
	case !ok:
		g.folded[key] = known{name, folder}
		return nil
	case other.name != name:
		return invalid(name, "differs from %q only in upper and lower case or in how accents are written", other.name)
	case other.folder != folder:
		return invalid(name, "is both a file and a folder")
	case !folder:
		return invalid(name, "is there twice")
	}
	return nil
}

// count holds the list against the limits, before anything is read.
func (g *gatherer) count(name string, size int64) error {
	limits := &g.options.Limits
	if g.files++; g.files > limits.Files {
		return invalid(name, "is one file too many: at most %d", limits.Files)
	}
	if size > limits.FileBytes {
		return invalid(name, "is larger than %d bytes", limits.FileBytes)
	}
	if !portable(name) {
		g.warnings = append(g.warnings, lang.M("%s cannot be stored on Windows under that name", name))
	}
	return nil
}

// write copies one admitted file, however large it claims to be.
func (g *gatherer) write(name string, from io.Reader) error {
	limits := &g.options.Limits
	content, err := io.ReadAll(io.LimitReader(from, limits.FileBytes+1))
	if err != nil {
		return err
	}
	if int64(len(content)) > limits.FileBytes {
		return invalid(name, "is larger than %d bytes", limits.FileBytes)
	}
	if g.bytes += int64(len(content)); g.bytes > limits.TotalBytes {
		return invalid(name, "brings the answers over %d bytes", limits.TotalBytes)
	}
	if bytes.HasPrefix(content, []byte("version https://git-lfs.github.com/spec/")) {
		return invalid(name, "is a pointer of Git LFS, which is never followed; add the file itself (git lfs untrack)")
	}
	if err := g.mkdir(path.Dir(name)); err != nil {
		return err
	}
	file, err := g.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return g.trouble(err)
	}
	if _, err := file.Write(content); err != nil {
		_ = file.Close()
		return g.trouble(err)
	}
	if err := file.Close(); err != nil {
		return g.trouble(err)
	}
	return nil
}

func (g *gatherer) mkdir(name string) error {
	if err := g.root.MkdirAll(filepath.FromSlash(name), 0o700); err != nil {
		return g.trouble(err)
	}
	return nil
}

func (g *gatherer) trouble(err error) error {
	return infra("see that there is room for temporary files", "copy submission: %w", err)
}

// harmless is a name that can be made anywhere.
var harmless = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$`)

// finish leaves what lies beside the labs' folders as a name without content, so that answers which lie one folder too high are found by answer.Load.
func (g *gatherer) finish() error {
	for name, isFolder := range g.beside {
		full := "answers/" + name
		if _, err := g.root.Lstat(full); err == nil || !harmless.MatchString(name) {
			continue
		}
		if isFolder {
			if err := g.mkdir(full); err != nil {
				return err
			}
			continue
		}
		if err := g.mkdir("answers"); err != nil {
			return err
		}
		if err := g.root.WriteFile(full, nil, 0o600); err != nil && !os.IsExist(err) {
			return g.trouble(err)
		}
	}
	return nil
}

// describe says what a mode is that is neither of a folder nor of a plain file; it is empty for those two.
func describe(mode fs.FileMode) lang.Message {
	switch {
	case mode.IsRegular(), mode.IsDir():
		return lang.Message{}
	case mode&fs.ModeSymlink != 0:
		return lang.M("a symbolic link")
	case mode&fs.ModeNamedPipe != 0:
		return lang.M("a named pipe")
	case mode&fs.ModeSocket != 0:
		return lang.M("a socket")
	case mode&fs.ModeDevice != 0:
		return lang.M("a device")
	}
	return lang.M("no regular file")
}
