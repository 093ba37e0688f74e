package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/answer"
)

// kubectls measures commands of an answer: in the shell with kubectl built in, confined as answers are, and with a process for each command.
func (b *bench) kubectls(ctx context.Context) (err error) {
	c := b.embedded()
	if _, err := c.Create(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Destroy(context.WithoutCancel(ctx))) }()
	client, err := kubernetes.NewForConfig(c.KubernetesRestConfig())
	if err != nil {
		return err
	}
	for i := range 5 {
		object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("object-%d", i)}}
		if _, err := client.CoreV1().ConfigMaps(metav1.NamespaceDefault).Create(ctx, object, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "podium-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name, program, err := b.program(dir)
	if err != nil {
		return err
	}
	for i := range b.runs + 1 {
		if err := errors.Join(b.builtIn(ctx, i > 0, c.Credentials()), b.processes(ctx, i > 0, name, program, dir, c.Credentials())); err != nil {
			return err
		}
	}
	return nil
}

// program finds kubectl. Where none is installed, podium is kubectl under that name; the name of the measurement says which.
func (b *bench) program(dir string) (name, program string, _ error) {
	if installed, err := exec.LookPath("kubectl"); err == nil {
		return "Kubectl/run=process-each/of=kubectl", installed, nil
	}
	program = filepath.Join(dir, "kubectl")
	return "Kubectl/run=process-each/of=podium", program, os.Symlink(b.binary, program)
}

const command = "kubectl get configmaps -o name"

// builtIn counts the start of the answer's process too.
func (b *bench) builtIn(ctx context.Context, keep bool, credentials cluster.Credentials) error {
	began := time.Now()
	process, err := answer.Start(ctx, answer.Config{Binary: b.binary, Kubeconfig: credentials.Admin, Namespace: metav1.NamespaceDefault})
	if err != nil {
		return err
	}
	outcome, err := process.Run(ctx, answer.Step{File: "bench.sh", Kind: answer.Script, Content: []byte(strings.Repeat(command+"\n", b.commands))})
	took := time.Since(began)
	if err = errors.Join(err, process.Close()); err != nil {
		return err
	}
	if outcome.ExitCode != 0 {
		return fmt.Errorf("exit code %d: %s", outcome.ExitCode, outcome.Output)
	}
	if !keep {
		return nil
	}
	return b.add("Kubectl/run=in-process", wall(took/time.Duration(b.commands)))
}

// processes runs each command as a process, which finds out anew what kinds there are only once: kubectl keeps that in a cache.
func (b *bench) processes(ctx context.Context, keep bool, name, program, home string, credentials cluster.Credentials) error {
	words := strings.Fields(command)[1:]
	began := time.Now()
	for range b.commands {
		kubectl := exec.CommandContext(ctx, program, words...)
		kubectl.Env = append(os.Environ(), "KUBECONFIG="+credentials.Admin, "HOME="+home)
		if out, err := kubectl.CombinedOutput(); err != nil {
			return fmt.Errorf("run kubectl: %w: %s", err, out)
		}
	}
	if !keep {
		return nil
	}
	return b.add(name, wall(time.Since(began)/time.Duration(b.commands)))
}
