// Package gradebook fills scores into gradebooks that a teaching platform has exported, so that it can import them again: the cells of one
// column change, and no other byte.
package gradebook

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Score is what a submission got. Submissions without a score are not there: their cells stay as they are.
type Score struct{ Points, Max int }

// Filled is a gradebook with scores.
type Filled struct {
	// Content is the file.
	Content []byte
	// Column is the header of the column that was filled in, and Cells how many of its cells.
	Column string
	Cells  int
	// Strangers are submissions with a score for whom there is no row.
	Strangers []string
	// Locked are submissions whose grade the platform does not let anybody change.
	Locked []string
}

// Formats are the names of the formats.
func Formats() []string { return []string{"canvas", "moodle"} }

// Fill fills in a gradebook of that format. The column is only for Canvas, and may be empty if there is one assignment.
func Fill(format string, content []byte, column string, scores map[string]Score) (*Filled, error) {
	s, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("read gradebook: %w", err)
	}
	layout, err := find(format, s, column)
	if err != nil {
		return nil, fmt.Errorf("read gradebook: %w", err)
	}
	return layout.fill(s, scores)
}

func find(format string, s *sheet, column string) (*layout, error) {
	switch format {
	case "canvas":
		return canvas(s, column)
	case "moodle":
		return moodle(s)
	}
	return nil, fmt.Errorf("unknown format %q (there are: %s)", format, strings.Join(Formats(), ", "))
}

// layout says where things are in a gradebook.
type layout struct {
	// grade is the column that is filled in, and keys those that say who it is, the best first.
	grade int
	keys  []int
	// names are the IDs that a cell of a key column stands for.
	names func(text string) []string
	// student is false for rows that are no student's.
	student func(row []cell) bool
	// most is what the column is out of in a row; 0 takes points as they are.
	most func(row []cell) float64
	// locked rows must not be changed.
	locked func(row []cell) bool
}

func (l *layout) fill(s *sheet, scores map[string]Score) (*Filled, error) {
	filled := &Filled{Column: s.rows[0][l.grade].text}
	index, err := l.index(s)
	if err != nil {
		return nil, err
	}
	taken := map[int]string{}
	for _, id := range slices.Sorted(maps.Keys(scores)) {
		row, ok := l.lookUp(index, id)
		if !ok {
			filled.Strangers = append(filled.Strangers, id)
			continue
		}
		if other, twice := taken[row]; twice {
			return nil, fmt.Errorf("%q and %q are the same row of the gradebook, row %d", other, id, row+1)
		}
		taken[row] = id
		cells := s.rows[row]
		if l.locked != nil && l.locked(cells) {
			filled.Locked = append(filled.Locked, id)
			continue
		}
		s.put(cells[l.grade], scale(scores[id], l.most(cells)))
		filled.Cells++
	}
	filled.Content = s.bytes()
	return filled, nil
}

// index finds rows by key column and name.
func (l *layout) index(s *sheet) ([]map[string]int, error) {
	index := make([]map[string]int, len(l.keys))
	var errs []error
	for i, key := range l.keys {
		index[i] = map[string]int{}
		for number, row := range s.rows {
			if number == 0 || len(row) <= max(l.grade, key) || !l.student(row) {
				continue
			}
			for _, name := range l.names(row[key].text) {
				name = fold(name)
				if other, twice := index[i][name]; twice && other != number {
					errs = append(errs, fmt.Errorf("rows %d and %d both have %s %q", other+1, number+1, s.rows[0][key].text, row[key].text))
				}
				index[i][name] = number
			}
		}
	}
	return index, errors.Join(errs...)
}

func (l *layout) lookUp(index []map[string]int, id string) (int, bool) {
	for _, by := range index {
		if row, ok := by[fold(id)]; ok {
			return row, true
		}
	}
	return 0, false
}

func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// scale is a score out of what the gradebook wants, to the hundredth.
func scale(s Score, most float64) string {
	points := float64(s.Points)
	if most > 0 && s.Max > 0 {
		points = points * most / float64(s.Max)
	}
	return strconv.FormatFloat(math.Round(points*100)/100, 'f', -1, 64)
}

// number reads a number of a gradebook; 0 if it is none.
func number(text string) float64 {
	n, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || n < 0 {
		return 0
	}
	return n
}

// column is the place of a header; -1 if there is none of these names.
func column(header []cell, names ...string) int {
	for _, name := range names {
		if i := slices.IndexFunc(header, func(c cell) bool { return strings.EqualFold(strings.TrimSpace(c.text), name) }); i >= 0 {
			return i
		}
	}
	return -1
}

// columns are the places of those headers that there are.
func columns(header []cell, names ...string) []int {
	var found []int
	for _, name := range names {
		if i := column(header, name); i >= 0 {
			found = append(found, i)
		}
	}
	return found
}

func headers(header []cell) string {
	texts := make([]string, len(header))
	for i, c := range header {
		texts[i] = cmp.Or(strings.TrimSpace(c.text), "(blank)")
	}
	return strings.Join(texts, ", ")
}
