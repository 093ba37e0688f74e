package scene

import (
	"slices"
	"strings"
)

// tell says in one sentence what became of an object, and whether one will want to find that moment again. One of
// the two cards may be nil.
func (p *Projector) tell(before, after *Card) (string, Mark) {
	switch {
	case before == nil:
		return p.tellNew(after)
	case after == nil:
		return p.words.Sprintf("%s %s is gone", before.Kind, before.Name), ""
	}
	switch after.Kind {
	case "Pod":
		return p.tellPod(before, after)
	case "Node":
		return p.tellNode(before, after)
	case "Deployment":
		return p.tellDeployment(before, after)
	case "ReplicaSet":
		return p.tellReplicaSet(before, after), ""
	case "Job":
		return p.tellJob(after)
	case "CronJob":
		return p.words.Sprintf("CronJob %s: %d Jobs are running", after.Name, after.Ready), ""
	}
	return p.tellSet(before, after)
}

func (p *Projector) tellNew(after *Card) (string, Mark) {
	owner := p.owner(after)
	switch {
	case after.Kind == "Node":
		return p.words.Sprintf("node %s joined", after.Name), ""
	case owner.Name != "":
		return p.words.Sprintf("%s %s made %s %s", owner.Kind, owner.Name, after.Kind, after.Name), ""
	}
	return p.words.Sprintf("%s %s was created", after.Kind, after.Name), ""
}

func (p *Projector) tellPod(before, after *Card) (string, Mark) {
	switch {
	case after.State == Terminating && before.State != Terminating:
		return p.words.Sprintf("Pod %s is being deleted", after.Name), ""
	case before.Node == "" && after.Node != "":
		return p.words.Sprintf("the scheduler put Pod %s on %s", after.Name, after.Node), ""
	case after.Nominated != "" && after.Nominated != before.Nominated:
		return p.words.Sprintf("Pod %s may have the place on %s of Pods with lower priority", after.Name, after.Nominated), ""
	case after.State == before.State && after.Why == "":
		return p.words.Sprintf("Pod %s has changed", after.Name), ""
	}
	switch after.State {
	case Ready:
		return p.words.Sprintf("Pod %s is ready", after.Name), ""
	case Succeeded:
		return p.words.Sprintf("Pod %s ran to its end", after.Name), ""
	case Failed:
		return p.words.Sprintf("Pod %s failed: %s", after.Name, after.Why), Failure
	case Pending:
		return p.words.Sprintf("no node for Pod %s: %s", after.Name, after.Why), ""
	case NotReady, Terminating:
	}
	if before.State == Ready {
		return p.words.Sprintf("Pod %s is not ready any more: %s", after.Name, after.Why), ""
	}
	return p.words.Sprintf("Pod %s is not ready yet: %s", after.Name, after.Why), ""
}

func (p *Projector) tellNode(before, after *Card) (string, Mark) {
	switch {
	case after.Cordoned && !before.Cordoned:
		return p.words.Sprintf("node %s was cordoned", after.Name), NodeSet
	case before.Cordoned && !after.Cordoned:
		return p.words.Sprintf("node %s was uncordoned", after.Name), NodeSet
	case !slices.Equal(before.Taints, after.Taints) && len(after.Taints) == 0:
		return p.words.Sprintf("node %s has no taint any more", after.Name), NodeSet
	case !slices.Equal(before.Taints, after.Taints):
		return p.words.Sprintf("taints of node %s: %s", after.Name, strings.Join(after.Taints, ", ")), NodeSet
	case !slices.Equal(before.Labels, after.Labels):
		return p.words.Sprintf("labels of node %s: %s", after.Name, strings.Join(after.Labels, ", ")), NodeSet
	case after.NotReady && !before.NotReady:
		return p.words.Sprintf("node %s is not ready", after.Name), ""
	case before.NotReady && !after.NotReady:
		return p.words.Sprintf("node %s is ready", after.Name), ""
	}
	return p.words.Sprintf("node %s has changed", after.Name), ""
}

