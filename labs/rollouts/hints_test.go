package rollouts

import (
	"testing"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
	"github.com/podium-labs/podium/graders/hint"
)

// TestPutBackByHandIsToldFromARollout: only who brought the old image back by a change of the template hears of it.
func TestPutBackByHandIsToldFromARollout(t *testing.T) {
	const byHand, undo = `{"spec":{"template":{}}}`, `[{"op":"replace","path":"/spec/template","value":{}}]`
	for name, c := range map[string]struct {
		steps [][2]string // an image, and the body of the request that set it
		said  bool
	}{
		"never rolled out":      {nil, false},
		"rolled out":            {[][2]string{{NewImage, byHand}}, false},
		"put back by hand":      {[][2]string{{NewImage, byHand}, {OldImage, byHand}}, true},
		"undone":                {[][2]string{{NewImage, byHand}, {OldImage, undo}}, false},
		"undone, and then more": {[][2]string{{NewImage, byHand}, {OldImage, undo}, {OldImage, byHand}}, false},
	} {
		s := et.New()
		web := et.Deployment(Web, OldImage, Replicas)
		s.Put(web)
		for _, step := range c.steps {
			s.Ask(evidence.Request{Verb: "patch", Group: "apps", Resource: "deployments", Name: Web, Code: 200, Body: []byte(step[1])})
			web = web.DeepCopy()
			web.Spec.Template.Spec.Containers[0].Image = step[0]
			web.Generation++
			s.Put(web)
		}
		seen, err := hint.Look(s, et.Namespace)
		if err != nil {
			t.Fatal(err)
		}
		if said := putBackByHand(seen); said.Empty() == c.said {
			t.Errorf("%s: said something: %t", name, !said.Empty())
		}
	}
}
