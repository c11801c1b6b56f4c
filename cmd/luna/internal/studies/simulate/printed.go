package simulate

import (
	"math"
	"slices"
)

// printedNumber is a number that the thesis prints or shows in a figure.
type printedNumber struct {
	what      string
	printed   float64
	precision float64 // half a unit of the last digit that can be read
	x         float64
	curve     string // the curve that it is on; "" for a slope
	value     func(x []float64, e []Errors) float64
}

func meanAt(what string, x, printed, precision float64) printedNumber {
	return printedNumber{what, printed, precision, x, meanCurve,
		func(xs []float64, e []Errors) float64 { return e[slices.Index(xs, x)].Mean }}
}

func maxAt(what string, x, printed, precision float64) printedNumber {
	return printedNumber{what, printed, precision, x, maximumCurve,
		func(xs []float64, e []Errors) float64 { return e[slices.Index(xs, x)].Max }}
}

// slope returns how much the mean error falls per ten per cent of honest players, by least squares.
func slope(xs []float64, e []Errors) float64 {
	var mx, my, xy, xx float64
	for i, x := range xs {
		mx += x / float64(len(xs))
		my += e[i].Mean / float64(len(xs))
	}
	for i, x := range xs {
		xy += (x - mx) * (e[i].Mean - my)
		xx += (x - mx) * (x - mx)
	}
	return -10 * xy / xx
}

// The numbers in the figures and the text of 3.3. For a number that was read off a figure,
// precision is the precision of the reading.
var (
	printed31 = []printedNumber{
		meanAt("mean error after 100 games", 100, 31.4, .05),
		meanAt("mean error after 1000 games", 1000, 25.7, .05),
		maxAt("maximum error after 1000 games", 1000, 60, .5),
	}
	printed32 = []printedNumber{
		meanAt("mean error after 100 games", 100, 3.43, .005),
		meanAt("mean error after 1000 games", 1000, .93, .005),
	}
	printed33 = []printedNumber{meanAt("mean error, all Minimum", 0, 50.5, .05)}
	printed34 = []printedNumber{meanAt("mean error, all Mean", 0, 30.5, .05)}
	printed35 = []printedNumber{meanAt("mean error after 1000 games", 1000, 33, .5)}
	printed36 = []printedNumber{meanAt("mean error, 10 % honest", 10, 44, .5)}
	printed37 = []printedNumber{
		meanAt("mean error, 30 games honest", 30, 50, .5),
		meanAt("mean error, 500 games honest", 500, 26, .5),
		meanAt("mean error, 1000 games honest", 1000, 17, .5),
	}
	printed38 = []printedNumber{
		meanAt("mean error, nobody honest", 0, 36.4, .05),
		meanAt("mean error, all honest", 100, .9, .05),
		{"fall of it for 10 % more honest", 3.5, .05, 0, "", slope},
	}
)

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
