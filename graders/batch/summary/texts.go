package summary

import "github.com/podium-labs/podium/graders/lang"

// texts are the fixed words of the page, by the name that the template uses.
func texts(words *lang.Printer) map[string]string {
	return map[string]string{
		"skip":         words.Sprintf("Skip to all results"),
		"faults":       words.Sprintf("Failed by the infrastructure"),
		"faultsAbout":  words.Sprintf("These have no score, through no fault of their own. Grade them again with --regrade errored or --resume."),
		"unreadable":   words.Sprintf("Without a score for another reason"),
		"submission":   words.Sprintf("Submission"),
		"lab":          words.Sprintf("Lab"),
		"where":        words.Sprintf("Where"),
		"why":          words.Sprintf("Why"),
		"tasks":        words.Sprintf("Tasks"),
		"tasksAbout":   words.Sprintf("Of those who have a score. Dark is all points, light is some."),
		"task":         words.Sprintf("Task"),
		"passRate":     words.Sprintf("All points"),
		"some":         words.Sprintf("some"),
		"none":         words.Sprintf("none"),
		"blocked":      words.Sprintf("blocked"),
		"all":          words.Sprintf("all"),
		"mean":         words.Sprintf("Mean"),
		"checks":       words.Sprintf("Checks that failed most often"),
		"checksNone":   words.Sprintf("No check failed."),
		"check":        words.Sprintf("Check"),
		"failed":       words.Sprintf("Failed"),
		"reasons":      words.Sprintf("Most frequent reasons"),
		"times":        words.Sprintf("Times"),
		"timesAbout":   words.Sprintf("How long gradings took, from the start of a cluster to the last check."),
		"phase":        words.Sprintf("Phase"),
		"median":       words.Sprintf("Median"),
		"p90":          words.Sprintf("9 of 10 within"),
		"max":          words.Sprintf("Longest"),
		"histogram":    words.Sprintf("Scores"),
		"range":        words.Sprintf("Percent"),
		"count":        words.Sprintf("Submissions"),
		"numbers":      words.Sprintf("The same as a table"),
		"everyone":     words.Sprintf("All results"),
		"everyoneNote": words.Sprintf("Points by task. Green is all of them, red is none, and a dash is no score."),
		"total":        words.Sprintf("Total"),
	}
}
