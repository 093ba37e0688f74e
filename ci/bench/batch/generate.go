package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/podium-labs/podium/graders/verify"
)

// generate lays the submissions, and returns what each must get in each lab, by ID and then lab.
func generate(dir string, o options) (map[string]map[string]int, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	known := map[string]map[string]int{}
	for i := range o.count {
		id := fmt.Sprintf("student-%04d", i)
		known[id] = map[string]int{}
		for _, lab := range o.labs {
			cases, err := verify.Cases(lab)
			if err != nil {
				return nil, err
			}
			if o.solutions {
				cases = slices.DeleteFunc(cases, func(c verify.Case) bool { return c.Name != "solutions/manifests" })
			}
			c := cases[i%len(cases)]
			if err := c.Lay(lab, filepath.Join(dir, id)); err != nil {
				return nil, err
			}
			known[id][lab.ID] = c.Score
		}
	}
	return known, nil
}

// compare wants every score as it is known.
func compare(rows [][]string, known map[string]map[string]int) error {
	var wrong []error
	seen := 0
	for _, row := range rows[1:] {
		for i, head := range rows[0] {
			lab, isScore := strings.CutSuffix(head, " score")
			if !isScore {
				continue
			}
			seen++
			if want := strconv.Itoa(known[row[0]][lab]); row[i] != want {
				wrong = append(wrong, fmt.Errorf("%s, %s: score %q, want %s", row[0], lab, row[i], want))
			}
		}
	}
	if want := len(known) * len(first(known)); seen != want {
		wrong = append(wrong, fmt.Errorf("there are %d scores, want %d", seen, want))
	}
	return errors.Join(wrong...)
}

func first(known map[string]map[string]int) map[string]int {
	for _, scores := range known {
		return scores
	}
	return nil
}
