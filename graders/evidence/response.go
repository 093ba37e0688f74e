package evidence

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ResponseName is the name of the object in the answer, which a create with generateName learns only there.
func (r Request) ResponseName() string {
	var named struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
	}
	if json.Unmarshal(r.Response, &named) != nil {
		return ""
	}
	return named.Metadata.Name
}
