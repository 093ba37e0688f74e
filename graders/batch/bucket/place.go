// Package bucket reads submissions from blob storage and keeps the results of a batch there.
//
// It knows no provider: which URLs can be opened is decided by the drivers that the program links.
package bucket

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"gocloud.dev/blob"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/submission"
)

// Place is a prefix of a bucket.
type Place struct {
	bucket *blob.Bucket
	// name is the URL as it was given; place is the same without its query.
	name, place string
}

// schemes are those of blob URLs. Others, such as https, are git's.
func schemes() []string { return []string{"file", "s3", "gs", "azblob"} }

// IsURL reports whether a SOURCE or an OUT is a blob URL.
func IsURL(name string) bool {
	scheme, _, ok := strings.Cut(name, "://")
	return ok && slices.Contains(schemes(), strings.ToLower(scheme))
}

// Open opens a blob URL: s3://BUCKET/PREFIX?region=…, gs://BUCKET/PREFIX, azblob://CONTAINER/PREFIX, file:///FOLDER. The query is that of
// the driver (gocloud.dev/blob).
func Open(ctx context.Context, name string) (*Place, error) {
	u, prefix, err := parse(name)
	if err != nil {
		return nil, lang.Errorf("open %s: %w", legible(name), err)
	}
	opened, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, lang.Errorf("open %s: %w", legible(name), err)
	}
	if prefix != "" {
		opened = blob.PrefixedBucket(opened, prefix)
	}
	shown := *u
	shown.RawQuery = ""
	if prefix != "" {
		shown.Path = "/" + strings.TrimSuffix(prefix, "/")
	}
	return &Place{bucket: opened, name: name, place: shown.String()}, nil
}

// Of is a bucket that is open already, under a name.
func Of(opened *blob.Bucket, name string) *Place {
	return &Place{bucket: opened, name: name, place: name}
}

// parse splits a blob URL into what its driver takes and the prefix below that.
func parse(name string) (*url.URL, string, error) {
	u, err := url.Parse(name)
	if err != nil {
		return nil, "", errors.Unwrap(err) // the text of a url.Error repeats the name, whatever is in it
	}
	if !slices.Contains(schemes(), u.Scheme) {
		return nil, "", lang.Errorf("no blob storage has the scheme %q; there is: %s", u.Scheme, strings.Join(schemes(), ", "))
	}
	if len(name) > urlBytes {
		return nil, "", lang.Errorf("it is longer than %d bytes", urlBytes)
	}
	if strings.ContainsFunc(u.Path+u.Host, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar
	}) {
		return nil, "", lang.Errorf("it holds an invisible character")
	}
	trimmed := strings.Trim(u.Path, "/")
	if trimmed != "" && path.Clean(trimmed) != trimmed || trimmed == ".." || strings.HasPrefix(trimmed, "../") {
		return nil, "", lang.Errorf("its path has . or .., or an empty part")
	}
	if u.Scheme == "file" {
		return fileURL(u)
	}
	if u.Host == "" {
		return nil, "", lang.Errorf("it names no bucket: %s://BUCKET/PREFIX", u.Scheme)
	}
	u.Path, u.RawPath = "", ""
	if trimmed != "" {
		trimmed += "/"
	}
	return u, trimmed, nil
}

// fileURL asks the driver for nothing but files: no attributes beside them, and no temporary files on another file system.
func fileURL(u *url.URL) (*url.URL, string, error) {
	if u.Host != "" {
		return nil, "", lang.Errorf("a file URL has three slashes: file:///FOLDER")
	}
	query := u.Query()
	for key, value := range map[string]string{"metadata": "skip", "no_tmp_dir": "true", "create_dir": "true"} {
		if !query.Has(key) {
			query.Set(key, value)
		}
	}
	u.RawQuery = query.Encode()
	return u, "", nil
}

// urlBytes is longer than any bucket with any key.
const urlBytes = 2048

// Name is the URL as it was given.
func (p *Place) Name() string { return p.name }

// At is the URL of a key, for people: without the query of the place.
func (p *Place) At(key string) string { return strings.TrimSuffix(p.place, "/") + "/" + key }

// Close closes the bucket.
func (p *Place) Close() error { return p.bucket.Close() }

// legible is a foreign address without its password.
func legible(name string) string {
	if u, err := url.Parse(name); err == nil {
		name = u.Redacted()
	}
	return submission.Legible(name)
}

// Folder is the folder of a file URL, which is read as any other folder is; empty for what is no file URL.
func Folder(name string) (string, error) {
	if scheme, _, _ := strings.Cut(name, "://"); !strings.EqualFold(scheme, "file") || !IsURL(name) {
		return "", nil
	}
	u, _, err := parse(name)
	if err != nil {
		return "", lang.Errorf("open %s: %w", legible(name), err)
	}
	return u.Path, nil
}

// Read returns what is under a key; the error is fs.ErrNotExist if there is nothing.
func (p *Place) Read(ctx context.Context, key string) ([]byte, error) {
	content, err := p.bucket.ReadAll(ctx, key)
	if missing(err) {
		return nil, lang.Errorf("read %s: %w", p.At(key), fs.ErrNotExist)
	}
	if err != nil {
		return nil, lang.Errorf("read %s: %w", p.At(key), err)
	}
	return content, nil
}

// Write puts something under a key, as a whole.
func (p *Place) Write(ctx context.Context, key string, content []byte) error {
	if err := p.bucket.WriteAll(ctx, key, content, &blob.WriterOptions{ContentType: contentType(key)}); err != nil {
		return lang.Errorf("write %s: %w", p.At(key), err)
	}
	return nil
}

// Remove removes what is under a key, if there is anything.
func (p *Place) Remove(ctx context.Context, key string) error {
	if err := p.bucket.Delete(ctx, key); err != nil && !missing(err) {
		return lang.Errorf("remove %s: %w", p.At(key), err)
	}
	return nil
}
