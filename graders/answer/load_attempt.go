package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
)

// attempt reads a recorded attempt. It is graded alone: played beside answers, it would meet what they have done already.
func (l *loader) attempt(others map[string]fs.DirEntry) ([]Answer, error) {
	name := path.Join(l.base, replay.FileName)
	for _, task := range slices.Sorted(maps.Keys(others)) {
		l.warnings = append(l.warnings, lang.M("%s is not graded: %s is there, and it is the answer to all tasks", path.Join(l.base, others[task].Name()), replay.FileName))
	}
	content, err := l.file(name)
	if err != nil {
		return nil, err
	}
	attempt, err := replay.Read(content, replay.Limits{})
	if fault, ok := errors.AsType[*replay.LineError](err); ok {
		return nil, invalid(name, "%s", fault.Message())
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if lab := path.Base(l.base); attempt.Header.Lab != lab {
		return nil, invalid(name, "is an attempt at %q, not at %q", attempt.Header.Lab, lab)
	}
	if len(l.tasks) == 0 {
		return nil, nil
	}
	answer := Answer{Task: l.tasks[0]}
	for _, segment := range attempt.Segments() {
		content, err := json.Marshal(segment)
		if err != nil {
			return nil, fmt.Errorf("encode segment of %s: %w", name, err)
		}
		answer.Steps = append(answer.Steps, Step{File: replay.FileName, Kind: Recorded, Content: content})
	}
	return []Answer{answer}, nil
}

func isAttempt(answers []Answer) bool {
	return len(answers) == 1 && len(answers[0].Steps) > 0 && answers[0].Steps[0].Kind == Recorded
}
