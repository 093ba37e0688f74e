package shell

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// newlines turns the line ends of Windows into those that a shell reads.
func newlines(source []byte) io.Reader {
	return bytes.NewReader(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")))
}

// unsupported names what the interpreter would skip or fail at without a word. The script is run all the same: it may never get
// there.
func unsupported(name string, file *syntax.File) []string {
	var notes []string
	add := func(pos syntax.Pos, what string) {
		notes = append(notes, fmt.Sprintf("%s:%d: %s is not available in answers", name, pos.Line(), what))
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CoprocClause:
			add(node.Pos(), "coproc")
		case *syntax.ForClause:
			if node.Select {
				add(node.Pos(), "select")
			}
		case *syntax.Redirect:
			if what := redirection(node); what != "" {
				add(node.Pos(), what)
			}
		}
		return true
	})
	return notes
}

func redirection(node *syntax.Redirect) string {
	if node.N != nil && !slices.Contains([]string{"0", "1", "2"}, node.N.Value) {
		return "redirecting descriptor " + node.N.Value
	}
	target := ""
	if node.Word != nil {
		target = node.Word.Lit()
	}
	switch node.Op {
	case syntax.RdrInOut:
		return "opening a file to read and write (<>)"
	case syntax.DplOut:
		if target != "" && !slices.Contains([]string{"1", "2", "-"}, target) {
			return "redirecting to descriptor " + target
		}
	case syntax.DplIn:
		if target != "-" {
			return "redirecting from descriptor " + target
		}
	}
	return ""
}
