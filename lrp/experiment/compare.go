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

// Significance is the level of all tests.
const Significance = 0.05

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
	for i := range r.Datasets {
		c.Datasets = append(c.Datasets, compareOn(&r.Datasets[i].Dataset, i, all, o.AllPairs))
	}
	c.adjust()
	if len(r.Datasets) > 1 {
		c.compareOverall(r, all, o.AllPairs)
	}
	slices.SortStableFunc(all, byRMSE)
	for _, x := range all {
		c.Contenders = append(c.Contenders, x.Contender)
	}
	return c, nil
}

// eachPair calls do for the pairs to compare: each contender with the first, which is the baseline,
// or each with all that come after it.
func eachPair(all []contender, allPairs bool, do func(a, b contender)) {
	if !allPairs {
		for _, a := range all[1:] {
			do(a, all[0])
		}
		return
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			do(a, b)
		}
	}
}

// compareOn compares on data set number i.
func compareOn(d *Dataset, i int, all []contender, allPairs bool) DatasetComparison {
	c := DatasetComparison{
		Name: d.Name, Synthetic: d.Synthetic, Respondents: d.Respondents, Questions: d.Questions,
		Train: d.Train, Test: d.Test, Folds: d.Folds,
	}
	eachPair(all, allPairs, func(a, b contender) {
		diffs := differences(a.rmse[i], b.rmse[i])
		p := Difference{A: a.Label, B: b.Label}
		p.RMSEA, _ = stats.MeanSD(a.rmse[i])
		p.RMSEB, _ = stats.MeanSD(b.rmse[i])
		p.test(stats.CorrectedEstimate(diffs, d.Train, d.Test))
		_, p.Wilcoxon = stats.Wilcoxon(diffs)
		p.count(diffs)
		c.Pairs = append(c.Pairs, p)
	})
	return c
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

// adjust fills in the adjusted p values of all pairs on all data sets.
func (c *Comparison) adjust() {
	var p []float64
	for _, d := range c.Datasets {
		for _, x := range d.Pairs {
			p = append(p, x.P)
		}
	}
	p = stats.Holm(p)
	for _, d := range c.Datasets {
		for k := range d.Pairs {
			d.Pairs[k].PHolm = p[k]
		}
		p = p[len(d.Pairs):]
	}
}

// compareOverall fills in the pairs over all data sets.
func (c *Comparison) compareOverall(r *Report, all []contender, allPairs bool) {
	var p, wilcoxon []float64
	eachPair(all, allPairs, func(a, b contender) {
		o := OverallDifference{
			Difference: Difference{A: a.Label, B: b.Label, RMSEA: a.RMSEMean, RMSEB: b.RMSEMean},
			Sets:       len(r.Datasets),
		}
		var estimates []stats.Estimate
		var means []float64
		for i, d := range r.Datasets {
			e := stats.CorrectedEstimate(differences(a.rmse[i], b.rmse[i]), d.Train, d.Test)
			estimates = append(estimates, e)
			means = append(means, e.Mean)
			switch on := c.Datasets[i].Pairs[len(c.Overall)]; {
			case on.Significant() && on.Mean < 0:
				o.Better++
			case on.Significant() && on.Mean > 0:
				o.Worse++
			}
		}
		means = differences(means, make([]float64, len(means)))
		o.Difference.test(stats.Average(estimates))
		o.Difference.count(means)
		o.Difference.Wilcoxon = math.NaN()
		if o.Sets >= minSets {
			_, o.Difference.Wilcoxon = stats.Wilcoxon(means)
		}
		p, wilcoxon = append(p, o.Difference.P), append(wilcoxon, o.Difference.Wilcoxon)
		c.Overall = append(c.Overall, o)
	})
	p, wilcoxon = stats.Holm(p), stats.Holm(wilcoxon)
	for k := range c.Overall {
		c.Overall[k].Difference.PHolm, c.Overall[k].WilcoxonHolm = p[k], wilcoxon[k]
	}
}
