package datasets

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// extreme is how many times as long as the median of all responses one is that readers warn of.
const extreme = 1000

// warnOfExtremes names the longest response if it is extreme, such as one with a pasted image.
// Lengths are in bytes.
func (d *Dataset) warnOfExtremes() {
	longest, by, to := 0, 0, 0
	for i := range d.Respondents {
		for j, response := range d.Respondents[i].Responses {
			if len(response) > longest {
				longest, by, to = len(response), i, j
			}
		}
	}
	if longest < extreme {
		return
	}
	var lengths []int
	for i := range d.Respondents {
		for _, response := range d.Respondents[i].Responses {
			if response != "" {
				lengths = numbers.Append(lengths, len(response))
			}
		}
	}
	slices.Sort(lengths)
	median := lengths[len(lengths)/2]
	first, _ := slices.BinarySearch(lengths, extreme*median)
	if first == len(lengths) {
		return
	}
	others := ""
	if n := len(lengths) - first - 1; n > 0 {
		others = fmt.Sprintf(" (so have %d more)", n)
	}
	d.Warnings = append(d.Warnings, fmt.Sprintf("the response of %s to question %s has %d bytes, %d times the "+
		"median of all responses%s: look whether an image or a file was pasted into it", text.Quote(d.Respondents[by].ID),
		text.Quote(d.Questions[to].ID), longest, longest/median, others))
}
