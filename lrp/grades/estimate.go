package grades

import "github.com/luna-rating/luna/features/text"

// Estimate is what a fit says of one respondent.
type Estimate struct {
	Rating    float64   // as [Fitted.Rating] gives it
	Grades    []float64 // of the responses, in [0,1]
	Low, High float64   // the ends of [Fitted.Interval]
}

// together is the number of respondents whose intervals are computed in one go.
const together = 64

// Estimates returns the estimates of many respondents, with intervals of the level. It costs less than
// [Fitted.RatingAndInterval] of each, whose numbers it gives, but for rounding in the last digits of intervals. It panics where a
// respondent has not one response a question.
func (f *Fitted) Estimates(responses [][]*text.Doc, level float64) []Estimate {
	list := make([]Estimate, len(responses))
	if f.spread != nil || f.jackknife(level) {
		for i, r := range responses {
			e := &list[i]
			e.Rating, e.Grades, e.Low, e.High = f.RatingAndInterval(r, level)
		}
		return list
	}
	n, factor, q := f.exact.covariance.n, f.factor(level), f.exact.newQuery()
	columns, variances := make([]float64, n*min(together, len(list))), make([]float64, together)
	for first := 0; first < len(list); first += together {
		some := list[first:min(first+together, len(list))]
		for k := range some {
			r := f.read(responses[first+k])
			some[k].Rating, some[k].Grades = f.rating(r.average), r.grades
			variances[k] = f.exact.covary(f, r, f.exact.query(f, r.texts, q))
			for i, v := range q.observation {
				columns[i*len(some)+k] = v
			}
		}
		for k, explained := range f.exact.covariance.explained(columns, len(some)) {
			half := factor * f.deviationOf(variances[k], explained)
			some[k].Low, some[k].High = clip(some[k].Rating-half), clip(some[k].Rating+half)
		}
	}
	return list
}
