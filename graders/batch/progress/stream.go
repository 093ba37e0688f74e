package progress

import (
	"io"
	"sync"

	"github.com/podium-labs/podium/graders/batch"
)

// Stream writes every event as a line of JSON, in its own time: a reader that stalls holds up no grading.
type Stream struct {
	write func(batch.Event)
	ended chan struct{}

	mu      sync.Mutex
	ready   sync.Cond
	waiting []batch.Event
	closed  bool
}

// many is how many events wait at most before those are left out that only say how far a grading is.
const many = 10_000

// NewStream writes to out.
func NewStream(out io.Writer) *Stream {
	s := &Stream{write: JSON(out), ended: make(chan struct{})}
	s.ready.L = &s.mu
	go s.run()
	return s
}

// Take takes an event and does not wait.
func (s *Stream) Take(e batch.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	passing := e.Kind == batch.Phase || e.Kind == batch.Opening || e.Kind == batch.Grading
	if passing && len(s.waiting) >= many {
		return
	}
	s.waiting = append(s.waiting, e)
	s.ready.Signal()
}

// Close returns when everything is written.
func (s *Stream) Close() error {
	s.mu.Lock()
	s.closed = true
	s.ready.Signal()
	s.mu.Unlock()
	<-s.ended
	return nil
}

func (s *Stream) run() {
	defer close(s.ended)
	for events := s.next(); len(events) > 0; events = s.next() {
		for _, e := range events {
			s.write(e)
		}
	}
}

// next waits for events; none means that there will be no more.
func (s *Stream) next() []batch.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 && !s.closed {
		s.ready.Wait()
	}
	events := s.waiting
	s.waiting = nil
	return events
}
