package aggregate

import (
	"math"
	"testing"
)

// TestGlickmansExample is the worked example of the paper.
func TestGlickmansExample(t *testing.T) {
	game := func(rating, deviation, score float64) glickoGame {
		return glickoGame{(rating - 1500) / glickoScale, deviation / glickoScale, score}
	}
	games := []glickoGame{game(1400, 30, 1), game(1550, 100, 0), game(1700, 300, 0)}
	p := glickoPlayer{0, 200 / glickoScale, 0.06}.after(1, games)
	for _, c := range []struct {
		name            string
		got, want, unit float64
	}{
		{"rating", p.mu*glickoScale + 1500, 1464.06, 0.01},
		{"deviation", p.phi * glickoScale, 151.52, 0.01},
		{"volatility", p.sigma, 0.05999, 0.00001},
		{"μ", p.mu, -0.2069, 0.0001},
		{"φ", p.phi, 0.8722, 0.0001},
	} {
		if math.Abs(c.got-c.want) > c.unit {
			t.Errorf("%s %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestVolatilityIsTheRoot finds the root by bisection, which needs no start and has no special
// cases.
func TestVolatilityIsTheRoot(t *testing.T) {
	players := []glickoPlayer{{0, 2, 0.06}, {3, 0.2, 0.06}, {-5, 0.05, 0.2}, {5.3, 0.5, 0.01}}
	for _, p := range players {
		for _, v := range []float64{4, 10, 200} {
			for _, gain := range []float64{0, 0.1, -0.5, 0.7, -0.99} { // of one game, at most 1
				delta := v * gain
				a := math.Log(p.sigma * p.sigma)
				low, high := -40.0, 40.0
				for range 200 {
					x := (low + high) / 2
					e := math.Exp(x)
					d := p.phi*p.phi + v + e
					if e*(delta*delta-p.phi*p.phi-v-e)/(2*d*d)-(x-a)/0.25 > 0 {
						low = x
					} else {
						high = x
					}
				}
				got, want := p.volatility(v, delta), math.Exp(low/2)
				if math.Abs(got-want) > 1e-6*want {
					t.Errorf("%v, v %v, Δ %v: volatility %v, want %v", p, v, delta, got, want)
				}
			}
		}
	}
}
