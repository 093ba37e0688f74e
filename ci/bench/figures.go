package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// value is a number with its unit, as benchstat names them.
type value struct {
	unit   string
	number float64
}

func wall(d time.Duration) value { return value{"ns/op", float64(d.Nanoseconds())} }

func processor(d time.Duration) value { return value{"cpu-ns/op", float64(d.Nanoseconds())} }

func rate(d time.Duration) value {
	return value{"gradings/h", time.Hour.Seconds() / d.Seconds()}
}

func memory(bytes uint64) value { return value{"B-mem", float64(bytes)} }

// figures are all measurements.
type figures struct {
	head, tail string
	lines      []string
	// left says what was not measured, and why.
	left []string
	// all are the numbers by name and unit, in the order in which they were first measured.
	names []key
	all   map[key][]float64
}

type key struct{ name, unit string }

// add returns the line of a measurement. It must have something to be compared with, or be that.
func (f *figures) add(name string, values []value) (string, error) {
	if base(name) == "" {
		return "", fmt.Errorf("%s has nothing to be compared with", name)
	}
	if f.all == nil {
		f.all = map[key][]float64{}
	}
	var line strings.Builder
	fmt.Fprintf(&line, "Benchmark%s 1", name)
	for _, v := range values {
		k := key{name, v.unit}
		if _, known := f.all[k]; !known {
			f.names = append(f.names, k)
		}
		f.all[k] = append(f.all[k], v.number)
		fmt.Fprintf(&line, " %.0f %s", v.number, v.unit)
	}
	line.WriteString("\n")
	f.lines = append(f.lines, line.String())
	return line.String(), nil
}

// text is the file.
func (f *figures) text() string {
	var text strings.Builder
	text.WriteString(f.head + strings.Join(f.lines, "") + f.tail)
	for _, line := range f.left {
		fmt.Fprintln(&text, "# "+line)
	}
	return text.String()
}

// median of what was measured under a name.
func (f *figures) median(k key) (float64, bool) {
	numbers := slices.Sorted(slices.Values(f.all[k]))
	if len(numbers) == 0 {
		return 0, false
	}
	return (numbers[(len(numbers)-1)/2] + numbers[len(numbers)/2]) / 2, true
}

// base is what others of its kind are compared with: the same measurement as Podium does it by default.
func base(name string) string {
	kind, _, _ := strings.Cut(name, "/")
	return map[string]string{
		"Start": "Start/on=embedded", "Grade": fresh, "Batch": "Batch/jobs=1", "Kubectl": "Kubectl/run=in-process",
	}[kind]
}

// table compares every median with that of its base.
func (f *figures) table() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%-36s %-12s %12s %9s %4s\n", "median of", "", "", "ratio", "n")
	for _, k := range f.names {
		number, _ := f.median(k)
		ratio := ""
		if other, there := f.median(key{base(k.name), k.unit}); there && other > 0 && k.name != base(k.name) {
			ratio = fmt.Sprintf("%.2f", number/other)
		}
		shown, unit := legible(number, k.unit)
		fmt.Fprintf(&text, "%-36s %-12s %12s %9s %4d\n", k.name, unit, shown, ratio, len(f.all[k]))
	}
	for _, line := range f.left {
		fmt.Fprintln(&text, line)
	}
	return text.String()
}

func legible(number float64, unit string) (text, shown string) {
	switch unit {
	case "ns/op":
		return fmt.Sprintf("%.0f ms", number/1e6), "time"
	case "cpu-ns/op":
		return fmt.Sprintf("%.2f s", number/1e9), "processor"
	case "B-mem":
		return fmt.Sprintf("%.0f MiB", number/(1<<20)), "memory"
	}
	return fmt.Sprintf("%.0f", number), unit
}
