// Package s3test is a service on this machine that speaks S3, for tests.
package s3test

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Credentials are environment variables with which the service is spoken to. It takes any.
func Credentials() []string {
	return []string{"AWS_ACCESS_KEY_ID=course", "AWS_SECRET_ACCESS_KEY=secret"}
}

// Bucket is an empty bucket.
type Bucket struct {
	url   string
	store gofakes3.Backend
}

const name = "course"

// Serve starts a service with one bucket. refuse, if not nil, says which requests it turns down.
func Serve(t testing.TB, refuse func(*http.Request) bool) *Bucket {
	t.Helper()
	store := s3mem.New()
	if err := store.CreateBucket(name); err != nil {
		t.Fatal(err)
	}
	service := gofakes3.New(store, gofakes3.WithLogger(gofakes3.StdLog(log.New(io.Discard, "", 0)))).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuse != nil && refuse(r) {
			http.Error(w, "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", http.StatusForbidden)
			return
		}
		service.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return &Bucket{url: server.URL, store: store}
}

// URL is that of a prefix of the bucket; all of it if empty.
func (b *Bucket) URL(prefix string) string {
	if prefix != "" {
		prefix = "/" + prefix
	}
	return "s3://" + name + prefix + "?region=eu-central-1&use_path_style=true&disable_https=true&endpoint=" + b.url
}

// Read returns an object.
func (b *Bucket) Read(t testing.TB, key string) string {
	t.Helper()
	object, err := b.store.GetObject(name, key, nil)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	defer object.Contents.Close()
	content, err := io.ReadAll(object.Contents)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
