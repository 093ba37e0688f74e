package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// machine is what the figures depend on. Its name is nobody's business.
type machine struct {
	cpu, memory, kernel string
	processors          int
	commit, load        string
	at                  time.Time
}

func look(ctx context.Context) (*machine, error) {
	commit, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return nil, fmt.Errorf("find commit: %w", err)
	}
	return &machine{
		cpu: field("/proc/cpuinfo", "model name"), memory: field("/proc/meminfo", "MemTotal"), kernel: release(line("/proc/sys/kernel/osrelease")),
		processors: runtime.NumCPU(), commit: strings.TrimSpace(string(commit)), load: load(), at: time.Now().UTC(),
	}, nil
}

// header is in the format of Go's benchmarks. benchstat makes a table of its own for each set of keys, so what differs from file to file on the
// same machine stands in lines that it ignores.
func (m *machine) header() string {
	return fmt.Sprintf("goos: %s\ngoarch: %s\npkg: github.com/podium-labs/podium/ci/bench\ncpu: %s, %d\nmemory: %s\nkernel: %s\n# commit: %s\n# date: %s\n# load before: %s\nUnit gradings/h better=higher\n",
		runtime.GOOS, runtime.GOARCH, m.cpu, m.processors, m.memory, m.kernel, m.commit, m.at.Format(time.DateOnly), m.load)
}

// file is the name under which the figures are kept.
func (m *machine) file() string { return m.at.Format(time.DateOnly) + "-" + m.commit + ".txt" }

// field is the first value of a key in a file of lines "key: value"; "unknown" where it is not.
func field(file, name string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(data)) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == name {
			return strings.TrimSpace(v)
		}
	}
	return "unknown"
}

func line(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(data))
}

// release is the number of a kernel, without what whoever built it has added.
func release(text string) string {
	number, _, _ := strings.Cut(text, "-")
	return number
}

// load is how busy the machine is, which tells what the figures are worth.
func load() string { return line("/proc/loadavg") }
