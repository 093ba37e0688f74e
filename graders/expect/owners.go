package expect

import (
	"regexp"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Dependents are the objects of one rung of a Deployment's chain.
type Dependents struct {
	// Name says which, for example "the ReplicaSet of web".
	Name lang.Message

	deployment Deployment
	in         func(*evidence.World) []client.Object
}

// ItsReplicaSets are the ReplicaSets that the Deployment owns.
func (d Deployment) ItsReplicaSets() Dependents {
	return Dependents{Name: lang.M("the ReplicaSet of %s", d.Name), deployment: d, in: func(w *evidence.World) (all []client.Object) {
		if found, ok := d.in(w); ok {
			for _, rs := range w.ReplicaSetsOf(found) {
				all = append(all, rs)
			}
		}
		return all
	}}
}

// ItsPods are the Pods that these ReplicaSets own.
func (d Deployment) ItsPods() Dependents {
	return Dependents{Name: lang.M("a Pod of %s", d.Name), deployment: d, in: func(w *evidence.World) (all []client.Object) {
		if found, ok := d.in(w); ok {
			for _, pod := range w.PodsOfDeployment(found) {
				all = append(all, pod)
			}
		}
		return all
	}}
}

// owners are the controllers of all dependents that there ever were, and the UIDs of these dependents.
func (d Dependents) owners() (owners map[types.UID]metav1.OwnerReference, own map[types.UID]bool, err error) {
	owners, own = map[types.UID]metav1.OwnerReference{}, map[types.UID]bool{}
	err = d.deployment.Evidence.History().Walk(func(w *evidence.World) bool {
		for _, object := range d.in(w) {
			if owner := metav1.GetControllerOf(object); owner != nil {
				owners[owner.UID], own[object.GetUID()] = *owner, true
			}
		}
		return true
	})
	return owners, own, err
}

// uids finds UIDs in a text.
var uids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// NameTheOwnerOf holds for a Written answer that names kind, name and UID of the controller that is in the ownerReferences
// of such an object, and no other object by its UID.
func NameTheOwnerOf(d Dependents) Matcher {
	return matcher(func(a Written) (Verdict, error) {
		verdict := Verdict{Expected: lang.M("the answer names kind, name and UID of what owns %s", d.Name)}
		text, found, err := a.Text()
		if err != nil || !found {
			return a.missing(verdict), err
		}
		owners, own, err := d.owners()
		if err != nil {
			return verdict, err
		}
		where := explain.Finding{Layer: explain.Answer, Why: lang.M("look at metadata.ownerReferences of %s: kubectl get -o yaml", d.Name)}
		var named []string
		for _, uid := range uids.FindAllString(strings.ToLower(text), -1) {
			if !own[types.UID(uid)] {
				named = append(named, uid)
			}
		}
		slices.Sort(named)
		switch named = slices.Compact(named); {
		case len(named) == 0:
			verdict.Actual = lang.M("it names no UID of an owner")
			return verdict.because(where), nil
		case len(named) > 1:
			verdict.Actual = lang.M("it names %d objects", len(named))
			return verdict.because(where), nil
		}
		owner, is := owners[types.UID(named[0])]
		if !is {
			verdict.Actual = lang.M("the UID is not that of the owner")
			return verdict.because(where), nil
		}
		return compareOwner(verdict, text, owner, where), nil
	})
}

// compareOwner looks for kind and name of the owner whose UID the text has.
func compareOwner(verdict Verdict, text string, owner metav1.OwnerReference, where explain.Finding) Verdict {
	switch {
	case !strings.Contains(strings.ToLower(text), strings.ToLower(owner.Kind)):
		verdict.Actual = lang.M("it names the UID but not the kind %s", owner.Kind)
	case !slices.Contains(tokens(text), owner.Name):
		verdict.Actual = lang.M("it names the UID but not the name %s", owner.Name)
	default:
		verdict.OK, verdict.Actual = true, lang.M("it names %s %s", owner.Kind, owner.Name)
		return verdict
	}
	return verdict.because(where)
}

// names that Kubernetes allows, in running text. A full stop ends a sentence rather than a name.
var objectNames = regexp.MustCompile(`[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?`)

// tokens are all words of a text that could be names of objects.
func tokens(text string) []string { return objectNames.FindAllString(text, -1) }
