package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/cmd/podium/why"
	"github.com/podium-labs/podium/graders/explain/report"
	"github.com/podium-labs/podium/graders/explain/seen"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// explainLimit bounds an explanation: somebody looks at the screen and waits.
const explainLimit = 20 * time.Second

// explain is what podium explain says of the object that a failing check is about; empty if there is none yet.
func (s *session) explain(ctx context.Context, printer *lang.Printer, check result.Check, task string, options report.TextOptions) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, explainLimit)
	defer cancel()
	config, err := clientcmd.BuildConfigFromFlags("", s.kubeconfig())
	if err != nil {
		return "", fmt.Errorf("read kubeconfig: %w", err)
	}
	config.QPS = -1 // some twenty requests in a row, and nobody shares the cluster
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return "", fmt.Errorf("connect to the cluster: %w", err)
	}
	explained, err := firstStuck(ctx, client, s.lab.Namespace(), subjects(s.lab, task, check), printer)
	if explained == nil || err != nil {
		return "", err
	}
	var text strings.Builder
	options.Words = printer
	if err := report.Text(&text, explained, options); err != nil {
		return "", err
	}
	return text.String(), nil
}

// subjects are the names that the task is about, those first that the check speaks of.
func subjects(lab *labs.Lab, task string, check result.Check) []string {
	said := strings.Join([]string{check.Title, check.Expected, check.Actual}, " ")
	if check.Why != nil {
		said += " " + *check.Why
	}
	names := lab.Subjects(task)
	slices.SortStableFunc(names, func(a, b string) int { return position(said, a) - position(said, b) })
	return names
}

// position is where a text names something; behind its end if it does not.
func position(text, name string) int {
	if i := strings.Index(text, name); i >= 0 {
		return i
	}
	return len(text)
}

// firstStuck explains the first of the objects of these names that is not as it should be, or else the first that exists.
func firstStuck(ctx context.Context, client kubernetes.Interface, namespace string, names []string, printer *lang.Printer) (*report.Report, error) {
	var first *report.Report
	for _, name := range names {
		for _, kind := range []string{seen.Deployment, seen.StatefulSet, seen.DaemonSet, seen.CronJob, seen.Job, seen.Pod, seen.Service} {
			state, err := seen.Read(ctx, client, seen.Target{Kind: kind, Namespace: namespace, Name: name})
			if apierrors.IsNotFound(err) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("read %s %s: %w", kind, name, err)
			}
			explained, err := why.Explain(ctx, state, printer)
			if err != nil {
				return nil, err
			}
			if explained.Layer != "" {
				return explained, nil
			}
			if first == nil {
				first = explained
			}
		}
	}
	return first, nil
}
