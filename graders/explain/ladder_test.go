package explain_test

import (
	"testing"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
)

func TestWhatIsMissingWasRefusedOrNeverAskedFor(t *testing.T) {
	refused := func(resource string) evidence.Request {
		return evidence.Request{Verb: "create", Resource: resource, Namespace: "lab", Name: "batch", Code: 422, Message: "no value with Exists"}
	}
	accepted := refused("pods")
	accepted.Code, accepted.Message = 201, ""
	elsewhere := refused("pods")
	elsewhere.Namespace = "default"
	never := "no request for Deployment batch in namespace lab reached the API server"
	for name, c := range map[string]struct {
		requests evidence.Requests
		want     string
	}{
		"never asked for":                  {nil, never},
		"refused":                          {evidence.Requests{refused("deployments")}, "the API server refused it (422): no value with Exists"},
		"refused as another kind":          {evidence.Requests{refused("pods")}, "the API server refused pods batch (422): no value with Exists"},
		"refused, and then not":            {evidence.Requests{refused("pods"), accepted}, never},
		"another kind in another place":    {evidence.Requests{elsewhere}, never},
		"refused first as another kind":    {evidence.Requests{refused("pods"), refused("deployments")}, "the API server refused it (422): no value with Exists"},
		"another kind was refused lately ": {evidence.Requests{refused("deployments"), refused("pods")}, "the API server refused it (422): no value with Exists"},
	} {
		if got := explain.Missing(c.requests, "deployments", "Deployment", "lab", "batch").Why.String(); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
