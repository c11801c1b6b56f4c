package simulate

import "math"

// comparison compares a number in the thesis with the simulated one.
type comparison struct {
	figure    string
	what      string // such as "mean error after 1000 games"
	printed   float64
	simulated float64
	se        float64 // standard error of simulated; NaN for a single run
	tolerance float64 // the largest acceptable difference
}

// within reports whether the difference is explained by chance and the precision of the thesis.
func (c comparison) within() bool { return math.Abs(c.simulated-c.printed) <= c.tolerance }

// comparisons returns the comparisons with the numbers of the thesis. The tolerance is three
// standard errors of the difference of two means, over the runs of the result and the 50 runs of
// the thesis, both with the standard deviation of the result's runs, plus half a unit of the last
// digit that can be read.
func (r *Result) comparisons() []comparison {
	xs := r.Experiment.xValues()
	var list []comparison
	for _, p := range r.Experiment.printed {
		e := r.estimate(func(errors []Errors) float64 { return p.value(xs, errors) })
		se := e.SD / math.Sqrt(float64(r.Runs))
		thesisSE := e.SD / math.Sqrt(float64(Published().Runs))
		list = append(list, comparison{
			figure:    r.Experiment.Figure,
			what:      p.what,
			printed:   p.printed,
			simulated: e.Mean,
			se:        se,
			tolerance: 3*math.Hypot(se, thesisSE) + p.precision,
		})
	}
	return list
}
