package submission

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// kind says what a source is.
type kind int

const (
	folder     kind = iota // files as they are; gitDir is set if it is a repository too
	repository             // a bare git repository on this machine
	remote                 // the URL of one elsewhere
	archive
)

// source is a source that was found.
type source struct {
	kind kind
	// path is that of a folder, a bare repository or an archive.
	path string
	// gitDir is where the repository of a folder is; empty if it has none.
	gitDir string
	// elsewhere is true for a folder whose .git is no folder: what it leads to need not belong to who handed it in.
	elsewhere bool
	// url is that of a remote repository.
	url string
}

// scpLike is git's short form of an SSH URL: user@host:path.
var scpLike = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^:-].*$`)

var archiveSuffixes = []string{".zip", ".tar.gz", ".tgz", ".tar"}

// classify finds out what a source is. What exists on this machine is never taken for a URL.
func classify(name string) (*source, error) {
	if name == "" {
		return nil, usage("podium grade .", "the source has no name")
	}
	local := name
	if u, err := url.Parse(name); err == nil && u.Scheme == "file" {
		local = u.Path
	}
	info, err := os.Stat(local)
	switch {
	case err == nil && info.IsDir():
		return directory(local, local != name)
	case err == nil && info.Mode().IsRegular() && archiveSuffix(local) != "":
		return &source{kind: archive, path: local}, nil
	case err == nil:
		return nil, usage("podium grade DIR", "%s is neither a folder nor an archive (%s)", quote(name), strings.Join(archiveSuffixes, ", "))
	case local != name || !errors.Is(err, fs.ErrNotExist) && !looksRemote(name):
		return nil, usage("podium grade DIR", "open submission: %w", err)
	case looksRemote(name):
		return &source{kind: remote, url: name}, nil
	case strings.Contains(name, "::") || strings.Contains(name, "://"):
		return nil, usage("podium grade https://HOST/PATH", "%s: repositories are fetched by https, ssh or from files only", quote(redact(name)))
	}
	return nil, usage("podium grade DIR, where DIR holds answers/", "open submission: %w", err)
}

func looksRemote(name string) bool {
	if u, err := url.Parse(name); err == nil && (u.Scheme == "https" || u.Scheme == "ssh") {
		return u.Host != "" && !strings.HasPrefix(u.Host, "-")
	}
	return scpLike.MatchString(name)
}

// directory tells a folder, which may hold a repository, from a bare repository.
func directory(dir string, asURL bool) (*source, error) {
	info, err := os.Lstat(filepath.Join(dir, ".git"))
	switch {
	case err == nil && info.IsDir():
		found := &source{kind: folder, path: dir, gitDir: filepath.Join(dir, ".git")}
		if asURL {
			found.kind = repository
		}
		return found, nil
	case err == nil:
		return &source{kind: folder, path: dir, elsewhere: true}, nil
	}
	there := func(part string) bool {
		_, err := os.Lstat(filepath.Join(dir, part))
		return err == nil
	}
	switch {
	case there("HEAD") && there("objects") && there("refs"):
		return &source{kind: repository, path: dir, gitDir: dir}, nil
	case asURL:
		return nil, usage("podium grade "+quote(dir), "%s is no git repository", quote(dir))
	}
	return &source{kind: folder, path: dir}, nil
}

// Name is the name of the folder, the repository or the archive that a source is, without passwords and suffixes.
func Name(name string) string {
	if u, err := url.Parse(name); err == nil && u.Host+u.Scheme != "" && strings.Contains(name, "://") {
		return plain(strings.TrimSuffix(path.Base(u.Path), ".git"))
	}
	if _, err := os.Stat(name); err != nil && scpLike.MatchString(name) {
		_, where, _ := strings.Cut(name, ":")
		return plain(strings.TrimSuffix(path.Base(where), ".git"))
	}
	base := filepath.Base(name)
	if abs, err := filepath.Abs(name); err == nil {
		base = filepath.Base(abs)
	}
	if suffix := archiveSuffix(base); suffix != "" {
		return plain(base[:len(base)-len(suffix)])
	}
	if stem := strings.TrimSuffix(base, ".git"); stem != "" {
		return stem
	}
	return base
}

func archiveSuffix(name string) string {
	for _, suffix := range archiveSuffixes {
		if strings.HasSuffix(strings.ToLower(name), suffix) {
			return suffix
		}
	}
	return ""
}

// odd is what a name had better not contain that becomes a folder and a line in reports.
var odd = regexp.MustCompile(`[^\pL\pN._-]+`)

func plain(name string) string {
	name = strings.ToValidUTF8(odd.ReplaceAllString(name, "-"), "-")
	if len(name) > 100 {
		name = strings.ToValidUTF8(name[:100], "")
	}
	if strings.Trim(name, ".-") == "" {
		return "submission"
	}
	return name
}

// redact leaves the password out of a URL.
func redact(name string) string {
	u, err := url.Parse(name)
	if err != nil || u.User == nil {
		return name
	}
	return u.Redacted()
}

// bare is what a shell takes as it is.
var bare = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./~-]+$`)

// quote shows a source as one can type it.
func quote(name string) string {
	name = Legible(redact(name))
	if bare.MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
