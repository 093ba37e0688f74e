package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"gocloud.dev/blob"

	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/graders/submission"
)

// Submissions lists what lies below the place: each archive and each folder (the keys with a common first part) is a submission.
func (p *Place) Submissions(ctx context.Context) (*roster.List, error) {
	names, err := p.children(ctx)
	if err != nil {
		return nil, fmt.Errorf("list submissions in %s: %w", p.place, err)
	}
	return roster.Objects(names, p.At)
}

// Roster lists what a roster names. A row without a source is the archive or the folder that is named like its id; another source is a name
// below the place, or a blob URL below it.
func (p *Place) Roster(ctx context.Context, file string) (*roster.List, error) {
	names, err := p.children(ctx)
	if err != nil {
		return nil, fmt.Errorf("list submissions in %s: %w", p.place, err)
	}
	return roster.Match(file, func(entry roster.Entry) string {
		if p.has(entry.Source) {
			return entry.Source
		}
		if entry.Source != "" {
			return p.At(entry.Source)
		}
		for _, suffix := range []string{"/", ".zip", ".tar.gz", ".tgz", ".tar"} {
			if slices.Contains(names, entry.ID+suffix) {
				return p.At(entry.ID + suffix)
			}
		}
		return p.At(entry.ID)
	})
}

// children are the names right below the place; those of folders end with a slash.
func (p *Place) children(ctx context.Context) ([]string, error) {
	var names []string
	list := p.bucket.List(&blob.ListOptions{Delimiter: "/"})
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
		if object.Key != "" {
			names = append(names, object.Key)
		}
	}
}

// has reports whether a source lies in this place.
func (p *Place) has(source string) bool { return strings.HasPrefix(source, p.At("")) }

// OpenSubmission opens a source that Submissions or Roster has listed. Any other source is opened by submission.Open.
func (p *Place) OpenSubmission(ctx context.Context, source string, options submission.Options) (*submission.Opened, error) {
	key, here := strings.CutPrefix(source, p.At(""))
	if !here {
		return submission.Open(ctx, source, options)
	}
	if name, folder := strings.CutSuffix(key, "/"); folder {
		return submission.OpenListed(ctx, name, p.below(ctx, key), options)
	}
	from, err := p.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return nil, &submission.SourceError{Err: fmt.Errorf("open submission: %w", err), Usage: missing(err), Next: "see that it is there: " + source}
	}
	defer from.Close()
	return submission.OpenStream(ctx, key, from, options)
}

// below lists the files of a submission by their names in it.
func (p *Place) below(ctx context.Context, prefix string) iter.Seq2[submission.File, error] {
	return func(yield func(submission.File, error) bool) {
		list := p.bucket.List(&blob.ListOptions{Prefix: prefix})
		for {
			object, err := list.Next(ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(submission.File{}, err)
				return
			}
			name := strings.TrimPrefix(object.Key, prefix)
			if name == "" {
				continue // the folder itself, as consoles of buckets make it
			}
			file := submission.File{Name: name, Size: object.Size, Open: func(ctx context.Context) (io.ReadCloser, error) {
				return p.bucket.NewReader(ctx, object.Key, nil)
			}}
			if !yield(file, nil) {
				return
			}
		}
	}
}
