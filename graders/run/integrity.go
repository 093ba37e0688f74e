package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"k8s.io/client-go/rest"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
)

// errKept has no explanation in the cluster's configuration, so it is nobody's fault but ours.
var errKept = errors.New("the learner's rights could not be withdrawn before the checks")

// guard knows the cluster's configuration from before the first answer.
type guard struct {
	since         time.Time
	configuration *cluster.Configuration
}

// stand withdraws the learner's rights until the first answer, and remembers the cluster as it is.
func (a *attempt) stand(ctx context.Context, config *rest.Config) error {
	var err error
	if a.rights, err = openRights(ctx, a.client, a.lab.Namespace()); err != nil {
		return err
	}
	if err := a.rights.withdraw(ctx); err != nil {
		return err
	}
	a.guard.since = time.Now()
	a.guard.configuration, err = cluster.TakeConfiguration(ctx, config)
	return err
}

// examine reports what of the cluster's configuration is no longer as it was before the first answer.
func (a *attempt) examine(ctx context.Context) error {
	if a.guard.configuration == nil {
		return nil // a live attempt has no moment before it
	}
	ctx, cancel := context.WithTimeout(ctx, a.job.Budgets.Checks)
	defer cancel()
	if err := a.rights.withdraw(ctx); err != nil {
		return inPhase("integrity", err)
	}
	started := time.Now()
	changes, err := a.guard.configuration.Changes(ctx)
	if err != nil {
		return inPhase("integrity", err)
	}
	if len(changes) == 0 && a.rights.kept.Load() {
		return inPhase("integrity", errKept)
	}
	if len(changes) > 0 || a.rights.disturbed {
		if err := a.fence(ctx); err != nil {
			return inPhase("integrity", err)
		}
		if err := a.tell(changes); err != nil {
			return err
		}
	}
	if err := a.rights.grant(ctx); err != nil { // the cluster is left as it was found
		return inPhase("integrity", err)
	}
	return a.events.phase("integrity", time.Since(started))
}

func (a *attempt) tell(changes []cluster.Difference) error {
	requests, err := a.trail.Requests()
	if err != nil {
		return inPhase("integrity", err)
	}
	event := Event{}
	for _, change := range changes {
		event.Tampering = append(event.Tampering, a.printer.Say(changeSaid(change, a.responsible(requests, change))))
	}
	if a.rights.disturbed {
		event.Tampering = append(event.Tampering, a.printer.Sprintf("the learner's rights were changed while answers were applied"))
	}
	return a.events.send(event)
}

// responsible are the requests that changed the object, or its neighbours where a request names none.
func (a *attempt) responsible(requests evidence.Requests, change cluster.Difference) evidence.Requests {
	return requests.Accepted().Where(func(r evidence.Request) bool {
		there := r.Namespace == change.Namespace || r.Resource == "namespaces" // a namespace is recorded as its own
		return r.Writes() && r.Group == change.Group && r.Resource == change.Resource && there &&
			r.At.After(a.guard.since) && (r.Names(change.Name) || r.Verb == "deletecollection")
	})
}

// changeSaid puts a change into words, with the requests that made it.
func changeSaid(change cluster.Difference, by evidence.Requests) lang.Message {
	name := change.Name
	if change.Namespace != "" {
		name = change.Namespace + "/" + name
	}
	var what lang.Message
	switch change.Change {
	case cluster.Added:
		what = lang.M("%s %s was added", change.Kind, name)
	case cluster.Removed:
		what = lang.M("%s %s was removed", change.Kind, name)
	default:
		what = lang.M("%s %s was changed: %s", change.Kind, name, strings.Join(change.Fields, "; "))
	}
	if len(by) == 0 {
		return lang.M("%s; no request for it was recorded", what)
	}
	var requests []lang.Message
	for _, r := range by {
		resource := r.Resource
		if r.Subresource != "" {
			resource += "/" + r.Subresource
		}
		requests = append(requests, lang.M("%s of %s by %s at %s", r.Verb, resource, r.User, fmt.Sprintf("%s UTC", r.At.UTC().Format("15:04:05.000"))))
	}
	return lang.M("%s: %s", what, requests)
}
