package tools

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/itchyny/gojq"
)

// jqSource gives the inputs of jq one by one; it serves the input function too.
type jqSource struct {
	decoder *json.Decoder
	lines   *bufio.Reader
	slurp   bool
	done    bool
}

func newJQSource(r io.Reader, o jqOptions) *jqSource {
	s := &jqSource{slurp: o.slurp}
	if o.rawInput {
		s.lines = bufio.NewReader(r)
		return s
	}
	s.decoder = json.NewDecoder(r)
	s.decoder.UseNumber()
	return s
}

// Next returns the next value, or an error as a value.
func (s *jqSource) Next() (any, bool) {
	if s.done {
		return nil, false
	}
	if !s.slurp {
		return s.one()
	}
	s.done = true
	if s.lines != nil {
		data, err := io.ReadAll(s.lines)
		if err != nil {
			return err, true
		}
		return string(data), true
	}
	all, err := s.all()
	if err != nil {
		return err, true
	}
	return all, true
}

func (s *jqSource) one() (any, bool) {
	if s.lines != nil {
		line, err := s.lines.ReadString('\n')
		if err != nil && line == "" {
			s.done = true
			return nil, false
		}
		return strings.TrimSuffix(line, "\n"), true
	}
	var value any
	err := s.decoder.Decode(&value)
	if errors.Is(err, io.EOF) {
		s.done = true
		return nil, false
	}
	if err != nil {
		s.done = true
		return err, true
	}
	return value, true
}

func (s *jqSource) all() ([]any, error) {
	all := []any{}
	for {
		value, ok := s.one()
		if !ok {
			return all, nil
		}
		if err, bad := value.(error); bad {
			return nil, err
		}
		all = append(all, value)
	}
}

// format writes one result.
func (c *jqCall) format(value any) (string, error) {
	if text, ok := value.(string); ok && c.raw {
		return text + c.lineEnd(), nil
	}
	data, err := gojq.Marshal(value)
	if err != nil {
		return "", err
	}
	if !c.compact {
		var wide bytes.Buffer
		if err := json.Indent(&wide, data, "", c.indent); err != nil {
			return "", err
		}
		data = wide.Bytes()
	}
	return string(data) + c.lineEnd(), nil
}

func (c *jqCall) lineEnd() string {
	if c.joined {
		return ""
	}
	return "\n"
}
