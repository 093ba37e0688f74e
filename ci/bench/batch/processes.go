package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// process is one that runs, or has run.
type process struct {
	pid, parent int
	// born tells processes of one number apart.
	born string
	rss  int64
	// control is true for a control plane.
	control bool
}

// tree is a process and everything below it.
func tree(root int) []process {
	all := map[int]process{}
	children := map[int][]int{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	for _, name := range stats {
		if p, ok := look(name); ok {
			all[p.pid] = p
			children[p.parent] = append(children[p.parent], p.pid)
		}
	}
	var found []process
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
func look(name string) (process, bool) {
	data, err := os.ReadFile(name)
	if err != nil {
		return process{}, false
	}
	before, after, ok := strings.Cut(string(data), " (")
	_, rest, ok2 := cutLast(after, ") ")
	fields := strings.Fields(rest)
	if !ok || !ok2 || len(fields) < 22 || fields[0] == "Z" {
		return process{}, false
	}
	p := process{born: fields[19]}
	p.pid, _ = strconv.Atoi(before)
	p.parent, _ = strconv.Atoi(fields[1])
	pages, _ := strconv.ParseInt(fields[21], 10, 64)
	p.rss = pages * int64(os.Getpagesize())
	line, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
	p.control = strings.Contains(string(line), "__control-plane")
	return p, true
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

// lives reports whether a process is still there.
func (p process) lives() bool {
	now, ok := look(fmt.Sprintf("/proc/%d/stat", p.pid))
	return ok && now.born == p.born
}
