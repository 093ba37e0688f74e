// Package oci writes container images into an OCI archive (image layout in a tar file), without a container engine.
package oci

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/podium-labs/podium/ci/nodeimage/tree"
)

// Config is what an image says about its program, in the words of the OCI image specification.
type Config struct {
	User         string              `json:"User,omitempty"`
	ExposedPorts map[string]struct{} `json:"ExposedPorts,omitempty"`
	Env          []string            `json:"Env,omitempty"`
	Entrypoint   []string            `json:"Entrypoint,omitempty"`
	Cmd          []string            `json:"Cmd,omitempty"`
	WorkingDir   string              `json:"WorkingDir,omitempty"`
	StopSignal   string              `json:"StopSignal,omitempty"`
}

// Image is one image with all its names.
type Image struct {
	// Names are full: host, path and tag.
	Names []string
	// Layers from the lowest; one that several images name is stored once.
	Layers []*tree.Tree
	// Config of the image.
	Config Config
}

// blob is the descriptor of one file of the archive.
type blob struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int64             `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// writer is an archive in the making.
type writer struct {
	archive *tar.Writer
	layers  map[*tree.Tree]blob
	written map[string]bool
}

// Write writes the images and returns the digest of each name.
func Write(out io.Writer, images []Image) (map[string]string, error) {
	w := &writer{archive: tar.NewWriter(out), layers: map[*tree.Tree]blob{}, written: map[string]bool{}}
	digests := map[string]string{}
	var manifests []blob
	for _, image := range images {
		manifest, err := w.image(image)
		if err != nil {
			return nil, fmt.Errorf("write image %v: %w", image.Names, err)
		}
		for _, name := range image.Names {
			digests[name] = manifest.Digest
			manifest.Annotations = map[string]string{"io.containerd.image.name": name}
			manifests = append(manifests, manifest)
		}
	}
	index := map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": manifests}
	if err := w.document("index.json", index); err != nil {
		return nil, err
	}
	if err := w.document("oci-layout", map[string]string{"imageLayoutVersion": "1.0.0"}); err != nil {
		return nil, err
	}
	if err := w.archive.Close(); err != nil {
		return nil, fmt.Errorf("write archive: %w", err)
	}
	return digests, nil
}

func (w *writer) image(image Image) (blob, error) {
	layers := make([]blob, 0, len(image.Layers))
	diffs := make([]string, 0, len(image.Layers))
	for _, layer := range image.Layers {
		written, err := w.layer(layer)
		if err != nil {
			return blob{}, err
		}
		layers = append(layers, written)
		diffs = append(diffs, written.Digest) // layers are not compressed
	}
	config, err := w.blob("application/vnd.oci.image.config.v1+json", map[string]any{
		"architecture": "amd64", "os": "linux", "config": image.Config,
		"rootfs": map[string]any{"type": "layers", "diff_ids": diffs},
	})
	if err != nil {
		return blob{}, err
	}
	return w.blob("application/vnd.oci.image.manifest.v1+json", map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config, "layers": layers,
	})
}

// layer writes a tree once. It goes through a file because its digest comes before it.
func (w *writer) layer(layer *tree.Tree) (blob, error) {
	if known, ok := w.layers[layer]; ok {
		return known, nil
	}
	file, err := os.CreateTemp("", "podium-layer-")
	if err != nil {
		return blob{}, fmt.Errorf("create layer: %w", err)
	}
	defer os.Remove(file.Name()) // only a copy
	defer file.Close()           // only a copy
	sum := sha256.New()
	if err := layer.Write(io.MultiWriter(file, sum)); err != nil {
		return blob{}, err
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return blob{}, fmt.Errorf("read layer: %w", err)
	}
	described := blob{MediaType: "application/vnd.oci.image.layer.v1.tar", Digest: digestOf(sum), Size: size}
	w.layers[layer] = described
	return described, w.put(described, file)
}

// blob writes a document under its digest.
func (w *writer) blob(mediaType string, document any) (blob, error) {
	data, err := json.Marshal(document)
	if err != nil {
		return blob{}, fmt.Errorf("encode %s: %w", mediaType, err)
	}
	sum := sha256.New()
	sum.Write(data) // cannot fail
	described := blob{MediaType: mediaType, Digest: digestOf(sum), Size: int64(len(data))}
	return described, w.put(described, bytes.NewReader(data))
}

func (w *writer) put(described blob, content io.Reader) error {
	if w.written[described.Digest] {
		return nil
	}
	w.written[described.Digest] = true
	return w.file("blobs/sha256/"+described.Digest[len("sha256:"):], described.Size, content)
}

func (w *writer) document(name string, document any) error {
	data, err := json.Marshal(document)
	if err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	return w.file(name, int64(len(data)), bytes.NewReader(data))
}

func (w *writer) file(name string, size int64, content io.Reader) error {
	if err := w.archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: size}); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err := io.Copy(w.archive, content); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func digestOf(sum hash.Hash) string { return "sha256:" + hex.EncodeToString(sum.Sum(nil)) }
