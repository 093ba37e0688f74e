package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The interpreter answers -r, -w and -x by asking the host, past our handlers. In the box everything that exists can be read and
// written, and nothing is asked of a file before it is run, so they mean what -e means; -e asks our handler.

// accessTests are those that would ask the host.
var accessTests = []string{"-r", "-w", "-x"}

const existsTest = "-e"

// confineTests changes [[ -r … ]] in a parsed script.
func confineTests(node syntax.Node) (changed bool) {
	syntax.Walk(node, func(node syntax.Node) bool {
		if test, ok := node.(*syntax.UnaryTest); ok {
			switch test.Op {
			case syntax.TsRead, syntax.TsWrite, syntax.TsExec:
				test.Op, changed = syntax.TsExists, true
			}
		}
		return true
	})
	return changed
}

// confinedTest changes the words of test and [.
func confinedTest(args []string) []string {
	changed := slices.Clone(args)
	for i := 1; i+1 < len(args); i++ {
		if slices.Contains(accessTests, args[i]) && unary(args, i) {
			changed[i] = existsTest
		}
	}
	return changed
}

// unary tells an operator from a word that looks like one, as in [ "$x" = -r ].
func unary(args []string, i int) bool {
	return i == 1 || slices.Contains([]string{"!", "(", "-a", "-o"}, args[i-1])
}

// confinedEval does for the text of eval what confineTests does for a script.
func confinedEval(args []string) []string {
	file, err := syntax.NewParser().Parse(strings.NewReader(strings.Join(args[1:], " ")), "")
	if err != nil || !confineTests(file) {
		return args
	}
	var text strings.Builder
	if err := syntax.NewPrinter().Print(&text, file); err != nil {
		return args
	}
	return []string{args[0], text.String()}
}
