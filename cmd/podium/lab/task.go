package lab

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs"
)

// newTask prints the text of a task, and as many hints as are asked for.
func newTask(settings *ui.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use: "task LAB TASK", Short: "Print what a task asks for, with --hint N its first N hints", Args: cobra.ExactArgs(2),
		ValidArgsFunction: completeTask,
	}
	hints := cmd.Flags().Int("hint", 0, "how many of the three hints to show")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		lab, err := labscmd.Find(args[0])
		if err != nil {
			return err
		}
		if *hints < 0 || *hints > labs.HintSteps {
			return exit.With(exit.Usage, lang.Errorf("there are hints 1 to %d", labs.HintSteps), "")
		}
		printer, err := settings.Printer()
		if err != nil {
			return err
		}
		for _, task := range lab.Tasks(nil) {
			if task.ID == args[1] {
				if err := hinted(lab.ID, *hints); err != nil {
					return err
				}
				return printTask(cmd, lab, task, printer, *hints)
			}
		}
		return exit.With(exit.Usage, lang.Errorf("%s has no task %q", lab.ID, args[1]), "see: podium labs")
	}
	return cmd
}

// hinted refuses hints in an exam. Without a state folder no exam was ever started.
func hinted(id string, hints int) error {
	s, err := openSession(id)
	if err != nil || hints == 0 {
		return nil //nolint:nilerr // see above
	}
	return s.helpful()
}

func printTask(cmd *cobra.Command, lab *labs.Lab, task *labs.Task, printer *lang.Printer, hints int) error {
	text, err := lab.TaskText(printer.Tag(), task.ID)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	_, err = fmt.Fprintf(out, "%s (%d)\n\n%s\n\n", text.Title, task.Points(), text.Body)
	hidden := 0
	for _, check := range task.Checks {
		if check.Hidden() {
			hidden++
			continue
		}
		_, lineErr := fmt.Fprintf(out, "  %3d  %s\n", check.Points, text.Checks[check.ID])
		err = errors.Join(err, lineErr)
	}
	if hidden > 0 {
		_, lineErr := fmt.Fprintf(out, "       %s\n", printer.Sprintf("checks that are not listed here: %d", hidden))
		err = errors.Join(err, lineErr)
	}
	for i, hint := range text.Hints[:hints] {
		_, lineErr := fmt.Fprintf(out, "\n%d. %s\n", i+1, hint)
		err = errors.Join(err, lineErr)
	}
	return err
}

func completeTask(cmd *cobra.Command, args []string, start string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return labscmd.Complete(cmd, args, start)
	}
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return tasksOf(args), cobra.ShellCompDirectiveNoFileComp
}

// tasksOf are the tasks of the lab that was typed before, or of all labs.
func tasksOf(args []string) []cobra.Completion {
	var tasks []cobra.Completion
	for _, id := range labscmd.IDs() {
		if lab, err := labscmd.Find(id); err == nil && (len(args) == 0 || args[0] == id) {
			tasks = append(tasks, lab.TaskIDs()...)
		}
	}
	return tasks
}
