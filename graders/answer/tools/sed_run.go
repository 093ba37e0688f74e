package tools

import (
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/podium-labs/podium/graders/lang"
)

// sedRun is a script in the middle of its input.
type sedRun struct {
	env      *Env
	commands []*sedCommand
	quiet    bool
	out      *output

	input   []sedLine
	at      int // the next line of input
	space   string
	ended   bool // the current line had a newline
	hold    string
	added   []string // text to print at the end of the cycle
	changed bool     // a substitution since the last t or line
	lastRE  *regexp.Regexp
	again   bool // D: restart without reading
	missing bool // the last line printed had no newline
	code    int
}

type sedLine struct {
	text  string
	ended bool
}

// sedQuit ends the script; without printing for Q.
var errSedQuit = errors.New("quit")

// run goes through all input.
func (s *sedRun) run(stopped func() bool) error {
	for !stopped() {
		if !s.again {
			if s.at >= len(s.input) {
				return nil
			}
			s.take()
			s.changed = false
		}
		s.again = false
		printing, err := s.cycle(stopped)
		if printing && !s.quiet {
			if perr := s.print(s.space, s.ended); perr != nil {
				return perr
			}
		}
		for _, text := range s.added {
			if perr := s.emit(text); perr != nil {
				return perr
			}
		}
		s.added = nil
		if err != nil {
			return err
		}
		if ferr := s.out.Flush(); ferr != nil {
			return errStop
		}
	}
	return errStop
}

func (s *sedRun) take() {
	s.space, s.ended = s.input[s.at].text, s.input[s.at].ended
	s.at++
}

// print writes a line. The newline that the input's last line lacks is written only when something follows.
func (s *sedRun) print(text string, ended bool) error {
	if err := s.emit(text); err != nil {
		return err
	}
	if !ended {
		s.missing = true
		return nil
	}
	return s.emit("\n")
}

func (s *sedRun) emit(text string) error {
	if s.missing {
		s.missing = false
		text = "\n" + text
	}
	return s.out.text(text)
}

// cycle runs the commands on one line and says whether it is to be printed.
func (s *sedRun) cycle(stopped func() bool) (bool, error) {
	for i := 0; i < len(s.commands); {
		if stopped() {
			return false, errStop
		}
		c := s.commands[i]
		i++
		if s.selects(c) == c.negate {
			if c.name == '{' {
				i = c.jump
			}
			continue
		}
		next, done, printing, err := s.command(c)
		if done || err != nil {
			return printing, err
		}
		if next >= 0 {
			i = next
		}
	}
	return true, nil
}

// command runs one command: next is where to go on (-1: here), done ends the cycle.
func (s *sedRun) command(c *sedCommand) (next int, done, printing bool, err error) {
	switch c.name {
	case 'd':
		return -1, true, false, nil
	case 'D':
		_, after, more := strings.Cut(s.space, "\n")
		if more {
			s.space, s.again = after, true
		}
		return -1, true, false, nil
	case 'q', 'Q':
		s.code = c.code
		return -1, true, c.name == 'q', errSedQuit
	case 'n':
		return s.nextLine()
	case 'N':
		if s.at >= len(s.input) {
			return -1, true, true, errSedQuit
		}
		before := s.space
		s.take()
		s.space = before + "\n" + s.space
	case 'b':
		return c.jump, false, false, nil
	case 't', 'T':
		jump := s.changed == (c.name == 't')
		s.changed = false
		if jump {
			return c.jump, false, false, nil
		}
	case 'c':
		if c.to == nil || c.negate || !c.active {
			err = s.emit(c.text)
		}
		return -1, true, false, err
	default:
		err = s.edit(c)
	}
	return -1, false, false, err
}