func (p *Projector) tellDeployment(before, after *Card) (string, Mark) {
	switch {
	case before.Template != after.Template:
		if revision := p.kept(before, after); revision != 0 {
			return p.words.Sprintf("Deployment %s goes back to the template of revision %d (%s)", after.Name, revision, after.Image), Undo
		}
		return p.words.Sprintf("Deployment %s has a new template (%s): a rollout begins", after.Name, after.Image), Rollout
	case before.Want != after.Want:
		return p.words.Sprintf("Deployment %s was scaled from %d to %d", after.Name, before.Want, after.Want), Scale
	case before.Surge != after.Surge || before.Unavailable != after.Unavailable || before.Rolling != after.Rolling:
		return p.words.Sprintf("Deployment %s: maxSurge comes to %d and maxUnavailable to %d Pods", after.Name, after.Surge, after.Unavailable), ""
	case after.Paused && !before.Paused:
		return p.words.Sprintf("Deployment %s was paused", after.Name), ""
	case before.Paused && !after.Paused:
		return p.words.Sprintf("Deployment %s was resumed", after.Name), ""
	case after.Done && !before.Done:
		return p.words.Sprintf("Deployment %s has arrived: %d of %d Pods are ready", after.Name, after.Ready, after.Want), ""
	}
	return p.words.Sprintf("Deployment %s: %d of %d Pods are ready", after.Name, after.Ready, after.Want), ""
}

// kept is the revision of the ReplicaSet that the new template was taken from, if the Deployment still has one.
func (p *Projector) kept(before, after *Card) int {
	for id, card := range p.cards {
		if card != before {
			continue
		}
		for _, set := range p.cards {
			if set.Owner == id && set.Kind == "ReplicaSet" && set.Template == after.Template {
				return set.Revision
			}
		}
	}
	return 0
}

func (p *Projector) tellReplicaSet(before, after *Card) string {
	switch {
	case after.Want > before.Want:
		return p.words.Sprintf("ReplicaSet %s grows from %d to %d", after.Name, before.Want, after.Want)
	case after.Want < before.Want:
		return p.words.Sprintf("ReplicaSet %s shrinks from %d to %d", after.Name, before.Want, after.Want)
	case after.Revision != before.Revision && before.Revision != 0:
		return p.words.Sprintf("ReplicaSet %s was revision %d and is now %d", after.Name, before.Revision, after.Revision)
	case after.Owner != before.Owner:
		return p.words.Sprintf("ReplicaSet %s has another owner", after.Name)
	}
	return p.words.Sprintf("ReplicaSet %s: %d of %d Pods are ready", after.Name, after.Ready, after.Want)
}

func (p *Projector) tellJob(after *Card) (string, Mark) {
	switch after.State {
	case Succeeded:
		return p.words.Sprintf("Job %s is complete", after.Name), ""
	case Failed:
		return p.words.Sprintf("Job %s failed: %s", after.Name, after.Why), Failure
	case Pending, NotReady, Ready, Terminating:
	}
	return p.words.Sprintf("Job %s: %d of %d runs succeeded", after.Name, after.Ready, after.Want), ""
}

// tellSet tells of a DaemonSet or StatefulSet.
func (p *Projector) tellSet(before, after *Card) (string, Mark) {
	switch {
	case before.Template != after.Template:
		return p.words.Sprintf("%s %s has a new template (%s): a rollout begins", after.Kind, after.Name, after.Image), Rollout
	case before.Want != after.Want && after.Kind == "StatefulSet":
		return p.words.Sprintf("%s %s was scaled from %d to %d", after.Kind, after.Name, before.Want, after.Want), Scale
	case after.Done && !before.Done:
		return p.words.Sprintf("%s %s has arrived: %d of %d Pods are ready", after.Kind, after.Name, after.Ready, after.Want), ""
	}
	return p.words.Sprintf("%s %s: %d of %d Pods are ready", after.Kind, after.Name, after.Ready, after.Want), ""
}
