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
