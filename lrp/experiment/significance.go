package experiment

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/stats"
)

// Significance is the level of all tests.
const Significance = 0.05

const (
	// rounding is the largest difference of two errors that counts as rounding.
	rounding = 1e-9
	// visible is the least difference of mean errors that is called better or worse, one unit in
	// the last digit of the tables: a smaller one may be significant, but is of no use.
	visible = 1e-4
)

// Tests holds the tests of one data set's results. Each test is two-sided and paired: the corrected
// resampled t-test on the errors of the trials or folds, or the paired t-test on the respondents'
// squared errors if each was predicted from all others. A difference is significant if its p value
// is below [Significance] after Holm's adjustment ([stats.Holm]) over a family of tests on this
// data set, and if the mean RMSEs differ by at least 0.0001. There are two families:
//
//   - all approaches against CBG, the constant best guess. If one of them is the primary one, it is
//     tested first and opens the gate to the others ([stats.Gatekeeper]);
//   - all pairs of approaches. The best approach is found by its error, so its lead over each of
//     the others is adjusted for every pair that might have been compared.
//
// Approaches with the same errors in every trial are tested once. The tables, files, figures and
// pages of a run and [Compare] all use these outcomes.
type Tests struct {
	// CBG and Best are the indices of the results of CBG and of the approach with the lowest mean
	// RMSE, a control only if there is nothing else; -1 if there is none.
	CBG, Best int
	// Primary is the index of the result whose test against CBG comes first; -1 if there is none.
	Primary int
	// VsCBG and VsBest have the test of each result, by its index.
	VsCBG, VsBest []Test
	// Comparisons and Pairs are the sizes of the two families.
	Comparisons, Pairs int
}

// Test is a test of the difference between a result and another.
type Test struct {
	// P is the p value, and PHolm the adjusted one, which accounts for the gate too if there is a
	// primary test. Both are NaN if there is no test: for the other result itself, for equal errors
	// and for too few trials.
	P     float64 `json:"p"`
	PHolm float64 `json:"p_holm"`
	// Outcome is the outcome of the test after the adjustment.
	Outcome Outcome `json:"outcome"`
	// Smallest is the smallest difference of RMSE that the test, before the adjustment, would find
	// in 80% of experiments like this one ([stats.Estimate.Detectable]); NaN if there is no test.
	Smallest float64 `json:"smallest_difference"`
	// PEquivalent is, with [Dataset].Margin and against the best approach, the p value of the
	// hypothesis that the difference is at least the margin ([stats.Estimate.Equivalence]), by
	// [stats.Holm] over all approaches; nil without a margin.
	PEquivalent *float64 `json:"p_equivalent_holm,omitempty"`
	// Equivalent says that PEquivalent is below [Significance].
	Equivalent bool `json:"equivalent,omitempty"`
}

// known returns nil if there is nothing to compare with.
func (t *Test) known() *Test {
	if t.Outcome == NoTest {
		return nil
	}
	return t
}

// Outcome is the outcome of a test.
type Outcome string

// The outcomes of tests.
const (
	Better   Outcome = "better"   // the error is significantly lower
	Worse    Outcome = "worse"    // the error is significantly higher
	Unclear  Outcome = "unclear"  // the difference is not significant
	Equal    Outcome = "equal"    // the same error in every trial, or significant but below 0.0001
	Untested Outcome = "untested" // too few trials, or groups, for a test
	NoTest   Outcome = ""         // there is nothing to compare with
)

// Tests tests the results of the data set.
func (r *DatasetReport) Tests() *Tests {
	s := &Tests{CBG: -1, Best: r.best(), Primary: -1}
	s.CBG = slices.IndexFunc(r.Results, func(x Result) bool {
		return x.Approach == "CBG" && x.Regressor == approach.NoRegressor
	})
	f := family{
		reference: s.CBG, primary: -1,
		same: func(a, b int) bool { return r.Results[a].SameErrors(&r.Results[b]) },
		test: func(a, b int) float64 { return r.pValue(a, b) },
	}
	if s.CBG >= 0 {
		f.n = len(r.Results)
		s.Primary = slices.IndexFunc(r.Results, func(x Result) bool {
			return isPrimary(r.Primary, x.Approach, x.Regressor)
		})
		f.primary = s.Primary
	}
	s.VsCBG, s.Comparisons = r.tests(f, s.CBG)
	f.n = len(r.Results)
	f.reference = -1
	f.primary = -1
	s.VsBest, s.Pairs = r.tests(f, s.Best)
	if r.Margin > 0 && s.Best >= 0 {
		r.testEquivalence(s.VsBest, s.Best)
	}
	return s
}

// testEquivalence adds to the tests against the best approach whether the difference is none.
func (r *DatasetReport) testEquivalence(list []Test, best int) {
	p := make([]float64, len(list))
	for i := range p {
		if p[i] = r.estimate(i, best).Equivalence(r.Margin); i == best {
			p[i] = math.NaN()
		}
	}
	for i, adjusted := range stats.Holm(p) {
		list[i].PEquivalent, list[i].Equivalent = &adjusted, adjusted < Significance
	}
}