func (s *sedRun) nextLine() (next int, done, printing bool, err error) {
	if s.at >= len(s.input) {
		// GNU prints the pattern space once and ends without the rest of the script.
		return -1, true, true, errSedQuit
	}
	if !s.quiet {
		if err := s.print(s.space, s.ended); err != nil {
			return -1, true, false, err
		}
	}
	s.take()
	return -1, false, false, nil
}

// edit runs the commands that only change or print.
func (s *sedRun) edit(c *sedCommand) error {
	switch c.name {
	case 'p':
		return s.print(s.space, s.ended)
	case 'P':
		first, _, _ := strings.Cut(s.space, "\n")
		return s.emit(first + "\n")
	case '=':
		return s.emit(strconv.Itoa(s.at) + "\n")
	case 'i':
		return s.emit(c.text)
	case 'a':
		s.added = append(s.added, c.text)
	case 'r':
		if data, err := s.env.Box.ReadFile(s.env.Dir, c.text); err == nil {
			s.added = append(s.added, string(data))
		}
	case 'w':
		return s.write(c.text, s.space)
	case 'g':
		s.space = s.hold
	case 'G':
		s.space += "\n" + s.hold
	case 'h':
		s.hold = s.space
	case 'H':
		s.hold += "\n" + s.space
	case 'x':
		s.space, s.hold = s.hold, s.space
	case 'z':
		s.space = ""
	case 'y':
		s.space = strings.Map(func(r rune) rune {
			if to, ok := c.swap[r]; ok {
				return to
			}
			return r
		}, s.space)
	case 's':
		return s.substitute(c.sub)
	}
	return nil
}

func (s *sedRun) write(name, text string) error {
	switch name {
	case "/dev/stdout":
		return s.emit(text + "\n")
	case "/dev/stderr":
		_, err := s.env.Stderr.Write([]byte(text + "\n"))
		return err
	}
	f, err := s.env.Box.OpenFile(s.env.Dir, name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte(text + "\n"))
	return errors.Join(err, f.Close())
}

func (s *sedRun) substitute(sub *sedSubstitution) error {
	re := sub.re
	if re == nil {
		re = s.lastRE
	}
	if re == nil {
		return lang.Errorf("there is no previous pattern")
	}
	s.lastRE = re
	var out strings.Builder
	end, hit := 0, false
	for n, place := range re.FindAllStringSubmatchIndex(s.space, -1) {
		if n+1 < sub.nth || (n+1 > sub.nth && !sub.all) {
			continue
		}
		out.WriteString(s.space[end:place[0]])
		out.WriteString(expandReplacement(sub.replacement, s.space, place))
		end, hit = place[1], true
	}
	if !hit {
		return nil
	}
	s.space, s.changed = out.String()+s.space[end:], true
	if sub.print {
		if err := s.print(s.space, s.ended); err != nil {
			return err
		}
	}
	if sub.file != "" {
		return s.write(sub.file, s.space)
	}
	return nil
}

// expandReplacement fills in the groups and changes case as \U, \L, \u and \l say.
func expandReplacement(pieces []sedPiece, text string, place []int) string {
	var out strings.Builder
	lasting, once := rune(0), rune(0)
	for _, piece := range pieces {
		switch piece.shape {
		case 'U', 'L', 'E':
			lasting = piece.shape
			continue
		case 'u', 'l':
			once = piece.shape
			continue
		}
		part := piece.text
		if piece.group >= 0 {
			part = ""
			if i := 2 * piece.group; i+1 < len(place) && place[i] >= 0 {
				part = text[place[i]:place[i+1]]
			}
		}
		switch lasting {
		case 'U':
			part = strings.ToUpper(part)
		case 'L':
			part = strings.ToLower(part)
		}
		if runes := []rune(part); once != 0 && len(runes) > 0 {
			if runes[0] = unicode.ToLower(runes[0]); once == 'u' {
				runes[0] = unicode.ToUpper(runes[0])
			}
			part, once = string(runes), 0
		}
		out.WriteString(part)
	}
	return out.String()
}
