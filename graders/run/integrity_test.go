package run_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs/rollouts"
)

// gradeMeddled grades a submission while somebody with the rights of an administrator meddles with the cluster. Its one answer waits
// until that has been done.
func gradeMeddled(t *testing.T, meddle func(ctx context.Context, client kubernetes.Interface) error) *result.Record {
	t.Helper()
	binary := embeddedtest.Binary(t)
	waits := answer.Step{File: "wait.sh", Kind: answer.Script, Content: []byte("until kubectl get configmap meddled; do sleep 0.1; done")}
	submission := &answer.Submission{ID: "mallory", Tasks: []answer.Answer{{Task: rollouts.Stateful, Steps: []answer.Step{waits}}}}
	var running *embedded.Cluster
	record, err := run.Grade(t.Context(), run.Options{
		Lab: rollouts.Lab(), Submission: submission, Binary: binary, Version: "test",
		Clusters: run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider {
			running = embedded.New(embedded.Options{Binary: binary})
			return running
		}},
		Progress: func(event run.Event) {
			if event.Began != rollouts.Stateful {
				return
			}
			config, err := clientcmd.BuildConfigFromFlags("", running.Credentials().Admin)
			if err == nil {
				client := kubernetes.NewForConfigOrDie(config)
				err = meddle(t.Context(), client)
				meddled := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "meddled"}}
				_, done := client.CoreV1().ConfigMaps(rollouts.ID).Create(t.Context(), meddled, metav1.CreateOptions{})
				err = errors.Join(err, done)
			}
			if err != nil {
				t.Errorf("meddle: %v", err)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func TestTamperingHasNoScoreAndIsNamed(t *testing.T) {
	record := gradeMeddled(t, func(ctx context.Context, client kubernetes.Interface) error {
		binding := &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "thief"},
			RoleRef:  rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "cluster-admin"},
			Subjects: []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: cluster.Learner}}}
		_, bound := client.RbacV1().ClusterRoleBindings().Create(ctx, binding, metav1.CreateOptions{})
		_, labelled := client.CoreV1().Namespaces().Patch(ctx, rollouts.ID, types.MergePatchType,
			[]byte(`{"metadata": {"labels": {"pod-security.kubernetes.io/enforce": "privileged"}}}`), metav1.PatchOptions{})
		deleted := client.FlowcontrolV1().FlowSchemas().Delete(ctx, "service-accounts", metav1.DeleteOptions{})
		_, role := client.RbacV1().ClusterRoles().Patch(ctx, "podium-learner", types.MergePatchType, []byte(`{"metadata": {"labels": {"x": "y"}}}`), metav1.PatchOptions{})
		return errors.Join(bound, labelled, deleted, role)
	})
	if record.Outcome != result.Tampered || record.Score != nil || record.MaxScore != 100 {
		t.Errorf("%s, score %v", record.Outcome, record.Score)
	}
	said := strings.Join(record.Integrity.Tampering, "\n")
	for _, want := range []string{
		"ClusterRoleBinding thief was added: create of clusterrolebindings by podium-fixture at ",
		`Namespace lab-2 was changed: metadata.labels.pod-security.kubernetes.io/enforce is "privileged", was "baseline": patch of namespaces by podium-fixture at `,
		"FlowSchema service-accounts was removed: delete of flowschemas by podium-fixture at ",
		"the learner's rights were changed while answers were applied",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	if len(record.Integrity.Tampering) != 4 {
		t.Errorf("said:\n%s", said)
	}
}

func TestWhatLabsAreAboutIsNoTampering(t *testing.T) {
	record := gradeMeddled(t, func(ctx context.Context, client kubernetes.Interface) error {
		_, node := client.CoreV1().Nodes().Patch(ctx, "podium-worker", types.StrategicMergePatchType,
			[]byte(`{"metadata": {"labels": {"tier": "front"}}, "spec": {"unschedulable": true, "taints": [{"key": "k", "effect": "NoSchedule"}]}}`), metav1.PatchOptions{})
		_, priority := client.SchedulingV1().PriorityClasses().Create(ctx, &schedulingv1.PriorityClass{ObjectMeta: metav1.ObjectMeta{Name: "high"}, Value: 10}, metav1.CreateOptions{})
		_, namespace := client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "mine"}}, metav1.CreateOptions{})
		_, object := client.CoreV1().ConfigMaps(rollouts.ID).Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "mine"}}, metav1.CreateOptions{})
		return errors.Join(node, priority, namespace, object)
	})
	if record.Outcome != result.Graded || record.Score == nil || len(record.Integrity.Tampering) > 0 {
		t.Errorf("%s, score %v, %q", record.Outcome, record.Score, record.Integrity.Tampering)
	}
}

