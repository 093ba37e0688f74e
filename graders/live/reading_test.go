package live

import (
	"context"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/podium-labs/podium/graders/lang"
)

// TestASolutionIsNotCut: every command of it can be read to its end.
func TestASolutionIsNotCut(t *testing.T) {
	for _, language := range lang.Languages() {
		s := screen(t, language, nil)
		for i := range s.tasks {
			solution, err := Solution(s.options.Lab, s.tasks[i].ID)
			if err != nil {
				t.Fatal(err)
			}
			s.current = i
			press(s, "s", "y")
			shown := s.body()
			for _, line := range shown {
				if ansi.StringWidth(line) > 80 {
					t.Errorf("%s %s: wider than the screen: %s", language, s.tasks[i].ID, line)
				}
			}
			for line := range strings.Lines(solution) {
				if !strings.Contains(squeezed(strings.Join(shown, "")), squeezed(line)) {
					t.Errorf("%s %s: cut: %s", language, s.tasks[i].ID, line)
				}
			}
			press(s, "q")
		}
	}
}

// squeezed is a text however it was broken into lines.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// TestQuestionsAreNotCut: who has to answer must have read all of it.
func TestQuestionsAreNotCut(t *testing.T) {
	for _, language := range lang.Languages() {
		s := screen(t, language, func(o *Options) { o.ResetTask, o.Reset = resetNothing, func(context.Context) error { return nil } })
		for range s.tasks {
			for _, keys := range [][]string{{"r"}, {"r", "R"}, {"s"}} {
				press(s, keys...)
				drawn := s.Draw()
				if height := len(strings.Split(drawn, "\n")); height != 24 || !strings.Contains(squeezed(drawn), squeezed(s.ask.text)) {
					t.Errorf("%s, %d lines: %q is cut:\n%s", language, height, s.ask.text, drawn)
				}
				press(s, "n")
			}
			press(s, "n")
		}
	}
}

// TestALongTextSaysHowToScroll: with all hints the task's text is no longer in sight.
func TestALongTextSaysHowToScroll(t *testing.T) {
	for language, want := range map[string]string{lang.English: "up/down: lines ", lang.Japanese: "上下キー: "} {
		s := screen(t, language, nil)
		if strings.Contains(s.Draw(), want) {
			t.Errorf("all is in sight:\n%s", s.Draw())
		}
		press(s, "h", "h", "h", "y")
		if drawn := s.Draw(); !strings.Contains(drawn, want) || len(strings.Split(drawn, "\n")) != 24 {
			t.Errorf("three hints:\n%s", drawn)
		}
	}
}
