package expect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Deny holds for a Written answer whose first yes or no is a no. Question is what it answers.
func Deny(question lang.Message) Matcher {
	return matcher(func(a Written) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the answer says no: %s", question)}
		text, found, err := a.Text()
		if err != nil || !found {
			return a.missing(verdict), err
		}
		said := saysNo(text)
		verdict.OK = said == no
		switch said {
		case no:
			verdict.Actual = lang.M("it says no")
			return verdict, nil
		case yes:
			verdict.Actual = lang.M("it says yes")
		case neither:
			verdict.Actual = lang.M("it says neither yes nor no")
		}
		return verdict.because(explain.Finding{Layer: explain.Answer, Why: lang.M("only a controller makes a new Pod, and only for what it owns; a yes or no is looked for first")}), nil
	})
}

// missing fills in the verdict of an answer that is not there.
func (a Written) missing(verdict Verdict) Verdict {
	verdict.Actual = lang.M("no answer")
	return verdict.because(explain.Finding{Layer: explain.Answer, Why: lang.M("ConfigMap %s in namespace %s has no key %s", a.Name, a.Namespace, a.Key)})
}

type reply int

const (
	neither reply = iota
	yes
	no
)

// words are the words of European languages; Japanese has no spaces between its own, so it is searched for parts.
var words = regexp.MustCompile(`[a-z]+(?:['’][a-z]+)?`)

// opening is the yes or no with which a text begins; a "no" that belongs to the next word ("no doubt", "no longer") is none.
func opening(text string) reply {
	text = strings.TrimLeft(text, " \t\r\n\"'「『(*_-")
	for word, r := range map[string]reply{"yes": yes, "no": no, "はい": yes, "いいえ": no, "いや": no} {
		rest, begins := strings.CutPrefix(text, word)
		if begins && (rest == "" || strings.ContainsAny(rest[:1], ",.;:!-\n") || strings.HasPrefix(rest, "、") || strings.HasPrefix(rest, "。")) {
			return r
		}
	}
	return neither
}

// saysNo finds the yes or no at the beginning, or else the first.
func saysNo(text string) reply {
	text = strings.NewReplacer("戻ること", "", "消えません", "戻る", "消えない", "戻る", "失われません", "戻る", "失われることはありません", "戻る", "no doubt", "yes").Replace(strings.ToLower(text))
	if begins := opening(text); begins != neither {
		return begins
	}
	first, said := len(text), neither
	take := func(at int, r reply) {
		if at >= 0 && at < first {
			first, said = at, r
		}
	}
	for _, span := range words.FindAllStringIndex(text, -1) {
		switch word := strings.ReplaceAll(text[span[0]:span[1]], "’", "'"); {
		case slices.Contains([]string{"no", "not", "never", "nothing", "nobody", "none", "cannot", "without", "false", "gone"}, word), strings.HasSuffix(word, "n't"):
			take(span[0], no)
		case slices.Contains([]string{"yes", "true", "returns", "comes", "reappears", "recreated", "respawns"}, word):
			take(span[0], yes)
		}
	}
	for _, part := range []string{"いいえ", "ない", "無い", "ません", "なし", "無し", "消える", "消えた"} {
		take(strings.Index(text, part), no)
	}
	for _, part := range []string{"はい", "戻る", "戻ります", "戻ってくる", "戻ってきます", "復活する", "復活します", "作られる", "作られます"} {
		take(strings.Index(text, part), yes)
	}
	return said
}
