package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/internal/nullable"
	"github.com/luna-rating/luna/lrp/stats"
)

// Comparison says for pairs of approaches whether their errors differ by more than chance. It
// marshals to the "lrp-comparison" JSON document.
type Comparison struct {
	Settings
	Protocol string `json:"protocol"` // as in [Report]
	// Baseline is the label of what all others are compared with; "" if every pair is compared.
	Baseline string `json:"baseline,omitempty"`
	// Best is true if the baseline was chosen for the lowest error in these very trials.
	Best bool `json:"best,omitempty"`
	// Contenders are in the order of their mean RMSE averaged over the data sets, lowest first.
	Contenders []Contender         `json:"contenders"`
	Datasets   []DatasetComparison `json:"datasets"` // in the order of the report
	// Overall has the pairs over all data sets together; it is empty for a single one.
	Overall []OverallDifference `json:"overall,omitempty"`
	// Primary is the label of the contender that is tested first against CBG, if that is the
	// baseline, and opens the gate to the others; see [Tests].
	Primary string `json:"primary,omitempty"`
	// Comparisons is, as in [DatasetComparison], the number of tests that those of Overall are
	// adjusted for.
	Comparisons int `json:"comparisons,omitempty"`
}

// DatasetComparison has the Pairs on one data set.
type DatasetComparison struct {
	Dataset
	// Comparisons is the number of tests that PHolm is adjusted for: those of the contenders with
	// the baseline, or those of all pairs if there is none or if it was chosen by its error.
	// Contenders with the same errors on the data set are tested once.
	Comparisons int          `json:"comparisons"`
	Pairs       []Difference `json:"pairs"`
}

// Difference is the difference of two contenders' mean RMSE, A's less B's: below zero if A is the
// better one. Undefined values are NaN here and null in JSON.
type Difference struct {
	A     string  `json:"a"`      // label
	B     string  `json:"b"`      // another one
	RMSEA float64 `json:"rmse_a"` // mean RMSE of A
	RMSEB float64 `json:"rmse_b"` // mean RMSE of B
	Mean  float64 `json:"difference"`
	// CI95 is the 95% interval of Mean.
	CI95 [2]float64 `json:"difference_ci95"`
	// T, DF and P are of the corrected resampled t-test; over several data sets, of their average.
	T  float64 `json:"t"`
	DF float64 `json:"df"`
	P  float64 `json:"p"`
	// PHolm is P adjusted by [stats.Holm] for the family of tests on this data set, as in [Tests],
	// or for that of the tests over all data sets.
	PHolm float64 `json:"p_holm"`
	// Wins, Ties and Losses of A count the trials in which its error was lower, equal up to 1e-9,
	// and higher; over several data sets, the data sets by their mean differences.
	Wins   int `json:"wins"`
	Ties   int `json:"ties"`
	Losses int `json:"losses"`
}

// Significant reports whether the difference is significant after Holm's adjustment, and large
// enough to be called so; see [Tests].
func (d Difference) Significant() bool {
	return d.PHolm < Significance && math.Abs(d.Mean) >= visible
}

// OverallDifference is a difference averaged over data sets of equal weight. Its Mean is the mean
// of the data sets' differences; T, P and CI95 are those of [stats.Average] and apply to these data
// sets.
type OverallDifference struct {
	Difference
	// Wilcoxon is the p value of [stats.Wilcoxon] on the data sets' differences, which takes the
	// sets as a sample of all there might be. It is NaN for fewer than 5, as with 4 the smallest p
	// value of a signed-rank test is .125.
	Wilcoxon     float64 `json:"wilcoxon_p"`
	WilcoxonHolm float64 `json:"wilcoxon_p_holm"` // Wilcoxon, adjusted by [stats.Holm] for the family
	Sets         int     `json:"sets"`            // the number of data sets
	// Better and Worse are the numbers of data sets with a significant difference after Holm's
	// adjustment.
	Better int `json:"sets_better"`
	Worse  int `json:"sets_worse"`
}

// MarshalJSON implements [json.Marshaler].
func (c Comparison) MarshalJSON() ([]byte, error) { return nullable.Marshal(c) }

