package winograd

import (
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/wsc"
)

// Resamples is the number of resamples of [ByRuns].
const Resamples = 10_000

// ByRuns returns a 95 % interval of the accuracy with whole runs of problems as units, because the
// answers to the problems of a run depend on each other: the 2.5 % and 97.5 % quantiles of the
// share of right answers over 10,000 resamples of the runs with replacement (the cluster bootstrap:
// Davison and Hinkley, “Bootstrap Methods and their Application”, 1997, section 3.8). The same
// answers give the same interval. It is nil for fewer than two runs.
//
// If all runs have the same share of right answers, it is a single point, as for a program that
// gives the same answer to both halves of every schema and so has exactly half of them right.
func ByRuns(right []bool, runs [][]int) *[2]float64 {
	if len(runs) < 2 {
		return nil
	}
	type unit struct{ right, of int }
	units := make([]unit, len(runs))
	for i, run := range runs {
		units[i].of = len(run)
		for _, k := range run {
			if right[k] {
				units[i].right++
			}
		}
	}
	rng := numbers.Stream(0, "winograd/by-runs", 0)
	shares := make([]float64, Resamples)
	for i := range shares {
		var sum unit
		for range units {
			u := units[rng.IntN(len(units))]
			sum.right += u.right
			sum.of += u.of
		}
		shares[i] = float64(sum.right) / float64(sum.of)
	}
	slices.Sort(shares)
	const tail = Resamples / 40
	return &[2]float64{shares[tail], shares[Resamples-1-tail]}
}

// multiple is a common multiple of all numbers of candidates, 2 to 26.
const multiple int64 = 26_771_144_400

// RandomExpectation returns the expected accuracy of guessing: the mean of 1/k over the problems, k
// being the number of candidates. It is 0 without problems.
func RandomExpectation(problems []wsc.Problem) float64 {
	var sum int64
	for _, p := range problems {
		sum += multiple / int64(len(p.Candidates))
	}
	return float64(sum) / float64(multiple*int64(max(1, len(problems))))
}

// Chance returns the probability that guessing has at least the given number of right answers: the
// tail of the sum of independent draws that are right with probability 1/k, k being the number of
// candidates (Poisson's binomial distribution), computed exactly.
func Chance(problems []wsc.Problem, right int) float64 {
	// p[j] is the probability of j right answers to the problems so far.
	p := make([]float64, 1, len(problems)+1)
	p[0] = 1
	for _, problem := range problems {
		q := 1 / float64(len(problem.Candidates))
		p = append(p, 0)
		for j := len(p) - 1; j > 0; j-- {
			p[j] = p[j]*(1-q) + p[j-1]*q
		}
		p[0] *= 1 - q
	}
	sum := 0.0
	for j := len(p) - 1; j >= max(0, right); j-- {
		sum += p[j]
	}
	return min(1, sum)
}
