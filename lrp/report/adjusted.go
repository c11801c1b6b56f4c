package report

import (
	"math"

	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/lrp/stats"
)

// adjusted are p values of a data set's results, by their index, adjusted by [stats.Holm]. They are NaN where there is no test: for
// what is compared itself, for the same errors, and for too few trials.
type adjusted struct {
	cbg  []float64 // against CBG; adjusted for all results of all data sets
	best []float64 // against the best approach; adjusted for all pairs of all data sets, which covers that it was chosen
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
				p, places = append(p, significance(&v.Results[a], v.CBG, v.DatasetReport)), append(places, place{&o.cbg, a})
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

// distinctResults are the results whose errors no earlier one has in every trial.
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

// copyToEqual gives results with the errors of an earlier one its p values.
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

// bestResult is the one with the lowest mean error, a control only where there is nothing else; nil where there is none.
func (v *view) bestResult() *experiment.Result {
	for _, controls := range []bool{false, true} {
		var best *experiment.Result
		for i := range v.Results {
			r := &v.Results[i]
			if (r.Regressor == control) == controls && defined(r.RMSEMean) && (best == nil || r.RMSEMean < best.RMSEMean) {
				best = r
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// adjustVerdicts takes back what the adjustment leaves no ground for.
func (v *view) adjustVerdicts(a adjusted) {
	for i := range v.Sections {
		for k := range v.Sections[i].Rows {
			r := &v.Sections[i].Rows[k]
			if p := a.cbg[v.index(r.Result)]; r.Verdict == better && !(p < experiment.Significance) {
				r.Verdict = unclear
			}
		}
	}
}

// index is the place of one of the data set's results.
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
