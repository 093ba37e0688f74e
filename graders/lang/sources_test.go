package lang_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/lang"
)

// TestAllAdviceIsTranslated reads the sources: the last argument of exit.With, what usage and infra of graders/submission advise, and
// what functions called Next return.
func TestAllAdviceIsTranslated(t *testing.T) {
	japanese := printer(t, lang.Japanese)
	found := 0
	eachNode(t, "../..", regexp.MustCompile(`exit\.With\(|\b(usage|infra)\(|\) Next\(\)`), func(where string, node ast.Node) {
		for _, expression := range adviceIn(node) {
			text, ok := beginning(expression)
			if !ok {
				continue
			}
			found++
			if japanese.Advice(text) == text && !isCommand(text) {
				t.Errorf("%s: no Japanese for the advice %q", where, text)
			}
		}
	})
	if found < 60 {
		t.Errorf("found %d pieces of advice only: the search is broken", found)
	}
}

// isCommand is true for advice that is nothing but what to type.
func isCommand(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return text == "" || slices.Contains([]string{"podium", "git", "sudo"}, first) && !strings.Contains(text, ",") && !strings.Contains(text, " says ")
}

// adviceIn finds advice in a call or in a function called Next.
func adviceIn(node ast.Node) []ast.Expr {
	switch node := node.(type) {
	case *ast.CallExpr:
		switch called := node.Fun.(type) {
		case *ast.SelectorExpr:
			if on, ok := called.X.(*ast.Ident); ok && on.Name == "exit" && called.Sel.Name == "With" && len(node.Args) == 3 {
				return node.Args[2:]
			}
		case *ast.Ident:
			if slices.Contains([]string{"usage", "infra"}, called.Name) && len(node.Args) > 1 {
				return node.Args[:1]
			}
		}
	case *ast.FuncDecl:
		if node.Name.Name != "Next" || node.Recv == nil {
			return nil
		}
		var returned []ast.Expr
		ast.Inspect(node, func(inside ast.Node) bool {
			if back, ok := inside.(*ast.ReturnStmt); ok {
				returned = append(returned, back.Results...)
			}
			return true
		})
		return returned
	}
	return nil
}

// beginning is the literal that a text begins with. What follows it is not known; an X stands for it.
func beginning(expression ast.Expr) (string, bool) {
	rest := ""
	for {
		sum, ok := expression.(*ast.BinaryExpr)
		if !ok {
			break
		}
		expression, rest = sum.X, "X"
	}
	if call, ok := expression.(*ast.CallExpr); ok && isSprintf(call) {
		format, ok := beginning(call.Args[0])
		text, _, cut := strings.Cut(format, "%")
		if cut {
			text += "X"
		}
		return text + rest, ok
	}
	literal, ok := expression.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text + rest, err == nil
}

func isSprintf(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || method.Sel.Name != "Sprintf" || len(call.Args) == 0 {
		return false
	}
	on, ok := method.X.(*ast.Ident)
	return ok && on.Name == "fmt"
}

// TestNothingIsPrintedPastThePrinter: what commands print is made of messages. A literal that is printed directly may hold
// signs and names, but no words.
func TestNothingIsPrintedPastThePrinter(t *testing.T) {
	allowed := []string{
		"podium:", "podium kubernetes go", // names
		"report progress:", "pid", // between two processes
	}
	tables := regexp.MustCompile(`podium/(batch|help|export)/`) // have words of their own, and tests
	verbs, words := regexp.MustCompile(`%[-+*0-9.]*[a-z]`), regexp.MustCompile(`[A-Za-z]{2}`)
	found := 0
	eachNode(t, "../../cmd", regexp.MustCompile(`fmt\.Fprint`), func(where string, node ast.Node) {
		call, ok := node.(*ast.CallExpr)
		if !ok || tables.MatchString(where) {
			return
		}
		if method, ok := call.Fun.(*ast.SelectorExpr); !ok || !strings.HasPrefix(method.Sel.Name, "Fprint") {
			return
		}
		found++
		for _, arg := range call.Args[1:] {
			text, ok := beginning(arg)
			bare := strings.Join(strings.Fields(verbs.ReplaceAllString(text, "")), " ")
			if ok && words.MatchString(bare) && !slices.Contains(allowed, bare) {
				t.Errorf("%s: %q is printed in every language", where, bare)
			}
		}
	})
	if found < 20 {
		t.Errorf("found %d calls only: the search is broken", found)
	}
}

func TestErrSaysWhatItCan(t *testing.T) {
	inside := lang.Errorf("%s is not running", "lab-2")
	for _, c := range []struct {
		err           error
		english, said string
	}{
		{inside, "lab-2 is not running", "lab-2は起動していません"},
		{lang.Errorf("stop %s: %w", "lab-2", errors.New("no such file")), "stop lab-2: no such file", "lab-2を停止できません: no such file"},
		{lang.Errorf("stop %s: %w", "lab-2", inside), "stop lab-2: lab-2 is not running", "lab-2を停止できません: lab-2は起動していません"},
		{fmt.Errorf("try: %w", inside), "try: lab-2 is not running", "try: lab-2は起動していません"},
		{errors.Join(errors.New("first"), inside), "first\nlab-2 is not running", "first\nlab-2は起動していません"},
		{errors.New("docker: this user may not talk to the engine (permission denied)"), "docker: this user may not talk to the engine (permission denied)", "docker: このユーザーにはエンジンを使う権限がありません (permission denied)"},
		{errors.New("too little: 100 MiB available, four nodes need 900"), "too little: 100 MiB available, four nodes need 900", "不足: 利用できるのは100MiBです。4ノードには900MiB必要です"},
	} {
		if got := printer(t, lang.English).Err(c.err); got != c.english {
			t.Errorf("English: got %q, want %q", got, c.english)
		}
		if got := printer(t, lang.Japanese).Err(c.err); got != c.said {
			t.Errorf("Japanese: got %q, want %q", got, c.said)
		}
	}
	if !errors.Is(lang.Errorf("read: %w", inside), inside) {
		t.Error("what is wrapped is lost")
	}
}
