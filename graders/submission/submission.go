// Package submission finds out where a submission comes from, a folder, a git repository or an archive, and hands its
// answers over as a folder of plain files that holds nothing else.
//
// Nothing of a submission is trusted. Of a repository or an archive only the answers to the labs asked for are copied,
// through an [os.Root], into a private temporary folder; links, devices, odd names and what goes over [Limits] are
// refused with an [answer.InvalidError]. Everything else in it is never written anywhere.
//
// Git repositories are read by the git program, not by a library. The program is a process that can be limited and
// ended, it fetches parts of a repository (one commit, no blob over the limit of a file), and it brings the proxies, SSH
// agents and credential helpers that people have set up; a library in pure Go would read whole packs into
// the grader's own memory and add a dozen dependencies. What makes git dangerous on foreign repositories is switched
// off: there is never a checkout, so no filter, hook, LFS smudge or submodule runs; the configuration of a foreign repository is
// never read, because git is shown a repository of our own that borrows only its objects and names of commits; every
// object is fetched from there, so that its hash is computed anew and a commit is what its name says.
//
// The time of a commit is what its committer's clock said, and who commits can set that clock. It is used for
// --deadline because a repository knows no other time: only the server that was pushed to knows when. Where minutes
// matter, fetch at the deadline. Only the first parents of the branch count, as they are what the branch
// pointed to: a merge after the deadline does not bring in what was committed elsewhere before it.
package submission

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
)

// Options say which state of a source is opened. The zero value takes a folder as it is, and a repository's default branch.
type Options struct {
	// Labs are the ids of the labs whose answers are wanted; all of Known if empty.
	Labs []string
	// Known are the ids of all labs, to tell a folder of another lab from a misspelt one; Labs if empty.
	Known []string
	// Commit names a commit of a git repository: a hash, also shortened, a branch, a tag, HEAD~1.
	Commit string
	// Deadline asks for the last commit of the branch whose committer time is not later, if it is not zero.
	Deadline time.Time
	// Branch is the branch that is read; the repository's default branch if empty.
	Branch string
	// TempDir is where the private folder is made; the system's place for temporary files if empty.
	TempDir string
	// Limits bound what is read; zero fields have defaults.
	Limits Limits
}

// historic says whether a state was asked for that only a git repository can have.
func (o *Options) historic() bool { return o.Commit != "" || !o.Deadline.IsZero() || o.Branch != "" }

func (o *Options) withDefaults() Options {
	full := *o
	if len(full.Known) == 0 {
		full.Known = full.Labs
	}
	if len(full.Labs) == 0 {
		full.Labs = full.Known
	}
	full.Limits = full.Limits.withDefaults()
	return full
}

// Opened is a submission that can be loaded. Close it.
type Opened struct {
	// Dir holds answers/<lab>/ as plain files. It is the source itself if that is a folder.
	Dir string
	// ID is the name of the folder, the repository or the archive.
	ID string
	// Labs are those wanted labs that have a folder of answers, in the order of Options.
	Labs []string
	// Commit is the full hash of the commit that was read; empty if there is none, or if a folder's answers differ from it.
	Commit string
	// SubmittedAt is the committer time of Commit; nil without one.
	SubmittedAt *time.Time
	// Warnings are sentences about what was left out.
	Warnings []lang.Message

	temp string
}

// Open opens a source: a folder, a local git repository, the URL of one, or an archive (.zip, .tar, .tar.gz, .tgz). The
// error is an *answer.InvalidError if the submission is at fault, and else a *SourceError or that of ctx. With an InvalidError comes
// an Opened that is closed already: it says which commit is at fault, as far as that is known.
func Open(ctx context.Context, source string, options Options) (*Opened, error) {
	options = options.withDefaults()
	if options.Commit != "" && (!options.Deadline.IsZero() || options.Branch != "") {
		return nil, usage("leave out --deadline and --branch, or --commit", "--commit already says which commit")
	}
	found, err := classify(source)
	if err != nil {
		return nil, err
	}
	if options.historic() && found.elsewhere {
		return nil, usage("podium grade REPOSITORY --commit HASH, with the repository that it leads to", "%s/.git is a link or a file that leads elsewhere, and is not followed", quote(source))
	}
	if options.historic() && (found.kind == archive || found.kind == folder && found.gitDir == "") {
		return nil, usage("podium grade "+quote(source), "%s is no git repository: --commit, --deadline and --branch need one", quote(source))
	}
	opened := &Opened{ID: Name(source)}
	if found.kind == folder && !options.historic() {
		return opened, opened.useFolder(ctx, found, &options)
	}
	if err := opened.copyIn(ctx, found, &options); err != nil {
		_ = opened.Close()
		if _, ok := errors.AsType[*answer.InvalidError](err); ok {
			return opened, err
		}
		return nil, err
	}
	return opened, nil
}

// copyIn copies the answers of an archive or a commit into a private folder.
func (o *Opened) copyIn(ctx context.Context, found *source, options *Options) error {
	return o.gather(options, func(g *gatherer) error {
		if found.kind == archive {
			return readArchive(ctx, found.path, g)
		}
		return o.readCommit(ctx, found, options, g)
	})
}

// Close removes the private folder.
func (o *Opened) Close() error {
	if o.temp == "" {
		return nil
	}
	if err := os.RemoveAll(o.temp); err != nil {
		return fmt.Errorf("remove copy of submission: %w", err)
	}
	return nil
}

// Load reads the answers to one lab, as answer.Load does, and notes where they come from.
func (o *Opened) Load(ctx context.Context, lab string, tasks []string) (*answer.Submission, error) {
	loaded, err := answer.Load(ctx, o.Dir, lab, tasks)
	if err != nil {
		return nil, err
	}
	loaded.ID, loaded.Commit, loaded.SubmittedAt = o.ID, o.Commit, o.SubmittedAt
	loaded.Warnings = slices.Concat(o.Warnings, loaded.Warnings)
	return loaded, nil
}
