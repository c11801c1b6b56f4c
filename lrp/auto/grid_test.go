package auto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// onGrid returns random multiples of 1/m, some of them 0 and 1, rounded to so many decimals.
func onGrid(rng *rand.Rand, n int, m, decimals float64) []float64 {
	ratings, unit := make([]float64, n), math.Pow(10, decimals)
	for i := range ratings {
		ratings[i] = math.Round(float64(rng.IntN(int(m)+1))/m*unit) / unit
	}
	return ratings
}

// The grid of ratings is found also if they are rounded.
func TestFindGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, m := range []float64{7, 23, 30, 62, 100, 199} {
		for _, decimals := range []float64{4, 6, 15} {
			ratings := onGrid(rng, 40, m, decimals)
			g := findGrid(ratings)
			if g.steps != m {
				t.Errorf("multiples of 1/%v with %v decimals: found 1/%v", m, decimals, g.steps)
			}
			for _, y := range onGrid(rng, 1000, m, decimals) {
				if math.Abs(y-math.Round(y*m)/m) > g.tolerance {
					t.Fatalf("multiples of 1/%v with %v decimals: %v is off the grid by more than %v",
						m, decimals, y, g.tolerance)
				}
			}
		}
	}
}

// Ratings that are on no grid, on one that is too fine or too few have none.
func TestFindNoGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	for _, n := range []int{0, 1, 25, 50, 500} {
		for range 200 {
			ratings := make([]float64, n)
			for i := range ratings {
				ratings[i] = rng.Float64()
			}
			if g := findGrid(ratings); g != (grid{}) {
				t.Fatalf("%d continuous ratings: found 1/%v", n, g.steps)
			}
		}
	}
	odd := append(onGrid(rng, 60, 20, 15), .5137)
	// Means of right answers over the questions that somebody answered, 11 to 19.
	answered := make([]float64, 60)
	for i := range answered {
		of := 11 + i%9
		answered[i] = float64(rng.IntN(of+1)) / float64(of)
	}
	for name, ratings := range map[string][]float64{
		"one off the grid": odd, "1/1000": onGrid(rng, 60, 1000, 15),
		"different numbers of questions": answered,
		"few":                            onGrid(rng, minGridRatings-1, 20, 15),
		"four distinct ones":             onGrid(rng, 200, 5, 15),
	} {
		if g := findGrid(ratings); g != (grid{}) {
			t.Errorf("%s: found 1/%v", name, g.steps)
		}
	}
}

// Moving ends to the grid loses no rating on it, nor the prediction, and never widens.
func TestShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	narrower := 0
	for range 20000 {
		m := float64(1 + rng.IntN(maxGrid))
		g := grid{m, []float64{4 * exactRating, 2e-6, maxOffGrid / m}[rng.IntN(3)]}
		prediction := rng.Float64()*1.2 - .1
		half := rng.Float64() * .3
		lo, hi := clip(prediction-half), clip(prediction+half*rng.Float64())
		low, high := g.shrink(lo, hi, prediction)
		if !(lo <= low && low <= high && high <= hi) {
			t.Fatalf("1/%v: [%v, %v] became [%v, %v]", m, lo, hi, low, high)
		}
		if high-low < hi-lo {
			narrower++
		}
		if p := clip(prediction); lo <= p && p <= hi && (p < low || p > high) {
			t.Fatalf("1/%v: [%v, %v] lost the prediction %v", m, low, high, p)
		}
		for k := 0.0; k <= m; k++ {
			y := k/m + (2*rng.Float64()-1)*g.tolerance*(1-1e-9)
			if lo <= y && y <= hi && (y < low || y > high) {
				t.Fatalf("1/%v: [%v, %v] became [%v, %v] without %v", m, lo, hi, low, high, y)
			}
		}
	}
	if narrower < 15000 {
		t.Errorf("%d of 20000 intervals are narrower", narrower)
	}
	if lo, hi := (grid{10, 1e-8}).shrink(.31, .38, .35); lo != .31 || hi != .38 {
		t.Errorf("an interval without a point of the grid became [%v, %v]", lo, hi)
	}
	if lo, hi := (grid{10, 1e-8}).shrink(.95, 1, 1); lo != .95 || hi != 1 {
		t.Errorf("an interval with one point of the grid became [%v, %v]", lo, hi)
	}
	if lo, hi := (grid{}).shrink(.31, .38, .35); lo != .31 || hi != .38 {
		t.Errorf("without a grid: [%v, %v]", lo, hi)
	}
}

// Intervals of a fit end on the grid of the ratings, for one respondent as for many and after the
// fit was saved, and contain the same ratings as before.
func TestIntervalsEndOnGrid(t *testing.T) {
	const steps = 40
	x := civics(150)
	for i, y := range x.ratings {
		x.ratings[i] = math.Round(y*steps) / steps
	}
	for _, n := range []int{30, 90} {
		f := fit(t, prepare(t, fixed(), x), x, n)
		if f.grid.steps != steps {
			t.Fatalf("%d rated: found the grid 1/%v", n, f.grid.steps)
		}
		back, _ := restored(t, f, x, n)
		all := f.PredictAll(x.responses, .9)
		for i, r := range x.responses {
			p, again := f.Predict(r, .9), back.Predict(r, .9)
			if p.Low != again.Low || p.High != again.High {
				t.Fatalf("restored: [%v, %v], expected [%v, %v]", again.Low, again.High, p.Low, p.High)
			}
			if math.Abs(all[i].Low-p.Low) > 1e-12 || math.Abs(all[i].High-p.High) > 1e-12 {
				t.Fatalf("for many: [%v, %v], expected [%v, %v]",
					all[i].Low, all[i].High, p.Low, p.High)
			}
			lo, hi := f.rawInterval(f.grades(r), .9)
			for k := 0.0; k <= steps; k++ {
				y := k / steps
				if (lo <= y && y <= hi) != (p.Low <= y && y <= p.High) {
					t.Fatalf("[%v, %v] became [%v, %v]: %v", lo, hi, p.Low, p.High, y)
				}
			}
			middle := clip(p.Rating)
			for _, end := range []float64{p.Low, p.High} {
				near := math.Abs(end-math.Round(end*steps)/steps) <= 1.01*f.grid.tolerance
				if !near && !slices.Contains([]float64{middle, lo, hi}, end) {
					t.Fatalf("the end %v is off the grid", end)
				}
			}
		}
	}
}
