package summary

import (
	"fmt"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// chart is the histogram as SVG, and the same numbers for a table.
type chart struct {
	// Title is what a screen reader says of the picture.
	Title string
	Bars  []bar
}

// bar is one bar; the lengths are in the units of the picture, which is 660 wide and 188 high above its axis.
type bar struct {
	X, Y, Width, Height string
	Middle, Above       string
	Range               string
	Count               int
}

// The measures of the picture.
const (
	chartWidth  = 660
	chartHeight = 188
	gap         = 6
	ground      = 220 // where bars stand; the axis is written below
)

func draw(words *lang.Printer, bins []bin) chart {
	most := 1
	for _, b := range bins {
		most = max(most, b.count)
	}
	c := chart{}
	var said []string
	step := float64(chartWidth) / float64(len(bins))
	for i, b := range bins {
		height := float64(chartHeight) * float64(b.count) / float64(most)
		text := fmt.Sprintf("%d–%d", b.low, b.high-1)
		if b.low == 100 {
			text = "100"
		}
		c.Bars = append(c.Bars, bar{
			X: length(float64(i)*step + gap/2), Y: length(ground - height), Width: length(step - gap), Height: length(height),
			Middle: length((float64(i) + .5) * step), Above: length(ground - height - 6), Range: text, Count: b.count,
		})
		if b.count > 0 {
			said = append(said, fmt.Sprintf("%s %%: %d", text, b.count))
		}
	}
	c.Title = words.Sprintf("Histogram of scores in percent: %s", strings.Join(said, ", "))
	return c
}
