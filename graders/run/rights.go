package run

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	authorizationv1 "k8s.io/api/authorization/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/objects"
)

// rightsPoll is how often the authorizer is asked whether it has seen a change; it takes some milliseconds.
const rightsPoll = 5 * time.Millisecond

// rightsPatience is how long the authorizer may take. Who then still has rights that were withdrawn has them from elsewhere.
const rightsPatience = 5 * time.Second

// rights are those of the learner. They are withdrawn before the checks of a task and given back for the next answer, so that a
// credential which got out of its answer is worth nothing while checks are made. The roles are emptied, which works whatever
// binds them; certificates cannot be revoked.
type rights struct {
	client    kubernetes.Interface
	namespace string
	roles     []*learnerRole
	granted   bool
	disturbed bool        // somebody else wrote to a role
	kept      atomic.Bool // the learner could not be stopped: something else than the roles gives rights
}

// learnerRole is one ClusterRole of the learner.
type learnerRole struct {
	now  *rbacv1.ClusterRole // as this process wrote it
	full []rbacv1.PolicyRule
	// probe is something that the full role allows and nothing else does.
	probe authorizationv1.ResourceAttributes
}

// openRights reads the roles as they are.
func openRights(ctx context.Context, client kubernetes.Interface, namespace string) (*rights, error) {
	r := &rights{client: client, namespace: namespace, granted: true}
	for name, probe := range map[string]authorizationv1.ResourceAttributes{
		objects.LearnerRole:        {Namespace: namespace, Verb: "create", Resource: "pods"},
		objects.LearnerClusterRole: {Verb: "patch", Resource: "nodes"},
	} {
		role, err := client.RbacV1().ClusterRoles().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return nil, fmt.Errorf("read role %s: %w", name, err)
		}
		r.roles = append(r.roles, &learnerRole{now: role, full: role.Rules, probe: probe})
	}
	return r, nil
}

// grant returns when the learner may work.
func (r *rights) grant(ctx context.Context) error { return r.set(ctx, true) }

// withdraw returns when the learner may do nothing any more.
func (r *rights) withdraw(ctx context.Context) error { return r.set(ctx, false) }

func (r *rights) set(ctx context.Context, granted bool) error {
	if r == nil || r.granted == granted {
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	disturbed := make([]bool, len(r.roles))
	for i, role := range r.roles {
		group.Go(func() error {
			err := r.write(ctx, role, granted)
			if apierrors.IsConflict(err) {
				disturbed[i] = true
				err = r.overwrite(ctx, role, granted)
			}
			if err != nil {
				return fmt.Errorf("set the learner's rights: %w", err)
			}
			return r.await(ctx, role, granted)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	r.granted = granted
	for _, is := range disturbed {
		r.disturbed = r.disturbed || is
	}
	return nil
}

// write fails with a conflict if anybody else wrote to the role since.
func (r *rights) write(ctx context.Context, role *learnerRole, granted bool) error {
	next := role.now.DeepCopy()
	next.Rules = nil
	if granted {
		next.Rules = role.full
	}
	written, err := r.client.RbacV1().ClusterRoles().Update(ctx, next, metav1.UpdateOptions{})
	if err == nil {
		role.now = written
	}
	return err
}

func (r *rights) overwrite(ctx context.Context, role *learnerRole, granted bool) error {
	now, err := r.client.RbacV1().ClusterRoles().Get(ctx, role.now.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	role.now.ResourceVersion, role.now.UID = now.ResourceVersion, now.UID
	return r.write(ctx, role, granted)
}

// await waits until a role's change is in force. Rights that stay are no fault of the infrastructure: examine looks into them.
func (r *rights) await(ctx context.Context, role *learnerRole, granted bool) error {
	if r.kept.Load() {
		return nil
	}
	patient, cancel := context.WithTimeout(ctx, rightsPatience)
	defer cancel()
	err := r.inForce(patient, role, granted)
	if err != nil && !granted && ctx.Err() == nil && patient.Err() != nil {
		r.kept.Store(true)
		return nil
	}
	return err
}

// inForce asks the authorizer as the API server does for every request.
func (r *rights) inForce(ctx context.Context, role *learnerRole, granted bool) error {
	err := wait.PollUntilContextCancel(ctx, rightsPoll, true, func(ctx context.Context) (bool, error) {
		review := &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{
			User: cluster.Learner, Groups: []string{"system:authenticated"}, ResourceAttributes: &role.probe,
		}}
		answer, err := r.client.AuthorizationV1().SubjectAccessReviews().Create(ctx, review, metav1.CreateOptions{})
		return err == nil && answer.Status.Allowed == granted, err
	})
	if err != nil && errors.Is(err, ctx.Err()) {
		return fmt.Errorf("set the learner's rights: role %s has no effect: %w", role.now.Name, err)
	}
	return err
}
