package result

import "strings"

// Visible reports whether a learner may read what the check is about.
func (c *Check) Visible() bool { return c.Visibility == "" || c.Visibility == "visible" }

// LayerText names the link of the chain that stopped, as the Kubernetes documentation calls it.
func LayerText(words Words, layer string) string {
	switch layer {
	case "api":
		return words.Sprintf("API server")
	case "deployment":
		return words.Sprintf("Deployment controller")
	case "replicaset":
		return words.Sprintf("ReplicaSet controller")
	case "daemonset":
		return words.Sprintf("DaemonSet controller")
	case "statefulset":
		return words.Sprintf("StatefulSet controller")
	case "job":
		return words.Sprintf("Job controller")
	case "scheduler":
		return words.Sprintf("scheduler")
	case "kubelet":
		return words.Sprintf("kubelet")
	case "service":
		return words.Sprintf("Service and its EndpointSlices")
	case "answer":
		return words.Sprintf("written answer")
	}
	return Clean(layer)
}

// OutcomeText says what an outcome means for the learner; it is empty for Graded.
func OutcomeText(words Words, outcome Outcome) string {
	switch outcome {
	case InfraError:
		return words.Sprintf("The environment failed, not your answer: no score, and no points were lost.")
	case InvalidSubmission:
		return words.Sprintf("The submission could not be read, so nothing was graded.")
	case Tampered:
		return words.Sprintf("The grading was tampered with, so there is no score.")
	case LearnerTimeout:
		return words.Sprintf("The answer ran out of time; what was done by then was graded.")
	}
	return ""
}

// NextText is what to do about a grading that has no score; it is never empty where a person has to act.
func NextText(words Words, r *Record) string {
	if r.Error != nil && r.Error.Next != "" {
		return Clean(r.Error.Next)
	}
	if r.Outcome == InfraError {
		return words.Sprintf("Grade again; if it fails again, run %s.", "podium doctor")
	}
	return ""
}

// StepText notes a file of the answer that did not end well, and is empty for the others. An exit code explains, it
// never scores.
func StepText(words Words, s Step) string {
	switch {
	case s.TimedOut:
		return words.Sprintf("The answer's file %s was stopped because its time was up.", Clean(s.File))
	case s.ExitCode != 0:
		return words.Sprintf("The answer's file %s ended with exit code %d (not scored).", Clean(s.File), s.ExitCode)
	}
	return ""
}

// MomentText is the time of day in UTC, as audit logs and timestamps of objects have it, and what changed then.
func MomentText(m *Moment) string {
	if m == nil {
		return ""
	}
	parts := []string{m.Time.UTC().Format("15:04:05.000 UTC")}
	if m.Object != "" {
		parts = append(parts, Clean(m.Object))
	}
	if m.ResourceVersion != "" {
		parts = append(parts, "resourceVersion "+Clean(m.ResourceVersion))
	}
	return strings.Join(parts, ", ")
}
