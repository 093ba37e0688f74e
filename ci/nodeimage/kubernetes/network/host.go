package network

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/vishvananda/netlink"
)

// configurationFile is where containerd looks for the CNI configuration, which makes the node Ready.
const configurationFile = "/etc/cni/net.d/10-kind-network.conflist"

// configuration gives each Pod a veth pair and an address of the node's range, and serves host ports.
const configuration = `{
  "cniVersion": "0.4.0",
  "name": "kind-network",
  "plugins": [
    {"type": "ptp", "ipMasq": false, "mtu": 1500,
     "ipam": {"type": "host-local", "dataDir": "/run/cni-ipam-state",
              "routes": [{"dst": "0.0.0.0/0"}], "ranges": [[{"subnet": %q}]]}},
    {"type": "portmap", "capabilities": {"portMappings": true}}
  ]
}
`

// rules masquerade what Pods send to anything that is no Pod.
const rules = `table ip kind-network
delete table ip kind-network
table ip kind-network {
  chain postrouting {
    type nat hook postrouting priority srcnat + 1;
    ip saddr %[1]s ip daddr != %[1]s fib daddr type != local masquerade
  }
}
`

// writeConfiguration replaces the CNI configuration in one step.
func writeConfiguration(podCIDR string) error {
	if err := os.MkdirAll(filepath.Dir(configurationFile), 0o755); err != nil {
		return fmt.Errorf("write CNI configuration: %w", err)
	}
	temporary := configurationFile + ".tmp"
	if err := os.WriteFile(temporary, fmt.Appendf(nil, configuration, podCIDR), 0o644); err != nil {
		return fmt.Errorf("write CNI configuration: %w", err)
	}
	if err := os.Rename(temporary, configurationFile); err != nil {
		return fmt.Errorf("write CNI configuration: %w", err)
	}
	return nil
}

// setRoute sends what is for another node's Pods to that node.
func setRoute(podCIDR, address string, deleted bool) error {
	_, destination, err := net.ParseCIDR(podCIDR)
	if err != nil {
		return fmt.Errorf("parse Pod range: %w", err)
	}
	route := &netlink.Route{Dst: destination, Gw: net.ParseIP(address)}
	if deleted {
		err = netlink.RouteDel(route)
	} else {
		err = netlink.RouteReplace(route)
	}
	if err != nil {
		return fmt.Errorf("set route to %s: %w", podCIDR, err)
	}
	return nil
}

// masquerade makes the agent's own nftables table anew.
func masquerade(ctx context.Context, podSubnet string) error {
	if podSubnet == "" {
		return nil
	}
	command := exec.CommandContext(ctx, "nft", "-f", "-")
	command.Stdin = strings.NewReader(fmt.Sprintf(rules, podSubnet))
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("set nftables rules: %w: %s", err, out)
	}
	return nil
}
