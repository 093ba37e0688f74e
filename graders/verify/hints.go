package verify

import (
	"fmt"
	"slices"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// reacts says what is wrong with the hints that a mistake declares: every mistake gets one at least, beside a check that it fails.
func (c Case) reacts(lab *labs.Lab) error {
	if len(c.Hints) == 0 {
		return fmt.Errorf("%s: no hint is declared", c.Name)
	}
	known := map[string]bool{}
	for _, task := range lab.Tasks(nil) {
		for _, hint := range task.Hints {
			checks := hint.Checks
			if len(checks) == 0 {
				for _, check := range task.Checks {
					checks = append(checks, check.ID)
				}
			}
			known[task.ID+"/"+hint.ID] = slices.ContainsFunc(checks, func(check string) bool { return slices.Contains(c.Fails, task.ID+"/"+check) })
		}
	}
	for _, id := range c.Hints {
		beside, is := known[id]
		if !is {
			return fmt.Errorf("%s: there is no hint %s", c.Name, id)
		}
		if !beside {
			return fmt.Errorf("%s: hint %s stands beside no check that fails", c.Name, id)
		}
	}
	return nil
}

// compareHints says in what the hints that were given differ from those that are declared. A solution and the starter declare none:
// the former gets none, because nothing fails, and about the latter there is nothing to say.
func (c Case) compareHints(record *result.Record) []lang.Message {
	if c.nothing {
		return nil
	}
	var given []string
	var wrong []lang.Message
	for _, task := range record.Tasks {
		if slices.Contains(c.LeftOut, task.ID) {
			continue
		}
		for _, check := range task.Checks {
			if check.Hint == nil {
				continue
			}
			id := task.ID + "/" + check.Hint.ID
			if !slices.Contains(given, id) && !slices.Contains(c.Hints, id) {
				wrong = append(wrong, lang.M("hint %s is given beside %s and not declared: %s", id, check.ID, check.Hint.Text))
			}
			given = append(given, id)
		}
	}
	for _, id := range c.Hints {
		if !slices.Contains(given, id) {
			wrong = append(wrong, lang.M("hint %s is not given", id))
		}
	}
	return wrong
}
