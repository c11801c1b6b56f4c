package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// honestFrom and honestTo bound the share of ratings that nominal 90% intervals should contain,
// once enough respondents are rated.
const honestFrom, honestTo, enough = .87, .93, 28

// none is the entry of what AUTO does not learn from, because a data set lacks it.
const none = "–"

// shown lists the peers that have their own columns.
var shown = []string{"inner CV", "stack", "GP"}

// writeTables writes the results as tables in Markdown: the mean errors on each data set, and
// AUTO's ratios to the peers over all data sets. Below it says where AUTO is not ahead.
func writeTables(w io.Writer, all []*cell, learn []string) error {
	learn = slices.DeleteFunc(slices.Clone(learn), func(l string) bool {
		return !slices.ContainsFunc(all, func(c *cell) bool { return c.auto[l].rmse != nil })
	})
	if err := measure.Table(w, errorRows(all, learn)); err != nil {
		return err
	}
	head := []string{"AUTO from", "rated", "data sets", "/ best of all"}
	for _, name := range shown {
		head = append(head, "/ "+name)
	}
	rows := [][]string{append(head, "/ CBG")}
	var found findings
	for _, rated := range groups(all) {
		for _, l := range learn {
			members := slices.DeleteFunc(slices.Clone(all), func(c *cell) bool {
				return c.group != rated || c.auto[l].rmse == nil
			})
			if len(members) > 0 {
				rows = append(rows, ratios(members, l))
				found.add(members, l)
			}
		}
	}
	fmt.Fprintln(w)
	if err := measure.Table(w, rows); err != nil {
		return err
	}
	return found.write(w)
}

// errorRows returns a row for each data set and number rated.
func errorRows(all []*cell, learn []string) [][]string {
	head := slices.Concat([]string{"data set", "respondents × questions", "rated", "splits", "CBG"},
		shown, []string{"best of all", "its RMSE"})
	for _, l := range learn {
		head = append(head, "AUTO, "+l)
	}
	for _, l := range learn {
		head = append(head, "90%, "+l)
	}
	rows := [][]string{head}
	for _, c := range all {
		row := []string{c.set.Name, fmt.Sprintf("%d × %d", len(c.set.Respondents), len(c.set.Questions)),
			fmt.Sprint(c.rated), fmt.Sprint(len(c.cbg)), decimal(4, mean(c.cbg))}
		for _, name := range shown {
			row = append(row, decimal(4, mean(c.peers[name])))
		}
		name, rmse := c.best()
		row = append(row, name, decimal(4, rmse))
		for _, l := range learn {
			row = append(row, decimal(4, mean(c.auto[l].rmse)))
		}
		for _, l := range learn {
			share := none
			if x := c.auto[l].coverage; x != nil {
				share = fmt.Sprintf("%.1f%%", 100**x)
			}
			row = append(row, share)
		}
		rows = append(rows, row)
	}
	return rows
}

// groups returns the numbers rated of all data sets, the whole training part last.
func groups(all []*cell) (list []int) {
	for _, c := range all {
		list = append(list, c.group)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// everybody stands for the size of the whole training part.
const everybody = math.MaxInt

// ratedText names the number rated.
func (c *cell) ratedText() string {
	if c.group == everybody {
		return "all"
	}
	return fmt.Sprint(c.rated)
}

// ratios returns the row of the mean ratios of AUTO's error to those of the peers.
func ratios(members []*cell, learn string) []string {
	row := []string{learn, members[0].ratedText(), fmt.Sprint(len(members))}
	to := func(of func(c *cell) float64) {
		sum := 0.0
		for _, c := range members {
			sum += mean(c.auto[learn].rmse) / of(c)
		}
		row = append(row, decimal(3, sum/float64(len(members))))
	}
	to(func(c *cell) float64 { _, rmse := c.best(); return rmse })
	for _, name := range shown {
		to(func(c *cell) float64 { return mean(c.peers[name]) })
	}
	to(func(c *cell) float64 { return mean(c.cbg) })
	return row
}

// best returns the peer with the least mean error.
func (c *cell) best() (name string, rmse float64) {
	for _, peer := range slices.Sorted(maps.Keys(c.peers)) {
		if m := mean(c.peers[peer]); name == "" || m < rmse {
			name, rmse = peer, m
		}
	}
	return name, rmse
}

// betterPeers returns for each data set the peers whose error is significantly lower than AUTO's,
// by the corrected resampled t-test. The tests of one peer on all data sets are adjusted together.
func betterPeers(members []*cell, learn string) [][]string {
	names := make(map[string]bool)
	for _, c := range members {
		for name := range c.peers {
			names[name] = true
		}
	}
	better := make([][]string, len(members))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		leads, p := make([]float64, len(members)), make([]float64, len(members))
		for i, c := range members {
			leads[i], p[i] = c.lead(learn, name)
		}
		for i, adjusted := range stats.Holm(p) {
			if adjusted < experiment.Significance && leads[i] > 0 {
				better[i] = append(better[i], name)
			}
		}
	}
	return better
}

// lead returns by how much a peer's mean error is lower than AUTO's, and the p value. Both are NaN
// if there is no such peer.
func (c *cell) lead(learn, name string) (mean, p float64) {
	peer, ok := c.peers[name]
	if !ok {
		return math.NaN(), math.NaN()
	}
	differences := make([]float64, len(peer))
	for i := range differences {
		differences[i] = c.auto[learn].rmse[i] - peer[i]
	}
	n := len(c.set.Respondents)
	e := stats.CorrectedEstimate(differences, c.rated, n-datasets.TrainSize(n, trainFraction))
	_, p = e.T()
	return e.Mean, p
}

// findings lists where AUTO is not ahead, and where its intervals are off.
type findings struct{ better, above, guess, off []string }

func (f *findings) add(members []*cell, learn string) {
	better := betterPeers(members, learn)
	for i, c := range members {
		auto := c.auto[learn]
		where := fmt.Sprintf("%s (%s, %s rated)", c.set.Name, learn, c.ratedText())
		if len(better[i]) > 0 {
			f.better = append(f.better, where+" by "+strings.Join(better[i], " and "))
		}
		if _, peer := c.best(); mean(auto.rmse) > peer {
			f.above = append(f.above, where)
		}
		if mean(auto.rmse) > mean(c.cbg) {
			f.guess = append(f.guess, where)
		}
		if share := auto.coverage; c.rated >= enough && share != nil &&
			(*share < honestFrom || *share > honestTo) {
			f.off = append(f.off, where)
		}
	}
}

func (f *findings) write(w io.Writer) error {
	list := func(names []string) string {
		if len(names) == 0 {
			return "none"
		}
		return strings.Join(names, ", ")
	}
	_, err := fmt.Fprintf(w, `
- A peer is better than AUTO at 5%% (corrected t-test over the splits, Holm over the data sets): %s
- AUTO above the best of all: %s
- AUTO above CBG: %s
- Intervals from %d rated on that hold less than %.0f%% or more than %.0f%%: %s
`, list(f.better), list(f.above), list(f.guess), enough, 100*honestFrom, 100*honestTo, list(f.off))
	return err
}

// mean returns the mean of the values, NaN of none.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// decimal formats a number with some decimals and without the 0 before the point.
func decimal(decimals int, v float64) string {
	if math.IsNaN(v) {
		return none
	}
	return strings.TrimPrefix(fmt.Sprintf("%.*f", decimals, v), "0")
}
