package game_test

import (
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// TestForecast damps players of random tournaments whose sources are written now and then. Forecasts
// are made before some more games end, or are of something else. All players and games must be those
// of a tournament that holds everything and has no forecasts.
func TestForecast(t *testing.T) {
	suite.Slow(t, "plays many games")
	for seed := range uint64(6) {
		r := newReferee(t, crowd...)
		m, rng := newMemory(), rand.New(rand.NewPCG(seed, 3))
		tour := suite.Must(game.Open(nil, m, 0))(t)
		played, before := 0, 0
		play := func(events int) {
			for range events {
				r.try(randomEvent(rng, r, played))
				played++
			}
		}
		applied := 0
		follow := func(write bool) {
			for ; applied < len(r.log); applied++ {
				if _, err := tour.Apply(r.log[applied]); err != nil {
					t.Fatalf("seed %d, event %d: %v", seed, applied+1, err)
				}
			}
			if write {
				c := tour.Changes()
				m.write(c, before)
				before = c.Events
				tour.Settle(0)
			}
		}
		for range 10 {
			play(200)
			follow(true)
			weights := []float64{0, 0.25, 1}
			id, w := crowd[rng.IntN(len(crowd))], weights[rng.IntN(len(weights))]
			f := suite.Must(game.Foresee(nil, m, id, w))(t)
			if rng.IntN(2) == 0 {
				play(100)
				follow(rng.IntN(2) == 0)
			}
			if rng.IntN(4) == 0 {
				w = weights[rng.IntN(len(weights))]
			}
			r.do(game.Event{Kind: game.Damped, Player: id, Weight: &w, Reason: "why not"})
			tour.Expect(f)
			follow(rng.IntN(2) == 0)
		}
		follow(true)
		compareSource(t, r.Tournament, m)
	}
}
