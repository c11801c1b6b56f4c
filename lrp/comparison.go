package lrp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/lrp/stats"
	"github.com/luna-rating/luna/regress"
)

// CompareOptions says what [Compare] holds against what.
type CompareOptions struct {
	// Baseline is what all others are held against: a contender by its label ("CBG", "COM/ols"), an approach by its
	// name where it has one regressor only, or "best" (or nothing), the lowest mean RMSE, averaged
	// over the data sets. Case does not matter.
	Baseline string
	// AllPairs holds each contender against each, and takes no baseline.
	AllPairs bool
}

// Check reports what [Compare] would of an evaluation of these approaches with these regressors: that
// there is no such baseline, or nothing to compare.
func (o CompareOptions) Check(approaches []Approach, regressors []regress.Regressor) error {
	var all []contender
	add := func(approach, regressor string) {
		all = append(all, contender{Contender: Contender{Label: label(approach, regressor), Approach: approach}})
	}
	for _, a := range approaches {
		switch {
		case a.designed():
			for _, r := range regressors {
				add(a.Name, r.Name())
			}
		case a.Learner != nil:
			add(a.Name, a.Learner.Name())
		default:
			add(a.Name, "")
		}
	}
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

var errAlone = errors.New("found a single approach, expected at least 2 to compare")

// Comparison tells of pairs of approaches whether their errors differ by more than chance. It
// marshals to the "lrp-comparison" JSON document.
type Comparison struct {
	Format        string  `json:"format"`  // "lrp-comparison"
	Version       int     `json:"version"` // 1
	Seed          uint64  `json:"seed"`    // as in [Options]
	Trials        int     `json:"trials"`
	TrainFraction float64 `json:"train_fraction"` // 0 where the protocol has folds
	Alpha         float64 `json:"alpha"`          // the Lasso's penalty
	Protocol      string  `json:"protocol"`       // such as "described"
	// Baseline is the label of what all others are held against, "" where it is each against each.
	Baseline string `json:"baseline,omitempty"`
	// Best tells that the baseline was chosen for the lowest error, by these very trials.
	Best bool `json:"best,omitempty"`
	// Contenders are in the order of their mean RMSE averaged over the data sets, lowest first.
	Contenders []Contender         `json:"contenders"`
	Datasets   []DatasetComparison `json:"datasets"` // in the order of the report
	// Overall holds the pairs over all data sets together; it is empty for a single one.
	Overall []OverallComparison `json:"overall,omitempty"`
}

// Contender is an approach with its regressor.
type Contender struct {
	Label     string  `json:"label"` // "COM/ols", or the approach's name alone where it brings its own way to learn
	Approach  string  `json:"approach"`
	Regressor string  `json:"regressor"`
	RMSEMean  float64 `json:"rmse_mean"` // averaged over the data sets
	// Equal are the labels of contenders with the same errors in every trial of every data set, which are
	// therefore not compared once more.
	Equal []string `json:"equal,omitempty"`
}

// DatasetComparison holds the pairs on one data set. Name, Synthetic, Respondents, Questions, Train, Test and Folds are
// those of its [DatasetReport].
type DatasetComparison struct {
	Name        string       `json:"name"`
	Synthetic   bool         `json:"synthetic,omitempty"`
	Respondents int          `json:"respondents"`
	Questions   int          `json:"questions"`
	Train       int          `json:"train"`
	Test        int          `json:"test"`
	Folds       int          `json:"folds,omitempty"`
	Pairs       []Difference `json:"pairs"`
}

// Difference is the difference of two contenders' mean RMSE, A's less B's: below zero where A is the
// better one. What is not defined is NaN here and null in JSON.
type Difference struct {
	A, B         string  // labels
	RMSEA, RMSEB float64 // mean RMSE of each
	Mean         float64
	CI95         [2]float64 // 95% interval of Mean
	// T, DF and P are of the corrected resampled t-test, over several data sets of that of their average.
	T, DF, P float64
	// PHolm is P adjusted by [stats.Holm] for all pairs on all data sets, or for all pairs over the data sets.
	PHolm float64
	// Wilcoxon is the p value of [stats.Wilcoxon] on the trials, or on the data sets' differences. As trials
	// overlap, it takes the same evidence for several on them, and finds differences too often, the more so the more
	// trials there are.
	Wilcoxon float64
	// Wins, Ties and Losses of A count the trials in which its error was lower, the same but for
	// 1e-9, and higher; over several data sets they count these, by their mean differences.
	Wins, Ties, Losses int
}

// OverallComparison is a difference averaged over data sets, each of the same weight. Mean is
// the mean of the sets' differences; T, P and CI95 are those of [stats.Average] and speak of
// these sets. Wilcoxon takes the sets as a sample of all there might be; it is NaN for fewer
// than [FewestSets].
type OverallComparison struct {
	Difference
	WilcoxonHolm float64 // Wilcoxon, adjusted by [stats.Holm] for all pairs
	Sets         int
	// Better and Worse count the data sets on which the difference is significant after Holm's adjustment.
	Better, Worse int
}

// FewestSets is the number of data sets from which on they are tested as a sample: with four, the
// least p value of a signed-rank test is .125.
const FewestSets = 5

// Significance is the level of all tests.
const Significance = 0.05

// rounding is the difference of two errors that is put down to rounding.
const rounding = 1e-9

// Significant reports whether the difference is, after Holm's adjustment.
func (d Difference) Significant() bool { return d.PHolm < Significance }

// Compare tests pairs of approaches on each data set of a report and over all of them. Trial i is
// the same split for each approach, so the differences are paired. It needs each trial's
// RMSE and every approach on every data set; how the tests work is in docs/statistics.md.
func Compare(r *Report, o CompareOptions) (*Comparison, error) {
	all, err := contenders(r)
	if err != nil {
		return nil, err
	}
	c := &Comparison{
		Format: "lrp-comparison", Version: 1,
		Seed: r.Seed, Trials: r.Trials, TrainFraction: r.TrainFraction, Alpha: r.Alpha, Protocol: r.Protocol,
	}
	base := -1
	if !o.AllPairs {
		if base, c.Best, err = findBaseline(all, o.Baseline); err != nil {
			return nil, err
		}
	}
	if base >= 0 {
		c.Baseline = all[base].Label
		// It is the one that others are equal to, not the other way round.
		front := all[base]
		all = slices.Insert(slices.Delete(all, base, base+1), 0, front)
	}
	all = distinct(all)
	if len(all) < 2 {
		return nil, fmt.Errorf("found nothing to compare with %s: %s in every trial", all[0].Label, equalTo(all[0]))
	}
	if base >= 0 {
		slices.SortStableFunc(all[1:], byRMSE)
	} else {
		slices.SortStableFunc(all, byRMSE)
	}
	for i := range r.Datasets {
		c.Datasets = append(c.Datasets, compareOn(&r.Datasets[i], i, all, o.AllPairs))
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

func equalTo(c contender) string {
	if len(c.Equal) == 0 {
		return "it is alone"
	}
	return strings.Join(c.Equal, ", ") + " had the same error"
}

// contender is a contender with its errors, by data set and trial.
type contender struct {
	Contender
	rmse [][]float64
}

func byRMSE(a, b contender) int {
	switch {
	case a.RMSEMean < b.RMSEMean:
		return -1
	case a.RMSEMean > b.RMSEMean:
		return 1
	}
	return 0
}

// label names a contender. A regressor that goes by the approach's own name adds nothing.
func label(approach, regressor string) string {
	if regressor == "none" || regressor == "" || strings.EqualFold(approach, regressor) {
		return approach
	}
	return approach + "/" + regressor
}

// contenders gathers what is to be compared, each with its errors on every data set.
func contenders(r *Report) ([]contender, error) {
	if len(r.Datasets) == 0 {
		return nil, errors.New("found no data set to compare on")
	}
	var list []contender
	for i, d := range r.Datasets {
		if len(d.Results) != len(r.Datasets[0].Results) {
			return nil, fmt.Errorf("%s: found %d results, expected %d as for %s",
				d.Name, len(d.Results), len(r.Datasets[0].Results), r.Datasets[0].Name)
		}
		if d.LeaveOneOut() {
			return nil, fmt.Errorf("%s: found everyone predicted from all others, expected trials or larger folds to compare", d.Name)
		}
		seen := make(map[string]bool)
		for _, x := range d.Results {
			name := label(x.Approach, x.Regressor)
			if seen[name] {
				return nil, fmt.Errorf("%s: found %s twice, expected each approach once with a regressor", d.Name, name)
			}
			seen[name] = true
			trials := len(d.Results[0].RMSE)
			if len(x.RMSE) == 0 || len(x.RMSE) != trials {
				return nil, fmt.Errorf("%s: found the errors of %d trials for %s, expected those of every trial, as many for each approach",
					d.Name, len(x.RMSE), name)
			}
			if k := slices.IndexFunc(x.RMSE, func(e float64) bool { return !defined(e) || e < 0 }); k >= 0 {
				return nil, fmt.Errorf("%s: found error %v for %s in trial %d, expected a number of at least 0", d.Name, x.RMSE[k], name, k)
			}
			k := slices.IndexFunc(list, func(c contender) bool { return c.Label == name })
			if k < 0 {
				if i > 0 {
					return nil, fmt.Errorf("%s: found %s, which %s does not have", d.Name, name, r.Datasets[0].Name)
				}
				list = append(list, contender{Contender: Contender{Label: name, Approach: x.Approach, Regressor: x.Regressor}})
				k = len(list) - 1
			}
			list[k].rmse = append(list[k].rmse, x.RMSE)
		}
	}
	switch len(list) {
	case 0:
		return nil, fmt.Errorf("%s: found no results to compare", r.Datasets[0].Name)
	case 1:
		return nil, errAlone
	}
	for k := range list {
		var means []float64
		for _, e := range list[k].rmse {
			m, _ := stats.MeanSD(e)
			means = append(means, m)
		}
		list[k].RMSEMean, _ = stats.MeanSD(means)
	}
	return list, nil
}

// findBaseline returns the index of the baseline, and whether it was found by its error.
func findBaseline(all []contender, name string) (at int, best bool, err error) {
	name = strings.TrimSpace(name)
	if name == "" || strings.EqualFold(name, "best") {
		for i := range all {
			if all[i].RMSEMean < all[at].RMSEMean {
				at = i
			}
		}
		return at, true, nil
	}
	var labels, ofApproach []string
	for i, c := range all {
		if strings.EqualFold(c.Label, name) {
			return i, false, nil
		}
		if strings.EqualFold(c.Approach, name) {
			at = i
			ofApproach = append(ofApproach, c.Label)
		}
		labels = append(labels, c.Label)
	}
	if len(ofApproach) == 1 {
		return at, false, nil
	}
	if len(ofApproach) > 1 {
		labels = ofApproach
	}
	return 0, false, &UnknownError{Kind: "baseline", Name: name, Known: append([]string{"best"}, labels...)}
}

// distinct leaves out contenders whose errors are those of an earlier one, which lists them.
func distinct(all []contender) []contender {
	var list []contender
	for _, c := range all {
		k := slices.IndexFunc(list, func(x contender) bool { return c.equals(x) })
		if k >= 0 {
			list[k].Equal = append(list[k].Equal, c.Label)
			continue
		}
		list = append(list, c)
	}
	return list
}

func (c contender) equals(x contender) bool {
	for i, errors := range c.rmse {
		for k, e := range errors {
			if math.Abs(e-x.rmse[i][k]) > rounding {
				return false
			}
		}
	}
	return true
}

// eachPair calls do for the pairs to compare: the first, which is the baseline, against each
// other one, or each against all that come after it.
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
func compareOn(d *DatasetReport, i int, all []contender, allPairs bool) DatasetComparison {
	out := DatasetComparison{
		Name: d.Name, Synthetic: d.Synthetic, Respondents: d.Respondents, Questions: d.Questions, Train: d.Train, Test: d.Test, Folds: d.Folds,
	}
	eachPair(all, allPairs, func(a, b contender) {
		diffs := differences(a.rmse[i], b.rmse[i])
		p := Difference{A: a.Label, B: b.Label}
		p.RMSEA, _ = stats.MeanSD(a.rmse[i])
		p.RMSEB, _ = stats.MeanSD(b.rmse[i])
		p.test(stats.CorrectedEstimate(diffs, d.Train, d.Test))
		_, p.Wilcoxon = stats.Wilcoxon(diffs)
		p.count(diffs)
		out.Pairs = append(out.Pairs, p)
	})
	return out
}

// differences are a's errors less b's; what is put down to rounding is zero.
func differences(a, b []float64) []float64 {
	diffs := make([]float64, len(a))
	for k := range diffs {
		if d := a[k] - b[k]; math.Abs(d) > rounding {
			diffs[k] = d
		}
	}
	return diffs
}

// test fills in what the t-test of an estimate says.
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
		o := OverallComparison{
			Difference: Difference{A: a.Label, B: b.Label, RMSEA: a.RMSEMean, RMSEB: b.RMSEMean, Wilcoxon: math.NaN()},
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
		o.test(stats.Average(estimates))
		o.count(means)
		if o.Sets >= FewestSets {
			_, o.Wilcoxon = stats.Wilcoxon(means)
		}
		p, wilcoxon = append(p, o.P), append(wilcoxon, o.Wilcoxon)
		c.Overall = append(c.Overall, o)
	})
	p, wilcoxon = stats.Holm(p), stats.Holm(wilcoxon)
	for k := range c.Overall {
		c.Overall[k].PHolm, c.Overall[k].WilcoxonHolm = p[k], wilcoxon[k]
	}
}

// differenceJSON gives a difference its JSON form, where what is not defined is null. An infinite t is too.
type differenceJSON struct {
	A        string      `json:"a"`
	B        string      `json:"b"`
	RMSEA    number      `json:"rmse_a"`
	RMSEB    number      `json:"rmse_b"`
	Mean     number      `json:"difference"`
	CI95     *[2]float64 `json:"difference_ci95"`
	T        number      `json:"t"`
	DF       number      `json:"df"`
	P        number      `json:"p"`
	PHolm    number      `json:"p_holm"`
	Wilcoxon number      `json:"wilcoxon_p"`
	Wins     int         `json:"wins"`
	Ties     int         `json:"ties"`
	Losses   int         `json:"losses"`
}

func (d Difference) json() differenceJSON {
	j := differenceJSON{
		d.A, d.B, number(d.RMSEA), number(d.RMSEB), number(d.Mean), nil, number(d.T), number(d.DF), number(d.P), number(d.PHolm),
		number(d.Wilcoxon), d.Wins, d.Ties, d.Losses,
	}
	if defined(d.CI95[0]) && defined(d.CI95[1]) {
		j.CI95 = &d.CI95
	}
	return j
}

// MarshalJSON implements [json.Marshaler].
func (d Difference) MarshalJSON() ([]byte, error) { return json.Marshal(d.json()) }

// MarshalJSON implements [json.Marshaler].
func (o OverallComparison) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		differenceJSON
		WilcoxonHolm number `json:"wilcoxon_p_holm"`
		Sets         int    `json:"sets"`
		Better       int    `json:"sets_better"`
		Worse        int    `json:"sets_worse"`
	}{o.json(), number(o.WilcoxonHolm), o.Sets, o.Better, o.Worse})
}
