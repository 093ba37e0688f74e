package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// bashArrays rewrites what the interpreter does otherwise than bash with arrays: what mapfile and a[0]=x fill counts as unset there, which
// ends scripts with "set -u", and a negative index is an error instead of counting from the end.
func bashArrays(file *syntax.File) {
	done := map[*syntax.CallExpr]bool{}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.Stmt:
			if call, ok := node.Cmd.(*syntax.CallExpr); ok && !done[call] {
				done[call] = true
				node.Cmd = setting(call)
			}
		case *syntax.ParamExp:
			if index, ok := node.Index.(*syntax.UnaryArithm); ok && index.Op == syntax.Minus && node.Param != nil {
				length := &syntax.ParamExp{Param: node.Param, Length: true, Index: literal("@")}
				node.Index = &syntax.BinaryArithm{Op: syntax.Sub, X: &syntax.Word{Parts: []syntax.WordPart{length}}, Y: index.X}
			}
		}
		return true
	})
}

// setting is a command after which the arrays that it has filled are set: appending nothing to an array sets it.
func setting(call *syntax.CallExpr) syntax.Command {
	name := filled(call.Args)
	if len(call.Args) == 0 {
		for _, assign := range slices.Clone(call.Assigns) {
			if assign.Index != nil {
				call.Assigns = append(call.Assigns, appendingNothing(assign.Name.Value))
			}
		}
		return call
	}
	if name == "" {
		return call
	}
	set := &syntax.CallExpr{Assigns: []*syntax.Assign{appendingNothing(name)}}
	return &syntax.Block{Stmts: []*syntax.Stmt{{Cmd: call, Position: call.Pos()}, {Cmd: set, Position: call.Pos()}}}
}

// filled is the array that mapfile fills; empty for another command, and for a name that is not plain text.
func filled(args []*syntax.Word) string {
	if len(args) == 0 || args[0].Lit() != "mapfile" && args[0].Lit() != "readarray" {
		return ""
	}
	name := "MAPFILE"
	for i := 1; i < len(args); i++ {
		switch word := args[i].Lit(); {
		case word == "-d":
			i++
		case word == "" || !syntax.ValidName(word) && word[0] != '-':
			return ""
		case word[0] != '-':
			name = word
		}
	}
	return name
}

func appendingNothing(name string) *syntax.Assign {
	return &syntax.Assign{Append: true, Name: &syntax.Lit{Value: name}, Array: &syntax.ArrayExpr{}}
}

func literal(text string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}}
}
