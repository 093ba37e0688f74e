// Command live measures how long after the last change of a live cluster the learner's tasks have been graded again.
//
//	make build && go run ./ci/bench/live -runs 20
//
// A run scales a Deployment in a lab. It ends with the first record that was made with all its Pods ready; what is measured is the
// time between the last version of any object of the lab and that record. Every lab is measured, on a cluster of its own. The exit code is
// 1 if the median of a lab is above the limit.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	typedv1 "k8s.io/client-go/kubernetes/typed/apps/v1"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/protocol"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
)

const (
	// limit is what a learner may have to wait after the cluster has come to rest.
	limit = 300 * time.Millisecond
	// patience is how long a run may take.
	patience = time.Minute
)

// The Deployment that is scaled; lab-1 and lab-2 have a task about one of this name.
const (
	name  = "web"
	image = "nginx:1.26"
)

var (
	errEnded   = errors.New("the watch ended")
	errTooSlow = errors.New("a learner waits longer than the limit")
)

func main() {
	binary := flag.String("binary", "bin/podium", "the podium executable")
	runs := flag.Int("runs", 20, "how often the Deployment is scaled")
	flag.Parse()
	if *runs < 1 {
		fmt.Fprintln(os.Stderr, "-runs must be 1 or more")
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := measureAll(ctx, *binary, *runs)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measureAll goes on with the next lab where one is too slow: all figures are wanted.
func measureAll(ctx context.Context, binary string, runs int) error {
	var slow []string
	for _, lab := range all.Labs() {
		took, err := measure(ctx, lab, binary, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", lab.ID, err)
		}
		slices.Sort(took)
		median := took[len(took)/2]
		fmt.Fprintf(os.Stdout, "%s graded again after the last change: median %d ms, longest %d ms, the limit is %d ms\n",
			lab.ID, median.Milliseconds(), took[len(took)-1].Milliseconds(), limit.Milliseconds())
		if median > limit {
			slow = append(slow, lab.ID)
		}
	}
	if len(slow) > 0 {
		return fmt.Errorf("%w: %s", errTooSlow, strings.Join(slow, ", "))
	}
	return nil
}

// measure is how long each run took, in their order.
func measure(ctx context.Context, lab *labs.Lab, binary string, runs int) ([]time.Duration, error) {
	dir, err := os.MkdirTemp("", "podium-bench-")
	if err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	defer os.RemoveAll(dir)
	c := embedded.New(embedded.Options{Binary: binary, Dir: dir, Detached: true})
	if _, err := c.Create(ctx); err != nil {
		return nil, err
	}
	defer func() { _ = syscall.Kill(c.PID(), syscall.SIGKILL) }() // nothing of it is kept
	if err := run.ApplyFixture(ctx, c.KubernetesRestConfig(), lab); err != nil {
		return nil, err
	}
	deployments, err := deploy(ctx, c.Credentials().Learner, lab.Namespace())
	if err != nil {
		return nil, err
	}
	journal := filepath.Join(dir, protocol.Journal)
	records, err := run.Watch(ctx, run.LiveOptions{Lab: lab, Cluster: c, Journal: journal, Binary: binary, Version: "bench"})
	if err != nil {
		return nil, err
	}
	var durations []time.Duration
	for i := range runs {
		replicas := int32(2 + i%2)
		patch := fmt.Appendf(nil, `{"spec":{"replicas":%d}}`, replicas)
		if _, err := deployments.Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
			return nil, fmt.Errorf("scale: %w", err)
		}
		took, err := graded(ctx, records, journal, lab.Namespace(), replicas)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stdout, "%s %3d %4d ms\n", lab.ID, i+1, took.Milliseconds())
		durations = append(durations, took)
	}
	return durations, nil
}

func deploy(ctx context.Context, kubeconfig, namespace string) (typedv1.DeploymentInterface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("read kubeconfig: %w", err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, fmt.Errorf("create client: %w", err)
	}
	labels := map[string]string{"app": name}
	deployments := client.AppsV1().Deployments(namespace)
	_, err = deployments.Create(ctx, &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: appsv1.DeploymentSpec{Selector: &metav1.LabelSelector{MatchLabels: labels}, Template: corev1.PodTemplateSpec{
			ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "web", Image: image}}},
		}},
	}, metav1.CreateOptions{})
	if err != nil {
		return nil, fmt.Errorf("create Deployment: %w", err)
	}
	return deployments, nil
}

// graded waits for the record of the cluster at rest, and says how long before it the last change was.
func graded(ctx context.Context, records <-chan *result.Record, journal, namespace string, replicas int32) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("wait for a record: %w", ctx.Err())
		case record, open := <-records:
			now := time.Now()
			if !open {
				return 0, errEnded
			}
			if record.Error != nil {
				return 0, fmt.Errorf("grade: %s", record.Error.Message)
			}
			last, done, err := lastChange(journal, namespace, replicas, now)
			if err != nil || done {
				return now.Sub(last), err
			}
		}
	}
}

// lastChange is when an object of the lab last changed before an instant, and whether the Deployment had all its Pods by then.
func lastChange(journal, namespace string, replicas int32, before time.Time) (last time.Time, done bool, err error) {
	file, err := os.Open(journal)
	if err != nil {
		return last, false, fmt.Errorf("read journal: %w", err)
	}
	defer file.Close()
	history, err := evidence.ReadJournal(file)
	if err != nil {
		return last, false, err
	}
	for _, v := range history.Versions() {
		if v.Object.GetNamespace() != namespace || v.At.After(before) {
			continue
		}
		if v.At.After(last) {
			last = v.At
		}
		if d, ok := v.Object.(*appsv1.Deployment); ok && d.Name == name {
			done = d.Status.ObservedGeneration == d.Generation && *d.Spec.Replicas == replicas && d.Status.ReadyReplicas == replicas && d.Status.Replicas == replicas
		}
	}
	return last, done, nil
}
