package live

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
)

func screen(t *testing.T, language string, change func(*Options)) *Screen {
	t.Helper()
	printer, err := lang.New(language)
	if err != nil {
		t.Fatal(err)
	}
	options := Options{Lab: rollouts.Lab(), Printer: printer, Store: Store{Path: filepath.Join(t.TempDir(), "progress.json")}}
	if change != nil {
		change(&options)
	}
	s, err := New(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// record has these checks of lab-2 passed; all others failed.
func record(passed ...string) *result.Record { return recordOf(rollouts.Lab(), passed...) }

func recordOf(lab *labs.Lab, passed ...string) *result.Record {
	r := &result.Record{Schema: result.Schema, Lab: lab.ID}
	for _, task := range lab.Tasks(nil) {
		entry := result.Task{ID: task.ID}
		for _, check := range task.Checks {
			c := result.Check{ID: check.ID, Title: check.ID, Status: result.Failed, MaxPoints: check.Points, Actual: "nothing of the kind"}
			for _, id := range passed {
				if id == task.ID+"/"+check.ID {
					c.Status = result.Passed
				}
			}
			entry.Checks = append(entry.Checks, c)
		}
		r.Tasks = append(r.Tasks, entry)
	}
	r.Sum()
	return r
}

// press sends keys and runs what they begin, except for waiting.
func press(s *Screen, keys ...string) (left bool) {
	for _, key := range keys {
		code := []rune(key)[0]
		_, command := s.Update(tea.KeyPressMsg{Code: code, Text: key})
		for command != nil {
			message := command()
			if _, quit := message.(tea.QuitMsg); quit {
				return true
			}
			_, command = s.Update(message)
		}
	}
	return false
}

func TestEverySizeIsFilledAndNothingIsWider(t *testing.T) {
	for _, language := range lang.Languages() {
		for _, size := range [][2]int{{80, 24}, {40, 12}, {120, 40}, {200, 60}} {
			s := screen(t, language, func(o *Options) { o.Color = true })
			s.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			s.Update(recordMsg{record("deploy/four-ready")})
			press(s, "h", "h")
			lines := strings.Split(s.Draw(), "\n")
			if len(lines) != size[1] && size[1] >= 24 {
				t.Errorf("%s %v: %d lines", language, size, len(lines))
			}
			for _, line := range lines {
				if ansi.StringWidth(line) > size[0] {
					t.Errorf("%s %v: %d columns: %s", language, size, ansi.StringWidth(line), line)
				}
			}
		}
	}
}

func TestATaskTurnsGreenAndSaysSo(t *testing.T) {
	s := screen(t, lang.English, nil)
	s.Update(recordMsg{record()})
	before := s.Draw()
	if !strings.Contains(before, "- deploy") || !strings.Contains(before, "0/100") || !strings.Contains(before, "deploy/four-ready: nothing of the kind") {
		t.Errorf("before:\n%s", before)
	}
	s.Update(recordMsg{record("deploy/four-ready", "deploy/one-replicaset", "deploy/readiness-probe")})
	after := s.Draw()
	if !strings.Contains(after, "+ deploy") || !strings.Contains(after, "10/100") || !strings.Contains(after, "deploy: passed") {
		t.Errorf("after:\n%s", after)
	}
	s.Update(recordMsg{record()})
	if again := s.Draw(); !strings.Contains(again, "no longer passed") {
		t.Errorf("undone:\n%s", again)
	}
}

func TestHintsComeOneByOneAndTheLastAsks(t *testing.T) {
	s := screen(t, lang.English, nil)
	hints := s.texts[s.task().ID].Hints
	press(s, "h", "h")
	if !strings.Contains(s.Draw(), hints[0][:20]) || s.progress.Hints["deploy"] != 2 {
		t.Errorf("after two:\n%s", s.Draw())
	}
	press(s, "h")
	if s.progress.Hints["deploy"] != 2 || !strings.Contains(s.Draw(), "(y/n)") {
		t.Error("the last hint did not ask")
	}
	press(s, "n")
	if s.progress.Hints["deploy"] != 2 {
		t.Error("n showed it")
	}
	press(s, "h", "y")
	if s.progress.Hints["deploy"] != 3 {
		t.Error("y did not show it")
	}
}

func TestAHintReactsToWhatWasDoneOnceOneIsAskedFor(t *testing.T) {
	s := screen(t, lang.English, nil)
	r := record()
	for i := range r.Tasks[0].Checks {
		r.Tasks[0].Checks[i].Hint = &result.Hint{ID: "replicaset-scaled", Text: "You scaled ReplicaSet web-1\x1b[2J; the Deployment put it back."}
	}
	r.Tasks[1].Checks[0].Hint = &result.Hint{ID: "swapped", Text: "the other way round"}
	s.Update(recordMsg{r})
	if drawn := s.Draw(); strings.Contains(drawn, "put it back") {
		t.Errorf("before anybody asked:\n%s", drawn)
	}
	press(s, "h")
	if drawn := s.Draw(); strings.Count(drawn, "put it back") != 1 || strings.Contains(drawn, "other way round") || strings.Contains(drawn, "\x1b") {
		t.Errorf("asked:\n%s", drawn)
	}
	s.Update(recordMsg{record()})
	if drawn := s.Draw(); strings.Contains(drawn, "put it back") {
		t.Errorf("mended:\n%s", drawn)
	}
}

func TestExplainIsAboutTheFirstCheckThatFails(t *testing.T) {
	var asked []string
	s := screen(t, lang.English, func(o *Options) {
		o.Explain = func(_ context.Context, task string, check result.Check, width int) (string, error) {
			asked = append(asked, task+"/"+check.ID)
			if width != 80 {
				t.Errorf("%d columns", width)
			}
			return "Deployment lab-2/web: its Pods find no node", nil
		}
	})
	press(s, "e")
	if len(asked) > 0 || !strings.Contains(s.Draw(), "Nothing has been checked yet") {
		t.Errorf("without a record: %v", asked)
	}
	s.Update(recordMsg{record("deploy/four-ready")})
	press(s, "e", "down")
	if drawn := s.Draw(); len(asked) != 1 || asked[0] != "deploy/one-replicaset" || !strings.Contains(s.page, "find no node") || !strings.Contains(s.page, "nothing of the kind") {
		t.Errorf("%v\n%s", asked, drawn)
	}
	press(s, "q") // back to the task
	s.options.Explain = func(context.Context, string, result.Check, int) (string, error) { return "", errors.New("no answer") }
	press(s, "e")
	if !strings.Contains(s.page, "nothing of the kind") || !strings.Contains(s.notice, "no answer") {
		t.Errorf("a cluster that does not answer: %q\n%s", s.notice, s.page)
	}
}

func TestTheBoardSaysWhereItIs(t *testing.T) {
	s := screen(t, lang.English, func(o *Options) {
		o.Board = func(context.Context) (string, error) { return "http://127.0.0.1:1/?token=x", nil }
	})
	press(s, "b")
	if drawn := s.Draw(); !strings.Contains(drawn, "http://127.0.0.1:1/?token=x") || !strings.Contains(drawn, "b board") {
		t.Errorf("%s", drawn)
	}
}

func TestASolutionIsShownAfterAQuestionAndNoted(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	s := screen(t, lang.English, func(o *Options) { o.Now = func() time.Time { return now } })
	press(s, "s", "n")
	if len(s.progress.Solutions) != 0 || s.page != "" {
		t.Error("it was shown without a yes")
	}
	press(s, "s", "y")
	if !strings.Contains(s.Draw(), "kubectl") || !s.progress.Solutions["deploy"].Equal(now) {
		t.Errorf("%v\n%s", s.progress.Solutions, s.Draw())
	}
}

func TestProgressSurvivesQuitting(t *testing.T) {
	store := Store{Path: filepath.Join(t.TempDir(), "deep", "progress.json")}
	with := func(o *Options) { o.Store = store }
	s := screen(t, lang.English, with)
	if !press(s, "n", "n", "h", "q") || s.Ending() != Left {
		t.Fatal("q did not leave")
	}
	again := screen(t, lang.English, with)
	if again.task().ID != s.tasks[2].ID || again.progress.Hints[s.tasks[2].ID] != 1 {
		t.Errorf("%+v", again.progress)
	}
}

// TestAnErrorIsSaidInTheLanguageOfTheScreen, but for what the system said.
func TestAnErrorIsSaidInTheLanguageOfTheScreen(t *testing.T) {
	for language, want := range map[string]string{lang.English: "read progress: no answer", lang.Japanese: "進み具合を読み取れません: no answer"} {
		s := screen(t, language, func(o *Options) {
			o.Check = func(context.Context) (*result.Record, error) {
				return nil, lang.Errorf("read progress: %w", errors.New("no answer"))
			}
		})
		press(s, "c")
		if s.notice != want {
			t.Errorf("%s: %q", language, s.notice)
		}
	}
}

func TestAnExamIsSealedUntilItIsHandedIn(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	store := Store{Path: filepath.Join(t.TempDir(), "progress.json")}
	if err := store.Save(&Progress{Exam: &Exam{Started: now, Length: time.Hour}}); err != nil {
		t.Fatal(err)
	}
	s := screen(t, lang.English, func(o *Options) {
		o.Store, o.Now = store, func() time.Time { return now }
		o.Check = func(context.Context) (*result.Record, error) { return nil, errors.New("not in an exam") }
	})
	s.Update(recordMsg{record("deploy/four-ready", "deploy/one-replicaset", "deploy/readiness-probe")})
	if drawn := s.Draw(); strings.Contains(drawn, "10/100") || strings.Contains(drawn, "+ deploy") || !strings.Contains(drawn, "1h0m0s left") {
		t.Errorf("sealed:\n%s", drawn)
	}
	press(s, "h", "s", "y", "c", "e")
	if len(s.progress.Hints)+len(s.progress.Solutions) > 0 || s.page != "" || s.notice != "" {
		t.Errorf("help in an exam: %+v %q", s.progress, s.notice)
	}
	now = now.Add(time.Hour)
	_, command := s.Update(tickMsg(now))
	if _, quit := command().(tea.QuitMsg); !quit || s.Ending() != Submitted {
		t.Error("it goes on after its time")
	}
}

// TestAnExamHandedInElsewhereStaysHandedIn: a screen that is still open must not seal it again.
func TestAnExamHandedInElsewhereStaysHandedIn(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	store := Store{Path: filepath.Join(t.TempDir(), "progress.json")}
	exam := Exam{Started: now, Length: time.Hour}
	if err := store.Save(&Progress{Exam: &exam, Hints: map[string]int{"deploy": 3}}); err != nil {
		t.Fatal(err)
	}
	s := screen(t, lang.English, func(o *Options) { o.Store, o.Now = store, func() time.Time { return now } })
	first := s.texts["deploy"].Hints[0]
	if strings.Contains(strings.Join(s.body(), " "), first[:20]) {
		t.Error("hints of an earlier attempt are shown in the exam")
	}
	exam.Submitted = now.Add(time.Minute)
	if err := store.Save(&Progress{Exam: &exam}); err != nil {
		t.Fatal(err)
	}
	press(s, "n")
	stored, err := store.Load()
	if err != nil || stored.Exam.Sealed() || s.progress.Exam.Sealed() {
		t.Errorf("sealed again: %+v, %v", stored.Exam, err)
	}
}

// TestTwoScreensForgetNothing: each writes what both have shown.
func TestTwoScreensForgetNothing(t *testing.T) {
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	store := Store{Path: filepath.Join(t.TempDir(), "progress.json")}
	with := func(o *Options) { o.Store, o.Now = store, func() time.Time { return now } }
	one, other := screen(t, lang.English, with), screen(t, lang.English, with)
	press(one, "h", "h", "s", "y")
	now = now.Add(time.Hour)
	press(other, "h", "s", "y", "q", "n", "h")
	press(one, "x", "p")
	stored, err := store.Load()
	if err != nil {
		t.Fatal(err)
	}
	second := one.tasks[1].ID
	if stored.Hints["deploy"] != 2 || stored.Hints[second] != 1 || !stored.Solutions["deploy"].Equal(now.Add(-time.Hour)) {
		t.Errorf("%+v", stored)
	}
}

func TestResetAsksAndEndsTheScreen(t *testing.T) {
	resets := 0
	s := screen(t, lang.English, func(o *Options) {
		o.Reset = func(context.Context) error { resets++; return nil }
		o.ResetTask = func(_ context.Context, task string) (string, error) { return "deleted what " + task + " is about", nil }
	})
	press(s, "r", "n")
	if resets != 0 {
		t.Fatal("n has reset")
	}
	press(s, "r", "y")
	if !strings.Contains(s.Draw(), "deleted what deploy is about") {
		t.Errorf("a task:\n%s", s.Draw())
	}
	if !press(s, "r", "R", "y") || resets != 1 || s.Ending() != Restart {
		t.Errorf("%d resets, ending %d", resets, s.Ending())
	}
}

func TestForeignTextCannotDrawOnTheScreen(t *testing.T) {
	s := screen(t, lang.English, nil)
	r := record()
	r.Tasks[0].Checks[0].Actual = "a\x1b[2Jb\nc\rd"
	s.Update(recordMsg{r})
	if drawn := s.Draw(); strings.ContainsAny(drawn, "\x1b\r") || len(strings.Split(drawn, "\n")) != 24 {
		t.Errorf("%q", drawn)
	}
}

func TestLinesSayOnlyWhatChanges(t *testing.T) {
	printer, err := lang.New(lang.English)
	if err != nil {
		t.Fatal(err)
	}
	records := make(chan *result.Record, 4)
	records <- record()
	records <- record()
	records <- record("deploy/four-ready")
	records <- &result.Record{Error: &result.Error{Message: "gone"}}
	close(records)
	var out strings.Builder
	if err := Lines(t.Context(), &out, printer, records); err != nil {
		t.Fatal(err)
	}
	if want := "lab-2 0/100\ndeploy: passed, 5 points: four-ready\nlab-2 5/100\ngone\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestASpoiledProgressIsNotWrittenOver(t *testing.T) {
	store := Store{Path: filepath.Join(t.TempDir(), "progress.json")}
	if err := store.Save(&Progress{Task: "undo"}); err != nil {
		t.Fatal(err)
	}
	if p, err := store.Load(); err != nil || p.Task != "undo" {
		t.Errorf("%+v, %v", p, err)
	}
	spoil(t, store.Path)
	if p, err := store.Load(); err == nil {
		t.Errorf("read %+v", p)
	}
}

func spoil(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
}
