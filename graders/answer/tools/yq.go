package tools

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/mikefarah/yq/v4/pkg/yqlib"
	logging "gopkg.in/op/go-logging.v1"

	"github.com/podium-labs/podium/graders/lang"
)

// yqCall is one call of yq.
type yqCall struct {
	all, inPlace, null, raw, noDocs, status, pretty bool
	input, output                                   string
	indent                                          int
}

// newYQ makes the tool; its calls wait for each other, because the library keeps its parser in a package variable.
func newYQ() Tool {
	var lock sync.Mutex
	return func(_ context.Context, env *Env, args []string) int {
		lock.Lock()
		defer lock.Unlock()
		return yq(env, args)
	}
}

func yq(env *Env, args []string) int {
	logging.SetLevel(logging.CRITICAL, "yq-lib")
	yqlib.InitExpressionParser()

	call := yqCall{}
	if len(args) > 0 {
		switch args[0] {
		case "eval", "e":
			args = args[1:]
		case "eval-all", "ea":
			call.all, args = true, args[1:]
		}
	}
	set := env.flags()
	set.BoolVarP(&call.inPlace, "inplace", "i", false, "")
	set.BoolVarP(&call.null, "null-input", "n", false, "")
	set.BoolVarP(&call.raw, "unwrapScalar", "r", true, "")
	set.BoolVarP(&call.noDocs, "no-doc", "N", false, "")
	set.BoolVarP(&call.status, "exit-status", "e", false, "")
	set.BoolVarP(&call.pretty, "prettyPrint", "P", false, "")
	set.StringVarP(&call.output, "output-format", "o", "yaml", "")
	set.StringVarP(&call.input, "input-format", "p", "yaml", "")
	set.IntVarP(&call.indent, "indent", "I", 2, "")
	set.BoolP("no-colors", "M", false, "")
	operands, ok := env.parse(set, args)
	if !ok {
		return Usage
	}
	if err := call.run(env, operands); err != nil {
		env.complain(lang.M("%s", err))
		return 1
	}
	return 0
}

func (c yqCall) run(env *Env, operands []string) error {
	expression, files := ".", operands
	if len(operands) > 0 {
		// A single operand that is a file is the file, as in yq itself.
		if _, err := env.Box.Stat(env.Dir, operands[0], true); err != nil {
			expression, files = operands[0], operands[1:]
		}
	}
	if c.pretty {
		expression = fmt.Sprintf("(%s) | %s", expression, yqlib.PrettyPrintExp)
	}
	node, err := yqlib.ExpressionParser.ParseExpression(expression)
	if err != nil {
		return err
	}
	if err := reachesOut(node); err != nil {
		return err
	}
	if c.inPlace {
		return c.replace(env, expression, files)
	}
	return c.evaluate(env, expression, files, env.Stdout)
}

// replace evaluates each file by itself and writes the result back.
func (c yqCall) replace(env *Env, expression string, files []string) error {
	if len(files) == 0 {
		return lang.Errorf("-i needs a file")
	}
	targets := [][]string{files}
	if !c.all {
		targets = nil
		for _, name := range files {
			targets = append(targets, []string{name})
		}
	}
	for _, group := range targets {
		var out bytes.Buffer
		if err := c.evaluate(env, expression, group, &out); err != nil {
			return err
		}
		if err := env.Box.WriteFile(env.Dir, group[0], out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (c yqCall) evaluate(env *Env, expression string, files []string, out io.Writer) error {
	decoder, encoder, err := c.codecs()
	if err != nil {
		return err
	}
	buffered := &bytes.Buffer{}
	printer := yqlib.NewPrinter(encoder, yqlib.NewSinglePrinterWriter(buffered))
	switch {
	case c.null:
		err = yqlib.NewStreamEvaluator().EvaluateNew(expression, printer)
	case c.all:
		err = c.together(env, expression, files, decoder, printer)
	default:
		err = c.stream(env, expression, files, decoder, printer)
	}
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, buffered); err != nil {
		return err
	}
	if c.status && !printer.PrintedAnything() {
		return lang.Errorf("no matches found")
	}
	return nil
}

func (c yqCall) stream(env *Env, expression string, files []string, decoder yqlib.Decoder, printer yqlib.Printer) error {
	node, err := yqlib.ExpressionParser.ParseExpression(expression)
	if err != nil {
		return err
	}
	evaluator := yqlib.NewStreamEvaluator()
	return eachFile(env, files, func(name string, r io.Reader) error {
		_, err := evaluator.Evaluate(name, r, node, printer, decoder)
		return err
	})
}

func (c yqCall) together(env *Env, expression string, files []string, decoder yqlib.Decoder, printer yqlib.Printer) error {
	all := list.New()
	err := eachFile(env, files, func(_ string, r io.Reader) error {
		documents, err := yqlib.ReadDocuments(r, decoder)
		if err == nil {
			all.PushBackList(documents)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(files) > 1 {
		return lang.Errorf("eval-all of several files is not available in answers")
	}
	results, err := yqlib.NewAllAtOnceEvaluator().EvaluateCandidateNodes(expression, all)
	if err != nil {
		return err
	}
	return printer.PrintResults(results)
}

func eachFile(env *Env, files []string, do func(name string, r io.Reader) error) error {
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		r, err := env.open(name)
		if err != nil {
			return err
		}
		err = do(name, r)
		if closed := r.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c yqCall) codecs() (yqlib.Decoder, yqlib.Encoder, error) {
	yaml := yqlib.NewDefaultYamlPreferences()
	yaml.Indent, yaml.UnwrapScalar, yaml.PrintDocSeparators = c.indent, c.raw, !c.noDocs
	yaml.EvaluateTogether = c.all
	encoder := yqlib.NewYamlEncoder(yaml)
	switch strings.TrimPrefix(c.output, "=") {
	case "yaml", "y":
	case "json", "j":
		encoder = yqlib.NewJSONEncoder(yqlib.JsonPreferences{Indent: c.indent, UnwrapScalar: c.raw})
	case "props", "p":
		encoder = yqlib.NewPropertiesEncoder(yqlib.NewDefaultPropertiesPreferences())
	default:
		return nil, nil, lang.Errorf("output format %q is not available in answers", c.output)
	}
	switch strings.TrimPrefix(c.input, "=") {
	case "yaml", "y":
		return yqlib.NewYamlDecoder(yaml), encoder, nil
	case "json", "j":
		return yqlib.NewJSONDecoder(), encoder, nil
	}
	return nil, nil, lang.Errorf("input format %q is not available in answers", c.input)
}

// reachesOut refuses the operators that read files or the environment, and the one that makes expressions at run time.
func reachesOut(node *yqlib.ExpressionNode) error {
	if node == nil {
		return nil
	}
	if node.Operation != nil && node.Operation.OperationType != nil {
		kind := node.Operation.OperationType.Type
		if strings.HasPrefix(kind, "LOAD") || strings.HasPrefix(kind, "ENV") || kind == "EVAL" {
			return lang.Errorf("%s() is not available in answers", strings.ToLower(strings.TrimSuffix(kind, "_STRING")))
		}
	}
	return errors.Join(reachesOut(node.LHS), reachesOut(node.RHS))
}
