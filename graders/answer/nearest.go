package answer

// Nearest returns the name with the smallest edit distance to a word, if there is any name.
func Nearest(word string, names []string) (string, bool) {
	best, found := 0, ""
	for _, name := range names {
		if d := distance(word, name); found == "" || d < best {
			best, found = d, name
		}
	}
	return found, found != ""
}

// distance is Levenshtein's, in runes, on one row.
func distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range b {
			cost := diagonal
			if r != s {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
