package answer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// prepareKubeconfig writes a copy of a kubeconfig that needs no other file: only the current context, certificates inside, with a
// default namespace. It returns the address of the API server as host:port.
func prepareKubeconfig(ctx context.Context, from, to, namespace string) (string, error) {
	config, err := clientcmd.LoadFromFile(from)
	if err != nil {
		return "", fmt.Errorf("read kubeconfig: %w", err)
	}
	if err := clientcmdapi.MinifyConfig(config); err != nil {
		return "", fmt.Errorf("reduce kubeconfig: %w", err)
	}
	if err := clientcmd.ResolveLocalPaths(config); err != nil {
		return "", fmt.Errorf("resolve paths of kubeconfig: %w", err)
	}
	if err := clientcmdapi.FlattenConfig(config); err != nil {
		return "", fmt.Errorf("include certificates in kubeconfig: %w", err)
	}
	current := config.Contexts[config.CurrentContext]
	user := config.AuthInfos[current.AuthInfo]
	if user != nil && (user.Exec != nil || user.AuthProvider != nil || user.TokenFile != "") {
		return "", errors.New("kubeconfig: credentials must stand in the file; programs and token files are not used")
	}
	if namespace != "" {
		current.Namespace = namespace
	}
	if err := pinAddress(ctx, config.Clusters[current.Cluster]); err != nil {
		return "", err
	}
	if err := clientcmd.WriteToFile(*config, to); err != nil {
		return "", fmt.Errorf("write kubeconfig: %w", err)
	}
	return address(config.Clusters[current.Cluster].Server)
}

// pinAddress puts the address of an API server in the place of its name, so that an answer never has to look one up.
func pinAddress(ctx context.Context, cluster *clientcmdapi.Cluster) error {
	u, err := url.Parse(cluster.Server)
	if err != nil {
		return fmt.Errorf("read server of kubeconfig: %w", err)
	}
	name := u.Hostname()
	if net.ParseIP(name) != nil {
		return nil
	}
	addresses, err := net.DefaultResolver.LookupIP(ctx, "ip", name)
	if err != nil {
		return fmt.Errorf("look up server of kubeconfig: %w", err)
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	u.Host = net.JoinHostPort(addresses[0].String(), port)
	cluster.Server = u.String()
	if cluster.TLSServerName == "" {
		cluster.TLSServerName = name // what its certificate says
	}
	return nil
}

func address(server string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("read server of kubeconfig: %w", err)
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port), nil
}
