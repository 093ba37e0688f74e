package answer

import (
	"errors"
	"fmt"
	"net"
	"net/url"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// prepareKubeconfig writes a copy of a kubeconfig that needs no other file: only the current context, certificates inside, with a
// default namespace. It returns the address of the API server as host:port.
func prepareKubeconfig(from, to, namespace string) (string, error) {
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
	if err := clientcmd.WriteToFile(*config, to); err != nil {
		return "", fmt.Errorf("write kubeconfig: %w", err)
	}
	return address(config.Clusters[current.Cluster].Server)
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
