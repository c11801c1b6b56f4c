package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// honestFrom and honestTo bound the share of ratings that nominal 90% intervals should hold.
const honestFrom, honestTo = .87, .93

// none is the cell of what did not run.
const none = "–"

// writeTable writes the results as a table in Markdown, and below it the mean ratio and where AUTO
// is not ahead. Means are over the splits that both sides have.
func writeTable(w io.Writer, all []*result) error {
	rows := [][]string{{"data set", "respondents × questions", "splits", "best peer", "its RMSE",
		"CBG", "AUTO", "AUTO / peer", "90% intervals"}}
	var ratios, drawRatios []float64
	var behind, worse, off []string
	for _, r := range all {
		n := r.splits()
		name, peer := r.best(n)
		cells := []string{r.Name, fmt.Sprintf("%d × %d", r.Respondents, r.Questions),
			fmt.Sprint(n), none, none, none, none, none, none}
		if name != "" {
			cells[3], cells[4] = name, decimal(4, peer)
		}
		if len(r.AUTO) > 0 {
			cbg, auto := mean(r.CBG[:n]), mean(r.AUTO[:n])
			cells[5], cells[6] = decimal(4, cbg), decimal(4, auto)
			if auto > cbg {
				worse = append(worse, r.Name)
			}
		}
		if ratio, ok := r.ratio(); ok {
			ratios = append(ratios, ratio)
			cells[7] = decimal(2, ratio)
			if ratio > 1 {
				behind = append(behind, r.Name)
			}
		}
		drawRatios = append(drawRatios, r.drawRatios...)
		if r.Coverage != nil {
			cells[8] = fmt.Sprintf("%.1f%%", 100**r.Coverage)
			if *r.Coverage < honestFrom || *r.Coverage > honestTo {
				off = append(off, r.Name)
			}
		}
		rows = append(rows, cells)
	}
	if err := measure.Table(w, rows); err != nil || len(ratios) == 0 {
		return err
	}
	_, err := fmt.Fprintf(w, `
Mean of AUTO / peer over %d data sets: %s
AUTO above the best peer: %s
AUTO above CBG: %s
Intervals that hold less than %.0f%% or more than %.0f%%: %s
`, len(ratios), decimal(3, mean(ratios)), list(behind), list(worse), 100*honestFrom, 100*honestTo,
		list(off))
	if err != nil || len(drawRatios) == 0 {
		return err
	}
	above := 0
	for _, ratio := range drawRatios {
		if ratio > 1 {
			above++
		}
	}
	_, err = fmt.Fprintf(w, "AUTO above the draw's best peer: %d of %d draws; highest ratio %s\n",
		above, len(drawRatios), decimal(2, slices.Max(drawRatios)))
	return err
}

// splits returns the number of splits that both sides have, or that the one has that ran.
func (r *result) splits() int {
	peers, auto := r.peerSplits(), len(r.AUTO)
	if peers == 0 || auto == 0 {
		return max(peers, auto)
	}
	return min(peers, auto)
}

// decimal formats a number with some decimals and without the 0 before the point.
func decimal(decimals int, v float64) string {
	return strings.TrimPrefix(fmt.Sprintf("%.*f", decimals, v), "0")
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
