package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/luna-rating/luna/lrp"
)

// near is the largest ratio to the least error that counts as near to it.
const near = 1.02

// printCells writes a data set's table: one row per approach, one column per regressor.
func printCells(out io.Writer, d *lrp.DatasetReport, trials int, cells []cell) {
	fmt.Fprintf(out, "%s: %d respondents, %d questions, %d trials\n",
		d.Name, d.Respondents, d.Questions, trials)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "approach\tCBG\t")
	for _, name := range cells[0].regressors {
		fmt.Fprintf(w, "%s\t", name)
	}
	fmt.Fprintln(w)
	for _, c := range cells {
		fmt.Fprintf(w, "%s\t%.4f\t", c.approach, c.constant)
		for _, e := range c.rmse {
			mark := ""
			if e == c.best() {
				mark = "*"
			}
			fmt.Fprintf(w, "%s%.4f\t", mark, e)
		}
		fmt.Fprintln(w)
	}
	fatal(w.Flush())
	fmt.Fprintln(out)
}

// summary is how one regressor fares in all cells.
type summary struct {
	name       string
	best, near int     // cells in which it is the best, and within 2% of it
	median     float64 // of its error relative to the least
	ratio      float64 // its least error relative to the best of the others
	at         cell    // where that is
}

// printSummary writes one row per regressor over the cells that tell regressors apart.
func printSummary(out io.Writer, cells []cell) {
	all := len(cells)
	cells = slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return c.best()*near >= c.constant })
	fmt.Fprintf(out, "%d cells, %d of them with an error below the constant best guess's by 2%%\n", all, len(cells))
	if len(cells) == 0 {
		return
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "regressor\tbest\twithin 2%\tmedian ratio\tbest ratio to the others\tfound with")
	for k, name := range cells[0].regressors {
		s := summarize(name, k, cells)
		fmt.Fprintf(w, "%s\t%d\t%d\t%.3f\t%.3f\t%s on %s\n",
			s.name, s.best, s.near, s.median, s.ratio, s.at.approach, s.at.dataset)
	}
	fatal(w.Flush())
}

// summarize compares regressor k with the others.
func summarize(name string, k int, cells []cell) summary {
	s := summary{name: name, ratio: math.Inf(1)}
	var ratios []float64
	for _, c := range cells {
		relative := c.rmse[k] / c.best()
		ratios = append(ratios, relative)
		if relative == 1 {
			s.best++
		}
		if relative <= near {
			s.near++
		}
		others := slices.Delete(slices.Clone(c.rmse), k, k+1)
		if ratio := c.rmse[k] / slices.Min(others); ratio < s.ratio {
			s.ratio, s.at = ratio, c
		}
	}
	slices.SortFunc(ratios, cmp.Compare)
	s.median = ratios[len(ratios)/2]
	return s
}
