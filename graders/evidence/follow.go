package evidence

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// journalPoll is how often a followed journal is looked at. A file on which another process appends cannot be waited for
// in a way that works on every file system.
const journalPoll = 20 * time.Millisecond

// FollowJournal adds to history what the journal at path holds and what another process writes to it, until ctx ends
// (nil) or the journal cannot be read. started is closed when all has been read that was there at the beginning.
func FollowJournal(ctx context.Context, path string, history *History, started chan<- struct{}) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("follow journal: %w", err)
	}
	defer file.Close()
	reader := bufio.NewReaderSize(file, 1<<16)
	ticker := time.NewTicker(journalPoll)
	defer ticker.Stop()
	var line bytes.Buffer
	for {
		part, err := reader.ReadBytes('\n')
		line.Write(part)
		switch {
		case err == nil:
			v, err := parseEntry(line.Bytes())
			if err != nil {
				return err
			}
			history.Add(v)
			line.Reset()
			continue
		case !errors.Is(err, io.EOF):
			return fmt.Errorf("follow journal: %w", err)
		}
		if started != nil {
			close(started)
			started = nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}
