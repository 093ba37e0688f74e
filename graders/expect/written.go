package expect

import (
	"strings"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Written is a free-text answer: one key of the ConfigMap that a lab collects answers in.
type Written struct {
	Subject
	// Key is the key in the ConfigMap, which is the task's id.
	Key string
}

// Text is the answer as it stands at the end of the history; found is false if there is none.
func (a Written) Text() (text string, found bool, err error) {
	now, err := a.Evidence.History().Now()
	if err != nil {
		return "", false, err
	}
	answers, ok := now.ConfigMap(a.Namespace, a.Name)
	if !ok {
		return "", false, nil
	}
	text, found = answers.Data[a.Key]
	return text, found && strings.TrimSpace(text) != "", nil
}

// Mention holds for a Written answer in which every idea occurs, in any of its wordings, whatever the case. It
// looks for what must be named, not for how a sentence is built.
func Mention(ideas ...Idea) Matcher {
	return matcher(func(a Written) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the answer names: %s", names(ideas))}
		text, found, err := a.Text()
		if err != nil {
			return verdict, err
		}
		if !found {
			verdict.Actual = lang.M("no answer")
			return verdict.because(explain.Finding{Layer: explain.Answer, Why: lang.M("ConfigMap %s in namespace %s has no key %s", a.Name, a.Namespace, a.Key)}), nil
		}
		missing := missing(text, ideas)
		verdict.OK = len(missing) == 0
		if verdict.OK {
			verdict.Actual = lang.M("it does")
			return verdict, nil
		}
		verdict.Actual = lang.M("it does not name: %s", names(missing))
		return verdict.because(explain.Finding{Layer: explain.Answer, Why: lang.M("the answer is read for these words only; say it in your own way around them")}), nil
	})
}

// Idea is something that an answer has to name, in one of several wordings.
type Idea struct {
	Name     lang.Message
	Wordings []string
}

// Term is an idea that has one name in every language, such as a field of the API.
func Term(name string) Idea { return Idea{Name: lang.Verbatim(name), Wordings: []string{name}} }

func missing(text string, ideas []Idea) []Idea {
	text = strings.ToLower(text)
	var without []Idea
	for _, idea := range ideas {
		if !mentions(text, idea) {
			without = append(without, idea)
		}
	}
	return without
}

func mentions(lowered string, idea Idea) bool {
	for _, wording := range idea.Wordings {
		if strings.Contains(lowered, strings.ToLower(wording)) {
			return true
		}
	}
	return false
}

func names(ideas []Idea) []lang.Message {
	said := make([]lang.Message, len(ideas))
	for i, idea := range ideas {
		said[i] = idea.Name
	}
	return said
}
