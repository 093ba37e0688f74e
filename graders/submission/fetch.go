package submission

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// origin is a repository to fetch from.
type origin struct {
	git *git
	// url is what git is given; shown is what people are told.
	url, shown string
	// format is the kind of hashes, sha1 until a server says otherwise.
	format string
	copies int
}

// tip is where a fetched commit is kept.
const tip = "refs/podium/tip"

var (
	fullHash   = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
	branchName = regexp.MustCompile(`^[^\x00-\x20~^:?*\[\\\x7f/+-][^\x00-\x20~^:?*\[\\\x7f]*$`)
	// revision is what a commit may be called: nothing that git would take for an option, a path or a range
	revision = regexp.MustCompile(`^[\pL\pN_@][\pL\pN_@./~^{}+-]*$`)
)

// fetch makes a repository with what is asked for and nothing behind it that could be fetched later.
func (o *origin) fetch(ctx context.Context, args, refspecs []string) (string, error) {
	o.copies++
	repository, config, err := o.git.initialize(fmt.Sprintf("fetched-%d.git", o.copies), o.format)
	if err != nil {
		return "", err
	}
	full := append([]string{"-c", "remote.source.url=" + o.url}, "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance")
	full = append(append(full, args...), "source")
	if _, err := o.git.output(ctx, repository, append(full, refspecs...)...); err != nil {
		if strings.Contains(err.Error(), "mismatched algorithms") && o.format == sha1Format {
			o.format = sha256Format
			return o.fetch(ctx, args, refspecs)
		}
		return "", err
	}
	// without the remote there is no promise that missing objects could be had: they are just missing
	if err := os.WriteFile(filepath.Join(repository, "config"), config, 0o600); err != nil {
		return "", infra("", "make repository: %w", err)
	}
	return repository, nil
}

// commit fetches one commit with its trees, and those blobs that may be files of an answer.
func (o *origin) commit(ctx context.Context, want string) (string, error) {
	filter := fmt.Sprintf("--filter=blob:limit=%d", o.git.limits.FileBytes+1)
	repository, err := o.fetch(ctx, []string{"--depth=1", filter}, []string{"+" + want + ":" + tip})
	if err != nil {
		return "", o.explain(ctx, want, err)
	}
	return repository, nil
}

// history fetches commits only, all that the references lead to. The first of them is what is wanted.
func (o *origin) history(ctx context.Context, want string, refspecs ...string) (string, error) {
	repository, err := o.fetch(ctx, []string{"--filter=tree:0", "--update-shallow"}, refspecs)
	if err != nil {
		return "", o.explain(ctx, want, err)
	}
	return repository, nil
}

// explain tells a repository that is empty or damaged, which is the submission's fault, from a wrong name and from a server that
// cannot be reached. An error that blames somebody already stays as it is.
func (o *origin) explain(ctx context.Context, want string, err error) error {
	said, ok := errors.AsType[*gitError](err)
	if !ok {
		return err
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("read %s: %w", o.shown, ctx.Err())
	}
	if ctx.Err() != nil {
		return infra("try again; --commit with a full hash needs the least", "read %s: it took longer than %s: %w", o.shown, o.git.limits.Time, ctx.Err())
	}
	text := Legible(strings.ReplaceAll(said.Error(), o.url, o.shown))
	switch branch, isBranch := strings.CutPrefix(want, "refs/heads/"); {
	case anyOf(text, "couldn't find remote ref", "not our ref", "unadvertised object", "bad object") && want != "":
		switch {
		case want == "HEAD" && o.empty(ctx):
			return invalid("", "the repository has no commit")
		case want == "HEAD":
			return usage("podium grade "+o.shown+" --branch BRANCH", "the default branch of %s has no commit", o.shown)
		case isBranch:
			return usage("git ls-remote --heads "+o.shown, "there is no branch %s in %s", branch, o.shown)
		}
		return usage("git ls-remote "+o.shown, "there is no commit %s in %s", want, o.shown)
	case anyOf(text, "signal", "index-pack", "bad pack header", "corruption", "File too large"):
		return invalid("", "the repository is damaged, or one commit is larger than %d bytes: %s", o.git.limits.TransferBytes, text)
	}
	return infra("git ls-remote "+o.shown, "read %s: %s", o.shown, text)
}

func anyOf(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// empty says whether a repository can be reached and has no branch.
func (o *origin) empty(ctx context.Context) bool {
	out, err := o.git.output(ctx, "", "ls-remote", "--heads", "--", o.url)
	return err == nil && out == ""
}

// resolve finds the full hash of a commit that is named in some way.
func (o *origin) resolve(ctx context.Context, name string) (string, error) {
	if !revision.MatchString(name) || strings.Contains(name, "..") || strings.Contains(name, "@{") {
		return "", usage("git log --oneline", "%s is no name of a commit", quote(name))
	}
	repository, err := o.history(ctx, "HEAD", "+HEAD:"+tip, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
	if err != nil {
		return "", err
	}
	if _, err := o.git.output(ctx, repository, "symbolic-ref", "HEAD", tip); err != nil {
		return "", fmt.Errorf("name commit: %w", err)
	}
	hash, err := o.git.output(ctx, repository, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	if err != nil {
		return "", usage("git ls-remote "+o.shown, "there is no commit %s in %s", quote(name), o.shown)
	}
	return hash, nil
}

// identify returns the hash and the committer time of the fetched commit.
func (g *git) identify(ctx context.Context, repository string) (string, time.Time, error) {
	line, err := g.output(ctx, repository, "rev-list", "--timestamp", "--max-count=1", tip)
	if err != nil {
		return "", time.Time{}, err
	}
	at, hash, err := stamped(line)
	if err != nil {
		return "", time.Time{}, invalid("", "the commit cannot be read: %s", err)
	}
	return hash, at, nil
}

// stamped reads a line of rev-list --timestamp.
func stamped(line string) (time.Time, string, error) {
	seconds, hash, ok := strings.Cut(strings.TrimSpace(line), " ")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if !ok || err != nil || !fullHash.MatchString(hash) {
		return time.Time{}, "", fmt.Errorf("unexpected line %q", Legible(line))
	}
	if n < 0 || n > 1<<37 { // JSON has no years above 9999
		return time.Time{}, hash, nil
	}
	return time.Unix(n, 0).UTC(), hash, nil
}
