package aggregate

import (
	"math"

	"github.com/luna-rating/luna/luna/game"
)

// glicko2 rates by Glickman's system. Each guess is a rating period with one game against the
// fixed opponent, whose strength is known exactly. A new player has Glickman's deviation of 350 and
// volatility of 0.06; τ is 0.5. A guess of weight w is the fraction w of a game in a period of
// length w: in the sums of steps 3 and 4, and in the growth of the deviation of step 6, its terms
// are multiplied by w.
type glicko2 struct{}

func (glicko2) Name() string { return "glicko-2" }

// The constants of the system, on its own scale: Elo's points divided by 173.7178.
const (
	glickoScale      = 173.7178
	glickoDeviation  = 350 / glickoScale
	glickoVolatility = 0.06
	glickoTau        = 0.5
	glickoPrecision  = 1e-6
)

func (glicko2) Rating(guesses []game.Received) float64 {
	first, rest := begin(guesses)
	if len(rest) == 0 {
		return first
	}
	p := glickoPlayer{strengthOf(first), glickoDeviation, glickoVolatility}
	for _, g := range rest {
		p = p.after(g.Weight, []glickoGame{{score: g.Guess / 100}})
	}
	return 100 * logistic(p.mu)
}

// glickoPlayer uses the letters of the paper: strength μ, deviation φ, volatility σ.
type glickoPlayer struct{ mu, phi, sigma float64 }

// glickoGame is a game against an opponent, with the score of the player, from 0 to 1.
type glickoGame struct{ mu, phi, score float64 }

// after returns the player after a rating period with at least one game: steps 3 to 7 of the paper,
// with games and period of a weight.
func (p glickoPlayer) after(weight float64, games []glickoGame) glickoPlayer {
	var information, gain float64
	for _, o := range games {
		g := 1 / math.Sqrt(1+3*o.phi*o.phi/(math.Pi*math.Pi))
		e := logistic(g * (p.mu - o.mu))
		information += weight * (g * g * e * (1 - e))
		gain += weight * (g * (o.score - e))
	}
	v := 1 / information
	sigma := p.volatility(v, v*gain)
	spread := p.phi*p.phi + weight*(sigma*sigma)
	phi := 1 / math.Sqrt(1/spread+information)
	return glickoPlayer{mu: p.mu + phi*phi*gain, phi: phi, sigma: sigma}
}

// volatility is step 5: the root of f by the Illinois algorithm. The loops converge in a few
// rounds; their bounds are a safeguard.
func (p glickoPlayer) volatility(v, delta float64) float64 {
	a := math.Log(p.sigma * p.sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := p.phi*p.phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low, high := a, a-glickoTau
	if excess := delta*delta - p.phi*p.phi - v; excess > 0 {
		high = math.Log(excess)
	} else {
		for k := 2.0; f(high) < 0 && k < 1000; k++ {
			high = a - k*glickoTau
		}
	}
	fLow, fHigh := f(low), f(high)
	for range 1000 {
		if math.Abs(high-low) <= glickoPrecision {
			break
		}
		c := low + (low-high)*fLow/(fHigh-fLow)
		fc := f(c)
		if fc*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = c, fc
	}
	return math.Exp(low / 2)
}
