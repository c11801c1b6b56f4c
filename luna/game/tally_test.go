package game

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// Guesses are added to a tally as they come; the rating must be that of all of them together.
func TestTally(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		tournament := newTournament(nil)
		networks := rng.IntN(50) // 0 is for guesses of unknown origin only
		people := 1 + rng.IntN(50)
		weights := []float64{1}
		if rng.IntN(2) == 0 {
			weights = []float64{1, 0.25, 0.1, 0}
		}
		p := &player{}
		shared := 0
		for range 60 {
			by := PlayerID(strconv.Itoa(rng.IntN(people)))
			g := Received{By: by, Guess: 100 * rng.Float64(), Weight: weights[rng.IntN(len(weights))]}
			if networks > 0 && rng.IntN(8) == 0 {
				g.Origin = 1 + rng.Uint64N(uint64(networks))
			}
			if rng.IntN(20) == 0 {
				tournament.damped[by] = 0.5
				p.tally = tally{} // as damp does
			}
			got := suite.Must(tournament.ratingWith(p, g, Rules))(t)
			expected := suite.Must(tournament.rating(append(slices.Clone(p.received), g), p.Rating != nil, Rules))(t)
			if (got.rating == nil) != (expected.rating == nil) || got.provisional != expected.provisional ||
				got.rating != nil && math.Float64bits(*got.rating) != math.Float64bits(*expected.rating) {
				t.Fatalf("found %v, expected %v of %v", got, expected, p.received)
			}
			if p.tally.shares {
				shared++
			}
			p.rate(got.full(), g, tournament.earliest, 0)
		}
		if networks == 0 && len(tournament.damped) == 0 && shared > 0 {
			t.Error("guesses of unknown origin were found to share weights")
		}
	}
}

func BenchmarkRatingOfMany(b *testing.B) {
	tournament, p := newTournament(nil), &player{}
	for i := range 50_000 {
		p.received = append(p.received, Received{By: PlayerID(strconv.Itoa(i % 900)), Guess: 50,
			Weight: 1, Origin: uint64(i%2) * uint64(1+i%1000)})
	}
	another := Received{By: "a", Guess: 1, Weight: 1, Origin: 7}
	for b.Loop() {
		suite.Must(tournament.ratingWith(p, another, Rules))(b)
	}
}
