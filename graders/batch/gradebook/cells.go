package gradebook

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// cell is one cell of a CSV file, with its place in the file.
type cell struct {
	text       string
	start, end int // with quotes
	quoted     bool
}

// sheet is a CSV file whose bytes are kept.
type sheet struct {
	content []byte
	rows    [][]cell
	// edits are new texts of cells, by start.
	edits map[int]edit
}

type edit struct {
	end  int
	text string
}

// bom is how Excel marks UTF-8.
const bom = "\xef\xbb\xbf"

// parse reads a CSV file as RFC 4180 has it. Cells are separated by commas, or by semicolons if the first row has more of these.
func parse(content []byte) (*sheet, error) {
	s := &sheet{content: content, edits: map[int]edit{}}
	at := len(content) - len(bytes.TrimPrefix(content, []byte(bom)))
	first, _, _ := bytes.Cut(content, []byte("\n"))
	separator := byte(',')
	if bytes.Count(first, []byte(";")) > bytes.Count(first, []byte(",")) {
		separator = ';'
	}
	for at < len(content) {
		row, next, err := parseRow(content, at, separator)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(s.rows)+1, err)
		}
		s.rows = append(s.rows, row)
		at = next
	}
	if len(s.rows) == 0 {
		return nil, errors.New("it is empty")
	}
	return s, nil
}

func parseRow(content []byte, at int, separator byte) (row []cell, next int, err error) {
	for {
		c, after, err := parseCell(content, at, separator)
		if err != nil {
			return nil, 0, err
		}
		row = append(row, c)
		switch {
		case after >= len(content):
			return row, after, nil
		case content[after] == separator:
			at = after + 1
		case content[after] == '\r' && after+1 < len(content) && content[after+1] == '\n':
			return row, after + 2, nil
		default:
			return row, after + 1, nil
		}
	}
}

func parseCell(content []byte, at int, separator byte) (cell, int, error) {
	c := cell{start: at}
	if at < len(content) && content[at] == '"' {
		return parseQuoted(content, c, separator)
	}
	end := at
	for end < len(content) && content[end] != separator && content[end] != '\n' && content[end] != '\r' {
		end++
	}
	c.text, c.end = string(content[at:end]), end
	return c, end, nil
}

func parseQuoted(content []byte, c cell, separator byte) (cell, int, error) {
	var text strings.Builder
	for at := c.start + 1; at < len(content); at++ {
		if content[at] != '"' {
			text.WriteByte(content[at])
			continue
		}
		if at+1 < len(content) && content[at+1] == '"' {
			text.WriteByte('"')
			at++
			continue
		}
		if at+1 < len(content) && content[at+1] != separator && content[at+1] != '\n' && content[at+1] != '\r' {
			return c, 0, errors.New("something follows a closing quote")
		}
		c.text, c.end, c.quoted = text.String(), at+1, true
		return c, at + 1, nil
	}
	return c, 0, errors.New("a quote is not closed")
}

// put changes a cell to a number.
func (s *sheet) put(c cell, number string) {
	if c.quoted {
		number = `"` + number + `"`
	}
	s.edits[c.start] = edit{end: c.end, text: number}
}

// bytes is the file with its changed cells; every other byte is as it was.
func (s *sheet) bytes() []byte {
	var out bytes.Buffer
	at := 0
	for _, row := range s.rows {
		for _, c := range row {
			if e, ok := s.edits[c.start]; ok {
				out.Write(s.content[at:c.start])
				out.WriteString(e.text)
				at = e.end
			}
		}
	}
	out.Write(s.content[at:])
	return out.Bytes()
}
