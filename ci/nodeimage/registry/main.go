// Command registry answers a node's containerd for the images that its node image brought along.
//
// A Pod whose imagePullPolicy is Always asks a registry even for an image that is there. This one knows the images of
// the machine's own store and no others, so such Pods start without internet, and what is unknown fails at once.
//
//	registry images.json folder-of-blobs
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// address is where containerd asks; the node image's hosts.toml names it.
const address = "127.0.0.1:5000"

// requests are the two that pulling an image makes (OCI distribution specification, end-2 and end-3).
var requests = regexp.MustCompile(`^/v2/(.+)/(manifests|blobs)/([^/]+)$`)

// digest is the only form of a digest in use.
var digest = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: registry images.json folder-of-blobs")
		os.Exit(2)
	}
	images, err := readImages(os.Args[1])
	if err == nil {
		server := &http.Server{Addr: address, Handler: store{images, os.Args[2]}, ReadHeaderTimeout: 10 * time.Second}
		err = server.ListenAndServe()
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// readImages reads which digest each image name has.
func readImages(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read images: %w", err)
	}
	images := map[string]string{}
	if err := json.Unmarshal(data, &images); err != nil {
		return nil, fmt.Errorf("read images: %w", err)
	}
	return images, nil
}

// store is containerd's own store, as a registry.
type store struct {
	images map[string]string // by full name with tag
	blobs  string            // folder of files called by their digest
}

// ServeHTTP implements http.Handler. containerd tells in the query which registry it means.
func (s store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/v2/" {
		return
	}
	parts := requests.FindStringSubmatch(r.URL.Path)
	if parts == nil {
		refuse(w, "UNSUPPORTED")
		return
	}
	wanted := parts[3]
	if parts[2] == "manifests" && !digest.MatchString(wanted) {
		wanted = s.images[r.URL.Query().Get("ns")+"/"+parts[1]+":"+wanted]
		w.Header().Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
	}
	if !digest.MatchString(wanted) {
		refuse(w, "MANIFEST_UNKNOWN")
		return
	}
	w.Header().Set("Docker-Content-Digest", wanted)
	file, err := os.Open(filepath.Join(s.blobs, strings.TrimPrefix(wanted, "sha256:")))
	if err != nil {
		refuse(w, "BLOB_UNKNOWN")
		return
	}
	defer file.Close() // only read
	http.ServeContent(w, r, "", time.Time{}, file)
}

// refuse answers as the OCI distribution specification wants errors.
func refuse(w http.ResponseWriter, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprintf(w, `{"errors":[{"code":%q,"message":"the node image does not have it"}]}`, code)
}
