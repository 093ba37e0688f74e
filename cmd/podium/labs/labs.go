// Package labs is the command that lists the labs.
package labs

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
)

// Entry is one lab in the list.
type Entry struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Points int    `json:"points"`
	Tasks  []Task `json:"tasks"`
}

// Task is one task of a lab in the list.
type Task struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Points int    `json:"points"`
}

// NewCommand returns "podium labs".
func NewCommand(settings *ui.Settings) *cobra.Command {
	cmd := &cobra.Command{Use: "labs", Short: "List the labs with their tasks and points", Args: cobra.NoArgs}
	output := ui.AddOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := ui.CheckOutput(*output); err != nil {
			return err
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		entries, err := list(all.Labs(), printer.Tag())
		if err != nil {
			return err
		}
		if *output == "json" {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(entries)
		}
		return printLabs(cmd.OutOrStdout(), entries)
	}
	return cmd
}

func list(all []*labs.Lab, language string) ([]Entry, error) {
	entries := []Entry{}
	for _, lab := range all {
		intro, err := lab.Intro(language)
		if err != nil {
			return nil, err
		}
		tasks, err := Tasks(lab, language)
		if err != nil {
			return nil, err
		}
		entries = append(entries, Entry{ID: lab.ID, Title: intro.Title, Points: lab.Points(), Tasks: tasks})
	}
	return entries, nil
}

// Tasks lists the tasks of one lab.
func Tasks(lab *labs.Lab, language string) ([]Task, error) {
	tasks := []Task{}
	for _, task := range lab.Tasks(nil) {
		text, err := lab.TaskText(language, task.ID)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, Task{ID: task.ID, Title: text.Title, Points: task.Points()})
	}
	return tasks, nil
}

func printLabs(out io.Writer, entries []Entry) error {
	for _, lab := range entries {
		if _, err := fmt.Fprintf(out, "%s  %s (%d)\n", lab.ID, lab.Title, lab.Points); err != nil {
			return err
		}
		if err := PrintTasks(out, lab.Tasks); err != nil {
			return err
		}
	}
	return nil
}

// PrintTasks prints tasks, one a line.
func PrintTasks(out io.Writer, tasks []Task) error {
	for _, task := range tasks {
		if _, err := fmt.Fprintf(out, "  %3d  %-18s %s\n", task.Points, task.ID, task.Title); err != nil {
			return err
		}
	}
	return nil
}

// Find returns the lab of that id, or an error that lists those there are.
func Find(id string) (*labs.Lab, error) {
	for _, lab := range all.Labs() {
		if lab.ID == id {
			return lab, nil
		}
	}
	return nil, exit.With(exit.Usage, lang.Errorf("there is no lab %q (there are: %s)", id, strings.Join(IDs(), ", ")), "see: podium labs")
}

// Choose returns the labs of these ids, each once and in the order in which they are taught, or all if none is named.
func Choose(ids []string) ([]*labs.Lab, error) {
	for _, id := range ids {
		if _, err := Find(id); err != nil {
			return nil, err
		}
	}
	if len(ids) == 0 {
		return all.Labs(), nil
	}
	return slices.DeleteFunc(all.Labs(), func(lab *labs.Lab) bool { return !slices.Contains(ids, lab.ID) }), nil
}

// IDs are the ids of all labs.
func IDs() []string {
	var ids []string
	for _, lab := range all.Labs() {
		ids = append(ids, lab.ID)
	}
	return ids
}

// Complete offers the ids of the labs to a shell.
func Complete(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return IDs(), cobra.ShellCompDirectiveNoFileComp
}
