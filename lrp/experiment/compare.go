package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/stats"
)

// CompareOptions says what [Compare] compares with what.
type CompareOptions struct {
	// Baseline is what all others are compared with: a contender by its label ("CBG", "COM/ols"),
	// an approach by its name if it has a single regressor, or "best" or "", the lowest mean RMSE
	// averaged over the data sets. Case does not matter.
	Baseline string
	// AllPairs compares every pair. There is no baseline then.
	AllPairs bool
}

// Check returns the error of [Compare] for an experiment with these options, as far as it can be
// known before: there is no such baseline, or nothing to compare.
func (o CompareOptions) Check(planned Options) error {
	all := plannedContenders(&planned)
	if !o.AllPairs {
		if _, _, err := findBaseline(all, o.Baseline); err != nil {
			return err
		}
	}
	if len(all) < 2 {
		return errAlone
	}
	return nil
}

// minSets is the number of data sets from which they are tested as a sample.
const minSets = 5

// Compare tests pairs of approaches on each data set of a report and over all of them. As trial i
// is the same split for each approach, the differences are paired. It needs the RMSE of each trial
// and every approach on every data set. docs/statistics.md explains the tests.
func Compare(r *Report, o CompareOptions) (*Comparison, error) {
	all, err := contenders(r)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Settings: r.Settings, Protocol: r.Protocol}
	c.Format, c.Version = "lrp-comparison", 1
	if !o.AllPairs {
		var base int
		if base, c.Best, err = findBaseline(all, o.Baseline); err != nil {
			return nil, err
		}
		c.Baseline = all[base].Label
		// Others are equal to the baseline, not the other way round.
		baseline := all[base]
		all = slices.Insert(slices.Delete(all, base, base+1), 0, baseline)
	}
	primary := primaryLabel(all, r.Datasets[0].Primary)
	all = distinct(all)
	if len(all) < 2 {
		reason := "it is alone"
		if equal := all[0].Equal; len(equal) > 0 {
			reason = strings.Join(equal, ", ") + " had the same error"
		}
		return nil, fmt.Errorf(
			"found nothing to compare with %s: %s in every trial", all[0].Label, reason,
		)
	}
	if o.AllPairs {
		slices.SortStableFunc(all, byRMSE)
	} else {
		slices.SortStableFunc(all[1:], byRMSE)
	}
	pairs := c.family(all, primary)
	if pairs.primary > 0 {
		c.Primary = primary
	}
	for i := range r.Datasets {
		c.Datasets = append(c.Datasets, compareOn(&r.Datasets[i].Dataset, i, all, pairs))
	}
	if len(r.Datasets) > 1 {
		c.compareOverall(r, all, pairs)
	}
	slices.SortStableFunc(all, byRMSE)
	for _, x := range all {
		c.Contenders = append(c.Contenders, x.Contender)
	}
	return c, nil
}

// pairing says which pairs are shown, and for which their p values are adjusted.
type pairing struct {
	all bool // all pairs are shown, instead of each contender with the first, which is the baseline
	// tested has all pairs in the family. So it is for a baseline that was found by its error,
	// whichever pairs are shown, since any of the others might have been it.
	tested bool
	// primary is the contender whose comparison with the baseline is tested first; 0 if there is none.
	primary int
}

// family returns the pairing of the contenders, of which the one with the primary label is tested
// first against CBG.
func (c *Comparison) family(all []contender, primary string) pairing {
	p := pairing{all: c.Baseline == "", tested: c.Baseline == "" || c.Best}
	if all[0].Approach == "CBG" && !p.tested {
		p.primary = max(0, slices.IndexFunc(all, func(x contender) bool {
			return x.Label == primary || slices.Contains(x.Equal, primary)
		}))
	}
	return p
}

// primaryLabel returns the label of the first contender of an approach; "" if there is none.
func primaryLabel(all []contender, name string) string {
	for _, c := range all {
		if c.Approach == name && c.Regressor != controlRegressor {
			return c.Label
		}
	}
	return ""
}

// shown returns the pairs of n contenders, by index, that are shown: each contender with the first,
// or each with all that come after it.
func (p pairing) shown(n int) [][2]int { return pairsOf(n, p.all) }

func pairsOf(n int, all bool) [][2]int {
	var list [][2]int
	if !all {
		for a := 1; a < n; a++ {
			list = append(list, [2]int{a, 0})
		}
		return list
	}
	for a := range n {
		for b := a + 1; b < n; b++ {
			list = append(list, [2]int{a, b})
		}
	}
	return list
}

// adjust returns the size of the family and a function that returns the adjusted p value of a pair
// of n contenders.
func (p pairing) adjust(
	n int, same func(a, b int) bool, test func(a, b int) float64,
) (size int, adjusted func(pair [2]int) float64) {
	f := family{same: same, test: test, pairs: pairsOf(n, p.tested), primary: noPrimary}
	if p.primary > 0 {
		f.primary = [2]int{p.primary, 0}
	}
	_, holm, size := f.run()
	by := map[[2]int]float64{}
	for k, pair := range f.pairs {
		by[pair], by[[2]int{pair[1], pair[0]}] = holm[k], holm[k]
	}
	return size, func(pair [2]int) float64 { return by[pair] }
}

