package gradebook

import (
	"fmt"
	"regexp"
	"strings"
)

// assignment is the header of an assignment in Canvas: its title, and its ID in brackets.
var assignment = regexp.MustCompile(`^(.*\S)\s+\((\d+)\)$`)

// canvas understands the gradebook that Canvas exports. Below the header are rows of settings, of which "Points Possible" is one; the test student
// is nobody.
func canvas(s *sheet, wanted string) (*layout, error) {
	header := s.rows[0]
	student := column(header, "Student")
	keys := columns(header, "SIS Login ID", "SIS User ID", "ID")
	if student < 0 || len(keys) == 0 {
		return nil, fmt.Errorf("no gradebook of Canvas: expected the columns Student, ID, SIS User ID, SIS Login ID, found: %s", headers(header))
	}
	grade, err := chooseAssignment(header, wanted)
	if err != nil {
		return nil, err
	}
	most := 0.0
	for _, row := range s.rows[1:] {
		if len(row) > grade && strings.EqualFold(strings.TrimSpace(row[student].text), pointsPossible) {
			most = number(row[grade].text)
		}
	}
	return &layout{
		grade: grade, keys: keys,
		names: func(text string) []string {
			if strings.TrimSpace(text) == "" {
				return nil
			}
			return []string{text}
		},
		student: func(row []cell) bool {
			name := strings.TrimSpace(row[student].text)
			return name != "" && name != "Student, Test" && !strings.EqualFold(name, pointsPossible)
		},
		most: func([]cell) float64 { return most },
	}, nil
}

const pointsPossible = "Points Possible"

// chooseAssignment finds the column by its header, its title or its ID; without a wish there must be one only.
func chooseAssignment(header []cell, wanted string) (int, error) {
	var found []int
	var titles []string
	for i, c := range header {
		parts := assignment.FindStringSubmatch(strings.TrimSpace(c.text))
		if parts == nil {
			continue
		}
		titles = append(titles, parts[0])
		if wanted == "" || wanted == parts[0] || wanted == parts[1] || wanted == parts[2] {
			found = append(found, i)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(titles) == 0:
		return 0, fmt.Errorf("there is no assignment among its columns: %s", headers(header))
	case len(found) == 0:
		return 0, fmt.Errorf("there is no assignment %q; there are: %s", wanted, strings.Join(titles, ", "))
	}
	return 0, fmt.Errorf("there are several assignments, say which: %s", strings.Join(titles, ", "))
}
