package solver

import (
	"math"

	"github.com/luna-rating/luna/internal/wsc"
	"github.com/luna-rating/luna/turing/winograd"
)

// Interval returns the mean accuracy of several lists of answers to the same problems, and a 95 %
// interval with runs as units: the ratio estimator's
//
//	a ± 1.96 √(R/(R-1) Σ_r (c_r - n_r a)²) / n,
//
// cut at 0 and 1, with R runs of n_r of the n problems, of which c_r are right on average over the
// lists. Source: Cochran, Sampling Techniques, 1977, section 9A.2. It is 0 to 1 for a single run.
func Interval(problems []winograd.Problem, lists [][]int) (accuracy, low, high float64) {
	runs := wsc.Runs(problems)
	right := make([]float64, len(runs))
	for r, run := range runs {
		for _, answers := range lists {
			for _, i := range run {
				if answers[i] == problems[i].Right {
					right[r] += 1 / float64(len(lists))
				}
			}
		}
		accuracy += right[r] / float64(len(problems))
	}
	if len(runs) < 2 {
		return accuracy, 0, 1
	}
	sum := 0.0
	for r, run := range runs {
		d := right[r] - float64(len(run))*accuracy
		sum += d * d
	}
	half := 1.96 * math.Sqrt(sum*float64(len(runs))/float64(len(runs)-1)) / float64(len(problems))
	return accuracy, max(0, accuracy-half), min(1, accuracy+half)
}

// Exchange returns the probability that answers as good as these or better come about by chance: the
// candidates of each run are renamed in a circle by a number of places drawn anew, the same for the
// whole run and all lists of answers, and the right answers stay. Answers that do not depend on which
// half of a schema is asked about have exactly half of the pairs right, which is no evidence; this
// test knows that, unlike one that takes problems as independent. It is exact, but for answers from a
// cross-validation, where training parts overlap, approximate.
func Exchange(problems []winograd.Problem, lists [][]int) float64 {
	total := 0
	distribution := []float64{1}
	for _, run := range wsc.Runs(problems) {
		turns := 1
		for _, i := range run {
			turns = leastMultiple(turns, len(problems[i].Candidates))
		}
		counts := make([]float64, len(run)*len(lists)+1)
		for turn := range turns {
			right := 0
			for _, i := range run {
				k := len(problems[i].Candidates)
				for _, answers := range lists {
					if (answers[i]+turn)%k == problems[i].Right {
						right++
					}
				}
			}
			counts[right] += 1 / float64(turns)
			if turn == 0 {
				total += right
			}
		}
		distribution = convolve(distribution, counts)
	}
	p := 0.0
	for _, q := range distribution[total:] {
		p += q
	}
	return min(1, p)
}

// maxTurns bounds the renamings of a run.
const maxTurns = 20_000

// leastMultiple returns the least common multiple of a and b, or a if that exceeds the bound.
func leastMultiple(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	if m := a / x * b; m <= maxTurns {
		return m
	}
	return a
}

// convolve returns the distribution of the sum of two independent counts.
func convolve(a, b []float64) []float64 {
	sum := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		if x == 0 {
			continue
		}
		for j, y := range b {
			sum[i+j] += x * y
		}
	}
	return sum
}