// TestChecksSeeACredentialThatIsWorthNothing asks, whenever a task's checks have begun, what the learner may do.
func TestChecksSeeACredentialThatIsWorthNothing(t *testing.T) {
	binary := embeddedtest.Binary(t)
	submission := &answer.Submission{ID: "alice"}
	for _, task := range []string{rollouts.Deploy, rollouts.RollingParams} {
		submission.Tasks = append(submission.Tasks, answer.Answer{Task: task, Steps: []answer.Step{
			{File: "1.sh", Kind: answer.Script, Content: []byte("kubectl create configmap made-" + task)},
			{File: "2.sh", Kind: answer.Script, Content: []byte("kubectl delete configmap made-" + task)},
		}})
	}
	var running *embedded.Cluster
	var asked []string
	record, err := run.Grade(t.Context(), run.Options{
		Lab: rollouts.Lab(), Submission: submission, Binary: binary, Version: "test",
		Clusters: run.Fresh{Provider: embedded.Kind, New: func() cluster.Provider {
			running = embedded.New(embedded.Options{Binary: binary})
			return running
		}},
		Progress: func(event run.Event) {
			if event.Check == nil || slices.Contains(asked, event.Task) {
				return
			}
			asked = append(asked, event.Task)
			config, err := clientcmd.BuildConfigFromFlags("", running.Credentials().Learner)
			if err != nil {
				t.Error(err)
				return
			}
			// the next answer gives the rights back: these tasks have no next one, or it is the last of them
			if event.Task == rollouts.Deploy {
				return
			}
			client := kubernetes.NewForConfigOrDie(config)
			_, read := client.CoreV1().Nodes().List(t.Context(), metav1.ListOptions{})
			_, write := client.CoreV1().ConfigMaps(rollouts.ID).Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "late"}}, metav1.CreateOptions{})
			if read == nil || write == nil {
				t.Errorf("%s: the learner can still read (%v) or write (%v)", event.Task, read, write)
			}
		},
	})
	if err != nil || record.Outcome != result.Graded {
		t.Fatalf("%+v, %v", record, err)
	}
	if len(asked) < 3 {
		t.Errorf("asked at %q only", asked)
	}
	for _, task := range record.Tasks[:2] {
		if len(task.Steps) != 2 || task.Steps[0].ExitCode != 0 || task.Steps[1].ExitCode != 0 {
			t.Errorf("%s: %+v: the learner had no rights", task.ID, task.Steps)
		}
	}
}

func TestNoSandboxNoGradingUnlessTrusted(t *testing.T) {
	missing := func(context.Context) error { return &answer.UnconfinedError{Err: errors.New("no Landlock")} }
	broken := func(context.Context) error { return errors.New("an answer can read /etc/passwd") }

	clusters := &fakes{}
	o := options(t, "good", clusters)
	o.Walls = missing
	record, err := run.Grade(t.Context(), o)
	if _, is := errors.AsType[*answer.UnconfinedError](err); !is || record != nil {
		t.Errorf("%+v, %v", record, err)
	}
	if len(clusters.made) != 1 || clusters.made[0].destroyed != 1 {
		t.Errorf("%d clusters", len(clusters.made))
	}

	o.Trust = true
	if record, err := run.Grade(t.Context(), o); err != nil || record.Outcome != result.Graded || record.Integrity.Sandbox != "none" {
		t.Errorf("trusted: %+v, %v", record, err)
	}

	o.Trust, o.Walls = false, broken
	record, err = run.Grade(t.Context(), o)
	if err != nil || record.Outcome != result.InfraError || record.Score != nil || record.Error.Phase != "sandbox" || !strings.Contains(record.Error.Message, "/etc/passwd") {
		t.Errorf("broken: %+v, %v", record, err)
	}

	o.Walls = nil
	if record, err := run.Grade(t.Context(), o); err != nil || record.Integrity.Sandbox != "landlock" {
		t.Errorf("here: %+v, %v", record, err)
	}
}

// TestATrustedAnswerRunsWithoutASandbox is the whole way of it, with an answer that sees the host.
func TestATrustedAnswerRunsWithoutASandbox(t *testing.T) {
	done, err := answer.Attempt(t.Context(), answer.Config{Binary: os.Args[0], TempDir: t.TempDir(), Unconfined: true}, "",
		[]answer.Deed{{Kind: answer.Read, Target: "/etc/passwd"}})
	if err != nil || len(done) != 1 || done[0].Error != "" {
		t.Errorf("%+v, %v", done, err)
	}
}
