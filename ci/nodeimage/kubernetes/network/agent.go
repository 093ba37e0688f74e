// Package network is the network agent of a kind node: it connects the Pods of all nodes.
//
// It does what a cluster of containers on one bridge needs and no more: the CNI configuration for the node's own Pod
// range, one route for each other node, and masquerading of what leaves the Pod network. There are no network policies.
package network

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
)

// retry is how long the agent waits after a lost connection.
const retry = time.Second

// agent configures one node.
type agent struct {
	client    kubernetes.Interface
	self      string            // name of the own node
	podSubnet string            // Pod range of the whole cluster
	done      map[string]string // by node: what was configured last
}

// Main runs the agent until the process is told to end, and returns the exit code. NODE_NAME and POD_SUBNET come from
// the environment.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	config, err := rest.InClusterConfig()
	if err != nil {
		klog.Errorf("load configuration: %v", err)
		return 1
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		klog.Errorf("create client: %v", err)
		return 1
	}
	a := &agent{client: client, self: os.Getenv("NODE_NAME"), podSubnet: os.Getenv("POD_SUBNET"), done: map[string]string{}}
	for ctx.Err() == nil {
		if err := a.follow(ctx); err != nil && ctx.Err() == nil {
			klog.Error(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retry):
		}
	}
	return 0
}

// follow configures the nodes there are, and then follows changes until the watch ends.
func (a *agent) follow(ctx context.Context) error {
	nodes, err := a.client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return fmt.Errorf("list nodes: %w", err)
	}
	if err := masquerade(ctx, a.podSubnet); err != nil {
		return err
	}
	var errs []error
	for i := range nodes.Items {
		errs = append(errs, a.apply(&nodes.Items[i], false))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	changes, err := a.client.CoreV1().Nodes().Watch(ctx, metav1.ListOptions{ResourceVersion: nodes.ResourceVersion})
	if err != nil {
		return fmt.Errorf("watch nodes: %w", err)
	}
	defer changes.Stop()
	for change := range changes.ResultChan() {
		node, ok := change.Object.(*corev1.Node)
		if !ok {
			return fmt.Errorf("watch nodes: %v", change.Object)
		}
		if err := a.apply(node, change.Type == watch.Deleted); err != nil {
			return err
		}
	}
	return nil
}

// apply configures what one node needs, once.
func (a *agent) apply(node *corev1.Node, deleted bool) error {
	address := internalIP(node)
	if node.Spec.PodCIDR == "" || address == "" {
		return nil
	}
	state := fmt.Sprint(node.Spec.PodCIDR, address, deleted)
	if a.done[node.Name] == state {
		return nil
	}
	var err error
	if node.Name == a.self {
		err = writeConfiguration(node.Spec.PodCIDR)
	} else {
		err = setRoute(node.Spec.PodCIDR, address, deleted)
	}
	if err != nil {
		return fmt.Errorf("configure node %s: %w", node.Name, err)
	}
	a.done[node.Name] = state
	klog.Infof("node %s: Pods of %s by %s (deleted: %t)", node.Name, node.Spec.PodCIDR, address, deleted)
	return nil
}

func internalIP(node *corev1.Node) string {
	for _, address := range node.Status.Addresses {
		if address.Type == corev1.NodeInternalIP {
			return address.Address
		}
	}
	return ""
}
