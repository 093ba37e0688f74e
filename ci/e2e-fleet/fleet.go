package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// patience is for whatever Pods do: on two busy cores a grading takes a minute.
const patience = 20 * time.Minute

// fleet runs the batch, presses Ctrl-C when a Pod has been killed, and goes on.
func (r *run) fleet(ctx context.Context, c *cluster) error {
	arguments := append(r.batch("cluster", "--engine", "kubernetes", "--image", r.image, "--image-pull-policy", "Never", "--kubeconfig", c.kubeconfig, "--volume-host-path", course,
		"--volume-dir", r.dir), r.pods...)
	var said bytes.Buffer
	command := exec.CommandContext(ctx, r.binary, arguments...)
	command.Stdout, command.Stderr = r.out, &said
	if err := command.Start(); err != nil {
		return err
	}
	killed, err := c.kill(ctx)
	if err == nil {
		fmt.Fprintln(r.out, "killed:", killed)
		err = command.Process.Signal(syscall.SIGINT)
	}
	if err != nil {
		return errors.Join(err, command.Process.Kill(), command.Wait(), errors.New(said.String()))
	}
	_ = command.Wait() // the exit code says it
	fmt.Fprint(r.out, said.String())
	if code := command.ProcessState.ExitCode(); code != 130 || !strings.Contains(said.String(), "goes on") || !strings.Contains(said.String(), "--resume") {
		return fmt.Errorf("after Ctrl-C: exit code %d", code)
	}
	if err := c.describe(ctx, r); err != nil {
		return err
	}
	if err := r.command(ctx, r.binary, append(arguments, "--resume")...); err != nil {
		return errors.Join(err, c.describe(ctx, r))
	}
	return c.retried(ctx, killed)
}

// kill ends a Pod in the middle of a submission's grading, and returns the index that it had.
func (c *cluster) kill(ctx context.Context) (string, error) {
	var index string
	err := until(ctx, patience, "a Pod that grades a submission", func() (bool, error) {
		pods, err := c.client.CoreV1().Pods(metav1.NamespaceDefault).List(ctx, metav1.ListOptions{LabelSelector: batchv1.JobNameLabel})
		if err != nil {
			return false, nil //nolint:nilerr // asked again
		}
		for i := range pods.Items {
			pod := &pods.Items[i]
			index = pod.Annotations[batchv1.JobCompletionIndexAnnotation]
			if pod.Status.Phase != corev1.PodRunning || index == "0" || index == "1" { // those are reference solution and starter
				continue
			}
			return true, c.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{})
		}
		return false, nil
	})
	return index, err
}

// retried wants the killed index to have failed once and to be done, and nothing to have failed for good.
func (c *cluster) retried(ctx context.Context, index string) error {
	jobs, err := c.client.BatchV1().Jobs(metav1.NamespaceDefault).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	if len(jobs.Items) != 1 {
		return fmt.Errorf("there are %d Jobs, not one", len(jobs.Items))
	}
	job := &jobs.Items[0]
	if job.Status.Succeeded != *job.Spec.Completions || job.Status.FailedIndexes != nil && *job.Status.FailedIndexes != "" || job.Status.Failed < 1 {
		return fmt.Errorf("succeeded %d of %d, Pods that failed %d, indexes that failed %v", job.Status.Succeeded, *job.Spec.Completions, job.Status.Failed, job.Status.FailedIndexes)
	}
	pods, err := c.client.CoreV1().Pods(metav1.NamespaceDefault).List(ctx, metav1.ListOptions{LabelSelector: batchv1.JobCompletionIndexAnnotation + "=" + index})
	if err != nil {
		return err
	}
	for i := range pods.Items {
		if pods.Items[i].Status.Phase == corev1.PodSucceeded && pods.Items[i].Annotations[batchv1.JobIndexFailureCountAnnotation] != "0" {
			return nil
		}
	}
	return fmt.Errorf("no Pod of index %s has succeeded after another had failed", index)
}

// describe shows the Job as people see it, and wants the policy in it.
func (*cluster) describe(ctx context.Context, r *run) error {
	var text bytes.Buffer
	command := exec.CommandContext(ctx, "docker", "exec", clusterName+"-control-plane", "kubectl", "--kubeconfig", "/etc/kubernetes/admin.conf", "describe", "jobs")
	command.Stdout, command.Stderr = &text, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("describe Job: %w", err)
	}
	fmt.Fprint(r.out, text.String())
	for _, want := range []string{"pod-failure-policy", "backoffLimitPerIndex 2", "FailIndex", "DisruptionTarget: Ignore"} {
		if !strings.Contains(text.String(), want) {
			return fmt.Errorf("kubectl describe does not say %q", want)
		}
	}
	return nil
}