// best returns the index of the result with the lowest mean RMSE, a control only if there is
// nothing else; -1 if there is none.
func (r *DatasetReport) best() int {
	best := -1
	for _, controls := range []bool{false, true} {
		for i, x := range r.Results {
			if (x.Regressor == approach.NoRegressor) == controls && !math.IsNaN(x.RMSEMean) &&
				(best < 0 || x.RMSEMean < r.Results[best].RMSEMean) {
				best = i
			}
		}
		if best >= 0 {
			break
		}
	}
	return best
}

// tests carries out a family's tests and returns those of each result against the reference, and
// the number of tests of the family.
func (r *DatasetReport) tests(f family, reference int) ([]Test, int) {
	tested, size := f.run()
	list := make([]Test, len(r.Results))
	for i := range list {
		t := &list[i]
		if t.P, t.PHolm, t.Smallest = math.NaN(), math.NaN(), math.NaN(); i == reference || reference < 0 {
			continue
		}
		t.P, t.PHolm = tested(i, reference)
		t.Smallest = r.estimate(i, reference).Detectable()
		switch a, b := r.Results[i].RMSEMean, r.Results[reference].RMSEMean; {
		case math.IsNaN(a) || math.IsNaN(b):
		case f.same(i, reference):
			t.Outcome = Equal
		case math.IsNaN(t.P):
			t.Outcome = Untested
		case !(t.PHolm < Significance):
			t.Outcome = Unclear
		case math.Abs(a-b) < visible:
			t.Outcome = Equal
		case a < b:
			t.Outcome = Better
		default:
			t.Outcome = Worse
		}
	}
	return list, size
}

// pValue returns the p value of the difference of two results, NaN if there is no test.
func (r *DatasetReport) pValue(a, b int) float64 {
	_, p := r.estimate(a, b).T()
	return p
}

// estimate estimates the difference of the RMSE of two results.
func (r *DatasetReport) estimate(a, b int) stats.Estimate {
	of := func(k int) contender {
		x := &r.Results[k]
		return contender{errors: [][]float64{r.errors(x)}, rmse: []float64{x.RMSEMean}}
	}
	return r.difference(of(a), of(b), 0)
}

// corrected is [stats.CorrectedEstimate] of differences over trials. Its error is unknown with
// fewer than three groups that were left out once.
func (d *Dataset) corrected(diffs []float64) stats.Estimate {
	e := stats.CorrectedEstimate(diffs, d.Train, d.Test)
	if d.fewGroups() {
		e.SE = math.NaN()
	}
	return e
}

// fewGroups reports whether each group was left out once and they are too few for a test or an
// interval: two have a single degree of freedom.
func (d *Dataset) fewGroups() bool { return d.Groups > 0 && d.Groups < 3 && d.Folds == d.Groups }

// SameErrors reports whether two approaches had the same error in every trial, up to rounding, or,
// if the trials are unknown, the same mean and spread.
func (r *Result) SameErrors(x *Result) bool {
	if len(r.RMSE) == 0 || len(r.RMSE) != len(x.RMSE) {
		return equalErrors([]float64{r.RMSEMean, r.RMSESD}, []float64{x.RMSEMean, x.RMSESD})
	}
	return equalErrors(r.RMSE, x.RMSE)
}

// equalErrors compares lists of the same length.
func equalErrors(a, b []float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= rounding) {
			return false
		}
	}
	return true
}

// family is a set of tests whose p values are adjusted together: of each of n contenders with the
// reference, or of all pairs.
type family struct {
	n         int
	reference int                    // -1 for all pairs
	primary   int                    // the contender whose test with the reference comes first; -1 for none
	same      func(a, b int) bool    // whether two contenders have the same errors
	test      func(a, b int) float64 // the p value of their difference
}

// pairs lists the pairs of the family.
func (f *family) pairs() (list [][2]int) {
	for a := range f.n {
		for b := range f.n {
			if b == f.reference && a != b || f.reference < 0 && a < b {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}

// run returns the p values of pairs, as they are and adjusted, and the number of different tests.
// Of contenders with the same errors one is tested for all. Two of them have no test.
func (f *family) run() (tested func(a, b int) (p, adjusted float64), size int) {
	first := make([]int, f.n) // the first contender with the same errors as each
	for i := range first {
		for first[i] = 0; first[i] < i && !(first[first[i]] == first[i] && f.same(i, first[i])); {
			first[i]++
		}
	}
	key := func(a, b int) [2]int { return [2]int{min(first[a], first[b]), max(first[a], first[b])} }
	number := map[[2]int]int{}
	var tests []float64
	for _, pair := range f.pairs() {
		k := key(pair[0], pair[1])
		if _, known := number[k]; known || k[0] == k[1] {
			continue
		}
		number[k] = len(tests)
		p := f.test(k[0], k[1])
		if tests = append(tests, p); !math.IsNaN(p) {
			size++
		}
	}
	primary := -1
	if f.primary >= 0 {
		if n, ok := number[key(f.primary, f.reference)]; ok {
			primary = n
		}
	}
	holm := stats.Gatekeeper(tests, primary)
	return func(a, b int) (p, adjusted float64) {
		n, ok := number[key(a, b)]
		if !ok {
			return math.NaN(), math.NaN()
		}
		return tests[n], holm[n]
	}, size
}
