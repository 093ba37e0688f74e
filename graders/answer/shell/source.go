package shell

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/podium-labs/podium/graders/lang"
)

// newlines turns the line ends of Windows into those that a shell reads.
func newlines(source []byte) io.Reader {
	return bytes.NewReader(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")))
}

// unsupported names what the interpreter would skip or fail at without a word. The script is run all the same: it may never get
// there.
func unsupported(name string, file *syntax.File) []lang.Message {
	var notes []lang.Message
	add := func(pos syntax.Pos, what lang.Message) {
		notes = append(notes, lang.M("%s: %s is not available in answers", name+":"+strconv.FormatUint(uint64(pos.Line()), 10), what))
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CoprocClause:
			add(node.Pos(), lang.Verbatim("coproc"))
		case *syntax.ForClause:
			if node.Select {
				add(node.Pos(), lang.Verbatim("select"))
			}
		case *syntax.Redirect:
			if what := redirection(node); !what.Empty() {
				add(node.Pos(), what)
			}
		}
		return true
	})
	return notes
}

func redirection(node *syntax.Redirect) lang.Message {
	if node.N != nil && !slices.Contains([]string{"0", "1", "2"}, node.N.Value) {
		return lang.M("redirecting descriptor %s", node.N.Value)
	}
	target := ""
	if node.Word != nil {
		target = node.Word.Lit()
	}
	switch node.Op {
	case syntax.RdrInOut:
		return lang.M("opening a file to read and write (<>)")
	case syntax.DplOut:
		if target != "" && !slices.Contains([]string{"1", "2", "-"}, target) {
			return lang.M("redirecting to descriptor %s", target)
		}
	case syntax.DplIn:
		if target != "-" {
			return lang.M("redirecting from descriptor %s", target)
		}
	}
	return lang.Message{}
}
