package main

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// everybody stands for the size of the whole training part.
const everybody = math.MaxInt

// group is AUTO and its peers on all data sets with one number rated.
type group struct {
	size    int    // the number rated, or everybody
	learn   string // what AUTO learns from
	members []member
}

// member is a data set in a group.
type member struct {
	r    *result
	c    *cell
	auto *learned
}

// groups returns the numbers rated of all data sets, the whole training part last.
func groups(all []*result) []int {
	sizes := []int{everybody}
	for _, r := range all {
		sizes = append(sizes, r.sizes[:len(r.sizes)-1]...)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// groupOf returns the group of the data sets on which AUTO and the peers ran.
func groupOf(all []*result, size int, learn string) *group {
	g := &group{size: size, learn: learn}
	for _, r := range all {
		whole := r.sizes[len(r.sizes)-1]
		n := size
		if size == everybody {
			n = whole
		} else if size == whole || !slices.Contains(r.sizes, size) {
			continue
		}
		c := r.at(n)
		if auto := c.AUTO[learn]; auto != nil && c.peerSplits() > 0 {
			g.members = append(g.members, member{r, c, auto})
		}
	}
	return g
}

// rated names the number rated.
func (g *group) rated() string {
	if g.size == everybody {
		return "all"
	}
	return fmt.Sprint(g.size)
}

// ratios returns the row of the mean ratios of AUTO's error to those of the peers.
func (g *group) ratios() []string {
	row := []string{g.learn, g.rated(), fmt.Sprint(len(g.members))}
	to := func(of func(member, int) float64) {
		sum := 0.0
		for _, m := range g.members {
			n := m.c.splits()
			sum += mean(m.auto.RMSE[:n]) / of(m, n)
		}
		row = append(row, decimal(3, sum/float64(len(g.members))))
	}
	to(func(m member, n int) float64 { _, rmse := m.c.best(n); return rmse })
	for _, name := range shown {
		to(func(m member, n int) float64 { return mean(m.c.Peers[name][:n]) })
	}
	to(func(m member, n int) float64 { return mean(m.c.CBG[:n]) })
	return row
}

// betterPeers returns for each data set the peers whose error is significantly lower than AUTO's.
// The tests of one peer on all data sets are adjusted together.
func (g *group) betterPeers() [][]string {
	names := make(map[string]bool)
	for _, m := range g.members {
		for name := range m.c.Peers {
			names[name] = true
		}
	}
	better := make([][]string, len(g.members))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		leads, p := make([]float64, len(g.members)), make([]float64, len(g.members))
		for i, m := range g.members {
			leads[i], p[i] = m.lead(name)
		}
		for i, adjusted := range stats.Holm(p) {
			if adjusted < experiment.Significance && leads[i] > 0 {
				better[i] = append(better[i], name)
			}
		}
	}
	return better
}

// lead returns by how much a peer's mean error is lower than AUTO's, and the p value of the
// corrected resampled t-test. Both are NaN if there is no such peer.
func (m member) lead(name string) (mean, p float64) {
	peer, ok := m.c.Peers[name]
	if !ok {
		return math.NaN(), math.NaN()
	}
	differences := make([]float64, m.c.splits())
	for i := range differences {
		differences[i] = m.auto.RMSE[i] - peer[i]
	}
	test := m.r.Respondents - datasets.TrainSize(m.r.Respondents, trainFraction)
	e := stats.CorrectedEstimate(differences, m.c.Rated, test)
	_, p = e.T()
	return e.Mean, p
}
