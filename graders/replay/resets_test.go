package replay

import (
	"bytes"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestWhatAResetDidBelongsToTheAttempt: an object of the lab is deleted and put back, an answer is forgotten. What an
// experiment and the first fixture did does not belong to it.
func TestWhatAResetDidBelongsToTheAttempt(t *testing.T) {
	t.Parallel()
	script := evidencetest.New()
	relay := evidencetest.Deployment("relay", "nginx:1.26", 1)
	relay.UID = "55555555-2222-3333-4444-555555555555"
	again := relay.DeepCopy()
	again.UID = "66666666-2222-3333-4444-555555555555"
	experimental := evidencetest.Pod(relay, "agent-bbbbb", "nginx:1.26", true)
	experimental.GenerateName = "agent-"
	answers := &corev1.ConfigMap{}
	answers.Kind, answers.Namespace, answers.Name, answers.UID = "ConfigMap", evidencetest.Namespace, "answers", "44444444-2222-3333-4444-555555555555"
	answers.Data = map[string]string{"incident": "x", "spread": "y"}
	forgetful := answers.DeepCopy()
	delete(forgetful.Data, "incident")

	podium := func(verb, group, resource, name string) {
		script.Ask(evidence.Request{Verb: verb, Group: group, Version: "v1", Resource: resource, Name: name, Code: 200})
	}
	podium("create", "apps", "deployments", "relay")
	script.Put(relay, evidencetest.Done(relay), experimental)
	podium("delete", "", "pods", experimental.Name)
	podium("delete", "", "configmaps", "podium-fence-1")
	script.Put(answers)
	podium("delete", "apps", "deployments", "relay")
	script.Delete(relay)
	podium("update", "", "configmaps", "answers")
	script.Put(forgetful)
	podium("create", "apps", "deployments", "relay")
	script.Put(again)
	requests, _ := script.Requests()
	for i := range requests {
		requests[i].User, requests[i].Answered = cluster.Fixture, requests[i].At
	}

	var out bytes.Buffer
	written, err := Write(&out, requests, script.History(), Options{Lab: "lab-2", Namespace: evidencetest.Namespace, User: cluster.Learner, Fixture: cluster.Fixture})
	if err != nil || written.Requests != 3 || written.Lost != 0 {
		t.Fatalf("%+v, %v\n%s", written, err, out.String())
	}
	attempt, err := Read(out.Bytes(), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range attempt.Lines {
		if line.Request != nil {
			got = append(got, line.Request.Title())
		}
	}
	if want := "delete deployments relay, patch configmaps answers, create deployments relay"; strings.Join(got, ", ") != want {
		t.Errorf("%q", got)
	}
	if !strings.Contains(out.String(), `"patch":"merge","body":{"data":{"incident":null}}`) || strings.Contains(out.String(), "66666666") {
		t.Error(out.String())
	}
}
