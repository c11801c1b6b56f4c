package simulate

import "slices"

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
