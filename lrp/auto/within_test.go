package auto

import "testing"

// An interval keeps its width on one side at least where the prediction leaves [0,1].
func TestWithin(t *testing.T) {
	for _, c := range []struct{ lo, hi, prediction, low, high float64 }{
		{.25, .75, .5, .25, .75},
		{-.25, .5, .125, 0, .5},
		{1.25, 1.75, 1.5, .75, 1},
		{-.75, -.25, -.5, 0, .25},
	} {
		if low, high := within(c.lo, c.hi, c.prediction); low != c.low || high != c.high {
			t.Errorf("[%v, %v] about %v: [%v, %v], expected [%v, %v]",
				c.lo, c.hi, c.prediction, low, high, c.low, c.high)
		}
	}
}

// No interval is a point, whether most are right or wrong, with the totals on a grid or not.
func TestNoIntervalIsAPoint(t *testing.T) {
	x := civics(90)
	for _, stretch := range []float64{-1, 0, 3} {
		y := x.ratings
		x.ratings = make([]float64, len(y))
		for i := range y {
			if stretch >= 0 {
				x.ratings[i] = clip(.5 + stretch*(y[i]-.5)) // many are 0 or 1
			} else {
				x.ratings[i] = float64(int(20*y[i])) / 20
			}
		}
		for _, n := range []int{0, 4, 30, 80} {
			f := fit(t, prepare(t, fixed(), x), x, n)
			for i, p := range f.PredictAll(x.responses, .9) {
				one := f.Predict(x.responses[i], .9)
				if min(p.High-p.Low, one.High-one.Low) < 1e-3 {
					t.Errorf("stretched by %v, %d rated, respondent %d: [%v, %v] and [%v, %v] about %v",
						stretch, n, i, p.Low, p.High, one.Low, one.High, p.Rating)
				}
			}
		}
		x.ratings = y
	}
}
