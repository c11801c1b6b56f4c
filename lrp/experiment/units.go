package experiment

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/stream"
	"github.com/luna-rating/luna/lrp/stats"
)

// units are what is put into a training or test part as a whole: groups, or single respondents.
type units struct {
	seed       uint64
	n          int     // respondents
	groups     int     // 0 without groups
	members    [][]int // the respondents of each unit
	stratified bool
	means      []float64 // of the ratings of each unit
	warnings   []string
}

// unitsOf returns the units of a data set, nil if the options ask for neither groups nor strata. A
// respondent without an entry in the column of groups is a group alone.
func (o *Options) unitsOf(ds *datasets.Dataset) (*units, error) {
	if o.Groups == "" && !o.Stratify {
		return nil, nil
	}
	u := &units{seed: o.Seed, n: len(ds.Respondents), stratified: o.Stratify}
	values, at := make([]string, u.n), map[string]int{}
	if o.Groups != "" {
		var err error
		if values, err = ds.Attribute(o.Groups); err != nil {
			return nil, err
		}
	}
	alone := 0
	for i, value := range values {
		k, known := at[value]
		if value == "" && o.Groups != "" {
			alone++
		}
		if value == "" || !known {
			k, u.members = len(u.members), append(u.members, nil)
			at[value] = k
		}
		u.members[k] = append(u.members[k], i)
	}
	if len(u.members) < 2 && o.Groups != "" {
		return nil, fmt.Errorf("found %s in %s, expected at least 2",
			fileerr.Count(len(u.members), "group"), fileerr.Quote(o.Groups))
	}
	for _, unit := range u.members {
		var ratings []float64
		for _, i := range unit {
			ratings = append(ratings, ds.Respondents[i].Rating)
		}
		mean, _ := stats.MeanSD(ratings)
		u.means = append(u.means, mean)
	}
	if o.Groups != "" {
		u.groups = len(u.members)
	}
	if alone > 0 {
		u.warnings = []string{fmt.Sprintf("%s without an entry in %s: a group each",
			counted(alone, "respondent"), fileerr.Quote(o.Groups))}
	}
	return u, nil
}

// order returns the units at random or, if they are stratified, by their ratings, at random where
// these are equal.
func (u *units) order(random *rand.Rand) []int {
	order := random.Perm(len(u.members))
	if u.stratified {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(u.means[a], u.means[b]) })
	}
	return order
}

// respondents returns those of some units, in ascending order.
func (u *units) respondents(list []int) []int {
	var all []int
	for _, k := range list {
		all = append(all, u.members[k]...)
	}
	slices.Sort(all)
	return all
}

// split returns split number i, whose training part is as near to that size as units allow. Its
// smaller part is drawn: any units or, if they are stratified, one of each of as many blocks of
// neighbours by rating as there are units in the part.
func (u *units) split(train, i int) datasets.Split {
	random := stream.New(u.seed, "split of units", i)
	order, want := u.order(random), min(train, u.n-train)
	blocks := slices.Collect(slices.Chunk(order, 1))
	if count := len(order); u.stratified {
		m := max(1, int(math.Round(float64(count*want)/float64(u.n))))
		blocks = make([][]int, m)
		for b := range blocks {
			blocks[b] = order[b*count/m : (b+1)*count/m]
			random.Shuffle(len(blocks[b]), func(x, y int) {
				blocks[b][x], blocks[b][y] = blocks[b][y], blocks[b][x]
			})
		}
	}
	part := u.respondents(u.draw(blocks, want))
	s := datasets.Partition{part, make([]int, u.n-len(part))}.Split(0)
	if want < u.n-train {
		s.Train, s.Test = s.Test, s.Train
	}
	return s
}

// draw returns the units that have as many respondents as is wanted, or as nearly as possible: one of
// each block if the units are stratified, otherwise at most one.
func (u *units) draw(blocks [][]int, want int) []int {
	// Bit s of sums[b] says that units of the first b blocks can have s respondents.
	sums := []*big.Int{big.NewInt(1)}
	for _, block := range blocks {
		last, next := sums[len(sums)-1], new(big.Int)
		if !u.stratified {
			next.Set(last)
		}
		tried := map[int]bool{}
		for _, k := range block {
			if size := len(u.members[k]); !tried[size] {
				tried[size] = true
				next.Or(next, new(big.Int).Lsh(last, uint(size)))
			}
		}
		sums = append(sums, next)
	}
	can := func(b, size int) bool { return size >= 0 && sums[b].Bit(size) == 1 }
	sum := want
	for off := 0; ; off++ { // neither part is empty
		if sum = want - off; sum > 0 && can(len(blocks), sum) {
			break
		}
		if sum = want + off; sum < u.n && can(len(blocks), sum) {
			break
		}
	}
	var drawn []int
	for b := len(blocks) - 1; b >= 0; b-- {
		k := slices.IndexFunc(blocks[b], func(k int) bool { return can(b, sum-len(u.members[k])) })
		if k >= 0 {
			drawn, sum = append(drawn, blocks[b][k]), sum-len(u.members[blocks[b][k]])
		}
	}
	return drawn
}

// folds partitions the respondents into k test parts of like sizes. Stratified units, by their
// ratings, go in turns of k to one part each, the larger ones to the smaller parts.
func (u *units) folds(k, repetition int) (datasets.Partition, error) {
	if k < 2 || k > len(u.members) {
		return nil, fmt.Errorf("folds: found %s, expected 2 to %d, the number of groups",
			fileerr.Count(k, "fold"), len(u.members))
	}
	random, step := stream.New(u.seed, "folds of units", repetition), 1
	if u.stratified {
		step = k
	}
	size := func(unit int) int { return len(u.members[unit]) }
	parts, sizes, bySize := make([][]int, k), make([]int, k), make([]int, k)
	move := func(unit, to int) {
		parts[to] = append(parts[to], unit)
		sizes[to] += size(unit)
	}
	for turn := range slices.Chunk(u.order(random), step) {
		random.Shuffle(len(turn), func(a, b int) { turn[a], turn[b] = turn[b], turn[a] })
		slices.SortStableFunc(turn, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
		for f := range bySize {
			bySize[f] = f
		}
		slices.SortStableFunc(bySize, func(a, b int) int { return cmp.Compare(sizes[a], sizes[b]) })
		for i, unit := range turn {
			move(unit, bySize[i])
		}
	}
	for !u.stratified { // from the largest part to the smallest, as long as they become more alike
		small, large := slices.Index(sizes, slices.Min(sizes)), slices.Index(sizes, slices.Max(sizes))
		i := slices.IndexFunc(parts[large], func(unit int) bool {
			return size(unit) < sizes[large]-sizes[small]
		})
		if i < 0 {
			break
		}
		unit := parts[large][i]
		parts[large], sizes[large] = slices.Delete(parts[large], i, i+1), sizes[large]-size(unit)
		move(unit, small)
	}
	partition := make(datasets.Partition, k)
	for f := range parts {
		partition[f] = u.respondents(parts[f])
	}
	return partition, nil
}
