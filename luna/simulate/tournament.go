package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/luna-rating/luna/internal/stream"
)

// scale is the end of the scale of ratings, which begins at 0.
const scale = 100.0

// MostPlayers is how many players a tournament can have: it holds a guess for every two.
const MostPlayers = 4000

// Tournament is a rating system with simulated players. One goroutine may use it.
type Tournament struct {
	variant Variant
	players []player
	guesses []float64 // Actual Guesses, a row a guessing player
	pairs   *rand.Rand
	random  *rand.Rand
	games   int
	sorted  []float64 // the ratings of those who have one, ascending
	sum     float64   // of these
}

type player struct {
	strategy     Strategy
	intelligence float64
	rating       float64 // NaN before there is one
	averaged     int     // of how many guesses the rating is the mean
	games        int
	met          []int     // how often, by opponent
	chances      []float64 // by opponent; nil until one is asked for
}

// NewTournament makes a tournament of as many players as there are strategies, 2 to [MostPlayers], before its first game. The same variant,
// strategies, seed, label and run give the same tournament; of different labels or runs they are independent.
func NewTournament(v Variant, strategies []Strategy, seed uint64, label string, run int) (*Tournament, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	n := len(strategies)
	if n < 2 || n > MostPlayers {
		return nil, fmt.Errorf("%d players found, expected 2 to %d", n, MostPlayers)
	}
	t := &Tournament{
		variant: v, players: make([]player, n), guesses: make([]float64, n*n), sorted: make([]float64, 0, n),
		pairs: stream.New(seed, "simulate pairs "+label, run), random: stream.New(seed, "simulate random "+label, run),
	}
	draw := stream.New(seed, "simulate players "+label, run)
	met := make([]int, n*n)
	baselines := make([]float64, n)
	for p := range t.players {
		if strategies[p] == nil {
			return nil, fmt.Errorf("player %d has no strategy", p)
		}
		baselines[p] = scale * draw.Float64()
		t.players[p] = player{strategy: strategies[p], rating: math.NaN(), met: met[p*n : (p+1)*n]}
	}
	for p := range n {
		for q := range n {
			guess := baselines[q] + v.NoiseSD*draw.NormFloat64()
			t.guesses[p*n+q] = guess
			t.players[q].intelligence += guess / float64(n)
		}
	}
	return t, nil
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

// Play has so many more games be played, each by two players chosen at random.
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

// play is one game. Both players report before they see what the other one did.
func (t *Tournament) play(p, q int) {
	a, b := &t.players[p], &t.players[q]
	ofQ := a.strategy.Report(Situation{t, p, q})
	ofP := b.strategy.Report(Situation{t, q, p})
	t.receive(b, ofQ)
	t.receive(a, ofP)
	t.games++
	a.games++
	b.games++
	a.met[q]++
	b.met[p]++
}

// receive takes a guess into a player's rating.
func (t *Tournament) receive(p *player, guess float64) {
	if math.IsNaN(p.rating) {
		p.rating = guess
		if !t.variant.DropFirst {
			p.averaged = 1
		}
		t.rated(guess)
		return
	}
	i, _ := slices.BinarySearch(t.sorted, p.rating)
	t.sorted = slices.Delete(t.sorted, i, i+1)
	t.sum -= p.rating
	n := float64(p.averaged)
	p.rating = (n*p.rating + guess) / (n + 1)
	p.averaged++
	t.rated(p.rating)
}

// rated notes a rating that there is now.
func (t *Tournament) rated(rating float64) {
	i, _ := slices.BinarySearch(t.sorted, rating)
	t.sorted = slices.Insert(t.sorted, i, rating)
	t.sum += rating
}

// Games is how many games were played.
func (t *Tournament) Games() int { return t.games }

// Intelligence of a player is the mean of all players' Actual Guesses of it.
func (t *Tournament) Intelligence(player int) float64 { return t.players[player].intelligence }

// Rating is a player's Smarts Rating, which there is from the first game on.
func (t *Tournament) Rating(player int) (rating float64, ok bool) {
	p := t.players[player]
	return p.rating, !math.IsNaN(p.rating)
}

// Errors are the mean and the maximum (Max), over players with a rating, of the distance between rating and intelligence, in points.
type Errors struct{ Mean, Max float64 }

// Errors are those of now; NaN before the first game.
func (t *Tournament) Errors() Errors {
	var sum, most float64
	for _, p := range t.players {
		if off := math.Abs(p.rating - p.intelligence); off >= 0 { // not NaN
			sum += off
			most = max(most, off)
		}
	}
	if t.games == 0 {
		return Errors{math.NaN(), math.NaN()}
	}
	return Errors{sum / float64(len(t.sorted)), most}
}
