package result

// Statuses says how each check ended, by "task/check".
func (r *Record) Statuses() map[string]Status {
	statuses := map[string]Status{}
	for i := range r.Tasks {
		for j := range r.Tasks[i].Checks {
			statuses[r.Tasks[i].ID+"/"+r.Tasks[i].Checks[j].ID] = r.Tasks[i].Checks[j].Status
		}
	}
	return statuses
}
