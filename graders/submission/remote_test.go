package submission_test

import (
	"encoding/pem"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/submission"
)

// serve offers the folder of a repository by HTTPS, as git's own server program does; /private asks for a password.
func serve(t *testing.T, r *repo) string {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{Path: git, Stderr: io.Discard, Args: []string{"http-backend"}, Env: []string{"GIT_PROJECT_ROOT=" + filepath.Dir(r.dir), "GIT_HTTP_EXPORT_ALL=1"}}
	mux := http.NewServeMux()
	mux.HandleFunc("/private/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(http.StatusUnauthorized)
	})
	mux.HandleFunc("/away/", func(w http.ResponseWriter, q *http.Request) {
		http.Redirect(w, q, "http://"+q.Host+"/alice/.git/"+strings.TrimPrefix(q.URL.Path, "/away/")+"?"+q.URL.RawQuery, http.StatusFound)
	})
	mux.Handle("/", backend)
	server := httptest.NewTLSServer(mux)
	t.Cleanup(server.Close)
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	t.Setenv("GIT_SSL_CAINFO", stored(t, "ca.pem", certificate))
	t.Setenv("HOME", t.TempDir())
	for _, name := range []string{"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"} {
		t.Setenv(name, "")
	}
	return server.URL
}

func TestHTTPS(t *testing.T) {
	r, days := history(t)
	r.commit("2026-11-06T10:00:00Z", map[string]string{"video": strings.Repeat("x", 3<<20)})
	url := serve(t, r)
	o := options(t)
	o.Deadline = at(t, "2026-11-05")
	got, found := opened(t, url+"/alice/.git", o)
	if got.Commit != days["5"] || !slices.Equal(found, []string{lab + "side.sh=side", lab + "undo.sh=3"}) {
		t.Errorf("got %+v, %q", got, found)
	}
	o = options(t)
	o.Commit = days["1"]
	if got, found := opened(t, url+"/alice/.git", o); got.Commit != days["1"] || len(found) != 1 {
		t.Errorf("got %+v, %q", got, found)
	}
	r.commit("2026-11-07T10:00:00Z", map[string]string{lab + "undo.sh": strings.Repeat("x", 1<<20+1)})
	refused(t, url+"/alice/.git", options(t), "undo.sh", "is larger than 1048576 bytes") // this server ignores the filter

	for path, says := range map[string]string{"/private/x": "could not read Username", "/nobody/.git": "not found", "/away": "disabled"} {
		fault := misnamed(t, url+path, options(t), says)
		if fault.Usage || !strings.HasPrefix(fault.Next, "git ls-remote ") {
			t.Errorf("%s: %+v", path, fault)
		}
	}
	fault := misnamed(t, strings.Replace(url, "//", "//alice:secret@", 1)+"/private/x", options(t), "")
	if strings.Contains(fault.Error()+fault.Next, "secret") {
		t.Errorf("tells the password: %q, %q", fault, fault.Next)
	}
	_ = misnamed(t, "https://127.0.0.1:1/x", options(t), "read https://127.0.0.1:1/x")
}

// TestSSH has a program in the place of ssh that runs the command here.
func TestSSH(t *testing.T) {
	r, days := history(t)
	bin := t.TempDir()
	script := filepath.Join(bin, "ssh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nexec sh -c \"$1\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_SSH_COMMAND", script)
	t.Setenv("HOME", t.TempDir())
	for _, source := range []string{"git@example.org:" + r.dir, "ssh://git@example.org" + r.dir + "/.git"} {
		o := options(t)
		o.Branch = "side"
		got, found := opened(t, source, o)
		if got.Commit != days["side"] || len(found) != 2 || submission.Name(source) == "" {
			t.Errorf("%s: %+v, %q", source, got, found)
		}
	}
}
