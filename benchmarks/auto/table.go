package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// honestFrom and honestTo bound the share of ratings that nominal 90% intervals should contain,
// once enough respondents are rated.
const honestFrom, honestTo, enough = .87, .93, 28

// none is the cell of a model that did not run.
const none = "–"

// shown lists the peers that have their own columns.
var shown = []string{"inner CV", "stack", "GP"}

// writeTables writes the results as tables in Markdown: the mean errors on each data set, over the
// splits that all sides have, and AUTO's ratios to the peers over all data sets. Below it says
// where AUTO is not ahead.
func writeTables(w io.Writer, all []*result, learn []string) error {
	learn = slices.DeleteFunc(slices.Clone(learn), func(l string) bool {
		return !slices.ContainsFunc(all, func(r *result) bool {
			return slices.ContainsFunc(r.Cells, func(c *cell) bool { return c.AUTO[l] != nil })
		})
	})
	if err := writeErrors(w, all, learn); err != nil {
		return err
	}
	rows := [][]string{append(append([]string{"AUTO from", "rated", "data sets", "/ best of all"},
		ratiosTo(shown)...), "/ CBG")}
	var found findings
	for _, size := range groups(all) {
		for _, l := range learn {
			g := groupOf(all, size, l)
			if len(g.members) == 0 {
				continue
			}
			rows = append(rows, g.ratios())
			found.add(g)
		}
	}
	if len(rows) == 1 {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := measure.Table(w, rows); err != nil {
		return err
	}
	return found.write(w)
}

func ratiosTo(names []string) []string {
	var list []string
	for _, name := range names {
		list = append(list, "/ "+name)
	}
	return list
}

// writeErrors writes a row for each data set and number rated.
func writeErrors(w io.Writer, all []*result, learn []string) error {
	head := slices.Concat([]string{"data set", "respondents × questions", "rated", "splits", "CBG"},
		shown, []string{"best of all", "its RMSE"})
	for _, l := range learn {
		head = append(head, "AUTO, "+l)
	}
	for _, l := range learn {
		head = append(head, "90%, "+l)
	}
	rows := [][]string{head}
	for _, r := range all {
		for _, size := range r.sizes {
			c := r.at(size)
			n := c.splits()
			row := []string{r.Name, fmt.Sprintf("%d × %d", r.Respondents, r.Questions),
				fmt.Sprint(size), fmt.Sprint(n), decimalMean(c.CBG, n)}
			for _, name := range shown {
				row = append(row, decimalMean(c.Peers[name], n))
			}
			if name, rmse := c.best(n); name != "" {
				row = append(row, name, decimal(4, rmse))
			} else {
				row = append(row, none, none)
			}
			for _, l := range learn {
				row = append(row, decimalMean(c.auto(l).RMSE, n))
			}
			for _, l := range learn {
				row = append(row, percent(c.auto(l).Coverage))
			}
			rows = append(rows, row)
		}
	}
	return measure.Table(w, rows)
}

// auto returns the results of AUTO learning from l, nothing if it did not run.
func (c *cell) auto(l string) *learned {
	if a := c.AUTO[l]; a != nil {
		return a
	}
	return &learned{}
}

// decimalMean formats the mean of the first errors.
func decimalMean(errs []float64, n int) string {
	if n == 0 || len(errs) < n {
		return none
	}
	return decimal(4, mean(errs[:n]))
}

// decimal formats a number with some decimals and without the 0 before the point.
func decimal(decimals int, v float64) string {
	return strings.TrimPrefix(fmt.Sprintf("%.*f", decimals, v), "0")
}

func percent(share *float64) string {
	if share == nil {
		return none
	}
	return fmt.Sprintf("%.1f%%", 100**share)
}

// findings lists where AUTO is not ahead, and where its intervals are off.
type findings struct{ better, above, guess, off []string }

func (f *findings) add(g *group) {
	better := g.betterPeers()
	for i, m := range g.members {
		n := m.c.splits()
		auto := mean(m.auto.RMSE[:n])
		where := fmt.Sprintf("%s (%s, %s rated)", m.r.Name, g.learn, g.rated())
		if len(better[i]) > 0 {
			f.better = append(f.better, where+" by "+strings.Join(better[i], " and "))
		}
		if _, peer := m.c.best(n); auto > peer {
			f.above = append(f.above, where)
		}
		if auto > mean(m.c.CBG[:n]) {
			f.guess = append(f.guess, where)
		}
		if share := m.auto.Coverage; m.c.Rated >= enough && share != nil &&
			(*share < honestFrom || *share > honestTo) {
			f.off = append(f.off, where)
		}
	}
}

func (f *findings) write(w io.Writer) error {
	_, err := fmt.Fprintf(w, `
- A peer is better than AUTO at 5%% (corrected t-test over the splits, Holm over the data sets): %s
- AUTO above the best of all: %s
- AUTO above CBG: %s
- Intervals from %d rated on that hold less than %.0f%% or more than %.0f%%: %s
`, list(f.better), list(f.above), list(f.guess), enough, 100*honestFrom, 100*honestTo, list(f.off))
	return err
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
