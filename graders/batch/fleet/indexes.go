package fleet

import (
	"fmt"
	"strconv"
	"strings"
)

// indexes reads how the status of a Job lists them: "0-3,5,9-10".
func indexes(text string, most int) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		first, last, ranged := strings.Cut(part, "-")
		from, err := strconv.Atoi(first)
		to := from
		if err == nil && ranged {
			to, err = strconv.Atoi(last)
		}
		if err != nil || from < 0 || to < from || to >= most {
			return nil, fmt.Errorf("read indexes of the Job: %q", text)
		}
		for i := from; i <= to; i++ {
			all = append(all, i)
		}
	}
	return all, nil
}
