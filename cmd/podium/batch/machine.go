package batch

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// What a grading needs: two clusters, as one is started ahead, and its own processes.
const (
	perJob  = 1200 << 20
	reserve = 512 << 20
)

// auto is how many gradings the processors and the memory of this machine can bear.
func auto() int { return fit(runtime.NumCPU(), availableMemory()) }

// fit is a grading for each processor, as far as the memory goes. Memory that is not known does not limit.
func fit(processors int, available uint64) int {
	jobs := processors
	if available > 0 {
		jobs = min(jobs, int((max(available, reserve)-reserve)/perJob))
	}
	return max(1, jobs)
}

// availableMemory is what the kernel says can be used without swapping; 0 where it does not say.
func availableMemory() uint64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		var kibibytes uint64
		if _, err := fmt.Sscanf(line, "MemAvailable: %d kB", &kibibytes); err == nil {
			return kibibytes << 10
		}
	}
	return 0
}
