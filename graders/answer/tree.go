package answer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// digest is over names, sizes and contents, in the order of names.
func digest(files []File) string {
	sorted := slices.SortedFunc(slices.Values(files), func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	sum := sha256.New()
	for _, file := range sorted {
		_, _ = fmt.Fprintf(sum, "%d %s %d\n", len(file.Name), file.Name, len(file.Content))
		_, _ = sum.Write(file.Content)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
