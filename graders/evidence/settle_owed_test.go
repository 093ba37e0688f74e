package evidence_test

import (
	"context"
	"errors"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

// TestSettleWaitsForControllersThatHaveNotGotToIt: every status here is the one from before.
func TestSettleWaitsForControllersThatHaveNotGotToIt(t *testing.T) {
	rs := et.ReplicaSet(et.Deployment("web", image, 2), "web-1", "1", 2)
	rs.Status.Replicas, rs.OwnerReferences = 2, nil
	one, two := et.Pod(rs, "web-1-a", image, true), et.Pod(rs, "web-1-b", image, true)

	db := &appsv1.StatefulSet{}
	db.Kind, db.APIVersion, db.Namespace, db.Name, db.UID = "StatefulSet", "apps/v1", et.Namespace, "db", "db"
	db.Spec.Replicas, db.Status.Replicas, db.Status.AvailableReplicas = new(int32(1)), 1, 1

	agent := &appsv1.DaemonSet{}
	agent.Kind, agent.APIVersion, agent.Namespace, agent.Name, agent.UID = "DaemonSet", "apps/v1", et.Namespace, "agent", "agent"
	agent.Spec.Template.Spec.NodeSelector = map[string]string{"tier": "gold"}
	on := func(name string) *corev1.Pod {
		pod := et.Pod(agent, "agent-"+name, image, true)
		pod.Spec.NodeName = name
		return pod
	}
	node := func(name, tier string, taints ...corev1.Taint) *corev1.Node {
		n := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, UID: "node", Labels: map[string]string{"tier": tier}}}
		n.Kind, n.Spec.Taints = "Node", taints
		return n
	}
	evicting := corev1.Taint{Key: "maintenance", Effect: corev1.TaintEffectNoExecute}
	lasting, passing := on("a"), on("a")
	lasting.Spec.Tolerations = []corev1.Toleration{{Key: "maintenance", Operator: corev1.TolerationOpExists}}
	passing.Spec.Tolerations = []corev1.Toleration{{Key: "maintenance", Operator: corev1.TolerationOpExists, TolerationSeconds: new(int64(300))}}
	agentOf := func(pod *corev1.Pod) []client.Object { return []client.Object{agent, node("a", "gold", evicting), pod} }

	for name, c := range map[string]struct {
		objects []client.Object
		rest    bool
	}{
		"a ReplicaSet with its Pods":                    {[]client.Object{rs, one, two}, true},
		"a ReplicaSet that lost one":                    {[]client.Object{rs, one}, false},
		"a StatefulSet with its Pod":                    {[]client.Object{db, et.Pod(db, "db-0", image, true)}, true},
		"a StatefulSet that lost it":                    {[]client.Object{db}, false},
		"a DaemonSet on its node":                       {[]client.Object{agent, node("a", "gold"), on("a")}, true},
		"a DaemonSet whose node has just been labelled": {[]client.Object{agent, node("a", "gold")}, false},
		"a DaemonSet whose node lost its label":         {[]client.Object{agent, node("a", "tin"), on("a")}, false},
		"a DaemonSet that no node is for":               {[]client.Object{agent, node("a", "tin")}, true},
		"a Pod on a node that evicts it":                {agentOf(on("a")), false},
		"a Pod that tolerates that":                     {agentOf(lasting), true},
		"a Pod that tolerates it for a while":           {agentOf(passing), true},
		"a Pod on a node that only takes no more":       {[]client.Object{agent, node("a", "gold", corev1.Taint{Key: "k", Effect: corev1.TaintEffectNoSchedule}), on("a")}, true},
	} {
		s := et.New()
		s.Put(c.objects...)
		began := time.Now()
		if err := settler(s).Settle(t.Context()); err != nil || time.Since(began) < 40*time.Millisecond != c.rest {
			t.Errorf("%s: settled after %s, %v", name, time.Since(began), err)
		}
	}
}

// TestSettleKnowsWhichActsAreCertainToCome: on a busy machine they may come late, but what holds a controller up may do so for ever.
func TestSettleKnowsWhichActsAreCertainToCome(t *testing.T) {
	t.Parallel()
	rs := et.ReplicaSet(et.Deployment("web", image, 2), "web-1", "1", 2)
	rs.Status.Replicas, rs.OwnerReferences = 2, nil
	refused := rs.DeepCopy()
	refused.Status.Conditions = []appsv1.ReplicaSetCondition{{Type: appsv1.ReplicaSetReplicaFailure, Status: corev1.ConditionTrue}}
	web := et.Pod(rs, "web-1-a", image, true)

	db := &appsv1.StatefulSet{}
	db.Kind, db.APIVersion, db.Namespace, db.Name, db.UID = "StatefulSet", "apps/v1", et.Namespace, "db", "db"
	db.Spec.Replicas, db.Status.Replicas, db.Status.AvailableReplicas = new(int32(3)), 1, 1

	for name, c := range map[string]struct {
		s    *et.Script
		rest bool
	}{
		"a ReplicaSet that lost a Pod":                       {of(rs, web), false},
		"a ReplicaSet whose Pods are refused":                {of(refused, web), true},
		"a StatefulSet whose Pods are Ready":                 {of(db, et.Pod(db, "db-0", image, true)), false},
		"a StatefulSet whose first Pod does not get Ready":   {of(db, et.Pod(db, "db-0", image, false)), true},
		"a Pod whose claim was bound since it found no node": {binding(corev1.ClaimBound), false},
		"a Pod that finds no node":                           {stuck(et.Unschedulable), true},
	} {
		limit := 20 * time.Millisecond
		if c.rest {
			limit = time.Minute
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		options := evidence.SettleOptions{Quiet: time.Millisecond, Patience: time.Millisecond, Attention: time.Hour}
		if err := evidence.NewSettler(c.s.History(), options).Settle(ctx); errors.Is(err, evidence.ErrUnsettled) == c.rest {
			t.Errorf("%s: got %v", name, err)
		}
		cancel()
	}
}

func of(objects ...client.Object) *et.Script {
	s := et.New()
	s.Put(objects...)
	return s
}
