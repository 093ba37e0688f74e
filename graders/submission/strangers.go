package submission

import (
	"maps"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/nearest"
)

// present are the wanted labs that have a folder.
func present(options *Options, beside map[string]bool) []string {
	var found []string
	for _, lab := range options.Labs {
		if beside[lab] {
			found = append(found, lab)
		}
	}
	return found
}

// strangers are warnings about what lies in answers and belongs to no lab.
func strangers(options *Options, beside map[string]bool) []lang.Message {
	var warnings []lang.Message
	for _, name := range slices.Sorted(maps.Keys(beside)) {
		if slices.Contains(options.Known, name) || strings.HasPrefix(name, ".") || strings.HasPrefix(strings.ToLower(name), "readme") {
			continue
		}
		switch near, ok := nearest.Name(name, options.Known); {
		case !beside[name]:
			warnings = append(warnings, lang.M("answers/%s lies in no lab's folder, so it answers no task", Legible(name)))
		case ok:
			warnings = append(warnings, lang.M("answers/%s belongs to no lab; the nearest lab is %s", Legible(name), near))
		}
	}
	return warnings
}
