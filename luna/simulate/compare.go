package simulate

import "math"

// Comparison is a number of the thesis beside that of a result.
type Comparison struct {
	Figure    string  // whose number it is
	What      string  // such as the mean error after 1000 games
	Printed   float64 // in the thesis
	Ours      float64
	SE        float64 // the standard error of Ours; NaN for one run
	Tolerance float64 // how far apart they may be
}

// Within reports whether the numbers are as near to each other as chance and the printed digits let them be.
func (c Comparison) Within() bool { return math.Abs(c.Ours-c.Printed) <= c.Tolerance }

// Comparisons are those with the numbers of the thesis. The tolerance is three standard errors of the difference of two means, of the runs of the
// result and of the 50 of the thesis, both with the result's spread over runs, and half a unit of the last place to which the number can be read.
func (r *Result) Comparisons() []Comparison {
	xs := r.Experiment.axis()
	var list []Comparison
	for _, p := range r.Experiment.printed {
		e := r.estimate(func(errors []Errors) float64 { return p.of(xs, errors) })
		here, there := e.SD/math.Sqrt(float64(r.Runs)), e.SD/math.Sqrt(float64(Published().Runs))
		list = append(list, Comparison{r.Experiment.Figure, p.what, p.value, e.Mean, here, 3*math.Hypot(here, there) + p.precision})
	}
	return list
}
