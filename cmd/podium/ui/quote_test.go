package ui

import "testing"

func TestWordsAreQuotedForAShell(t *testing.T) {
	for word, want := range map[string]string{"results/a-1": "results/a-1", "": "''", "my results": "'my results'", "a'b;c": `'a'\''b;c'`} {
		if got := Quote(word); got != want {
			t.Errorf("%q: %s", word, got)
		}
	}
}
