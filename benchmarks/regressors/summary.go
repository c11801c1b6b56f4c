package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"text/tabwriter"
)

// near is the maximum ratio to the least error that counts as close to it.
const near = 1.02

// summary describes the performance of one regressor over all its cells.
type summary struct {
	cells      int
	best, near int       // cells in which it is the best, and within 2% of it
	ratios     []float64 // its errors relative to the least
	least      float64   // the least of its errors relative to the best of the others
	where      string    // where that is
}

// printSummary writes one row per regressor.
func printSummary(out io.Writer, results []result) error {
	all, counted := 0, 0
	summaries := make(map[string]*summary)
	for _, r := range results {
		for _, c := range r.Cells {
			all++
			if c.best()*near > r.Constant {
				continue
			}
			counted++
			for name := range c.RMSE {
				if summaries[name] == nil {
					summaries[name] = &summary{least: math.Inf(1)}
				}
				summaries[name].add(name, c, r.Dataset)
			}
		}
	}
	fmt.Fprintf(out, "%d of %d cells have an error 2%% below that of the constant best guess\n",
		counted, all)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "regressor\tcells\tbest\twithin 2%\tmedian ratio\tto the best other\twith")
	for _, name := range slices.Sorted(maps.Keys(summaries)) {
		s := summaries[name]
		slices.Sort(s.ratios)
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.3f\t%.3f\t%s\n",
			name, s.cells, s.best, s.near, s.ratios[s.cells/2], s.least, s.where)
	}
	return w.Flush()
}

// add counts a cell.
func (s *summary) add(name string, c cell, dataset string) {
	s.cells++
	ratio := c.RMSE[name] / c.best()
	s.ratios = append(s.ratios, ratio)
	if ratio == 1 {
		s.best++
	}
	if ratio <= near {
		s.near++
	}
	others := maps.Clone(c.RMSE)
	delete(others, name)
	if r := c.RMSE[name] / slices.Min(slices.Collect(maps.Values(others))); r < s.least {
		s.least, s.where = r, c.Approach+" on "+dataset
	}
}
