package report

import (
	"os"
	"slices"

	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// exportOptions speak the language of the records.
func exportOptions(records []*result.Record) export.Options {
	o := export.Options{Getenv: os.Getenv}
	language := lang.English
	if len(records) > 0 {
		language = records[0].Language
	}
	printer, err := lang.New(language)
	if err != nil {
		return o
	}
	o.Words = printer
	o.Hint = func(lab, task string) string { return firstHint(printer.Tag(), lab, task) }
	return o
}

// firstHint is what a learner is asked first; "" if this podium does not know the task.
func firstHint(language, lab, task string) string {
	found, err := labscmd.Find(lab)
	if err != nil || !slices.Contains(found.TaskIDs(), task) {
		return ""
	}
	text, err := found.TaskText(language, task)
	if err != nil || len(text.Hints) == 0 {
		return ""
	}
	return text.Hints[0]
}
