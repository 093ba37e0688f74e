package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
)

// scoreFile is read by the shell before every prompt.
const scoreFile = "score"

// rcfile is what bash reads instead of ~/.bashrc: that one first, then the prompt with the score.
const rcfile = `[ -f ~/.bashrc ] && . ~/.bashrc
PROMPT_COMMAND=("${PROMPT_COMMAND[@]}" '__podium_score=$(cat "$PODIUM_SCORE" 2>/dev/null)')
PS1='(\[\e[36m\]$PODIUM_LAB${__podium_score:+ $__podium_score}\[\e[0m\]) '"$PS1"
`

// prompt keeps a file with the score up to date as long as ctx lives, and returns what a shell needs to show it: its
// arguments and variables. Only bash can be told; other shells find the path in PODIUM_SCORE.
func (s *session) prompt(ctx context.Context, shell, dir string, options run.LiveOptions) (args, env []string, err error) {
	path := filepath.Join(dir, scoreFile)
	records, err := s.records(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	go func() {
		for record := range records {
			writeScore(path, record)
		}
	}()
	env = []string{"PODIUM_SCORE=" + path}
	if filepath.Base(shell) != "bash" {
		return nil, env, nil
	}
	file := filepath.Join(dir, "bashrc")
	if err := os.WriteFile(file, []byte(rcfile), 0o600); err != nil {
		return nil, nil, lang.Errorf("write prompt: %w", err)
	}
	return []string{"--rcfile", file}, env, nil
}

// writeScore replaces the file as a whole. A prompt without a score is no reason to disturb anybody.
func writeScore(path string, record *result.Record) {
	text := fmt.Sprintf("-/%d", record.MaxScore)
	if record.Score != nil {
		text = fmt.Sprintf("%d/%d", *record.Score, record.MaxScore)
	}
	if os.WriteFile(path+".new", []byte(text), 0o600) == nil {
		_ = os.Rename(path+".new", path)
	}
}
