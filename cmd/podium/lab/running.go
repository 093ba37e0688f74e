package lab

import (
	"context"

	"github.com/podium-labs/podium/cmd/podium/labs"
)

// Kept are the labs that were started and do not run now.
func Kept(ctx context.Context) []string {
	var kept []string
	for _, id := range labs.IDs() {
		s, err := openSession(id)
		if err != nil || !s.exists() {
			continue
		}
		if _, err := s.attach(ctx); err != nil {
			kept = append(kept, id)
		}
	}
	return kept
}

// Running maps each lab that is running to its learner's kubeconfig.
func Running(ctx context.Context) map[string]string {
	running := map[string]string{}
	for _, id := range labs.IDs() {
		s, err := openSession(id)
		if err != nil {
			continue // without a state folder nothing runs
		}
		if _, err := s.attach(ctx); err == nil {
			running[id] = s.kubeconfig()
		}
	}
	return running
}
