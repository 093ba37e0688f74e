package submission

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

// before finds the last commit of a branch that is not later than a time, and warns if clocks contradict each other.
func (o *origin) before(ctx context.Context, branch string, deadline time.Time) (string, lang.Message, error) {
	want := "HEAD"
	if branch != "" {
		want = "refs/heads/" + branch
	}
	repository, err := o.history(ctx, want, "+"+want+":"+tip)
	if err != nil {
		return "", lang.Message{}, err
	}
	seen := chain{deadline: deadline, limit: o.git.limits.Commits}
	err = o.git.stream(ctx, repository, nil, seen.read, "rev-list", "--first-parent", "--timestamp", tip)
	if err != nil {
		return "", lang.Message{}, err
	}
	if seen.chosen == "" {
		var cut lang.Message
		if _, err := os.Stat(filepath.Join(repository, "shallow")); err == nil {
			cut = lang.M("; its history is cut off there (a shallow clone)")
		}
		return "", lang.Message{}, invalid("", "there is no commit until %s; the first one is of %s%s", clock(deadline), clock(seen.oldest), cut)
	}
	return seen.chosen, seen.warning, nil
}

// clock shows a time in the zone that it was given in.
func clock(at time.Time) string { return at.Format("2006-01-02 15:04:05 -07:00") }

// chain is the first-parent history of a branch, the newest commit first.
type chain struct {
	deadline time.Time
	limit    int

	chosen  string
	at      time.Time
	oldest  time.Time
	warning lang.Message
}

// read takes the output of rev-list.
func (c *chain) read(from io.Reader) error {
	lines := bufio.NewScanner(from)
	for count := 1; lines.Scan(); count++ {
		if count > c.limit {
			return invalid("", "its branch has more than %d commits", c.limit)
		}
		at, hash, err := stamped(lines.Text())
		if err != nil {
			return invalid("", "its history cannot be read: %s", err)
		}
		c.see(hash, at)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read history: %w", err)
	}
	return nil
}

func (c *chain) see(hash string, at time.Time) {
	c.oldest = at
	late := at.After(c.deadline)
	switch {
	case c.chosen == "" && !late && !at.IsZero():
		c.chosen, c.at = hash, at
	case c.chosen != "" && late && c.warning.Empty():
		c.warning = lang.M("commit %s says %s but follows %s of %s, after the deadline: a clock was wrong or set back; only the server knows when it was pushed",
			short(c.chosen), clock(c.at), short(hash), clock(at))
	}
}

// short is as much of a hash as people write.
func short(hash string) string { return hash[:min(len(hash), 12)] }
