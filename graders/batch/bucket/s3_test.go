package bucket_test

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob"

	"github.com/podium-labs/podium/graders/batch/bucket"
)

// s3URL starts a service on this machine that speaks S3 and returns the URL of a bucket in it. refuse may turn a request down.
func s3URL(t *testing.T, refuse func(*http.Request) bool) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "course")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	store := s3mem.New()
	if err := store.CreateBucket("course"); err != nil {
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
	return "s3://course?region=eu-central-1&use_path_style=true&disable_https=true&endpoint=" + server.URL
}

func s3(t *testing.T) *blob.Bucket {
	t.Helper()
	b, err := blob.OpenBucket(t.Context(), s3URL(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// TestAServiceThatRefusesIsNamed: what the service says is passed on, and nothing counts as uploaded.
func TestAServiceThatRefusesIsNamed(t *testing.T) {
	var refuses atomic.Bool
	name := s3URL(t, func(r *http.Request) bool { return refuses.Load() && r.Method == http.MethodPut })
	p, err := bucket.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	here, there := work{t, t.TempDir()}, work{t, t.TempDir()}
	m := open(t, p, here)
	here.finish("alice")
	refuses.Store(true)
	if err := m.Close(t.Context()); err == nil || !strings.Contains(err.Error(), "AccessDenied") {
		t.Errorf("%v", err)
	}
	refuses.Store(false)
	m = open(t, p, here)
	if err := m.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(open(t, p, there).Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := there.has(); strings.Join(got, " ") != "alice" {
		t.Errorf("%q", got)
	}
}
