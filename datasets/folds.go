package datasets

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

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
