// Package processes looks at a process and everything below it.
package processes

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Process is one that runs, or has run.
type Process struct {
	PID, Parent int
	// Born tells processes of one number apart.
	Born string
	// RSS is its resident memory in bytes, with all that it shares with others; see Memory.
	RSS int64
	// Control is true for a control plane.
	Control bool
}

// Tree is a process and everything below it.
func Tree(root int) []Process {
	all := map[int]Process{}
	children := map[int][]int{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	for _, name := range stats {
		if p, ok := look(name); ok {
			all[p.PID] = p
			children[p.Parent] = append(children[p.Parent], p.PID)
		}
	}
	var found []Process
	next := []int{root}
	for len(next) > 0 {
		pid := next[0]
		next = append(next[1:], children[pid]...)
		if p, ok := all[pid]; ok {
			found = append(found, p)
		}
	}
	return found
}

// look reads /proc/PID/stat, whose second field may hold anything between brackets.
func look(name string) (Process, bool) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Process{}, false
	}
	before, after, ok := strings.Cut(string(data), " (")
	_, rest, ok2 := cutLast(after, ") ")
	fields := strings.Fields(rest)
	if !ok || !ok2 || len(fields) < 22 || fields[0] == "Z" {
		return Process{}, false
	}
	p := Process{Born: fields[19]}
	p.PID, _ = strconv.Atoi(before)
	p.Parent, _ = strconv.Atoi(fields[1])
	pages, _ := strconv.ParseInt(fields[21], 10, 64)
	p.RSS = pages * int64(os.Getpagesize())
	line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
	p.Control = strings.Contains(string(line), "__control-plane")
	return p, true
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

// Memory is the memory of a process in bytes, of which what it shares with others is counted by halves, thirds and so on: all processes of a
// machine share the pages of the program. Where the kernel does not tell, it is the resident memory.
func (p Process) Memory() int64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.PID))
	if err != nil {
		return p.RSS
	}
	if pss, ok := proportional(string(content)); ok {
		return pss
	}
	return p.RSS
}

// proportional reads the Pss of a smaps_rollup.
func proportional(text string) (int64, bool) {
	for line := range strings.Lines(text) {
		var kibibytes int64
		if _, err := fmt.Sscanf(line, "Pss: %d kB", &kibibytes); err == nil {
			return kibibytes << 10, true
		}
	}
	return 0, false
}

// Lives reports whether a process is still there.
func (p Process) Lives() bool {
	now, ok := look(fmt.Sprintf("/proc/%d/stat", p.PID))
	return ok && now.Born == p.Born
}
