package submission

import (
	"context"
	"os"
	"path/filepath"
)

// gitHome is where git works; no submission's folder can be called that.
const gitHome = "git work"

// readCommit copies the wanted answers out of one commit.
func (o *Opened) readCommit(ctx context.Context, found *source, options *Options, into *gatherer) error {
	ctx, cancel := context.WithTimeout(ctx, options.Limits.Time)
	defer cancel()
	from, err := approach(ctx, filepath.Join(o.temp, gitHome), found, &options.Limits)
	if err != nil {
		return err
	}
	want, err := o.choose(ctx, from, options)
	if err != nil {
		return from.explain(ctx, "", err)
	}
	repository, err := from.commit(ctx, want)
	if err != nil {
		return err
	}
	hash, at, err := from.git.identify(ctx, repository)
	if err != nil {
		return from.explain(ctx, "", err)
	}
	o.Commit = hash
	if !at.IsZero() {
		o.SubmittedAt = &at
	}
	blobs, err := from.git.list(ctx, repository, hash, into.admit)
	if err != nil {
		return from.explain(ctx, "", err)
	}
	return from.explain(ctx, "", from.git.copyBlobs(ctx, repository, blobs, into.write))
}

// choose says what to fetch: a hash, a branch, or HEAD.
func (o *Opened) choose(ctx context.Context, from *origin, options *Options) (string, error) {
	if options.Branch != "" && !branchName.MatchString(options.Branch) {
		return "", usage("git branch --list", "%s is no name of a branch", quote(options.Branch))
	}
	switch {
	case !options.Deadline.IsZero():
		hash, warning, err := from.before(ctx, options.Branch, options.Deadline)
		if !warning.Empty() {
			o.Warnings = append(o.Warnings, warning)
		}
		return hash, err
	case fullHash.MatchString(options.Commit):
		return options.Commit, nil
	case options.Commit != "":
		return from.resolve(ctx, options.Commit)
	case options.Branch != "":
		return "refs/heads/" + options.Branch, nil
	}
	return "HEAD", nil
}

// approach makes a repository ready to be fetched from.
func approach(ctx context.Context, home string, found *source, limits *Limits) (*origin, error) {
	if err := os.Mkdir(home, 0o700); err != nil {
		return nil, infra("see that there is room for temporary files", "make folder for git: %w", err)
	}
	program, err := newGit(home, limits, found.kind == remote)
	if err != nil {
		return nil, err
	}
	from := &origin{git: program, url: found.url, shown: quote(found.url), format: sha1Format}
	if found.kind == remote {
		return from, nil
	}
	from.shown = quote(found.path)
	from.url, err = program.borrow(ctx, found.gitDir)
	return from, from.explain(ctx, "", err)
}
