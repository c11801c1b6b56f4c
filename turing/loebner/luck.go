package loebner

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// luckOfTotal returns the probability that some entry gets a total of at least t if the namings of an
// entry fall on the ballots at random: all choices of the ballots that name an entry are equally
// likely. Of holds the number of ballots of each entry, and named is the sum of the totals. It is one
// minus the share of choices with all totals below t, found by adding up entry by entry.
func luckOfTotal(of []int, named, t int) float64 {
	all := 0
	for _, n := range of {
		all += n
	}
	if t <= 0 {
		return 1
	}
	// The same with each ballot naming an entry with probability p, given the sum: p does not matter.
	p := math.Min(math.Max(float64(named)/float64(all), 1e-6), 1-1e-6)
	below := []float64{1} // by sum so far
	for _, n := range of {
		next := make([]float64, min(named, len(below)-1+min(n, t-1))+1)
		pmf := distuv.Binomial{N: float64(n), P: p}
		for k := 0; k <= min(n, t-1); k++ {
			w := pmf.Prob(float64(k))
			for s, x := range below {
				if s+k < len(next) {
					next[s+k] += w * x
				}
			}
		}
		below = next
	}
	if named >= len(below) {
		return 1
	}
	share := below[named] / distuv.Binomial{N: float64(all), P: p}.Prob(float64(named))
	return math.Max(0, math.Min(1, 1-share))
}

// luckOfSilver returns the probability that some entry is named by at least judges of them if judges
// cannot tell and name either with probability 1/2.
func luckOfSilver(of []int, judges int) float64 {
	none := 1.0
	for _, n := range of {
		none *= distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(judges - 1))
	}
	return 1 - none
}

// chanceBest returns, for each entry, the probability that the rate at which judges name it is the
// greatest, given its total and Jeffreys' prior Beta(1/2, 1/2) of each rate. It integrates the product
// of the other entries' distribution functions over the quantiles of its own.
func chanceBest(totals, of []int) []float64 {
	const points = 2000
	posterior := make([]distuv.Beta, len(of))
	for i := range of {
		posterior[i] = distuv.Beta{Alpha: float64(totals[i]) + 0.5,
			Beta: float64(of[i]-totals[i]) + 0.5}
	}
	chances := make([]float64, len(of))
	for i := range of {
		sum := 0.0
		for k := range points {
			x := posterior[i].Quantile((float64(k) + 0.5) / points)
			product := 1.0
			for other := range of {
				if other != i {
					product *= posterior[other].CDF(x)
				}
			}
			sum += product
		}
		chances[i] = sum / points
	}
	return chances
}
