// Package nearest finds the name that somebody probably meant.
package nearest

import (
	"cmp"
	"slices"
)

// Name returns the name with the smallest edit distance to a word, if there is any name.
func Name(word string, names []string) (string, bool) {
	best, found := 0, ""
	for _, name := range names {
		if d := Distance(word, name); found == "" || d < best {
			best, found = d, name
		}
	}
	return found, found != ""
}

// Typo returns the nearest name if it is so near that the word is probably that name mistyped: of three letters one may be
// wrong. What is one of the names is not mistyped.
func Typo(word string, names []string) (string, bool) {
	name, ok := Name(word, names)
	d := Distance(word, name)
	return name, ok && d > 0 && 3*d <= max(len(word), len(name))
}

// Few returns up to limit names, nearest first.
func Few(word string, names []string, limit int) []string {
	sorted := slices.Clone(names)
	slices.SortStableFunc(sorted, func(a, b string) int { return cmp.Compare(Distance(word, a), Distance(word, b)) })
	return sorted[:min(limit, len(sorted))]
}

// Distance counts what has to be inserted, left out, replaced or swapped with its neighbour to make one word of the other
// (Levenshtein's distance with transpositions, in runes).
func Distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	twoAbove, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		twoAbove, above, row = above, row, twoAbove
		row[0] = i + 1
		for j, s := range b {
			replace := above[j]
			if r != s {
				replace++
			}
			row[j+1] = min(replace, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && r == b[j-1] && a[i-1] == s {
				row[j+1] = min(row[j+1], twoAbove[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
