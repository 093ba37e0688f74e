package evidence_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/evidence"
)

// The lines are shortened events of a real audit log.
const (
	refusedLine = `{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","stage":"ResponseComplete","requestURI":"/apis/apps/v1/namespaces/lab-2/deployments/web?fieldManager=kubectl-patch","verb":"patch","user":{"username":"learner"},"userAgent":"kubectl/v1.37.2","objectRef":{"resource":"deployments","namespace":"lab-2","name":"web","apiGroup":"apps","apiVersion":"v1"},"responseStatus":{"status":"Failure","reason":"Invalid","code":422},"requestObject":{"spec":{}},"responseObject":{"kind":"Status","message":"Deployment is invalid","details":{"causes":[{"reason":"FieldValueInvalid","field":"spec.strategy.rollingUpdate.maxUnavailable"}]},"code":422},"requestReceivedTimestamp":"2026-11-30T10:00:00.000001Z"}`
	createLine  = `{"stage":"ResponseComplete","requestURI":"/api/v1/namespaces/lab-2/pods","verb":"create","user":{"username":"learner"},"objectRef":{"resource":"pods","namespace":"lab-2"},"responseStatus":{"code":201},"requestObject":{"metadata":{"name":"hello"}}}`
	dryRunLine  = `{"stage":"ResponseComplete","requestURI":"/api/v1/namespaces/lab-2/pods?dryRun=All","verb":"create","user":{"username":"learner"},"objectRef":{"resource":"pods","namespace":"lab-2"},"responseStatus":{"code":201},"requestObject":{"metadata":{"name":"hello"}}}`
	dryDelete   = `{"stage":"ResponseComplete","requestURI":"/api/v1/namespaces/lab-2/pods/db-1","verb":"delete","user":{"username":"learner"},"objectRef":{"resource":"pods","namespace":"lab-2","name":"db-1"},"responseStatus":{"code":200},"requestObject":{"kind":"DeleteOptions","dryRun":["All"]}}`
	ourLine     = `{"stage":"ResponseComplete","requestURI":"/api/v1/namespaces/lab-2/configmaps/fence","verb":"delete","user":{"username":"podium-fixture"},"objectRef":{"resource":"configmaps","namespace":"lab-2","name":"fence"},"responseStatus":{"code":404}}`
	startedLine = `{"stage":"RequestReceived","requestURI":"/api/v1/pods","verb":"list","user":{"username":"learner"},"objectRef":{"resource":"pods"}}`
	healthLine  = `{"stage":"ResponseComplete","requestURI":"/readyz","verb":"get","user":{"username":"learner"},"responseStatus":{"code":200}}`
)

func trail(t *testing.T, lines ...string) *evidence.AuditTrail {
	t.Helper()
	trail := evidence.NewAuditTrail()
	if err := trail.Read(strings.NewReader(strings.Join(lines, "\n") + "\n")); err != nil {
		t.Fatal(err)
	}
	return trail
}

func TestAuditTrailKeepsWhoAskedWhatWithWhichAnswer(t *testing.T) {
	all, err := trail(t, startedLine, refusedLine, createLine, dryRunLine, ourLine, healthLine).Requests()
	if err != nil || len(all) != 4 {
		t.Fatalf("%d requests, %v", len(all), err)
	}
	mine := all.By("learner")
	refused := mine.On("deployments", "lab-2", "web").Refused(422)
	if len(refused) != 1 || refused[0].Message != "Deployment is invalid" || refused[0].Causes[0].Field != "spec.strategy.rollingUpdate.maxUnavailable" {
		t.Errorf("refused: %+v", refused)
	}
	if got := mine.On("pods", "lab-2", "hello"); len(got) != 2 {
		t.Errorf("a create names its object in the body: %d requests", len(got))
	}
	if got := mine.On("pods", "lab-2", "hello").Accepted(); len(got) != 1 || got[0].DryRun {
		t.Errorf("a dry run stores nothing: %+v", got)
	}
	if dry, err := trail(t, dryDelete).Requests(); err != nil || len(dry) != 1 || len(dry.Accepted()) != 0 {
		t.Errorf("a dry delete deletes nothing: %+v, %v", dry, err)
	}
	if got := mine.On("pods", "lab-1", "hello"); len(got) != 0 {
		t.Errorf("another namespace: %+v", got)
	}
}

func TestAnAuditLogThatCannotBeReadIsIncomplete(t *testing.T) {
	broken := evidence.NewAuditTrail()
	if err := broken.Read(strings.NewReader(createLine + "\nnonsense\n")); err == nil {
		t.Error("no error")
	}
	if _, err := broken.Requests(); !errors.Is(err, evidence.ErrIncomplete) {
		t.Errorf("Requests: %v", err)
	}
}

func TestWaitForSeesWhatComesLater(t *testing.T) {
	in, out := io.Pipe()
	growing := evidence.NewAuditTrail()
	go func() { _ = growing.Read(in) }()
	go func() {
		_, _ = io.WriteString(out, createLine+"\n")
		_, _ = io.WriteString(out, ourLine+"\n")
	}()
	if err := growing.WaitFor(t.Context(), func(r evidence.Request) bool { return r.Name == "fence" }); err != nil {
		t.Error(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := growing.WaitFor(short, func(r evidence.Request) bool { return r.Name == "never" }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("WaitFor: %v", err)
	}
	_ = out.Close()
}
