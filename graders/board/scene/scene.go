// Package scene turns recorded versions of objects into what the board draws: a small card for each object, and one sentence about each change.
package scene

import (
	"fmt"
	"hash/fnv"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// Moment is one visible change. The moments of an attempt in the order of RV, each applied to what was before, give the
// scene at any time.
type Moment struct {
	// RV orders the moments.
	RV uint64 `json:"rv"`
	// At is when it was recorded, in milliseconds since 1970.
	At int64 `json:"at"`
	// ID is the UID of the object that changed.
	ID types.UID `json:"id"`
	// Card is the object from now on; nil if it is gone.
	Card *Card `json:"card"`
	// Says is one sentence about the change.
	Says string `json:"says"`
	// Mark is set for changes that one wants to find again.
	Mark Mark `json:"mark,omitempty"`
}

// Mark is the sort of a change that gets a place on the timeline.
type Mark string

// The marks. A rollout goes from its mark to the first card of the same object that is Done.
const (
	Rollout Mark = "rollout"
	Undo    Mark = "undo"
	Scale   Mark = "scale"
	NodeSet Mark = "node" // somebody cordoned, tainted or labelled a node
	Failure Mark = "failure"
)

// Projector makes Moments out of versions, which it wants in the order of their resourceVersions as far as possible.
type Projector struct {
	words *lang.Printer
	cards map[types.UID]*Card
}

// New returns a Projector that speaks the language of words.
func New(words *lang.Printer) *Projector {
	return &Projector{words: words, cards: map[types.UID]*Card{}}
}

// Moment is what the version changes on the board. ok is false if it changes nothing that one could see.
func (p *Projector) Moment(v *evidence.Version) (moment Moment, ok bool) {
	before := p.cards[v.UID()]
	var after *Card
	if !v.Deleted {
		after = p.card(v.Object)
	}
	if after == nil && before == nil || reflect.DeepEqual(before, after) {
		return Moment{}, false
	}
	moment = Moment{RV: v.RV, At: v.At.UnixMilli(), ID: v.UID(), Card: after}
	moment.Says, moment.Mark = p.tell(before, after)
	moment.Says = result.Clean(moment.Says)
	if after == nil {
		delete(p.cards, v.UID())
	} else {
		p.cards[v.UID()] = after
	}
	return moment, true
}

// card draws an object; nil for kinds that have no place on the board.
func (p *Projector) card(object client.Object) *Card {
	card := &Card{Name: result.Clean(object.GetName()), Namespace: result.Clean(object.GetNamespace())}
	if owner := metav1.GetControllerOf(object); owner != nil {
		card.Owner = owner.UID
	}
	if !p.fill(card, object) {
		return nil
	}
	return card
}

// owner is the card of a card's controller, or an empty one.
func (p *Projector) owner(card *Card) Card {
	if owner := p.cards[card.Owner]; owner != nil {
		return *owner
	}
	return Card{}
}

// templateKey is equal for equal Pod templates. As in the Deployment controller, the label that tells the Pods of
// ReplicaSets apart does not count (EqualIgnoreHash).
func templateKey(template corev1.PodTemplateSpec) string {
	template = *template.DeepCopy()
	delete(template.Labels, appsv1.DefaultDeploymentUniqueLabelKey)
	encoded, err := template.Marshal()
	if err != nil {
		return "" // not of objects that came from JSON
	}
	hash := fnv.New64a()
	_, _ = hash.Write(encoded) // never fails
	return fmt.Sprintf("%x", hash.Sum64())
}
