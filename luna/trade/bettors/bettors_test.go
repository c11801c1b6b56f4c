package bettors

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// drive plays a game with one bettor, whose questions are answered at once by reply.
func drive(t *testing.T, s trade.Settings, b Bettor, reply func(string) string, until time.Duration) *trade.Game {
	t.Helper()
	g := suite.Must(trade.New(s))(t)
	for now := time.Duration(0); now < until; now += 50 * time.Millisecond {
		do, _ := b.Next(now, g.Look(0, 0, now))
		for _, e := range do {
			if err := g.Apply(e); err != nil {
				t.Fatalf("%+v: %v", e, err)
			}
		}
		if x, ok := g.Current(); ok {
			e := trade.Event{Kind: trade.Answer, Time: now, Text: reply(x.Question)}
			suite.OK(t, g.Apply(e))
		}
	}
	return g
}

// TestPriceMeetsBelief checks that no bet is left that would gain by the belief, and that the state
// follows the game.
func TestPriceMeetsBelief(t *testing.T) {
	suite.Slow(t, "simulates many games")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		s := trade.Settings{Bettors: []string{"ann"}, StartPrice: float64(1 + rng.IntN(99))}
		belief := rng.Float64()
		b := NewByBelief(Seat{"ann", s}, Habits{Pace: time.Millisecond},
			func(*State) float64 { return belief }).(*byBelief)
		g := drive(t, s, b, nil, 40*time.Second)
		b.see(g.Look(0, 0, 40*time.Second))
		if side := b.side(belief); side != "" {
			t.Errorf("start %v, belief %v: stopped at %v, a bet on %s is left", s.StartPrice, belief,
				g.Price(), side)
		}
		if b.Price != g.Price() || b.Holding != g.Holding(0) {
			t.Errorf("the state is %+v, the price %v, the holding %+v", b.State, g.Price(), g.Holding(0))
		}
		if d := b.Told - (b.LogOdds(g.Price()) - b.LogOdds(s.StartPrice)); max(d, -d) > 1e-9 {
			t.Errorf("told %v, off by %v", b.Told, d)
		}
		for side, ask := range map[trade.Side]float64{
			trade.Human: g.Price(), trade.Computer: 101 - g.Price()} {
			worth := 100 * belief
			if side == trade.Computer {
				worth = 100 - worth
			}
			if ask < worth-1e-6 {
				t.Errorf("a security on %s costs %v and is worth %v", side, ask, worth)
			}
		}
	}
}

func TestLimit(t *testing.T) {
	s := trade.Settings{Bettors: []string{"ann"}}
	b := NewByBelief(Seat{"ann", s}, Habits{Limit: 7, Pace: time.Millisecond},
		func(*State) float64 { return .99 })
	g := suite.Must(trade.New(s))(t)
	for now := time.Duration(0); now < time.Second; now += 2 * time.Millisecond {
		do, _ := b.Next(now, g.Look(0, 0, now))
		for _, e := range do {
			suite.OK(t, g.Apply(e))
		}
	}
	if g.Holding(0).Held != 7 {
		t.Errorf("holds %+v", g.Holding(0))
	}
}

// TestNoiseFollowsRules plays whole games, in which nothing may be refused, twice with each seed.
func TestNoiseFollowsRules(t *testing.T) {
	suite.Slow(t, "draws many samples")
	for seed := range uint64(10) {
		s := trade.Settings{Bettors: []string{"ann"}, StartPrice: []float64{1, 50, 100}[seed%3]}
		var curves [2][]trade.Point
		for k := range curves {
			b := NewNoise(Seat{"ann", s}, NoiseHabits{Questions: []string{"so?"}, Ask: .3,
				Wait: 300 * time.Millisecond}, seed)
			g := drive(t, s, b, func(string) string { return "so" }, 100*time.Second)
			if g.Bets() < 50 || g.Asked() < 20 {
				t.Errorf("%d bets, %d questions", g.Bets(), g.Asked())
			}
			curves[k] = g.Curve()
		}
		if !slices.Equal(curves[0], curves[1]) {
			t.Errorf("seed %d gives two games", seed)
		}
	}
}

// TestTakingOver checks that a new bettor comes to the same state from the messages alone.
func TestTakingOver(t *testing.T) {
	s := trade.Settings{Bettors: []string{"ann"}}
	b := NewByBelief(Seat{"ann", s}, Habits{Questions: []string{"one?", "two?"}},
		func(s *State) float64 { return .5 + .1*float64(len(s.Exchanges)) }).(*byBelief)
	g := drive(t, s, b, func(string) string { return "so" }, 20*time.Second)
	seen := g.Look(0, 0, 20*time.Second)
	again := newState(Seat{"ann", s})
	for n := range len(seen) + 1 {
		again.see(seen[:n])
	}
	b.see(seen)
	if again.Price != b.Price || again.Told != b.Told ||
		!slices.Equal(again.Exchanges, b.Exchanges) {
		t.Errorf("found %+v, expected %+v", again, b.State)
	}
	// messages that make no sense are survived
	again.see(append(seen, trade.Message{Kind: trade.Answered, Number: 99}, trade.Message{Kind: "?"}))
}
