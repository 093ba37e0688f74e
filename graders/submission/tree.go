package submission

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// blob is a file of a commit that was admitted.
type blob struct{ name, hash string }

// list admits everything under answers in a commit and returns the files to read.
func (g *git) list(ctx context.Context, repository, commit string, admit func(*entry) (string, error)) ([]blob, error) {
	var blobs []blob
	read := func(from io.Reader) error {
		records := bufio.NewReaderSize(from, 64<<10)
		for {
			record, err := untilNUL(records)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			mode, hash, name, err := treeRecord(record)
			if err != nil {
				return err
			}
			taken, err := admit(&entry{name: name, folder: mode == "040000", what: treeKind(mode), size: -1})
			if err != nil {
				return err
			}
			if taken != "" {
				blobs = append(blobs, blob{taken, hash})
			}
		}
	}
	err := g.stream(ctx, repository, nil, read, "ls-tree", "-r", "-t", "-z", "--full-tree", commit, "--", "answers")
	return blobs, err
}

// untilNUL reads one record; one that is longer than the buffer is no path that anybody means.
func untilNUL(from *bufio.Reader) (string, error) {
	record, err := from.ReadSlice(0)
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", invalid("", "has too long a path")
	case errors.Is(err, io.EOF) && len(record) > 0:
		return "", io.ErrUnexpectedEOF
	case err != nil:
		return "", err
	}
	return string(record[:len(record)-1]), nil
}

// treeRecord takes "mode type hash TAB name" apart.
func treeRecord(record string) (mode, hash, name string, err error) {
	head, name, ok := strings.Cut(record, "\t")
	fields := strings.Fields(head)
	if !ok || len(fields) != 3 || !fullHash.MatchString(fields[2]) {
		return "", "", "", fmt.Errorf("read tree: unexpected record %q", Legible(record))
	}
	return fields[0], fields[2], name, nil
}

// treeKind says what a mode is that is neither of a folder nor of a file.
func treeKind(mode string) lang.Message {
	switch {
	case mode == "040000" || strings.HasPrefix(mode, "100"):
		return lang.Message{}
	case mode == "120000":
		return lang.M("a symbolic link")
	case mode == "160000":
		return lang.M("a submodule")
	}
	return lang.M("no regular file")
}

// copyBlobs reads files by their hashes, as they are stored.
func (g *git) copyBlobs(ctx context.Context, repository string, blobs []blob, write func(string, io.Reader) error) error {
	var asked strings.Builder
	for _, b := range blobs {
		asked.WriteString(b.hash + "\n")
	}
	read := func(from io.Reader) error {
		answers := bufio.NewReader(from)
		for _, b := range blobs {
			if err := g.copyBlob(answers, b, write); err != nil {
				return err
			}
		}
		return nil
	}
	return g.stream(ctx, repository, strings.NewReader(asked.String()), read, "cat-file", "--batch")
}

func (g *git) copyBlob(from *bufio.Reader, b blob, write func(string, io.Reader) error) error {
	line, err := from.ReadString('\n')
	if err != nil {
		return io.ErrUnexpectedEOF
	}
	fields := strings.Fields(line)
	if len(fields) == 2 && fields[1] == "missing" { // the limit of a file was the filter
		return invalid(b.name, "is larger than %d bytes, or missing in the repository", g.limits.FileBytes)
	}
	if len(fields) != 3 || fields[1] != "blob" {
		return invalid(b.name, "is no file in the repository")
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size > g.limits.FileBytes {
		return invalid(b.name, "is larger than %d bytes", g.limits.FileBytes)
	}
	if err := write(b.name, io.LimitReader(from, size)); err != nil {
		return err
	}
	if _, err := from.Discard(1); err != nil {
		return io.ErrUnexpectedEOF
	}
	return nil
}
