package labs

import "github.com/podium-labs/podium/graders/expect"

// Judge makes every check of the lab against what has happened so far, in order. Unlike Register it needs no Ginkgo, so it
// can be called again whenever there is more evidence.
func (l *Lab) Judge(evidence expect.Evidence) []Finding {
	var findings []Finding
	for _, task := range l.Tasks(evidence) {
		look := task.lookOnce()
		for _, check := range task.Checks {
			findings = append(findings, task.react(task.run(check, nil), look))
		}
	}
	return findings
}
