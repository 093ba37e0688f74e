// Command start measures how long an embedded cluster takes until a Deployment's Pod is bound to a node.
//
// A run ends when four nodes are Ready and untainted, the default ServiceAccounts are there and the Pod is bound.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/fixtures/embedded"
)

// poll is how often a run looks whether it is at its end.
const poll = 5 * time.Millisecond

// measurement is one run.
type measurement struct {
	ready, bound, stop time.Duration
	memory             uint64
}

func main() {
	runs := flag.Int("runs", 10, "how many clusters to start, one after the other")
	binary := flag.String("binary", "bin/podium", "the podium executable")
	flag.Parse()
	if err := bench(context.Background(), os.Stdout, *binary, *runs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func bench(ctx context.Context, out io.Writer, binary string, runs int) error {
	var bound []time.Duration
	fmt.Fprintln(out, "run   ready   bound    stop  memory")
	for i := range runs {
		m, err := measure(ctx, binary)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%3d %5dms %5dms %5dms %3d MiB\n", i+1, m.ready.Milliseconds(), m.bound.Milliseconds(), m.stop.Milliseconds(), m.memory>>20)
		bound = append(bound, m.bound)
	}
	slices.Sort(bound)
	fmt.Fprintf(out, "median until bound: %d ms\n", bound[len(bound)/2].Milliseconds())
	return nil
}

func measure(ctx context.Context, binary string) (m measurement, err error) {
	began := time.Now()
	c := embedded.New(embedded.Options{Binary: binary})
	if _, err := c.Create(ctx); err != nil {
		return m, err
	}
	m.ready = time.Since(began)
	if err = bind(ctx, c); err == nil {
		m.bound = time.Since(began)
		m.memory, err = c.Memory()
	}
	stopping := time.Now()
	if destroyed := c.Destroy(ctx); err == nil {
		err = destroyed
	}
	m.stop = time.Since(stopping)
	return m, err
}

// bind creates a Deployment and waits until its Pod has a node.
func bind(ctx context.Context, c *embedded.Cluster) error {
	client, err := kubernetes.NewForConfig(c.KubernetesRestConfig())
	if err != nil {
		return fmt.Errorf("create client: %w", err)
	}
	labels := map[string]string{"app": "web"}
	web := &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec: appsv1.DeploymentSpec{Selector: &metav1.LabelSelector{MatchLabels: labels}, Template: corev1.PodTemplateSpec{
			ObjectMeta: metav1.ObjectMeta{Labels: labels},
			Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "nginx", Image: "nginx:1.27"}}},
		}},
	}
	if _, err := client.AppsV1().Deployments("default").Create(ctx, web, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("create deployment: %w", err)
	}
	return wait.PollUntilContextCancel(ctx, poll, true, func(ctx context.Context) (bool, error) {
		pods, err := client.CoreV1().Pods("default").List(ctx, metav1.ListOptions{})
		return err == nil && len(pods.Items) == 1 && pods.Items[0].Spec.NodeName != "", err
	})
}
