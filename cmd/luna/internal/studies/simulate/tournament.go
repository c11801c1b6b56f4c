package simulate

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
)

// maxRating is the upper end of the scale; the lower end is 0.
const maxRating = 100.0

// Tournament is a rating system with simulated players. It is not safe for concurrent use.
type Tournament struct {
	variant Variant
	players []player
	guesses []float64 // Actual Guesses, one row per guessing player
	pairs   *rand.Rand
	random  *rand.Rand
	games   int
	sorted  []float64 // all ratings, ascending
	sum     float64   // of all ratings
}

type player struct {
	strategy     Strategy
	intelligence float64
	rating       float64 // NaN before there is one
	averaged     int     // the number of guesses in the rating
	games        int
	met          []int     // number of games by opponent
	chances      []float64 // by opponent; drawn when first needed
}

// NewTournament returns a tournament before its first game, with one player per strategy, at least
// two. The same variant, strategies, seed, label and run give the same tournament; different
// labels or runs give independent ones.
func NewTournament(v Variant, strategies []Strategy, seed uint64, label string, run int) *Tournament {
	n := len(strategies)
	t := &Tournament{
		variant: v,
		players: make([]player, n),
		guesses: make([]float64, n*n),
		sorted:  make([]float64, 0, n),
		pairs:   numbers.Stream(seed, "simulate pairs "+label, run),
		random:  numbers.Stream(seed, "simulate random "+label, run),
	}
	draw := numbers.Stream(seed, "simulate players "+label, run)
	met := make([]int, n*n)
	baselines := make([]float64, n)
	for p := range t.players {
		baselines[p] = maxRating * draw.Float64()
		t.players[p] = player{strategy: strategies[p], rating: math.NaN(), met: met[p*n : (p+1)*n]}
	}
	for p := range n {
		for q := range n {
			guess := baselines[q] + v.NoiseSD*draw.NormFloat64()
			t.guesses[p*n+q] = guess
			t.players[q].intelligence += guess / float64(n)
		}
	}
	return t
}

func (t *Tournament) actual(p, q int) float64 { return t.guesses[p*len(t.players)+q] }

func (t *Tournament) chance(p, q int) float64 {
	me := &t.players[p]
	if me.chances == nil {
		me.chances = make([]float64, len(t.players))
		for i := range me.chances {
			me.chances[i] = t.random.Float64()
		}
	}
	return me.chances[q]
}

// Play plays a number of games, each between two players chosen at random.
func (t *Tournament) Play(games int) {
	for range games {
		p := t.pairs.IntN(len(t.players))
		q := t.pairs.IntN(len(t.players) - 1)
		if q >= p {
			q++
		}
		t.play(p, q)
	}
}

// play plays one game. Both players report before either rating changes.
func (t *Tournament) play(p, q int) {
	a, b := &t.players[p], &t.players[q]
	guessOfQ := a.strategy.Report(Situation{t, p, q})
	guessOfP := b.strategy.Report(Situation{t, q, p})
	t.receive(b, guessOfQ)
	t.receive(a, guessOfP)
	t.games++
	a.games++
	b.games++
	a.met[q]++
	b.met[p]++
}

// receive adds a guess to a player's rating.
func (t *Tournament) receive(p *player, guess float64) {
	if math.IsNaN(p.rating) {
		p.rating = guess
		if !t.variant.DropFirst {
			p.averaged = 1
		}
		t.addRating(guess)
		return
	}
	i, _ := slices.BinarySearch(t.sorted, p.rating)
	t.sorted = slices.Delete(t.sorted, i, i+1)
	t.sum -= p.rating
	n := float64(p.averaged)
	p.rating = (n*p.rating + guess) / (n + 1)
	p.averaged++
	t.addRating(p.rating)
}

func (t *Tournament) addRating(rating float64) {
	i, _ := slices.BinarySearch(t.sorted, rating)
	t.sorted = slices.Insert(t.sorted, i, rating)
	t.sum += rating
}

// Intelligence returns the mean of all players' Actual Guesses of a player.
func (t *Tournament) Intelligence(player int) float64 { return t.players[player].intelligence }

// Rating returns a player's Smarts Rating, false before the player's first game.
func (t *Tournament) Rating(player int) (rating float64, ok bool) {
	p := t.players[player]
	return p.rating, !math.IsNaN(p.rating)
}

// Errors is the mean and the maximum (Max), over players with a rating, of the distance between
// rating and intelligence, in points.
type Errors struct{ Mean, Max float64 }

// Errors returns the current errors, NaN before the first game.
func (t *Tournament) Errors() Errors {
	var sum, highest float64
	for _, p := range t.players {
		if off := math.Abs(p.rating - p.intelligence); off >= 0 { // not NaN
			sum += off
			highest = max(highest, off)
		}
	}
	if t.games == 0 {
		return Errors{math.NaN(), math.NaN()}
	}
	return Errors{sum / float64(len(t.sorted)), highest}
}
