package approach_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/luna-rating/luna/lrp/approach"
)

// The line of a judge is that of least squares if many are rated, and y = x if nobody is.
func TestCalibrate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var x, y []float64
	for range 20_000 {
		x = append(x, rng.Float64())
		y = append(y, 0.2+0.5*x[len(x)-1]+0.1*rng.NormFloat64())
	}
	a, b := stat.LinearRegression(x, y, nil, false)
	many := approach.Calibrate(append(x, math.NaN(), 1), append(y, 0, math.NaN()))
	nobody, one := approach.Calibrate(nil, nil), approach.Calibrate([]float64{0.4}, []float64{0.6})
	for _, v := range []float64{0, 0.3, 1} {
		if math.Abs(many(v)-a-b*v) > 1e-3 {
			t.Errorf("%v: found %v, want %v", v, many(v), a+b*v)
		}
		if nobody(v) != v || math.Abs(one(v)-v-0.1) > 1e-12 {
			t.Errorf("%v: found %v with nobody rated and %v with one", v, nobody(v), one(v))
		}
	}
	if got := many(math.NaN()); math.Abs(got-stat.Mean(y, nil)) > 1e-4 || nobody(math.NaN()) != 0.5 {
		t.Errorf("without a grade: found %v and %v", got, nobody(math.NaN()))
	}
}
