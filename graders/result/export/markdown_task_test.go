package export

import (
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/result"
)

// TestSameReasonIsSaidOnce: all checks of a task may wait for the same Deployment.
func TestSameReasonIsSaidOnce(t *testing.T) {
	r := sample()
	blocked := r.Tasks[1].Checks[2]
	blocked.Title = "One more that waits"
	r.Tasks[1].Checks = append(r.Tasks[1].Checks, blocked)
	r.Sum()
	page := string(write(t, "markdown", []*result.Record{r}, Options{}))
	if strings.Count(page, "there is no Deployment web") != 1 || !strings.Contains(page, "One more that waits") {
		t.Error(page)
	}
	if failed, passed := strings.Index(page, "Four ready at"), strings.Index(page, "The old ReplicaSet is kept"); failed < 0 || passed < failed {
		t.Errorf("what failed does not come first:\n%s", page)
	}
}

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                     "plain",
		"at most `6` Pods":          "at most `6` Pods",
		"`nginx:1.27` and `a<b>`":   "`nginx:1.27` and \\`a&lt;b&gt;\\`",
		"`` `x` ``":                 "\\`\\` `x` \\`\\`",
		"14:07:53 UTC":              "14:07:53 UTC",
		"1. item":                   `1\. item`,
		"- item":                    `\- item`,
		"web-7c9f-x2":               "web-7c9f-x2",
		"[a](b) ![c](d)":            `\[a\](b) \!\[c\](d)`,
		"@me #1":                    "@" + wordJoiner + "me #" + wordJoiner + "1",
		"https://evil.example":      `https:\/\/evil.example`,
		"`https://evil.example/x`.": "\\`https:\\/\\/evil.example/x\\`.",
	} {
		if got := markdown(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestOneHint: a reaction to what was done, and without one the task's own question.
func TestOneHint(t *testing.T) {
	question := "> hint: What does a change of `rollout` change?"
	reacted, silent := sample(), sample()
	for i := range silent.Tasks[1].Checks {
		silent.Tasks[1].Checks[i].Hint = nil
	}
	if out := string(write(t, "markdown", []*result.Record{reacted}, Options{Hint: hint})); strings.Contains(out, question) || !strings.Contains(out, "- hint: You scaled") {
		t.Errorf("beside a reaction:\n%s", out)
	}
	if out := string(write(t, "markdown", []*result.Record{silent}, Options{Hint: hint})); !strings.Contains(out, question) {
		t.Errorf("without one:\n%s", out)
	}
}

// TestTimeIsUpOnlyWhereItWas: a task whose file was stopped says so, and others do not; all do where the time for all was up.
func TestTimeIsUpOnlyWhereItWas(t *testing.T) {
	const said = "ran out of time"
	r := sample()
	r.Outcome = result.LearnerTimeout
	count := func() int {
		n := 0
		for _, task := range r.Tasks {
			for _, check := range task.Checks {
				n += strings.Count(plain(facts(english{}, r, &task, &check)), said)
			}
		}
		return n
	}
	if all := count(); all != 6 {
		t.Errorf("%d of 6 checks say it where no file was stopped", all)
	}
	r.Tasks[0].Steps = []result.Step{{File: "deploy.sh", TimedOut: true}}
	if some := count(); some != 1 {
		t.Errorf("%d checks say it where the file of one check's task was stopped", some)
	}
}
