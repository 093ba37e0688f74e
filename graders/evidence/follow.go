package evidence

import (
	"context"
	"time"
)

// journalPoll is how often a followed journal is looked at. A file on which another process appends cannot be waited for
// in a way that works on every file system.
const journalPoll = 20 * time.Millisecond

// FollowJournal adds to history what the journal at path holds and what another process writes to it, until ctx ends
// (nil) or the journal cannot be read any more. started is closed when all has been read that was there at the beginning.
func FollowJournal(ctx context.Context, path string, history *History, started chan<- struct{}) error {
	tail, err := OpenTail(path)
	if err != nil {
		return err
	}
	defer tail.Close()
	ticker := time.NewTicker(journalPoll)
	defer ticker.Stop()
	for {
		versions, more, err := tail.Read()
		for _, v := range versions {
			history.Add(v)
		}
		if err != nil {
			return err
		}
		if more {
			continue
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
