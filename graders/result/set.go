package result

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// SetSchema is the value of the field "schema" of an encoded Set.
const SetSchema = "podium.results/v1"

// Set is what one submission got in several labs, in the order of grading.
type Set []*Record

// Score is the total of all labs; nil if one of them has no score, because then the total is not known either.
func (s Set) Score() *int {
	total := 0
	for _, r := range s {
		if r.Score == nil {
			return nil
		}
		total += *r.Score
	}
	if len(s) == 0 {
		return nil
	}
	return &total
}

// MaxScore is what all labs together are worth.
func (s Set) MaxScore() int {
	total := 0
	for _, r := range s {
		total += r.MaxScore
	}
	return total
}

// encodedSet is a Set in JSON.
type encodedSet struct {
	Schema   string    `json:"schema"`
	Score    *int      `json:"score"`
	MaxScore int       `json:"max_score"`
	Records  []*Record `json:"records"`
}

// EncodeSet writes the records and their total as one indented JSON document.
func EncodeSet(w io.Writer, s Set) error {
	document := encodedSet{Schema: SetSchema, Score: s.Score(), MaxScore: s.MaxScore(), Records: []*Record{}}
	for _, r := range s {
		document.Records = append(document.Records, withLists(r))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("encode records: %w", err)
	}
	return nil
}

// TextSet writes the report of every lab, and below them the points of each with the total.
func TextSet(w io.Writer, s Set, opts TextOptions) error {
	for _, r := range s {
		if err := Text(w, r, opts); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	t := newReport(nil, opts)
	for _, r := range s {
		t.scoreLine("", Clean(r.Lab), t.of(r.Score, r.MaxScore))
	}
	t.out.WriteString(t.paint.dim(strings.Repeat("=", t.width)) + "\n")
	t.scoreLine("", t.paint.bold(t.words.Sprintf("Total of %d labs", len(s))), t.paint.bold(t.of(s.Score(), s.MaxScore())))
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
