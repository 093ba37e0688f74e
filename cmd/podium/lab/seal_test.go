package lab

import (
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/live"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs/all"
)

// inExam is a lab with an exam that began a minute ago, in a state folder of its own.
func inExam(t *testing.T, length time.Duration) (*session, *lang.Printer) {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	s, err := openSession("lab-2")
	if err != nil {
		t.Fatal(err)
	}
	printer, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.progress().Save(&live.Progress{Exam: &live.Exam{Started: time.Now().Add(-time.Minute), Length: length}}); err != nil {
		t.Fatal(err)
	}
	return s, printer
}

func handIn(t *testing.T, s *session) {
	t.Helper()
	progress, err := s.progress().Load()
	if err != nil {
		t.Fatal(err)
	}
	progress.Exam.Submitted = time.Now()
	if err := s.progress().Save(progress); err != nil {
		t.Fatal(err)
	}
}

func TestHintsAreRefusedUntilAnExamIsHandedIn(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	if err := hinted("lab-2", 0); err != nil {
		t.Errorf("a task's text: %v", err)
	}
	if err := hinted("lab-1", 3); err != nil {
		t.Errorf("another lab: %v", err)
	}
	if err := hinted("lab-2", 1); exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), "no hints") {
		t.Errorf("a hint: %v", err)
	}
	handIn(t, s)
	if err := hinted("lab-2", 3); err != nil {
		t.Errorf("after it was handed in: %v", err)
	}
}

// TestRecordsAreHeldBackUntilAnExamIsHandedIn is about all that goes on showing results: lines, screen, prompt and board.
func TestRecordsAreHeldBackUntilAnExamIsHandedIn(t *testing.T) {
	s, _ := inExam(t, time.Hour)
	graded, shown := make(chan *result.Record), make(chan *result.Record, 1)
	go s.filter(graded, shown)
	graded <- &result.Record{Lab: "sealed"}
	graded <- &result.Record{Lab: "sealed"} // when this is taken, the first has been dealt with
	if len(shown) != 0 {
		t.Errorf("shown in an exam: %+v", <-shown)
	}
	if err := Unsealed(all.Labs()...); exit.Code(err) != exit.Usage {
		t.Errorf("sealed: %v", err)
	}
	graded <- &result.Record{Lab: "sealed"} // so the second is dealt with too
	handIn(t, s)
	go func() {
		graded <- &result.Record{Lab: "open"}
		close(graded)
	}()
	var last string
	for record := range shown {
		last = record.Lab
	}
	if last != "open" {
		t.Errorf("shown after it was handed in: %q", last)
	}
	if err := Unsealed(all.Labs()...); err != nil {
		t.Errorf("after it was handed in: %v", err)
	}
}

func TestAnExamKeepsItsLength(t *testing.T) {
	s, _ := inExam(t, 3*time.Minute)
	if fresh, err := s.mayBegin(3 * time.Minute); err != nil || fresh {
		t.Errorf("continued: %v, begins anew: %t", err, fresh)
	}
	_, err := s.mayBegin(5 * time.Minute)
	if exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), "takes 3m0s, not 5m0s") {
		t.Errorf("with another length: %v", err)
	}
}

func TestTheClockOfAnExamIsTold(t *testing.T) {
	for length, want := range map[time.Duration]string{time.Hour: "left, until", time.Minute: "its time was up at"} {
		s, printer := inExam(t, length)
		status, err := s.statusWithProgress(t.Context(), printer)
		if err != nil || status.Exam == nil {
			t.Fatalf("%+v, %v", status, err)
		}
		if said := status.Exam.String(); !strings.Contains(said, want) || !strings.Contains(said, "podium lab start lab-2") {
			t.Errorf("%s: %q", length, said)
		}
		if ways := strings.Join(s.ways(printer, status.Exam.Submitted.IsZero()), "\n"); strings.Contains(ways, "check") || !strings.Contains(ways, "podium lab finish lab-2") {
			t.Errorf("the next commands:\n%s", ways)
		}
		handIn(t, s)
		if status, err = s.statusWithProgress(t.Context(), printer); err != nil || !strings.Contains(status.Exam.String(), "was handed in at") {
			t.Errorf("handed in: %+v, %v", status, err)
		}
	}
}
