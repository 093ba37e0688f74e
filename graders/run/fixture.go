package run

import (
	"context"
	"fmt"
	"time"

	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/labs"
)

// readyPoll is how often the fixture is looked at until it is usable; there is nothing to watch for RBAC.
const readyPoll = 20 * time.Millisecond

// ApplyFixture puts into the cluster what a lab finds when it begins: its namespace, the learner's rights in it, and
// the lab's own objects. What is there already stays as it is, so a running lab can be continued. It returns when
// the learner can create Pods there.
func ApplyFixture(ctx context.Context, config *rest.Config, lab *labs.Lab) error {
	c, err := client.New(config, client.Options{Scheme: clientgoscheme.Scheme})
	if err != nil {
		return fmt.Errorf("connect to the cluster: %w", err)
	}
	ground := []client.Object{objects.Namespace(lab.Namespace()), objects.LearnerBinding(lab.Namespace(), cluster.Learner)}
	for _, object := range append(ground, lab.Fixture...) {
		created, ok := object.DeepCopyObject().(client.Object)
		if !ok {
			return fmt.Errorf("create %T: not a Kubernetes object", object)
		}
		if err := c.Create(ctx, created); err != nil && !apierrors.IsAlreadyExists(err) {
			return fmt.Errorf("create %T %s: %w", object, object.GetName(), err)
		}
	}
	return waitUsable(ctx, c, lab.Namespace())
}

// waitUsable waits for what controllers add to a new namespace: without the default ServiceAccount no Pod is
// admitted, and a binding takes effect only when the authorizer has seen it.
func waitUsable(ctx context.Context, c client.Client, namespace string) error {
	what := "the default ServiceAccount"
	err := wait.PollUntilContextCancel(ctx, readyPoll, true, func(ctx context.Context) (bool, error) {
		account := &corev1.ServiceAccount{}
		if err := c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "default"}, account); err != nil {
			return false, client.IgnoreNotFound(err)
		}
		what = "the learner's rights"
		review := &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{User: cluster.Learner,
			ResourceAttributes: &authorizationv1.ResourceAttributes{Namespace: namespace, Verb: "create", Resource: "pods"}}}
		err := c.Create(ctx, review)
		return review.Status.Allowed, err
	})
	if err != nil {
		return fmt.Errorf("wait for %s in namespace %s: %w", what, namespace, err)
	}
	return nil
}
