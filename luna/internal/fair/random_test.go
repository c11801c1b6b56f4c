package fair_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// meet has people of different networks meet at random, some much more often than others.
func meet(rng *rand.Rand, people, games int, guess func(by, about int) float64) []fair.Guess {
	var list []fair.Guess
	activity, total := make([]float64, people), 0.0
	for i := range activity {
		activity[i] = math.Exp(rng.NormFloat64())
		total += activity[i]
	}
	draw := func() int {
		x := total * rng.Float64()
		for i, a := range activity {
			if x -= a; x < 0 {
				return i
			}
		}
		return people - 1
	}
	for range games {
		p, q := draw(), draw()
		for ; p == q; q = draw() {
		}
		for _, pair := range [][2]int{{p, q}, {q, p}} {
			list = append(list, fair.Guess{By: player(pair[0]), About: player(pair[1]),
				Guess: min(max(guess(pair[0], pair[1]), 0), 100), Origin: uint64(pair[0] + 1)})
		}
	}
	return list
}

// TestRandomIsNoRing has people guess at random, independently of each other: all of them, or some
// among honest ones. They are found as what they are, and honest people are not.
func TestRandomIsNoRing(t *testing.T) {
	for _, c := range []struct{ people, games, random, least int }{
		{40, 1000, 40, 30}, {15, 150, 15, 0}, {100, 2000, 100, 100}, {60, 1200, 10, 8}, {60, 1200, 30, 30},
	} {
		found := 0
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(5, seed))
			list := meet(rng, c.people, c.games, func(by, about int) float64 {
				if by < c.random {
					return 100 * rng.Float64()
				}
				return 20 + 60*float64(about*7%c.people)/float64(c.people) + 15*rng.NormFloat64()
			})
			for _, f := range fair.Find(list) {
				if f.Rule != fair.Unlike || !strings.Contains(f.Reason, "correlation") {
					t.Errorf("%+v, seed %d: %+v", c, seed, f)
				}
				var n int
				fmt.Sscanf(string(f.Player), "p%d", &n)
				if n >= c.random {
					t.Errorf("%+v, seed %d: %s is honest: %+v", c, seed, f.Player, f)
				}
				found++
			}
		}
		if found < c.least {
			t.Errorf("%+v: found %d", c, found)
		}
	}
}

// TestMuchAlike has honest people among whom all are about as smart as each other, so that guesses
// follow others' little.
func TestMuchAlike(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(6, seed))
		list := meet(rng, 100, 1500, func(_, about int) float64 {
			return 60 + 14*float64(about)/100 + 18*rng.NormFloat64()
		})
		if f := fair.Find(list); len(f) > 0 {
			t.Errorf("seed %d: %+v", seed, f)
		}
	}
}

// TestMinimumAmongNewcomers has a player be at an end of the scale about newcomers whom nobody else
// has rated, or whom one or two others have.
func TestMinimumAmongNewcomers(t *testing.T) {
	troll := func(guess float64, n, others int, origin func(i int) uint64) []fair.Guess {
		rng := rand.New(rand.NewPCG(7, 7))
		list := honest(rng, 30, 4, 15)
		for i := range n {
			p := game.PlayerID(fmt.Sprint("new", i))
			list = append(list, fair.Guess{By: "troll", About: p, Guess: guess + rng.Float64(), Origin: 9999},
				fair.Guess{By: p, About: "troll", Guess: 60, Origin: origin(i)})
			for j := range others {
				list = append(list, fair.Guess{By: player(2*i + j), About: p, Guess: 60 + 15*rng.NormFloat64(),
					Origin: uint64(2*i + j + 1)})
			}
		}
		return list
	}
	apart := func(i int) uint64 { return uint64(5000 + i) }
	for _, others := range []int{0, 1, 2} {
		wantFound(t, troll(0, 12, others, apart), fair.Constant, "troll")
		wantFound(t, troll(99, 15, others, apart), fair.Constant, "troll")
	}
	wantFound(t, troll(0, 11, 0, apart), "")                                            // too few
	wantFound(t, troll(0, 15, 0, func(int) uint64 { return 5000 }), "")                 // guests of one network
	wantFound(t, troll(0, 12, 0, func(i int) uint64 { return 9999 * uint64(i%2) }), "") // half of their own
	wantFound(t, troll(40, 15, 0, apart), "")                                           // not at an end
	machines := troll(0, 15, 0, apart)
	for i, g := range machines {
		machines[i].Machine = g.By == "troll" // which may deserve it
	}
	wantFound(t, machines, "")
}

// TestHonestLaunch has 220 people play 292 games, most of them one (thesis, 6.3.4).
func TestHonestLaunch(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(8, seed))
		list := meet(rng, 220, 292, func(_, about int) float64 {
			return 50 + 20*float64(about)/220 + 15*rng.NormFloat64()
		})
		if f := fair.Find(list); len(f) > 0 {
			t.Errorf("seed %d: %+v", seed, f)
		}
	}
}
