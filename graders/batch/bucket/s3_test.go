package bucket_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob"

	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/batch/bucket/s3test"
)

// s3URL is a bucket of a service on this machine.
func s3URL(t *testing.T, refuse func(*http.Request) bool) string {
	t.Helper()
	for _, variable := range s3test.Credentials() {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	return s3test.Serve(t, refuse).URL("")
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
	if err := open(t, p, there).Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := there.has(); strings.Join(got, " ") != "alice" {
		t.Errorf("%q", got)
	}
}
