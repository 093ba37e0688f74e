package export

import (
	"cmp"
	"fmt"

	"github.com/podium-labs/podium/graders/result"
)

// row is one check as other systems list it.
type row struct {
	record *result.Record
	task   *result.Task
	check  *result.Check
	// number is "2.3" for the third check of the second task, with the lab's before it if there are several.
	number string
	// name is unique within the document, and says nothing about a hidden check.
	name string
	// status is Errored for whatever infrastructure kept from being checked.
	status result.Status
	// message is what a learner may read about a check that did not pass, in plain text.
	message string
}

// rows lists every check of every record.
func rows(records []*result.Record, words result.Words) []row {
	var list []row
	used := names{}
	for i, r := range records {
		for j := range r.Tasks {
			for k := range r.Tasks[j].Checks {
				next := newRow(words, r, &r.Tasks[j], &r.Tasks[j].Checks[k])
				next.number = fmt.Sprintf("%d.%d", j+1, k+1)
				if len(records) > 1 {
					next.number = fmt.Sprintf("%d.%s", i+1, next.number)
					next.name = named(r.Lab) + "/" + next.name
				}
				next.name = used.unique("", next.name)
				list = append(list, next)
			}
		}
	}
	return list
}

func newRow(words result.Words, r *result.Record, task *result.Task, check *result.Check) row {
	next := row{record: r, task: task, check: check, status: statusOf(r, check)}
	title := words.Sprintf("hidden check")
	if check.Visible() {
		title = sentence(cmp.Or(check.Title, check.ID))
	}
	next.name = named(task.ID) + ": " + title
	if check.Visible() && next.status != result.Passed {
		next.message = plain(factsOf(words, r, task, check))
	}
	return next
}

// statusOf is the status that counts: where infrastructure ended a grading, only what had passed is known.
func statusOf(r *result.Record, check *result.Check) result.Status {
	if r.Outcome == result.InfraError && check.Status != result.Passed {
		return result.Errored
	}
	return check.Status
}

// why says why a record has no score.
func why(words result.Words, r *result.Record) string {
	text := result.OutcomeText(words, r.Outcome)
	if r.Error != nil && r.Error.Message != "" {
		text += " " + sentence(r.Error.Message)
	}
	return text
}

// names remembers which names there are: readers merge two of the same name.
type names map[[2]string]int

func (n names) unique(class, name string) string {
	key := [2]string{class, name}
	n[key]++
	if n[key] == 1 {
		return name
	}
	return n.unique(class, fmt.Sprintf("%s (%d)", name, n[key]))
}
