package verify

import (
	"fmt"
	"slices"
	"strings"
)

// thin leaves so many mistakes, the first and others at even distances, and everything that is no mistake. Zero leaves all.
func thin(cases []Case, mistakesLeft int) []Case {
	all := 0
	for i := range cases {
		if cases[i].mistake() {
			all++
		}
	}
	if mistakesLeft <= 0 || mistakesLeft >= all {
		return cases
	}
	seen := 0
	return slices.DeleteFunc(cases, func(c Case) bool {
		if !c.mistake() {
			return false
		}
		seen++
		// the n-th stays where n*left/all reaches a new whole number
		return (seen*mistakesLeft-1)/all == ((seen-1)*mistakesLeft-1)/all && seen > 1
	})
}

func (c Case) mistake() bool { return strings.HasPrefix(c.Name, mistakes+"/") }

// repeat returns the cases so many times, one round after the other, each repetition under a name of its own.
func repeat(cases []Case, times int) []Case {
	all := slices.Clone(cases)
	for round := 2; round <= times; round++ {
		for _, c := range cases {
			c.Name = fmt.Sprintf("%s (%d)", c.Name, round)
			all = append(all, c)
		}
	}
	return all
}
