package evidence

import (
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Lives returns the object with that UID if it exists at this moment.
func (w *World) Lives(uid types.UID) (client.Object, bool) {
	for _, objects := range w.live {
		if v, ok := objects[uid]; ok {
			return v.Object, true
		}
	}
	return nil, false
}
