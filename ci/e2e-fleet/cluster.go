package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/kind/pkg/apis/config/v1alpha4"
	kindcluster "sigs.k8s.io/kind/pkg/cluster"
	"sigs.k8s.io/kind/pkg/cluster/nodeutils"

	"github.com/podium-labs/podium/fixtures/kind/archive"
)

// cluster is a kind cluster of one node. It is no lab's, so it has another name than theirs and can be beside it.
type cluster struct {
	provider   *kindcluster.Provider
	kubeconfig string
	client     *kubernetes.Clientset
}

const (
	clusterName = "podium-fleet"
	// course is where the folder of this run is on the node.
	course = "/course"
)

// configuration mounts the folder into the node. The patches are those of fixtures/kind, where each is explained.
func configuration(dir string) *v1alpha4.Cluster {
	return &v1alpha4.Cluster{
		TypeMeta: v1alpha4.TypeMeta{Kind: "Cluster", APIVersion: "kind.x-k8s.io/v1alpha4"}, Name: clusterName,
		Nodes: []v1alpha4.Node{{Role: v1alpha4.ControlPlaneRole, ExtraMounts: []v1alpha4.Mount{{HostPath: dir, ContainerPath: course}}}},
		KubeadmConfigPatches: []string{
			"kind: KubeletConfiguration\nfailCgroupV1: false\n",
			"kind: InitConfiguration\ntimeouts:\n  controlPlaneComponentHealthCheck: 8m0s\n  kubeletHealthCheck: 8m0s\n  kubernetesAPICall: 4m0s\n  etcdAPICall: 4m0s\n",
		},
		ContainerdConfigPatches: []string{
			"version = 2\n[plugins.\"io.containerd.grpc.v1.cri\"]\n  restrict_oom_score_adj = true\n",
			"version = 3\n[plugins.\"io.containerd.cri.v1.runtime\"]\n  restrict_oom_score_adj = true\n",
		},
	}
}

// create starts the cluster, and puts the image into it.
func (r *run) create(ctx context.Context) (*cluster, error) {
	c := &cluster{provider: kindcluster.NewProvider(kindcluster.ProviderWithDocker()), kubeconfig: filepath.Join(r.dir, "kubeconfig")}
	err := c.provider.Create(clusterName, kindcluster.CreateWithV1Alpha4Config(configuration(r.dir)), kindcluster.CreateWithNodeImage(archive.NodeImage),
		kindcluster.CreateWithKubeconfigPath(c.kubeconfig), kindcluster.CreateWithWaitForReady(5*time.Minute))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create cluster: %w", err), c.remove())
	}
	config, err := clientcmd.BuildConfigFromFlags("", c.kubeconfig)
	if err == nil {
		c.client, err = kubernetes.NewForConfig(config)
	}
	if err == nil {
		err = c.load(ctx, r.image)
	}
	if err == nil {
		err = c.settled(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, c.remove())
	}
	return c, nil
}

// load copies an image of the engine to the node.
func (c *cluster) load(ctx context.Context, image string) error {
	nodes, err := c.provider.ListInternalNodes(clusterName)
	if err != nil {
		return fmt.Errorf("list nodes: %w", err)
	}
	for _, node := range nodes {
		command := exec.CommandContext(ctx, "docker", "save", image)
		out, err := command.StdoutPipe()
		if err == nil {
			err = command.Start()
		}
		if err != nil {
			return fmt.Errorf("load image: %w", err)
		}
		if err := errors.Join(nodeutils.LoadImageArchive(node, out), command.Wait()); err != nil {
			return fmt.Errorf("load image on %s: %w", node, err)
		}
	}
	return nil
}

// settled waits for the default ServiceAccount, without which no Pod is admitted.
func (c *cluster) settled(ctx context.Context) error {
	return until(ctx, 2*time.Minute, "the default ServiceAccount", func() (bool, error) {
		_, err := c.client.CoreV1().ServiceAccounts(metav1.NamespaceDefault).Get(ctx, "default", metav1.GetOptions{})
		return err == nil, nil
	})
}

func (c *cluster) remove() error {
	if err := c.provider.Delete(clusterName, c.kubeconfig); err != nil {
		return fmt.Errorf("remove cluster: %w", err)
	}
	return nil
}

// until asks again and again.
func until(ctx context.Context, limit time.Duration, what string, ask func() (bool, error)) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("still waiting for %s after %s", what, limit))
	defer cancel()
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for {
		if done, err := ask(); done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-ticker.C:
		}
	}
}
