package fair_test

import (
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/luna/internal/fair"
)

// TestUnlikePlayersAreFoundSoon has a player guess at random 30 times, among people who agree well
// and among people of whom no two agree, where nobody is unlike others.
func TestUnlikePlayersAreFoundSoon(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(list []fair.Guess, some func(string) bool) []fair.Guess {
		for i, g := range list {
			if some(string(g.By)) {
				list[i].Guess = 100 * rng.Float64()
			}
		}
		return list
	}
	list := random(honest(rng, 100, 30, 10), func(p string) bool { return p == "p7" })
	wantFound(t, list, fair.Unlike, "p7")
	wantFound(t, random(honest(rng, 100, 30, 10), func(string) bool { return true }), "")
}

// TestNovices has a few people guess much worse than all others, though not at random.
func TestNovices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	list := honest(rng, 100, 60, 5)
	for i, g := range list {
		if g.By < "p2" { // 12 of them
			list[i].Guess = min(max(g.Guess+30*rng.NormFloat64(), 0), 100)
		}
	}
	wantFound(t, list, "")
}

// TestConstantAfterAWhile has a player guess honestly three times before they guess the same.
func TestConstantAfterAWhile(t *testing.T) {
	list, n := honest(rand.New(rand.NewPCG(2, 2)), 100, 30, 15), 0
	for i := range list {
		if list[i].By == "p7" {
			if n++; n > 3 {
				list[i].Guess = 62
			}
		}
	}
	wantFound(t, list, fair.Constant, "p7")
}
