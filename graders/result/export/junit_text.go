package export

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// newMessage says in one line what the check is about, and below it what was expected and seen. Checks
// that the learner may not read about keep their words to themselves.
func newMessage(check *result.Check) *junitMessage {
	if !check.Visible() {
		return &junitMessage{Message: "hidden check"}
	}
	return &junitMessage{
		Message: xmlText(cmp.Or(check.Title, check.ID)),
		Text:    xmlText(details(check)),
	}
}

func details(check *result.Check) string {
	var text strings.Builder
	line := func(label, value string) {
		if value != "" {
			fmt.Fprintf(&text, "%s: %s\n", label, value)
		}
	}
	line("expected", check.Expected)
	line("seen", check.Actual)
	if check.When != nil {
		line("when", strings.TrimSpace(check.When.Time.UTC().Format(time.RFC3339Nano)+" "+check.When.Object))
	}
	if check.Why != nil {
		line("because", *check.Why)
	}
	line("layer", layerOr(check, ""))
	return text.String()
}

func layerOr(check *result.Check, none string) string {
	if check.Layer == nil || !check.Visible() {
		return none
	}
	return xmlText(*check.Layer)
}

// xmlText takes out of foreign text what XML 1.0 has no way to write, not even escaped (production 2 of the
// recommendation): control characters and surrogates, which Clean removes, U+FFFE and U+FFFF.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, result.Clean(s))
}

// names remembers which test cases there are: readers of JUnit files merge two of the same name.
type names map[[2]string]int

func (n names) unique(class, name string) string {
	key := [2]string{class, name}
	n[key]++
	if n[key] == 1 {
		return name
	}
	return n.unique(class, fmt.Sprintf("%s (%d)", name, n[key]))
}
