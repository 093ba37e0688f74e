package run

import (
	"fmt"
	"slices"

	"k8s.io/client-go/discovery"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Seed is that of everything random in a grading. It never changes, so that two gradings of one submission come to the same.
const Seed = 1

// newRecord holds every check of the lab with its points before anything runs: whatever happens afterwards, the
// maximum stays, and what was not reached is there as "error".
func newRecord(lab *labs.Lab, language string) (*result.Record, error) {
	digest, err := lab.Digest()
	if err != nil {
		return nil, err
	}
	printer, err := lang.New(language)
	if err != nil {
		return nil, err
	}
	record := &result.Record{
		Schema: result.Schema, Lab: lab.ID, LabDigest: digest, Language: language, Seed: Seed,
		Tasks: []result.Task{}, Phases: []result.Phase{}, Warnings: []string{},
		Integrity: result.Integrity{Sandbox: "none", Tampering: []string{}},
	}
	for _, task := range lab.Tasks(nil) {
		text, err := lab.TaskText(language, task.ID)
		if err != nil {
			return nil, err
		}
		entry := result.Task{ID: task.ID, Title: text.Title, Checks: []result.Check{}}
		for _, check := range task.Checks {
			entry.Checks = append(entry.Checks, result.Check{ID: check.ID, Title: text.Checks[check.ID], Status: result.Errored,
				MaxPoints: check.Points, Actual: printer.Sprintf("not reached"), Visibility: string(check.Visibility)})
		}
		record.Tasks = append(record.Tasks, entry)
	}
	return record, nil
}

// warningLimit is how many warnings a record has: there is one for every file that is in the wrong place, and that may be all of them.
const warningLimit = 30

// note says which files were left out, and plainly where no answer was handed in. The checks of such a task are made all the same.
func note(record *result.Record, submission *answer.Submission, language string) error {
	printer, err := lang.New(language)
	if err != nil {
		return err
	}
	shown := submission.Warnings[:min(len(submission.Warnings), warningLimit)]
	for _, warning := range shown {
		record.Warnings = append(record.Warnings, printer.Say(warning))
	}
	if left := len(submission.Warnings) - len(shown); left > 0 {
		record.Warnings = append(record.Warnings, printer.Sprintf("warnings that are not listed here: %d", left))
	}
	if submission.Attempt {
		return nil // it is about all tasks
	}
	for i := range record.Tasks {
		task := &record.Tasks[i]
		if !slices.ContainsFunc(submission.Tasks, func(a answer.Answer) bool { return a.Task == task.ID && len(a.Steps) > 0 }) {
			task.Note = printer.Sprintf("No answer was handed in for this task.")
		}
	}
	return nil
}

// take adds one event to the record.
func take(record *result.Record, event Event) error {
	switch {
	case event.Check != nil:
		return takeCheck(record, event.Task, *event.Check)
	case event.Step != nil:
		i := slices.IndexFunc(record.Tasks, func(t result.Task) bool { return t.ID == event.Task })
		if i < 0 {
			return fmt.Errorf("read event: unknown task %q", event.Task)
		}
		record.Tasks[i].Steps = addStep(record.Tasks[i].Steps, *event.Step)
		if event.Step.TimedOut {
			record.Outcome = result.LearnerTimeout
		}
	case event.Phase != nil:
		addPhase(record, *event.Phase)
	case len(event.Tampering) > 0:
		record.Outcome, record.Integrity.Tampering = result.Tampered, event.Tampering
	}
	return nil
}

func takeCheck(record *result.Record, task string, check result.Check) error {
	for i := range record.Tasks {
		if record.Tasks[i].ID != task {
			continue
		}
		for j := range record.Tasks[i].Checks {
			if record.Tasks[i].Checks[j].ID == check.ID {
				record.Tasks[i].Checks[j] = check
				return nil
			}
		}
	}
	return fmt.Errorf("read event: unknown check %q of task %q", check.ID, task)
}

// partsOutput is how much is kept of what the parts of one file printed, before the last of them.
const partsOutput = 32 << 10

// addStep adds a file, or the next part of one that is run in parts.
func addStep(steps []result.Step, step result.Step) []result.Step {
	if len(steps) == 0 || steps[len(steps)-1].File != step.File {
		return append(steps, step)
	}
	last := &steps[len(steps)-1]
	last.ExitCode = max(last.ExitCode, step.ExitCode)
	last.TimedOut = last.TimedOut || step.TimedOut
	if len(last.Output) < partsOutput {
		last.Output += step.Output
	}
	return steps
}

// addPhase adds up the parts of a phase.
func addPhase(record *result.Record, phase result.Phase) {
	for i := range record.Phases {
		if record.Phases[i].Name == phase.Name {
			record.Phases[i].MS += phase.MS
			return
		}
	}
	record.Phases = append(record.Phases, phase)
}

// serverVersion asks the cluster; it is empty if there is no answer.
func serverVersion(provider cluster.Provider) string {
	config := provider.KubernetesRestConfig()
	if config == nil {
		return ""
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return ""
	}
	version, err := client.ServerVersion()
	if err != nil {
		return ""
	}
	return version.GitVersion
}
