package submission_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/submission"
)

// item is an entry of an archive. A name that ends with a slash is a folder.
type item struct {
	name, content string
	// kind is the type of a tar entry; link is what a link leads to.
	kind byte
	link string
}

func tarOf(t testing.TB, items ...item) []byte {
	t.Helper()
	var out bytes.Buffer
	writer := tar.NewWriter(&out)
	for _, i := range items {
		header := &tar.Header{Name: i.name, Mode: 0o777, Size: int64(len(i.content)), Typeflag: i.kind, Linkname: i.link}
		if i.kind == 0 && strings.HasSuffix(i.name, "/") {
			header.Typeflag = tar.TypeDir
		}
		if i.kind == tar.TypeXGlobalHeader {
			header = &tar.Header{Name: i.name, Typeflag: i.kind, PAXRecords: map[string]string{"comment": strings.Repeat("a", 40)}}
		}
		if err := writer.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := writer.Write([]byte(i.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(t testing.TB, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	if _, err := writer.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// zipOf makes a zip; change, if set, may spoil a header before it is written.
func zipOf(t testing.TB, change func(*zip.FileHeader), items ...item) []byte {
	t.Helper()
	var out bytes.Buffer
	writer := zip.NewWriter(&out)
	for _, i := range items {
		header := &zip.FileHeader{Name: i.name, Method: zip.Deflate}
		switch i.kind {
		case tar.TypeSymlink:
			header.SetMode(fs.ModeSymlink | 0o777)
		case tar.TypeChar:
			header.SetMode(fs.ModeDevice | fs.ModeCharDevice | 0o666)
		}
		if change != nil {
			change(header)
		}
		file, err := writer.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write([]byte(i.content + i.link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func stored(t testing.TB, name string, content []byte) string {
	t.Helper()
	full := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(full, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return full
}

// everyKind packs the same items in each kind of archive.
func everyKind(t *testing.T, items ...item) map[string][]byte {
	t.Helper()
	packed := tarOf(t, items...)
	return map[string][]byte{"alice.tar": packed, "alice.tar.gz": gzipped(t, packed), "alice.TGZ": gzipped(t, packed), "alice.zip": zipOf(t, nil, items...)}
}

func TestArchives(t *testing.T) {
	want := []string{lab + "undo.sh=kubectl", lab + "undo/1-a.yaml=a: 1"}
	for name, items := range map[string][]item{
		"plain":        {{name: "answers/"}, {name: lab}, {name: lab + "undo.sh", content: "kubectl"}, {name: lab + "undo/1-a.yaml", content: "a: 1"}, {name: "answers/lab-1/x.sh", content: "x"}},
		"no folders":   {{name: lab + "undo.sh", content: "kubectl"}, {name: lab + "undo/1-a.yaml", content: "a: 1"}, {name: "Makefile", content: "all:"}},
		"dot slash":    {{name: "./"}, {name: "./" + lab + "undo.sh", content: "kubectl"}, {name: "./" + lab + "undo/1-a.yaml", content: "a: 1"}},
		"one folder":   {{name: "lab-main/"}, {name: "lab-main/README.md"}, {name: "lab-main/" + lab + "undo.sh", content: "kubectl"}, {name: "lab-main/" + lab + "undo/1-a.yaml", content: "a: 1"}},
		"dot folder":   {{name: "./lab-main/" + lab + "undo.sh", content: "kubectl"}, {name: "./lab-main/" + lab + "undo/1-a.yaml", content: "a: 1"}},
		"macOS":        {{name: "hw/" + lab + "undo.sh", content: "kubectl"}, {name: "__MACOSX/hw/._x", content: "x"}, {name: "hw/" + lab + "undo/1-a.yaml", content: "a: 1"}},
		"links beside": {{name: lab + "undo.sh", content: "kubectl"}, {name: "node_modules/x", kind: tar.TypeSymlink, link: "/etc"}, {name: lab + "undo/1-a.yaml", content: "a: 1"}},
	} {
		for file, content := range everyKind(t, items...) {
			got, found := opened(t, stored(t, file, content), options(t))
			if !slices.Equal(found, want) {
				t.Errorf("%s, %s: %q", name, file, found)
			}
			if got.ID != "alice" || got.Commit != "" || got.SubmittedAt != nil || !slices.Equal(got.Labs, []string{"lab-2"}) || len(got.Warnings) > 0 {
				t.Errorf("%s, %s: %+v", name, file, got)
			}
		}
	}
	global := gzipped(t, tarOf(t, item{name: "pax_global_header", kind: tar.TypeXGlobalHeader}, item{name: "lab-1a2b/" + lab + "undo.sh", content: "kubectl"}))
	if _, found := opened(t, stored(t, "alice.tgz", global), options(t)); !slices.Equal(found, want[:1]) {
		t.Errorf("as git archive makes it: %q", found)
	}
}

func TestHostileArchives(t *testing.T) {
	many := make([]item, 0, 1001)
	for n := range 1001 {
		many = append(many, item{name: fmt.Sprintf("%sundo/%d.sh", lab, n)})
	}
	ok := item{name: lab + "undo.sh", content: "x"}
	for _, c := range []struct {
		name         string
		items        []item
		path, reason string
	}{
		{"climbs", []item{ok, {name: "../../tmp/x"}}, "../../tmp/x", "leads out of its folder"},
		{"climbs inside", []item{ok, {name: lab + "../../x.sh"}}, "x.sh", "leads out of its folder"},
		{"climbs in one folder", []item{{name: "hw/" + lab + "undo.sh"}, {name: "hw/../../x"}}, "hw/../../x", "leads out of its folder"},
		{"climbs with backslashes", []item{ok, {name: `..\x.sh`}}, "x.sh", "leads out of its folder"},
		{"absolute", []item{ok, {name: "/etc/cron.d/x"}}, "/etc/cron.d/x", "absolute path"},
		{"absolute with backslashes", []item{ok, {name: `\x`}}, "x", "absolute path"},
		{"drive", []item{ok, {name: `C:\x`}}, "C:", "drive letter"},
		{"backslashes", []item{ok, {name: `answers\lab-2\rollout.sh`}}, `answers\lab-2\rollout.sh`, "backslash"},
		{"colon", []item{{name: lab + "undo.sh:stream"}}, "undo.sh:stream", "colon"},
		{"control character", []item{{name: lab + "un\x1b[2Jdo.sh"}}, "do.sh", "control or invisible"},
		{"reading direction", []item{{name: lab + "undo\u202e.sh"}}, "undo", "control or invisible"},
		{"no UTF-8", []item{{name: lab + "undo\xff.sh"}}, "undo", "no UTF-8"},
		{"case", []item{ok, {name: lab + "Undo.sh"}}, "Undo.sh", "only in upper and lower case"},
		{"case of a folder", []item{{name: lab + "undo/1-a.sh"}, {name: lab + "UNDO/2-b.sh"}}, "UNDO", "only in upper and lower case"},
		{"accents", []item{{name: lab + "caf\u00e9.sh"}, {name: lab + "cafe\u0301.sh"}}, "caf", "how accents are written"},
		{"twice", []item{ok, {name: lab + "undo.sh", content: "other"}}, "undo.sh", "is there twice"},
		{"twice in other words", []item{ok, {name: "./answers//lab-2/./undo.sh"}}, "undo.sh", "is there twice"},
		{"file and folder", []item{ok, {name: lab + "undo.sh/x"}}, "undo.sh", "both a file and a folder"},
		{"link", []item{{name: lab + "undo.sh", kind: tar.TypeSymlink, link: "/etc/passwd"}}, "undo.sh", "a symbolic link"},
		{"link for the lab", []item{{name: "answers/lab-2", kind: tar.TypeSymlink, link: "/etc"}, ok}, "answers/lab-2", "a symbolic link"},
		{"link for answers", []item{{name: "answers", kind: tar.TypeSymlink, link: "/etc"}, ok}, "answers", "a symbolic link"},
		{"device", []item{{name: lab + "undo.sh", kind: tar.TypeChar}}, "undo.sh", "a device"},
		{"file for the lab", []item{{name: "answers/lab-2"}}, "answers/lab-2", "is a file, not a folder"},
		{"many files", many, "", "one file too many"},
		{"deep", []item{{name: lab + "a/b/c/d/e/f/g/h/i.sh"}}, "", "nested too deep"},
		{"long", []item{{name: lab + strings.Repeat("a", 250)}}, "", "too long a path"},
		{"git", []item{{name: lab + ".git/config"}}, ".git/config", "git repository of its own"},
		{"lfs", []item{{name: lab + "undo.sh", content: "version https://git-lfs.github.com/spec/v1\n"}}, "undo.sh", "Git LFS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for file, content := range everyKind(t, c.items...) {
				if strings.HasSuffix(file, "GZ") {
					continue
				}
				refused(t, stored(t, file, content), options(t), c.path, c.reason)
			}
		})
	}
}

func TestLargeFiles(t *testing.T) {
	items := []item{{name: lab + "deploy.sh", content: strings.Repeat("x", 99)}, {name: lab + "undo.sh", content: strings.Repeat("x", 100)}}
	for file, content := range everyKind(t, items...) {
		o := options(t)
		o.Limits.FileBytes = 99
		refused(t, stored(t, file, content), o, "undo.sh", "is larger than 99 bytes")
		o.Limits.FileBytes, o.Limits.TotalBytes = 0, 198
		refused(t, stored(t, file, content), o, "undo.sh", "brings the answers over 198 bytes")
		o.Limits.TotalBytes = 199
		opened(t, stored(t, file, content), o)
	}
}

func TestHostileTars(t *testing.T) {
	for name, c := range map[string]struct {
		item   item
		reason string
	}{
		"hard link": {item{name: lab + "undo.sh", kind: tar.TypeLink, link: "/etc/passwd"}, "a hard link"},
		"pipe":      {item{name: lab + "undo.sh", kind: tar.TypeFifo}, "a named pipe"},
		"block":     {item{name: lab + "undo.sh", kind: tar.TypeBlock}, "a device"},
		"odd kind":  {item{name: lab + "undo.sh", kind: 'Z'}, "no regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, stored(t, "alice.tar", tarOf(t, c.item)), options(t), "undo.sh", c.reason)
		})
	}
	whole := tarOf(t, item{name: lab + "undo.sh", content: strings.Repeat("x", 5000)})
	refused(t, stored(t, "alice.tar", whole[:2000]), options(t), "", "cannot be unpacked")
	refused(t, stored(t, "alice.tgz", gzipped(t, whole)[:60]), options(t), "", "cannot be unpacked")
	refused(t, stored(t, "alice.tgz", whole), options(t), "", "not compressed with gzip")
	refused(t, stored(t, "alice.tar", nil), options(t), "", "the archive is empty")
	lying := bytes.Clone(whole)
	copy(lying[124:136], "77777777777\x00") // 8 GiB; then the checksum, which is over the header with blanks in its place
	copy(lying[148:156], "        ")
	sum := 0
	for _, b := range lying[:512] {
		sum += int(b)
	}
	copy(lying[148:156], fmt.Sprintf("%06o\x00 ", sum))
	refused(t, stored(t, "alice.tar", lying), options(t), "", "")
}

// TestBombs: what unpacks to very much is not unpacked, also where it would not have been kept.
func TestBombs(t *testing.T) {
	zeros := string(make([]byte, 8<<20))
	for _, name := range []string{lab + "undo.sh", "elsewhere"} {
		refused(t, stored(t, "alice.tgz", gzipped(t, tarOf(t, item{name: name, content: zeros}))), options(t), "", "")
	}
	refused(t, stored(t, "alice.tgz", gzipped(t, tarOf(t, item{name: "x", content: zeros}))), options(t), "", "more than 200 times its size")
	o := options(t)
	o.Limits.StreamBytes, o.Limits.Ratio = 4<<20, 1<<20
	refused(t, stored(t, "alice.tgz", gzipped(t, tarOf(t, item{name: "x", content: zeros}))), o, "", "unpacks to more than 4194304 bytes")
	var letters []item
	for n := range 5 {
		letters = append(letters, item{name: fmt.Sprintf("%sundo/%d.sh", lab, n), content: strings.Repeat("x", 1<<20)})
	}
	refused(t, stored(t, "alice.zip", zipOf(t, nil, letters...)), options(t), "", "more than 200 times its size")
	o = options(t)
	o.Limits.ArchiveBytes = 1000
	refused(t, stored(t, "alice.tar", tarOf(t, item{name: lab + "undo.sh"})), o, "", "the archive is larger than 1000 bytes")
	o = options(t)
	o.Limits.Entries = 3
	for file, content := range everyKind(t, item{name: "a"}, item{name: "b"}, item{name: "c"}, item{name: lab + "undo.sh"}) {
		refused(t, stored(t, file, content), o, "", "more than 3 files and folders")
	}
}

func TestHostileZips(t *testing.T) {
	content := strings.Repeat("kubectl get pods\n", 100)
	good := zipOf(t, nil, item{name: lab + "undo.sh", content: content})
	central := bytes.LastIndex(good, []byte("PK\x01\x02"))
	spoil := func(offset int, value uint32, size int) []byte {
		bad := bytes.Clone(good)
		if size == 2 {
			binary.LittleEndian.PutUint16(bad[central+offset:], uint16(value))
		} else {
			binary.LittleEndian.PutUint32(bad[central+offset:], value)
		}
		return bad
	}
	for name, c := range map[string]struct {
		content      []byte
		path, reason string
	}{
		"encrypted":         {spoil(8, 0x1, 2), "undo.sh", "without a password"},
		"unknown method":    {spoil(10, 99, 2), "undo.sh", "cannot be unpacked"},
		"says less":         {spoil(24, 10, 4), "undo.sh", "cannot be unpacked"},
		"says more":         {spoil(24, 1<<19, 4), "undo.sh", "cannot be unpacked"},
		"says far too much": {spoil(24, 1<<31, 4), "undo.sh", "is larger than"},
		"wrong sum":         {spoil(16, 7, 4), "undo.sh", "cannot be unpacked"},
		"starts elsewhere":  {spoil(42, 1<<30, 4), "", ""},
		"cut off":           {good[:len(good)-30], "", "no zip, or is damaged"},
		"no zip":            {[]byte("#!/bin/sh\n"), "", "no zip, or is damaged"},
		"empty":             {nil, "", "no zip, or is damaged"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, stored(t, "alice.zip", c.content), options(t), c.path, c.reason) })
	}
	if _, found := opened(t, stored(t, "alice.zip", good), options(t)); !slices.Equal(found, []string{lab + "undo.sh=" + content}) {
		t.Errorf("the good one: %q", found)
	}
}

// FuzzArchives: whatever an archive holds, it is opened or refused, and nothing is written but files below the private folder.
func FuzzArchives(f *testing.F) {
	items := []item{{name: "hw/" + lab + "undo.sh", content: "kubectl"}, {name: "hw/" + lab + "undo/1-a.yaml", content: "a: 1"}, {name: "hw/../x", content: "x"}}
	packed := tarOf(f, items...)
	f.Add(zipOf(f, nil, items[:2]...), 0)
	f.Add(zipOf(f, nil, items...), 0)
	f.Add(packed, 1)
	f.Add(gzipped(f, packed), 2)
	f.Add(gzipped(f, tarOf(f, items[:2]...)), 2)
	f.Add(tarOf(f, item{name: lab + "undo.sh", kind: tar.TypeSymlink, link: "/etc/passwd"}), 1)
	f.Fuzz(func(t *testing.T, content []byte, kind int) {
		suffix := []string{".zip", ".tar", ".tgz"}[uint(kind)%3]
		o := submission.Options{Labs: []string{"lab-2"}, TempDir: t.TempDir()}
		got, err := submission.Open(t.Context(), stored(t, "alice"+suffix, content), o)
		if err != nil {
			if _, ok := errors.AsType[*answer.InvalidError](err); !ok {
				t.Fatalf("not blamed on the submission: %v", err)
			}
		} else if err := got.Close(); err != nil {
			t.Fatal(err)
		}
		if left := files(t, o.TempDir); len(left) > 0 {
			t.Fatalf("left behind: %q", left)
		}
	})
}
