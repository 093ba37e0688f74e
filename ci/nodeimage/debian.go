package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// tools are the Debian packages that building needs, by a file of theirs.
func tools() map[string]string {
	return map[string]string{
		"/usr/bin/mmdebstrap":                            "mmdebstrap",
		"/usr/bin/gcc":                                   "gcc",
		"/usr/bin/pkg-config":                            "pkg-config",
		"/usr/include/seccomp.h":                         "libseccomp-dev",
		"/usr/include/stdlib.h":                          "libc6-dev",
		"/usr/share/keyrings/debian-archive-keyring.gpg": "debian-archive-keyring",
	}
}

// installTools installs what is missing of tools.
func (b *builder) installTools(ctx context.Context) error {
	var missing []string
	for file, name := range tools() {
		if _, err := os.Stat(file); err != nil {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil {
		return fmt.Errorf("find Debian packages %s: %w", strings.Join(missing, ", "), err)
	}
	b.sayf("installing %s with apt-get", strings.Join(missing, ", "))
	if err := b.command(ctx, "apt-get", "update", "-qq").Run(); err != nil {
		return fmt.Errorf("update package lists: %w", err)
	}
	arguments := append([]string{"install", "-y", "-qq", "--no-install-recommends"}, missing...)
	command := b.command(ctx, "apt-get", arguments...)
	command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	if err := command.Run(); err != nil {
		return fmt.Errorf("install packages: %w", err)
	}
	return nil
}

// nodeSystem writes the Debian of the nodes as a tar file.
func (b *builder) nodeSystem(ctx context.Context, file string) error {
	b.sayf("fetching Debian %s for the nodes", nodeRelease)
	// the folder is thrown away if the machine fails, so nothing has to reach the disk at once
	arguments := []string{"--quiet", "--variant=minbase", "--include=" + nodePackages, "--dpkgopt=force-unsafe-io"}
	for _, folder := range []string{"doc", "man", "info", "locale", "lintian", "i18n"} {
		arguments = append(arguments, "--dpkgopt=path-exclude=/usr/share/"+folder+"/*")
	}
	arguments = append(arguments, nodeRelease, file)
	if err := b.command(ctx, "mmdebstrap", arguments...).Run(); err != nil {
		return fmt.Errorf("fetch Debian %s: %w", nodeRelease, err)
	}
	return nil
}

// workloadSystem unpacks the packages of the workload images into folder, without configuring them.
func (b *builder) workloadSystem(ctx context.Context, folder string) error {
	b.sayf("fetching Debian %s for the workload images", workloadRelease)
	err := b.command(ctx, "mmdebstrap", "--quiet", "--variant=extract", "--include="+workloadPackages, workloadRelease, folder).Run()
	if err != nil {
		return fmt.Errorf("fetch Debian %s: %w", workloadRelease, err)
	}
	return nil
}
