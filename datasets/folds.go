package datasets

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/stream"
)

// Partition holds the test sets of a cross-validation, each in ascending order. Every
// respondent is in exactly one.
type Partition [][]int

// Folds draws a partition of n respondents into k test parts at random, whose sizes
// differ by at most one, the larger ones first. Each repetition has a random stream of
// its own. With k = n every respondent is tested alone, and nothing is random: part i
// is respondent i. It returns an error unless 2 <= k <= n and repetition >= 0.
func Folds(n, k int, seed uint64, repetition int) (Partition, error) {
	switch {
	case n < 2:
		return nil, fmt.Errorf("folds: found %s, expected at least 2",
			fileerr.Count(n, "respondent"))
	case k < 2 || k > n:
		return nil, fmt.Errorf("folds: found %s, expected 2 to %d, the number of respondents",
			fileerr.Count(k, "fold"), n)
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
	order := stream.New(seed, "folds", repetition).Perm(n)
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

// Split returns fold i: its test part, and all others to train on.
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

// Nested returns the first m respondents of a random order of split number i's training
// part, ascending. The order has a random stream of its own, so that for one seed and
// number the smaller of two parts is within the larger one. A training part of at most
// m is returned whole.
func (s Split) Nested(m int, seed uint64, i int) []int {
	if m >= len(s.Train) {
		return slices.Clone(s.Train)
	}
	order := stream.New(seed, "curve", i).Perm(len(s.Train))
	part := make([]int, max(m, 0))
	for k := range part {
		part[k] = s.Train[order[k]]
	}
	slices.Sort(part)
	return part
}
