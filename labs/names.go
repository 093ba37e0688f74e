package labs

import "slices"

// Names are the names of the objects that a task is about and no earlier task is, without the written answers: what has to
// go for the task to be done anew. Nodes may be among them.
func (l *Lab) Names(task string) []string {
	seen := map[string]bool{"": true, AnswersConfigMap: true}
	for _, t := range l.Tasks(nil) {
		var names []string
		for _, name := range t.names {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
		if t.ID == task {
			return names
		}
	}
	return nil
}

// Subjects are the names of all objects that a task is about, in the order in which it declares them, those of earlier tasks
// and nodes among them.
func (l *Lab) Subjects(task string) []string {
	var names []string
	for _, t := range l.Tasks(nil) {
		for _, name := range t.names {
			if t.ID == task && name != "" && name != AnswersConfigMap && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
