package experiment

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/lrp/stats"
)

// Significance is the level of all tests.
const Significance = 0.05

// controlRegressor is what the results of controls have instead of a regressor.
const controlRegressor = "none"

// rounding is the largest difference of two errors that counts as rounding.
const rounding = 1e-9

// Tests has the tests of one data set's results. Each test is two-sided and paired: the
// corrected resampled t-test on the errors of the trials or folds, or the paired t-test on the
// respondents' squared errors if each was predicted from all others. A difference is significant if
// its p value is below [Significance] after Holm's adjustment ([stats.Holm]) over a family of tests
// on this data set. There are two families:
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
	// P is the p value, and PHolm the adjusted one: by the gate too if there is a primary test.
	// Both are NaN if there is no test: for the other result itself, for equal errors and for too
	// few trials.
	P     float64 `json:"p"`
	PHolm float64 `json:"p_holm"`
	// Outcome is the outcome of the test after the adjustment.
	Outcome Outcome `json:"outcome"`
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
	Equal    Outcome = "equal"    // the same error in every trial
	Untested Outcome = "untested" // too few trials for a test
	NoTest   Outcome = ""         // there is nothing to compare with
)

// Tests tests the results of the data set.
func (r *DatasetReport) Tests() *Tests {
	n := len(r.Results)
	s := &Tests{CBG: -1, Best: r.best(), Primary: -1}
	s.CBG = slices.IndexFunc(r.Results, func(x Result) bool {
		return x.Approach == "CBG" && x.Regressor == controlRegressor
	})
	f := family{
		primary: noPrimary,
		same:    func(a, b int) bool { return r.Results[a].SameErrors(&r.Results[b]) },
		test:    func(a, b int) float64 { return r.pValue(&r.Results[a], &r.Results[b]) },
	}
	if s.CBG >= 0 && r.Primary != "" {
		s.Primary = slices.IndexFunc(r.Results, func(x Result) bool {
			return x.Approach == r.Primary && x.Regressor != controlRegressor
		})
	}
	for a := range n {
		if s.CBG >= 0 && a != s.CBG {
			f.add(a, s.CBG)
		}
	}
	f.primary = [2]int{s.Primary, s.CBG}
	s.VsCBG, s.Comparisons = r.tests(f, s.CBG)
	f.pairs, f.primary = nil, noPrimary
	for a := range n {
		for b := range a {
			f.add(a, b)
		}
	}
	s.VsBest, s.Pairs = r.tests(f, s.Best)
	return s
}

// best returns the index of the result with the lowest mean RMSE, a control only if there is
// nothing else; -1 if there is none.
func (r *DatasetReport) best() int {
	best := -1
	for _, controls := range []bool{false, true} {
		for i, x := range r.Results {
			if (x.Regressor == controlRegressor) == controls && !math.IsNaN(x.RMSEMean) &&
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
	p, holm, size := f.run()
	list := make([]Test, len(r.Results))
	for i := range list {
		list[i] = Test{P: math.NaN(), PHolm: math.NaN()}
	}
	for k, pair := range f.pairs {
		i := pair[0]
		switch reference {
		case pair[0]:
			i = pair[1]
		case pair[1]:
		default:
			continue
		}
		t := &list[i]
		t.P, t.PHolm = p[k], holm[k]
		switch a, b := r.Results[i].RMSEMean, r.Results[reference].RMSEMean; {
		case math.IsNaN(a) || math.IsNaN(b):
		case f.same(i, reference):
			t.Outcome = Equal
		case math.IsNaN(t.P):
			t.Outcome = Untested
		case !(t.PHolm < Significance):
			t.Outcome = Unclear
		case a < b:
			t.Outcome = Better
		default:
			t.Outcome = Worse
		}
	}
	return list, size
}

// pValue returns the p value of the difference of two results, NaN if there is no test.
func (r *DatasetReport) pValue(a, b *Result) float64 {
	if r.ByRespondent() {
		if len(a.SquaredErrors) != len(b.SquaredErrors) {
			return math.NaN()
		}
		_, p := stats.PooledT(differences(a.SquaredErrors, b.SquaredErrors))
		return p
	}
	if len(a.RMSE) != len(b.RMSE) {
		return math.NaN()
	}
	_, p := stats.CorrectedEstimate(differences(a.RMSE, b.RMSE), r.Train, r.Test).T()
	return p
}

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

// family is a list of tests whose p values are adjusted together.
type family struct {
	same  func(a, b int) bool    // whether two contenders have the same errors
	test  func(a, b int) float64 // the p value of their difference
	pairs [][2]int
	// primary is the pair that is tested first, or [noPrimary].
	primary [2]int
}

// noPrimary is no pair.
var noPrimary = [2]int{-1, -1}

func (f *family) add(a, b int) { f.pairs = append(f.pairs, [2]int{a, b}) }

// run returns the p value of each pair, the adjusted one, and the number of different tests. Of
// contenders with the same errors one is tested for all. Two of them have no test.
func (f *family) run() (p, holm []float64, size int) {
	class := f.classes()
	number := map[[2]int]int{} // of the tests, by classes
	var tests []float64
	for _, pair := range f.pairs {
		a, b := class[pair[0]], class[pair[1]]
		if a == b {
			continue
		}
		key := [2]int{min(a, b), max(a, b)}
		if _, ok := number[key]; ok {
			continue
		}
		number[key] = len(tests)
		tests = append(tests, f.test(a, b))
		if !math.IsNaN(tests[len(tests)-1]) {
			size++
		}
	}
	primary := -1
	if a, b := class[f.primary[0]], class[f.primary[1]]; f.primary[0] >= 0 && a != b {
		primary = number[[2]int{min(a, b), max(a, b)}]
	}
	adjusted := stats.Gatekeeper(tests, primary)
	for _, pair := range f.pairs {
		a, b := class[pair[0]], class[pair[1]]
		raw, corrected := math.NaN(), math.NaN()
		if a != b {
			n := number[[2]int{min(a, b), max(a, b)}]
			raw, corrected = tests[n], adjusted[n]
		}
		p, holm = append(p, raw), append(holm, corrected)
	}
	return p, holm, size
}

// classes returns for each contender the first one with the same errors.
func (f *family) classes() map[int]int {
	class := map[int]int{}
	var first []int
	for _, pair := range f.pairs {
		for _, i := range pair {
			if _, ok := class[i]; ok {
				continue
			}
			k := slices.IndexFunc(first, func(c int) bool { return f.same(i, c) })
			if k < 0 {
				k = len(first)
				first = append(first, i)
			}
			class[i] = first[k]
		}
	}
	return class
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
