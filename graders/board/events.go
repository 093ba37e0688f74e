package board

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

const (
	// batch is how many moments travel in one event, so that the page can draw while a long attempt loads.
	batch = 1000
	// heartbeat is how often a silent stream says that it is still there.
	heartbeat = 15 * time.Second
)

// events streams the feed as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). The id of
// an event is the number of moments sent so far, so a page that lost its connection goes on where it was.
func (b *Board) events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w)
	sent, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		sent = 0
	}
	stream := &stream{out: w, sent: sent}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		seen := b.feed.look(stream.sent)
		if stream.show(seen) != nil || flush.Flush() != nil {
			return // the page is gone
		}
		select {
		case <-r.Context().Done():
			return
		case <-seen.changed:
		case <-beat.C:
			_, _ = io.WriteString(w, ": still here\n\n") // a broken connection shows at the next Flush
		}
	}
}

// stream remembers what one page knows.
type stream struct {
	out   io.Writer
	sent  int
	score []byte
	state feedState
	began bool
}

// show sends what the page does not know yet.
func (s *stream) show(seen sight) error {
	for len(seen.moments) > 0 {
		n := min(batch, len(seen.moments))
		s.sent += n
		if err := s.event("moments", join(seen.moments[:n])); err != nil {
			return err
		}
		seen.moments = seen.moments[n:]
	}
	if !bytes.Equal(seen.score, s.score) {
		s.score = seen.score
		if err := s.event("score", seen.score); err != nil {
			return err
		}
	}
	if s.began && s.state == seen.state {
		return nil
	}
	s.began, s.state = true, seen.state
	encoded, err := json.Marshal(seen.state)
	if err != nil {
		return fmt.Errorf("encode state: %w", err)
	}
	return s.event("state", encoded)
}

// event writes one event. JSON has no line breaks outside of its strings and none within, so it is one line of data.
func (s *stream) event(name string, data []byte) error {
	if _, err := fmt.Fprintf(s.out, "event: %s\nid: %d\ndata: %s\n\n", name, s.sent, data); err != nil {
		return fmt.Errorf("send event: %w", err)
	}
	return nil
}

func join(items []json.RawMessage) []byte {
	parts := make([][]byte, len(items))
	for i, item := range items {
		parts[i] = item
	}
	return fmt.Appendf(nil, "[%s]", bytes.Join(parts, []byte(",")))
}
