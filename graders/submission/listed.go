package submission

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/podium-labs/podium/graders/answer"
)

// File is one file of a submission that lies elsewhere, for example in a bucket. A name that ends with a slash is a folder.
type File struct {
	// Name is the path in the submission, and Size what the list says of it.
	Name string
	Size int64
	// Open begins to read it.
	Open func(context.Context) (io.ReadCloser, error)
}

// OpenListed opens a submission that is a list of files. Nothing is read but the answers that are wanted. Errors are those of Open.
func OpenListed(ctx context.Context, id string, files iter.Seq2[File, error], options Options) (*Opened, error) {
	return openElsewhere(id, options, func(g *gatherer) error {
		for file, err := range files {
			if err != nil {
				return infra("", "list files of submission: %w", err)
			}
			if err := g.take(ctx, file); err != nil {
				return err
			}
		}
		return nil
	})
}

func (g *gatherer) take(ctx context.Context, file File) error {
	name, err := g.admit(&entry{name: file.Name, folder: strings.HasSuffix(file.Name, "/"), size: file.Size})
	if err != nil || name == "" {
		return err
	}
	content, err := file.Open(ctx)
	if err != nil {
		return infra("", "read file of submission: %w", err)
	}
	defer content.Close()
	err = g.write(name, content)
	_, blamed := errors.AsType[*answer.InvalidError](err)
	if _, known := errors.AsType[*SourceError](err); err != nil && !blamed && !known {
		return infra("", "read file of submission: %w", err) // the stream broke off
	}
	return err
}

// OpenStream opens a submission that is an archive, of the kind that its name says. Errors are those of Open.
func OpenStream(ctx context.Context, name string, from io.Reader, options Options) (*Opened, error) {
	suffix := archiveSuffix(name)
	if suffix == "" {
		return nil, usage("hand in an archive: "+strings.Join(archiveSuffixes, ", "), "%s is no archive", quote(name))
	}
	return openElsewhere(Name(name), options, func(g *gatherer) error {
		file, err := os.CreateTemp(filepath.Dir(g.dir), "archive-*"+suffix)
		if err != nil {
			return g.trouble(err)
		}
		defer func() { _ = file.Close() }()
		size, err := io.Copy(file, io.LimitReader(from, g.options.Limits.ArchiveBytes+1))
		if err != nil {
			return infra("", "read archive: %w", err)
		}
		if limit := g.options.Limits.ArchiveBytes; size > limit {
			return invalid("", "the archive is larger than %d bytes", limit)
		}
		return unpack(ctx, file, size, suffix, g)
	})
}

// openElsewhere makes the private folder and lets gather fill it.
func openElsewhere(id string, options Options, gather func(*gatherer) error) (*Opened, error) {
	options = options.withDefaults()
	if options.historic() {
		return nil, usage("leave out --commit, --branch and --deadline", "%s is no git repository: --commit, --deadline and --branch need one", quote(id))
	}
	opened := &Opened{ID: id}
	err := opened.gather(&options, gather)
	if err == nil {
		return opened, nil
	}
	_ = opened.Close()
	if _, ok := errors.AsType[*answer.InvalidError](err); ok {
		return opened, err
	}
	return nil, fmt.Errorf("open submission %s: %w", quote(id), err)
}

func (o *Opened) gather(options *Options, gather func(*gatherer) error) (err error) {
	if o.temp, err = os.MkdirTemp(options.TempDir, "podium-submission-"); err != nil {
		return infra("see that there is room for temporary files", "make folder for submission: %w", err)
	}
	g, err := newGatherer(o.temp, o.ID, options)
	if err != nil {
		return err
	}
	defer func() { _ = g.root.Close() }()
	o.Dir = g.dir
	if err := gather(g); err != nil {
		return err
	}
	return o.settle(g)
}

// settle notes what was gathered.
func (o *Opened) settle(g *gatherer) error {
	if err := g.finish(); err != nil {
		return err
	}
	o.Labs = present(g.options, g.beside)
	o.Warnings = append(append(o.Warnings, g.warnings...), strangers(g.options, g.beside)...)
	return nil
}
