package gradebook

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	// participant is the cell by which Moodle's offline grading worksheet knows a submission.
	participant = regexp.MustCompile(`^\D*(\d+)$`)
	// download is the folder of a submission in the archive that Moodle makes of all: "Ada Lovelace_123_assignsubmission_file".
	download = regexp.MustCompile(`_(\d+)_assignsubmission_`)
)

// moodle understands the offline grading worksheet of an assignment. Only the grade is filled in: Moodle compares the time in "Last modified (grade)"
// with its own and must find it as it was.
func moodle(s *sheet) (*layout, error) {
	header := s.rows[0]
	grade, identifier := column(header, "Grade"), column(header, "Identifier")
	if grade < 0 || identifier < 0 {
		return nil, fmt.Errorf("no offline grading worksheet of Moodle: expected the columns Identifier and Grade, found: %s", headers(header))
	}
	maximum, changeable := column(header, "Maximum Grade"), column(header, "Grade can be changed")
	text := func(row []cell, i int) string {
		if i < 0 || i >= len(row) {
			return ""
		}
		return strings.TrimSpace(row[i].text)
	}
	return &layout{
		grade: grade, keys: append([]int{identifier}, columns(header, "Email address", "Username", "ID number")...),
		names:   moodleNames,
		student: func(row []cell) bool { return text(row, identifier) != "" },
		most:    func(row []cell) float64 { return number(text(row, maximum)) },
		locked:  func(row []cell) bool { return strings.EqualFold(text(row, changeable), "No") },
	}, nil
}

// moodleNames are the cell itself, the number in it, and "participant_123", which a file system likes better.
func moodleNames(text string) []string {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	names := []string{text}
	if parts := participant.FindStringSubmatch(text); parts != nil && parts[1] != text {
		names = append(names, parts[1], strings.ReplaceAll(text, " ", "_"), strings.ReplaceAll(text, " ", "-"))
	}
	return names
}

// FromDownload is the number of a participant in the name of a folder that Moodle has made, or the name itself.
func FromDownload(id string) string {
	if parts := download.FindStringSubmatch(id); parts != nil {
		return parts[1]
	}
	return id
}
