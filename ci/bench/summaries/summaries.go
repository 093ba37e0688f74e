// Package summaries reads what a batch sums up, for comparison with another one's.
package summaries

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Read returns the rows of the summary.csv in the folder of a batch, its head first, without the column that says when. The error
// is that of the file or of its form.
func Read(out string) ([][]string, error) {
	file, err := os.Open(filepath.Join(out, "summary.csv"))
	if err != nil {
		return nil, fmt.Errorf("read summary: %w", err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read summary: %w", err)
	}
	if len(rows) == 0 || !slices.Contains(rows[0], "graded_at") {
		return nil, fmt.Errorf("read summary: %s has no column graded_at", file.Name())
	}
	when := slices.Index(rows[0], "graded_at")
	for i := range rows {
		rows[i] = slices.Delete(rows[i], when, when+1)
	}
	return rows, nil
}
