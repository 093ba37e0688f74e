package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	_ "github.com/podium-labs/podium/cmd/podium/buckets" // what blob URLs can be opened
	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/lang"
)

// places are SOURCE and OUT where they are blob URLs.
type places struct {
	source *bucket.Place
	out    *bucket.Place
	mirror *bucket.Mirror
	// passing is a work folder that is removed in the end.
	passing string
}

// lastUpload is how long a batch that was interrupted may still upload.
const lastUpload = 5 * time.Minute

// openPlaces opens blob URLs. After it f.out is a folder of this machine in any case.
func (f *flags) openPlaces(ctx context.Context) (err error) {
	bad := func(err error) error {
		return exit.With(exit.Usage, err, "see what SOURCE and OUT can be: podium batch --help")
	}
	folder, err := bucket.Folder(f.source)
	switch {
	case err != nil:
		return bad(err)
	case folder != "":
		f.source = folder
	case bucket.IsURL(f.source):
		if f.places.source, err = bucket.Open(ctx, f.source); err != nil {
			return bad(err)
		}
	}
	if !bucket.IsURL(f.out) {
		if f.work != "" {
			return bad(lang.Errorf("--work is for a blob URL as OUT"))
		}
		return nil
	}
	if f.places.out, err = bucket.Open(ctx, f.out); err != nil {
		return bad(err)
	}
	if f.work == "" {
		if f.work, err = workFolder(f.out); err != nil {
			return bad(err)
		}
	}
	if f.dryRun {
		if err := f.workInPassing(); err != nil {
			return bad(err)
		}
	}
	f.places.mirror, err = bucket.OpenMirror(ctx, f.places.out, f.work)
	if errors.Is(err, bucket.ErrConflict) {
		return exit.With(exit.Usage, err, "")
	}
	if err != nil {
		return explain(err)
	}
	f.out = f.work
	return nil
}

// workInPassing lets a dry run look at the batch somewhere else where there is no work folder yet: it shall not make one.
func (f *flags) workInPassing() (err error) {
	if _, err := os.Stat(f.work); !errors.Is(err, os.ErrNotExist) {
		return nil // it is there, or who opens it says what is wrong
	}
	if f.places.passing, err = os.MkdirTemp("", "podium-batch-"); err != nil {
		return lang.Errorf("make work folder: %w", err)
	}
	f.work = f.places.passing
	return nil
}

// odd is what a folder's name had better not hold.
var odd = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// workFolder is where the journal of a batch is that has its results in a bucket: the same for each run.
func workFolder(out string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", lang.Errorf("find work folder: %w; choose one with --work", err)
	}
	place, _, _ := strings.Cut(out, "?")
	readable := strings.Trim(odd.ReplaceAllString(place, "-"), "-.")
	sum := sha256.Sum256([]byte(strings.TrimRight(place, "/")))
	return filepath.Join(cache, "podium", "batch", readable[:min(len(readable), 60)]+"-"+hex.EncodeToString(sum[:4])), nil
}

// upload lets the bucket have what the batch adds, from now on. A batch that somebody else has gone on with ends the context.
func (f *flags) upload(ctx context.Context, options *batch.Options) (context.Context, context.CancelFunc) {
	if f.places.mirror == nil {
		return ctx, func() {}
	}
	running, stop := context.WithCancelCause(ctx)
	f.places.mirror.Start(context.WithoutCancel(ctx), stop)
	progress := options.Progress
	options.Progress = func(event batch.Event) {
		if event.Kind != batch.Phase && event.Kind != batch.Opening {
			f.places.mirror.Touch()
		}
		progress(event)
	}
	return running, func() { stop(nil) }
}

// close uploads the rest and closes the buckets.
func (f *flags) close(ctx context.Context) error {
	var errs []error
	if mirror := f.places.mirror; mirror != nil && !f.dryRun {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastUpload)
		defer cancel()
		if err := mirror.Close(ctx); err != nil {
			errs = append(errs, exit.With(exit.Infrastructure, err, "run it again to upload the rest"))
		}
	}
	if f.places.passing != "" {
		errs = append(errs, os.RemoveAll(f.places.passing))
	}
	for _, place := range []*bucket.Place{f.places.source, f.places.out} {
		if place != nil {
			errs = append(errs, place.Close())
		}
	}
	return errors.Join(errs...)
}

// at is where a result is, for people.
func (f *flags) at(name string) string {
	if f.places.out != nil {
		return f.places.out.At(name)
	}
	return filepath.Join(f.out, name)
}

// begun reports whether there is a batch to go on with.
func (f *flags) begun() bool {
	_, err := os.Stat(filepath.Join(f.out, journal.FileName))
	return err == nil
}
