package labs

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
