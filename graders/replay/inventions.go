package replay

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/podium-labs/podium/graders/evidence"
)

// life is one object of the live attempt from its first version to its end.
type life struct {
	first, last *evidence.Version
	ended       time.Time // zero if it still exists
}

func (l *life) uid() types.UID { return l.first.UID() }

// at is true if the object existed at the instant t.
func (l *life) at(t time.Time) bool {
	return !l.first.At.After(t) && (l.ended.IsZero() || l.ended.After(t))
}

// owner is the UID of what made it; a Pod that was let go by its owner later was still made by it.
func (l *life) owner() types.UID {
	if owner := metav1.GetControllerOf(l.first.Object); owner != nil {
		return owner.UID
	}
	return ""
}

// invented is true if the name was made up by the cluster.
func (l *life) invented() bool { return Invented(l.first.Kind, l.first.Object) }

var (
	// number is what the CronJob controller appends to the names of its Jobs: the minute.
	number = regexp.MustCompile(`^[0-9]+$`)
	// random is what the API server appends to a prefix (k8s.io/apimachinery/pkg/util/rand).
	random = regexp.MustCompile(`^[bcdfghjklmnpqrstvwxz2456789]{5}$`)
)

// longestPrefix is how much of a prefix the API server takes (k8s.io/apiserver/pkg/storage/names).
const longestPrefix = 58

// Invented is true for an object whose name was made up by the cluster. Names of a StatefulSet's Pods are not, though the
// objects have a prefix as well; nor is the name of a Job that somebody made of a CronJob, or that of a copied Pod.
func Invented(kind string, object metav1.Object) bool {
	if prefix := object.GetGenerateName(); prefix != "" {
		rest, of := strings.CutPrefix(object.GetName(), prefix[:min(len(prefix), longestPrefix)])
		return of && random.MatchString(rest)
	}
	owner := metav1.GetControllerOf(object)
	if owner == nil {
		return false
	}
	rest, of := strings.CutPrefix(object.GetName(), owner.Name+"-")
	switch {
	case !of:
		return false
	case kind == "ReplicaSet":
		return rest == object.GetLabels()[appsv1.DefaultDeploymentUniqueLabelKey]
	}
	return kind == "Job" && owner.Kind == "CronJob" && number.MatchString(rest)
}

// hash is the pod-template-hash of a ReplicaSet.
func (l *life) hash() string {
	if l.first.Kind != "ReplicaSet" {
		return ""
	}
	return l.first.Object.GetLabels()[appsv1.DefaultDeploymentUniqueLabelKey]
}

// node is where a Pod runs or ran.
func (l *life) node() string {
	if pod, ok := l.last.Object.(*corev1.Pod); ok {
		return pod.Spec.NodeName
	}
	return ""
}

// token is something that the cluster made up and that may occur in what the learner sent.
type token struct {
	text, attribute string
	life            *life
}

// inventions are all objects of a history, and what was made up about them.
type inventions struct {
	lives  []*life // in the order in which they were made
	byUID  map[types.UID]*life
	tokens []token // the longest first
}

func newInventions(history *evidence.History) *inventions {
	i := &inventions{byUID: map[types.UID]*life{}}
	for _, v := range history.Versions() {
		l := i.byUID[v.UID()]
		if l == nil {
			l = &life{first: v}
			i.byUID[v.UID()] = l
			i.lives = append(i.lives, l)
		}
		l.last = v
		if v.Deleted {
			l.ended = v.At
		}
	}
	for _, l := range i.lives {
		i.tokens = append(i.tokens, token{string(l.uid()), uidOf, l})
		if l.invented() {
			i.tokens = append(i.tokens, token{l.first.Object.GetName(), nameOf, l})
		}
		if hash := l.hash(); hash != "" {
			i.tokens = append(i.tokens, token{hash, hashOf, l})
		}
	}
	i.tokens = slices.DeleteFunc(i.tokens, func(t token) bool { return t.text == "" })
	slices.SortStableFunc(i.tokens, func(a, b token) int { return cmp.Compare(len(b.text), len(a.text)) })
	return i
}

// born is the number of an object among its siblings.
func (i *inventions) born(l *life) int {
	n := 0
	for _, other := range i.lives {
		if other.first.Kind == l.first.Kind && other.invented() && other.owner() == l.owner() &&
			(l.owner() != "" || other.first.Object.GetGenerateName() == l.first.Object.GetGenerateName() && other.first.Object.GetNamespace() == l.first.Object.GetNamespace()) {
			n++
		}
		if other == l {
			break
		}
	}
	return n
}

// references writes a text with references in the place of what was made up; named gives the ID of an object.
func (i *inventions) references(text string, named func(*life) string) string {
	text = strings.ReplaceAll(text, opening, dollar)
	for _, t := range i.tokens {
		text = replaceWord(text, t.text, func() string { return fmt.Sprintf("%s%s.%s}", opening, named(t.life), t.attribute) })
	}
	return text
}

// replaceWord replaces a word where it is not part of a longer one.
func replaceWord(text, word string, by func() string) string {
	var out strings.Builder
	for {
		at := strings.Index(text, word)
		if at < 0 {
			break
		}
		end := at + len(word)
		out.WriteString(text[:at])
		if partOfWord(text[:at], text[end:]) {
			out.WriteString(word)
		} else {
			out.WriteString(by())
		}
		text = text[end:]
	}
	out.WriteString(text)
	return out.String()
}

// partOfWord is true if what stands before or after belongs to the same word. An underscore or a dot ends a word.
func partOfWord(before, after string) bool {
	letter := func(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }
	if n := len(before); n > 0 && (letter(before[n-1]) || n > 1 && before[n-1] == '-' && letter(before[n-2])) {
		return true
	}
	return len(after) > 0 && (letter(after[0]) || len(after) > 1 && after[0] == '-' && letter(after[1]))
}
