package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// adjusted has the p values of a data set's results, by index, adjusted by [stats.Holm]. A value is
// NaN if there is no test: for the reference itself, for equal errors, and for too few trials.
type adjusted struct {
	cbg  []float64 // against CBG; adjusted over all results of all data sets
	best []float64 // against the best; adjusted over all pairs, because the best was selected
}

// adjust tests the results of all data sets.
func adjust(list []view) []adjusted {
	out := make([]adjusted, len(list))
	type place struct {
		of *[]float64
		at int
	}
	holm := func(p []float64, places []place) {
		for k, x := range stats.Holm(p) {
			if places[k].of != nil {
				(*places[k].of)[places[k].at] = x
			}
		}
	}
	var p, pairs []float64
	var places, pairPlaces []place
	for n := range list {
		v, o := &list[n], &out[n]
		o.cbg, o.best = nans(len(v.Results)), nans(len(v.Results))
		distinct := distinctResults(v.Results)
		best := v.bestResult()
		for x, a := range distinct {
			if v.CBG != nil && !same(&v.Results[a], v.CBG) {
				p, places = append(p, significance(&v.Results[a], v.CBG,
					v.DatasetReport)), append(places, place{&o.cbg, a})
			}
			for _, b := range distinct[x+1:] {
				pairs = append(pairs, significance(&v.Results[a], &v.Results[b], v.DatasetReport))
				switch at := (place{&o.best, a}); {
				case same(&v.Results[b], best):
					pairPlaces = append(pairPlaces, at)
				case same(&v.Results[a], best):
					at.at = b
					pairPlaces = append(pairPlaces, at)
				default:
					pairPlaces = append(pairPlaces, place{})
				}
			}
		}
	}
	holm(p, places)
	holm(pairs, pairPlaces)
	for n := range list {
		out[n].copyToEqual(list[n].Results)
	}
	return out
}

// distinctResults returns the indices of results without those that repeat an earlier one's errors.
func distinctResults(results []experiment.Result) []int {
	var list []int
next:
	for i := range results {
		for _, k := range list {
			if same(&results[i], &results[k]) {
				continue next
			}
		}
		list = append(list, i)
	}
	return list
}

// copyToEqual copies p values to results with the same errors.
func (o *adjusted) copyToEqual(results []experiment.Result) {
	for i := range results {
		for k := range i {
			if same(&results[i], &results[k]) {
				o.cbg[i], o.best[i] = o.cbg[k], o.best[k]
				break
			}
		}
	}
}

// bestResult returns the result with the lowest mean error, a control only if there is nothing
// else. It returns nil if there is none.
func (v *view) bestResult() *experiment.Result {
	for _, controls := range []bool{false, true} {
		var best *experiment.Result
		for i := range v.Results {
			r := &v.Results[i]
			if (r.Regressor == control) == controls && defined(r.RMSEMean) &&
				(best == nil || r.RMSEMean < best.RMSEMean) {
				best = r
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// adjustVerdicts withdraws verdicts that are not significant after the adjustment.
func (v *view) adjustVerdicts(a adjusted) {
	for i := range v.Sections {
		for k := range v.Sections[i].Rows {
			r := &v.Sections[i].Rows[k]
			if p := a.cbg[v.index(r.Result)]; r.Verdict == better &&
				!(p < experiment.Significance) {
				r.Verdict = unclear
			}
		}
	}
}

// index returns the index of one of the data set's results.
func (v *view) index(r *experiment.Result) int {
	for i := range v.Results {
		if &v.Results[i] == r {
			return i
		}
	}
	return -1
}

func nans(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.NaN()
	}
	return values
}
