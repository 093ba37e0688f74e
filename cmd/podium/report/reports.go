package report

import (
	"crypto/rand"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// stdout is the file name for standard output.
const stdout = "-"

// Reports are the documents that the flag --report asks for.
type Reports struct{ specs []string }

// AddReports adds the flag --report to a command that grades.
func AddReports(cmd *cobra.Command) *Reports {
	r := &Reports{}
	cmd.Flags().StringArrayVar(&r.specs, "report", nil,
		"write the result as FORMAT=FILE too, - being stdout instead of the report; repeatable.\nFormats: "+strings.Join(export.Names(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("report", completeReport)
	return r
}

// completeReport offers the formats, and files behind the equals sign.
func completeReport(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if strings.Contains(typed, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var all []cobra.Completion
	for _, format := range export.Formats() {
		all = append(all, cobra.CompletionWithDesc(format.Name+"=", format.About))
	}
	return all, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

func (r *Reports) targets() ([]target, error) {
	var all []target
	toStdout, files := 0, map[string]bool{}
	for _, spec := range r.specs {
		name, file, _ := strings.Cut(spec, "=")
		next, err := newTarget(name, file)
		if err != nil {
			return nil, err
		}
		all = append(all, next)
		switch name := filepath.Clean(next.file); {
		case next.toStdout():
			toStdout++
		case next.shared:
		case files[name]:
			return nil, exit.With(exit.Usage, lang.Errorf("two reports for %s", next.file), "choose another file for one of them")
		default:
			files[name] = true
		}
	}
	if toStdout > 1 {
		return nil, exit.With(exit.Usage, lang.Errorf("two reports for stdout"), "write one of them to a file")
	}
	return all, nil
}

// Check refuses what cannot be written, before anything is graded.
func (r *Reports) Check() error {
	_, err := r.targets()
	return err
}

// Write writes every report that was asked for, and to out what show prints, unless one of the reports goes there instead.
// GitHub's annotations go there too: behind what show prints, in which GitHub then looks for no commands. A format that
// cannot say that there is no score writes nothing, because the exit code says it; see ExitCode.
func (r *Reports) Write(out io.Writer, records []*result.Record, show func() error) error {
	targets, err := r.targets()
	if err != nil {
		return err
	}
	switch i := slices.IndexFunc(targets, target.toStdout); {
	case i < 0:
		err = show()
	case targets[i].format.Name == "github-annotations":
		err = export.WithoutCommands(out, rand.Text(), func(io.Writer) error { return show() })
	}
	failed := []error{err}
	for _, t := range targets {
		if err := t.write(out, records); !isUngraded(err) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

func isUngraded(err error) bool {
	_, is := errors.AsType[*export.UngradedError](err)
	return is
}