// compareOn compares on data set number i.
func compareOn(d *Dataset, i int, all []contender, pairs pairing) DatasetComparison {
	c := DatasetComparison{
		Name: d.Name, Synthetic: d.Synthetic, Respondents: d.Respondents, Questions: d.Questions,
		Train: d.Train, Test: d.Test, Folds: d.Folds, Given: d.Given, Learn: d.Learn,
	}
	estimate := func(a, b int) stats.Estimate { return d.difference(all[a], all[b], i) }
	var adjusted func([2]int) float64
	c.Comparisons, adjusted = pairs.adjust(len(all),
		func(a, b int) bool { return equalErrors(all[a].errors[i], all[b].errors[i]) },
		func(a, b int) float64 {
			_, p := estimate(a, b).T()
			return p
		})
	for _, pair := range pairs.shown(len(all)) {
		a, b := all[pair[0]], all[pair[1]]
		diffs := differences(a.errors[i], b.errors[i])
		p := Difference{A: a.Label, B: b.Label, RMSEA: a.rmse[i], RMSEB: b.rmse[i],
			PHolm: adjusted(pair)}
		p.test(estimate(pair[0], pair[1]))
		_, p.Wilcoxon = stats.Wilcoxon(diffs)
		p.count(diffs)
		c.Pairs = append(c.Pairs, p)
	}
	return c
}

// difference estimates the difference of two contenders' mean RMSE on data set number i. That of
// squared errors, divided by the sum of both RMSE, is that of the RMSE, with the same t.
func (d *Dataset) difference(a, b contender, i int) stats.Estimate {
	diffs := differences(a.errors[i], b.errors[i])
	if !d.ByRespondent() {
		return stats.CorrectedEstimate(diffs, d.Train, d.Test)
	}
	n, sum := float64(len(diffs)), a.rmse[i]+b.rmse[i]
	mean, sd := stats.MeanSD(diffs)
	return stats.Estimate{Mean: mean / sum, SE: sd / sum / math.Sqrt(n), DF: n - 1}
}

// differences are a's errors less b's; rounding is zero.
func differences(a, b []float64) []float64 {
	diffs := make([]float64, len(a))
	for k := range diffs {
		if d := a[k] - b[k]; math.Abs(d) > rounding {
			diffs[k] = d
		}
	}
	return diffs
}

// test fills in the t-test of an estimate.
func (d *Difference) test(e stats.Estimate) {
	d.Mean, d.DF = e.Mean, e.DF
	d.CI95[0], d.CI95[1] = e.Interval()
	d.T, d.P = e.T()
}

func (d *Difference) count(diffs []float64) {
	for _, x := range diffs {
		switch {
		case x < 0:
			d.Wins++
		case x > 0:
			d.Losses++
		default:
			d.Ties++
		}
	}
}

// compareOverall fills in the pairs over all data sets.
func (c *Comparison) compareOverall(r *Report, all []contender, pairs pairing) {
	average := func(a, b int) (stats.Estimate, []float64) {
		var estimates []stats.Estimate
		var means []float64
		for i, d := range r.Datasets {
			e := d.difference(all[a], all[b], i)
			estimates, means = append(estimates, e), append(means, e.Mean)
		}
		return stats.Average(estimates), differences(means, make([]float64, len(means)))
	}
	wilcoxon := func(a, b int) float64 {
		if len(r.Datasets) < minSets {
			return math.NaN()
		}
		_, means := average(a, b)
		_, p := stats.Wilcoxon(means)
		return p
	}
	distinct := func(a, b int) bool { return false } // equal contenders are left out
	size, adjusted := pairs.adjust(len(all), distinct, func(a, b int) float64 {
		e, _ := average(a, b)
		_, p := e.T()
		return p
	})
	_, wilcoxonAdjusted := pairs.adjust(len(all), distinct, wilcoxon)
	c.Comparisons = size
	for k, pair := range pairs.shown(len(all)) {
		a, b := all[pair[0]], all[pair[1]]
		o := OverallDifference{
			Difference: Difference{A: a.Label, B: b.Label, RMSEA: a.RMSEMean, RMSEB: b.RMSEMean},
			Sets:       len(r.Datasets), WilcoxonHolm: wilcoxonAdjusted(pair),
		}
		for i := range r.Datasets {
			switch on := c.Datasets[i].Pairs[k]; {
			case on.Significant() && on.Mean < 0:
				o.Better++
			case on.Significant() && on.Mean > 0:
				o.Worse++
			}
		}
		e, means := average(pair[0], pair[1])
		o.Difference.test(e)
		o.Difference.count(means)
		o.Difference.PHolm, o.Difference.Wilcoxon = adjusted(pair), wilcoxon(pair[0], pair[1])
		c.Overall = append(c.Overall, o)
	}
}
