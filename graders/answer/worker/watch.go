package worker

import (
	"flag"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"k8s.io/klog/v2"
)

// usualGarbage is Go's own default of GOGC.
const usualGarbage = 100

// memoryCheck is how often the memory of a step is looked at.
const memoryCheck = 100 * time.Millisecond

// watchMemory calls exceeded once the live data of this process is larger than limit.
func watchMemory(limit int64, exceeded func()) (stop func()) {
	debug.SetGCPercent(usualGarbage)
	debug.SetMemoryLimit(limit + 64<<20)
	ticker := time.NewTicker(memoryCheck)
	done := make(chan struct{})
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			metrics.Read(sample)
			if sample[0].Value.Uint64() > uint64(limit) { //nolint:gosec // a limit is not negative
				exceeded()
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}

// quietLogs keeps client libraries from writing log lines to standard error.
func quietLogs() {
	set := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(set)
	for name, value := range map[string]string{"logtostderr": "false", "alsologtostderr": "false", "stderrthreshold": "FATAL"} {
		_ = set.Set(name, value)
	}
	klog.SetOutput(io.Discard)
}
