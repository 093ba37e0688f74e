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

// prompt keeps a file with the score up to date as long as ctx lives, and returns what a shell needs to show it: its
// arguments and variables. A shell that cannot be told finds the path in PODIUM_SCORE.
func (s *session) prompt(ctx context.Context, shell, dir string, color bool, options run.LiveOptions) (args, env []string, err error) {
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
	args, env, err = tellShell(shell, dir, color)
	return args, append(env, "PODIUM_SCORE="+path), err
}

// tellShell writes the files that an interactive shell reads at its start: first the user's own, then the prompt.
func tellShell(shell, dir string, color bool) (args, env []string, err error) {
	files := map[string]string{}
	switch filepath.Base(shell) {
	case "bash":
		files["bashrc"] = bashrc(color)
		args = []string{"--rcfile", filepath.Join(dir, "bashrc")}
	case "zsh":
		files[".zshenv"], files[".zshrc"] = zshenv, zshrc(color)
		env = []string{"ZDOTDIR=" + dir, "PODIUM_ZDOTDIR=" + os.Getenv("ZDOTDIR")}
	case "sh", "dash", "ash", "ksh", "mksh":
		files["shrc"] = shrc
		env = []string{"ENV=" + filepath.Join(dir, "shrc"), "PODIUM_ENV=" + os.Getenv("ENV")}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return nil, nil, lang.Errorf("write prompt: %w", err)
		}
	}
	return args, env, nil
}

// bashrc is what bash reads instead of ~/.bashrc.
func bashrc(color bool) string {
	begin, end := "", ""
	if color {
		begin, end = `\[\e[36m\]`, `\[\e[0m\]`
	}
	return `[ -f ~/.bashrc ] && . ~/.bashrc
PROMPT_COMMAND=("${PROMPT_COMMAND[@]}" '__podium_score=$(cat "$PODIUM_SCORE" 2>/dev/null)')
PS1='(` + begin + `$PODIUM_LAB${__podium_score:+ $__podium_score}` + end + `) '"$PS1"
`
}

// zshenv is the first file that zsh reads. The user's own may choose another folder for the rest; that is where they are looked for then.
const zshenv = `__podium_zdotdir=$ZDOTDIR
if [[ -n $PODIUM_ZDOTDIR ]]; then ZDOTDIR=$PODIUM_ZDOTDIR; else unset ZDOTDIR; fi
[[ -f ${ZDOTDIR:-$HOME}/.zshenv ]] && . ${ZDOTDIR:-$HOME}/.zshenv
PODIUM_ZDOTDIR=${ZDOTDIR:-}
ZDOTDIR=$__podium_zdotdir
`

// zshrc ends with ZDOTDIR as the user has it. A history beside our files would be lost with them.
func zshrc(color bool) string {
	begin, end := "", ""
	if color {
		begin, end = "%F{cyan}", "%f"
	}
	return `if [[ -n $PODIUM_ZDOTDIR ]]; then ZDOTDIR=$PODIUM_ZDOTDIR; else unset ZDOTDIR; fi
[[ $HISTFILE == $__podium_zdotdir/* ]] && HISTFILE=${ZDOTDIR:-$HOME}/${HISTFILE:t}
[[ -f ${ZDOTDIR:-$HOME}/.zshrc ]] && . ${ZDOTDIR:-$HOME}/.zshrc
__podium_score() { psvar[9]=; [[ -r $PODIUM_SCORE ]] && psvar[9]=$(<$PODIUM_SCORE); }
precmd_functions+=(__podium_score)
PROMPT='(` + begin + `'$PODIUM_LAB'%(9V. %9v.)` + end + `) '$PROMPT
`
}

// shrc is what a POSIX shell reads by ENV. It has no way to say that characters take no room, so there is no colour. A command whose exit
// code is looked at next must not lose it to the prompt.
const shrc = `[ -n "$PODIUM_ENV" ] && [ -f "$PODIUM_ENV" ] && . "$PODIUM_ENV"
__podium_score() { __podium_code=$?; [ -s "$PODIUM_SCORE" ] && printf ' %s' "$(cat "$PODIUM_SCORE")"; return $__podium_code; }
PS1='($PODIUM_LAB$(__podium_score)) '"${PS1:-\$ }"
`

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