// CompareOptions says what [Compare] compares with what.
type CompareOptions struct {
	// Baseline is what all others are compared with: a contender by its label ("CBG", "COM/ols"),
	// an approach by its name if it has a single regressor, or "best" or "", the lowest mean RMSE
	// averaged over the data sets. Case does not matter.
	Baseline string
	// AllPairs compares every pair. There is no baseline then.
	AllPairs bool
}

// Check returns the error that [Compare] would return for an experiment with these options, as far
// as it can be known beforehand: there is no such baseline, or nothing to compare.
func (o CompareOptions) Check(planned Options) error {
	planned = planned.withDefaults()
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
// for every approach on every data set. docs/statistics.md explains the tests.
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
	pairs := c.pairing(all, primary)
	if pairs.primary >= 0 {
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

// pairing says which pairs of contenders are shown and which are tested, each as a reference in the
// sense of [family], and whose comparison with the baseline, which is the first contender, is
// tested first.
type pairing struct{ shown, tested, primary int }

// pairing returns that of the contenders, of which the one with the primary label is tested first
// against CBG. If the baseline was found by its error, all pairs are tested, since any of the
// others might have been it.
func (c *Comparison) pairing(all []contender, primary string) pairing {
	p := pairing{primary: -1}
	if c.Baseline == "" {
		p.shown = -1
	}
	if c.Baseline == "" || c.Best {
		p.tested = -1
	} else if all[0].Approach == "CBG" {
		p.primary = slices.IndexFunc(all[1:], func(x contender) bool {
			return x.Label == primary || slices.Contains(x.Equal, primary)
		})
		if p.primary >= 0 {
			p.primary++
		}
	}
	return p
}

// compareOn compares on data set number i.
func compareOn(d *Dataset, i int, all []contender, pairs pairing) DatasetComparison {
	c := DatasetComparison{Dataset: *d}
	estimate := func(a, b int) stats.Estimate { return d.difference(all[a], all[b], i) }
	f := family{n: len(all), reference: pairs.tested, primary: pairs.primary,
		same: func(a, b int) bool { return equalErrors(all[a].errors[i], all[b].errors[i]) },
		test: func(a, b int) float64 {
			_, p := estimate(a, b).T()
			return p
		}}
	tested, size := f.run()
	c.Comparisons, f.reference = size, pairs.shown
	for _, pair := range f.pairs() {
		a, b := all[pair[0]], all[pair[1]]
		diffs := differences(a.errors[i], b.errors[i])
		p := Difference{A: a.Label, B: b.Label, RMSEA: a.rmse[i], RMSEB: b.rmse[i]}
		_, p.PHolm = tested(pair[0], pair[1])
		p.test(estimate(pair[0], pair[1]))
		p.count(diffs)
		c.Pairs = append(c.Pairs, p)
	}
	return c
}

// difference estimates the difference of two contenders' mean RMSE on data set number i, NaN if
// they have not as many errors. The difference of squared errors, divided by the sum of both RMSEs,
// is the difference of the RMSEs, with the same t.
func (d *Dataset) difference(a, b contender, i int) stats.Estimate {
	if len(a.errors[i]) != len(b.errors[i]) {
		return stats.Average(nil)
	}
	diffs := differences(a.errors[i], b.errors[i])
	if !d.ByRespondent() {
		return d.corrected(diffs)
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
	f := family{n: len(all), reference: pairs.tested, primary: pairs.primary,
		same: func(a, b int) bool { return false }, // equal contenders are left out
		test: func(a, b int) float64 {
			e, _ := average(a, b)
			_, p := e.T()
			return p
		}}
	tested, size := f.run()
	f.test = wilcoxon
	ranked, _ := f.run()
	c.Comparisons, f.reference = size, pairs.shown
	for k, pair := range f.pairs() {
		a, b := all[pair[0]], all[pair[1]]
		o := OverallDifference{
			Difference: Difference{A: a.Label, B: b.Label, RMSEA: a.RMSEMean, RMSEB: b.RMSEMean},
			Sets:       len(r.Datasets),
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
		o.test(e)
		o.count(means)
		_, o.PHolm = tested(pair[0], pair[1])
		o.Wilcoxon, o.WilcoxonHolm = ranked(pair[0], pair[1])
		c.Overall = append(c.Overall, o)
	}
}
