package datasets

import (
	"fmt"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// Split divides respondents 0..n-1 into a training set and a test set, each in ascending
// order.
type Split struct {
	Train, Test []int // numbers of respondents, from 0
}

// Splitter draws random splits of N respondents into training sets of Train and test sets of
// Test respondents; the two together may be fewer than N. Split i of a given seed takes both
// sets from the same random order of the respondents, whatever their sizes.
type Splitter struct {
	N, Train, Test int
	Seed           uint64
}

// NewSplitter returns the splitter of n respondents whose training set has [TrainSize]
// respondents and whose test set has the others. It returns an error if n < 2 or fraction is
// not strictly between 0 and 1.
func NewSplitter(n int, fraction float64, seed uint64) (Splitter, error) {
	switch {
	case n < 2:
		return Splitter{}, fmt.Errorf("split: found %s, expected at least 2",
			text.Count(n, "respondent"))
	case !(fraction > 0 && fraction < 1):
		return Splitter{},
			fmt.Errorf("split: found training fraction %v, expected more than 0 and less than 1",
				fraction)
	}
	train := TrainSize(n, fraction)
	return Splitter{N: n, Train: train, Test: n - train, Seed: seed}, nil
}

// Split returns split number i, from 0. It draws from its own random stream, keyed by the
// seed and i, and so does not depend on which other splits are drawn.
func (s Splitter) Split(i int) Split {
	order := numbers.Stream(s.Seed, "split", i).Perm(s.N)
	split := Split{Train: slices.Clone(order[:s.Train]),
		Test: slices.Clone(order[s.Train : s.Train+s.Test])}
	slices.Sort(split.Train)
	slices.Sort(split.Test)
	return split
}

// Splits returns splits 0 to trials-1 of [NewSplitter]. It returns an error if NewSplitter
// does or trials < 1.
func Splits(n int, fraction float64, trials int, seed uint64) ([]Split, error) {
	s, err := NewSplitter(n, fraction, seed)
	if err != nil {
		return nil, err
	}
	if trials < 1 {
		return nil, fmt.Errorf("split: found %d trials, expected at least 1", trials)
	}
	splits := make([]Split, trials)
	for i := range splits {
		splits[i] = s.Split(i)
	}
	return splits, nil
}

// TrainSize returns how many of n respondents [NewSplitter] puts into the training set:
// floor(fraction*n), at least 1 and at most n-1.
func TrainSize(n int, fraction float64) int {
	// The small addend keeps products such as 0.7*10 = 6.999… from losing a respondent.
	return min(max(int(math.Floor(fraction*float64(n)+1e-9)), 1), n-1)
}

// Partition holds the test sets of a cross-validation, each in ascending order. Every
// respondent is in exactly one.
type Partition [][]int

// Folds partitions n respondents at random into k test sets for k-fold cross-validation.
// The sizes differ by at most one, larger sets first. Each repetition draws from its own
// random stream. With k = n (leave-one-out) nothing is random: set i is respondent i. It
// returns an error unless 2 <= k <= n and repetition >= 0.
func Folds(n, k int, seed uint64, repetition int) (Partition, error) {
	switch {
	case n < 2:
		return nil, fmt.Errorf("folds: found %s, expected at least 2",
			text.Count(n, "respondent"))
	case k < 2 || k > n:
		return nil, fmt.Errorf("folds: found %s, expected 2 to %d, the number of respondents",
			text.Count(k, "fold"), n)
	case repetition < 0:
		return nil, fmt.Errorf("folds: found repetition %d, expected at least 0", repetition)
	}
	p := make(Partition, k)
	if k == n {
		for i := range p {
			p[i] = []int{i}
		}
		return p, nil
	}
	order := numbers.Stream(seed, "folds", repetition).Perm(n)
	for i := range p {
		size := n / k
		if i < n%k {
			size++
		}
		p[i] = slices.Clone(order[:size])
		slices.Sort(p[i])
		order = order[size:]
	}
	return p, nil
}

// Split returns fold i: its test set, and all other respondents as training set.
func (p Partition) Split(i int) Split {
	n := 0
	for _, test := range p {
		n += len(test)
	}
	s := Split{Train: make([]int, 0, n-len(p[i])), Test: p[i]}
	next := 0
	for r := range n {
		if next < len(s.Test) && s.Test[next] == r {
			next++
			continue
		}
		s.Train = append(s.Train, r)
	}
	return s
}

// Nested returns a random subset of m respondents of the training set of split i, in ascending
// order, or all of them if there are at most m. For a given seed and i, smaller subsets are
// contained in larger ones.
func (s Split) Nested(m int, seed uint64, i int) []int {
	if m >= len(s.Train) {
		return slices.Clone(s.Train)
	}
	order := numbers.Stream(seed, "curve", i).Perm(len(s.Train))
	part := make([]int, max(m, 0))
	for k := range part {
		part[k] = s.Train[order[k]]
	}
	slices.Sort(part)
	return part
}
