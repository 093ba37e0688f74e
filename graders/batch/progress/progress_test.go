package progress

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// clockwork is a clock that tests turn.
type clockwork struct{ at time.Time }

func (c *clockwork) now() time.Time { return c.at }

// story is an hour of a batch: 4 of 10 were done before, alice is done after half of it, and bob and carol go on.
func story(c *clockwork, take func(batch.Event)) {
	eighty := 80
	take(batch.Event{Kind: batch.Guarding, Counts: batch.Counts{Total: 10, Left: 6, Before: 4}})
	take(batch.Event{Kind: batch.Guarded, Counts: batch.Counts{Total: 10, Left: 6, Before: 4}})
	for _, id := range []string{"alice", "bob", "carol\x1b[31m"} {
		take(batch.Event{Kind: batch.Opening, ID: id, Counts: batch.Counts{Total: 10, Left: 6, Before: 4}})
	}
	take(batch.Event{Kind: batch.Phase, ID: "bob", Lab: "lab-2", Step: "rollout", Counts: batch.Counts{Total: 10, Left: 6, Before: 4}})
	c.at = c.at.Add(30 * time.Minute)
	take(batch.Event{Kind: batch.Finished, ID: "alice", Lab: "lab-2", Outcome: result.Graded, Score: &eighty, MaxScore: 100, Counts: batch.Counts{Total: 10, Left: 5, Before: 4, Below: 1}})
	take(batch.Event{Kind: batch.Retrying, ID: "carol\x1b[31m", Lab: "lab-2", Message: "provision: etcd\nis not \x1b[2Jready", Counts: batch.Counts{Total: 10, Left: 5, Before: 4, Below: 1}})
}

func words(t *testing.T, language string) *lang.Printer {
	t.Helper()
	w, err := lang.New(language)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTheScreen(t *testing.T) {
	for language, wants := range map[string][]string{
		"en": {"] 5/10  2 an hour  2:30:00 left", "full marks: 0  fewer points: 1  infrastructure: 0  unreadable: 0  done before: 4", "  bob  lab-2  rollout  30:00", "! carol: provision: etcd is not ready"},
		"ja": {"] 5/10  毎時2件  残り 2:30:00", "満点: 0"},
	} {
		c := &clockwork{at: time.Unix(1e9, 0)}
		m := &model{words: words(t, language), tracker: NewTracker(c.now), width: 100, now: c.now}
		story(c, func(e batch.Event) { m.Update(eventMsg(e)) })
		drawn := m.draw()
		for _, want := range wants {
			if !strings.Contains(drawn, want) {
				t.Errorf("%q is missing in:\n%s", want, drawn)
			}
		}
		if strings.Contains(drawn, "\x1b") || strings.Contains(drawn, "alice") {
			t.Errorf("%q", drawn)
		}
		m.width = 30
		for line := range strings.Lines(m.draw()) {
			if ansi.StringWidth(strings.TrimSuffix(line, "\n")) > 30 {
				t.Errorf("wider than the terminal: %q", line)
			}
		}
	}
}

func TestLines(t *testing.T) {
	c, out := &clockwork{at: time.Unix(1e9, 0)}, &bytes.Buffer{}
	story(c, NewLines(out, words(t, "en"), c.now).Take)
	want := `grading reference solutions and starters first
reference solutions are full, starters have nothing: gradings can be trusted
[5/10, 2:30:00 left] alice lab-2 80/100
carol lab-2: will be tried again: provision: etcd is not ready
`
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

func TestJSONLines(t *testing.T) {
	c, out := &clockwork{at: time.Unix(1e9, 0)}, &bytes.Buffer{}
	story(c, JSON(out))
	var last batch.Event
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || len(lines) != 8 || last.Counts.Below != 1 || last.Kind != "retrying" {
		t.Errorf("%+v, %v\n%s", last, err, out)
	}
}

// TestAReaderThatStallsHoldsUpNothing takes more events than wait at most before anybody reads: so many, and those that are being written; in the end everything is there that counts.
func TestAReaderThatStallsHoldsUpNothing(t *testing.T) {
	from, to := io.Pipe()
	s := NewStream(to)
	s.Take(batch.Event{Kind: batch.Guarding})
	for range 5 * many {
		s.Take(batch.Event{Kind: batch.Phase, ID: "alice"})
	}
	s.Take(batch.Event{Kind: batch.Finished, ID: "alice"})
	go func() {
		_ = s.Close()
		_ = to.Close()
	}()
	count, last := map[string]int{}, ""
	decoder := json.NewDecoder(from)
	for {
		var e batch.Event
		if err := decoder.Decode(&e); err != nil {
			break
		}
		count[e.Kind]++
		last = e.Kind
	}
	if count[batch.Guarding] != 1 || last != batch.Finished || count[batch.Phase] < many || count[batch.Phase] > 2*many {
		t.Errorf("%v, the last is %s", count, last)
	}
}

// TestTheScreenEnds draws on something that is no terminal.
func TestTheScreenEnds(t *testing.T) {
	s := Open(t.Context(), io.Discard, words(t, "en"))
	s.Take(batch.Event{Kind: batch.Guarding, Counts: batch.Counts{Total: 10, Left: 6}})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestPodsElsewhere says how many run, once for each number, and why they do not.
func TestPodsElsewhere(t *testing.T) {
	c, out := &clockwork{at: time.Unix(1e9, 0)}, &bytes.Buffer{}
	lines, m := NewLines(out, words(t, "en"), c.now), &model{words: words(t, "en"), tracker: NewTracker(c.now), width: 100, now: c.now}
	for _, e := range []batch.Event{{Running: 3}, {Running: 3}, {Running: 2, Message: "2 Pods wait: Unschedulable"}} {
		e.Kind, e.Counts = batch.Elsewhere, batch.Counts{Total: 3, Left: 3}
		lines.Take(e)
		m.Update(eventMsg(e))
	}
	if want := "Pods running: 3\nPods running: 2: 2 Pods wait: Unschedulable\n"; out.String() != want {
		t.Errorf("%q, want %q", out, want)
	}
	if drawn := m.draw(); !strings.Contains(drawn, "Pods running: 2\n! 2 Pods wait") {
		t.Errorf("%s", drawn)
	}
}
