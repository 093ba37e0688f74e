package explain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
	"github.com/podium-labs/podium/graders/result"
)

// maxNames is how many similar names are shown.
const maxNames = 3

// trouble says what to do about an error of reading.
func (a *access) trouble(ctx context.Context, client kubernetes.Interface, target seen.Target, err error) error {
	var status apierrors.APIStatus
	switch {
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted, err, "")
	case apierrors.IsNotFound(err):
		return notFound(ctx, client, target)
	case apierrors.IsForbidden(err):
		return exit.With(exit.Usage, errors.New(result.Clean(err.Error())),
			fmt.Sprintf("the permission that is missing: kubectl auth can-i get %s -n %s", target.Resource(), target.Namespace))
	case apierrors.IsUnauthorized(err):
		return exit.With(exit.Usage, lang.Errorf("the cluster does not accept the credential of the kubeconfig"), "log in again, or use another --context")
	case errors.As(err, &status):
		return exit.With(exit.Infrastructure, errors.New(result.Clean(status.Status().Message)), "")
	}
	return exit.With(exit.Infrastructure, errors.New(result.Clean(err.Error())), "the cluster cannot be reached; try: kubectl version, or another --context")
}

func notFound(ctx context.Context, client kubernetes.Interface, target seen.Target) error {
	missing := lang.Errorf("there is no %s in namespace %s", target, target.Namespace)
	names, err := seen.Names(ctx, client, target)
	near := nearest.Few(target.Name, names, maxNames)
	if err != nil || len(near) == 0 {
		return exit.With(exit.Usage, missing, "see: kubectl get "+target.Resource()+" --all-namespaces")
	}
	kind, _, _ := strings.Cut(target.String(), "/")
	for i, name := range near {
		near[i] = result.Clean(kind + "/" + name)
	}
	return exit.With(exit.Usage, missing, "nearest: "+strings.Join(near, ", "))
}
