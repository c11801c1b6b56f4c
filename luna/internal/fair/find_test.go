package fair_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

// honest returns the guesses of people who play rounds of games with random others. The skill of
// player i is 100 i/people.
func honest(rng *rand.Rand, people, rounds int, noise float64) []fair.Guess {
	var list []fair.Guess
	guess := func(p, q int) {
		x := 100*float64(q)/float64(people) + noise*rng.NormFloat64()
		list = append(list, fair.Guess{By: player(p), About: player(q),
			Guess: min(max(x, 0), 100), Origin: uint64(p + 1)})
	}
	for range rounds {
		order := rng.Perm(people)
		for i := 0; i+1 < people; i += 2 {
			guess(order[i], order[i+1])
			guess(order[i+1], order[i])
		}
	}
	return list
}

func player(i int) game.PlayerID { return game.PlayerID(fmt.Sprint("p", i)) }

func TestHonestPlayersAreNotFound(t *testing.T) {
	for _, people := range []int{2, 12, 100} {
		for _, noise := range []float64{0, 5, 25} {
			rng := rand.New(rand.NewPCG(1, uint64(people)))
			if f := fair.Find(honest(rng, people, 40, noise)); len(f) > 0 {
				t.Errorf("%d people, noise %v: %+v", people, noise, f)
			}
		}
	}
	if f := fair.Find(nil); len(f) > 0 {
		t.Errorf("found %+v in nothing", f)
	}
}

// wantFound checks that those found are exactly some players, by a rule.
func wantFound(t *testing.T, list []fair.Guess, rule fair.Rule, want ...game.PlayerID) {
	t.Helper()
	var got []game.PlayerID
	for _, f := range fair.Find(list) {
		got = append(got, f.Player)
		if f.Rule != rule || f.Reason == "" || len(f.Reason) > 300 || f.Weight < 0 || f.Weight >= 1 {
			t.Errorf("%+v, want the rule %s", f, rule)
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func TestConstantPlayers(t *testing.T) {
	for _, c := range []float64{0, 50, 100} {
		list := honest(rand.New(rand.NewPCG(2, 2)), 100, 30, 15)
		for i := range list {
			if list[i].By == "p7" {
				list[i].Guess = c
			}
		}
		wantFound(t, list, fair.Constant, "p7")
	}
}

// TestAlikePlayers has a player guess 0 about players whom everybody rates low.
func TestAlikePlayers(t *testing.T) {
	list := honest(rand.New(rand.NewPCG(2, 2)), 100, 30, 1)
	for i := range list {
		list[i].Guess /= 50
		if list[i].By == "p7" {
			list[i].Guess = 0
		}
	}
	wantFound(t, list, "")
}

// TestUnlikePlayers has a player guess at random about everybody.
func TestUnlikePlayers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	list := honest(rng, 100, 400, 15)
	for i, g := range list {
		if g.By == "p7" {
			list[i].Guess = 100 * rng.Float64()
		}
	}
	wantFound(t, list, fair.Unlike, "p7")
}

// accounts adds the guesses of accounts about each other, if inside is not negative, and about
// targets.
func accounts(
	list []fair.Guess, n int, inside float64, targets map[game.PlayerID]float64,
) ([]fair.Guess, []game.PlayerID) {
	var names []game.PlayerID
	for i := range n {
		names = append(names, game.PlayerID(fmt.Sprint("r", i)))
	}
	add := func(by, about int, guess float64) {
		list = append(list, fair.Guess{By: names[by], About: names[about], Guess: guess,
			Origin: uint64(1000 + by)})
	}
	for i, p := range names {
		for j := range names[:i] {
			if inside >= 0 {
				add(i, j, inside)
				add(j, i, inside)
			}
		}
		for target, x := range targets {
			list = append(list,
				fair.Guess{By: p, About: target, Guess: x, Origin: uint64(1000 + i)},
				fair.Guess{By: target, About: p, Guess: 30, Origin: 999})
		}
	}
	return list, names
}

func TestRings(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(4, 4)), 100, 10, 10)
		list, ring := accounts(list, size, 100, map[game.PlayerID]float64{"p50": 0})
		wantFound(t, list, fair.Ring, ring...)
	}
}

func TestCrowds(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(5, 5)), 100, 10, 10)
		list, crowd := accounts(list, size, -1, map[game.PlayerID]float64{"p50": 0})
		wantFound(t, list, fair.Crowd, crowd...)
	}
	// Newcomers who think what others do are none.
	list := honest(rand.New(rand.NewPCG(5, 5)), 100, 10, 10)
	list, _ = accounts(list, 20, -1, map[game.PlayerID]float64{"p50": 45})
	wantFound(t, list, "")
}

func TestPacks(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(6, 6)), 100, 10, 10)
		list, pack := accounts(list, size, -1, map[game.PlayerID]float64{"p50": 0, "p40": 100})
		wantFound(t, list, fair.Pack, pack...)
	}
}

// TestSameFindings calls Find twice: its maps have no order.
func TestSameFindings(t *testing.T) {
	list := honest(rand.New(rand.NewPCG(7, 7)), 100, 10, 10)
	list, _ = accounts(list, 20, 100, map[game.PlayerID]float64{"p50": 0, "p40": 100})
	if a, b := fair.Find(list), fair.Find(list); !slices.Equal(a, b) || len(a) < 20 {
		t.Errorf("%v\n%v", a, b)
	}
}

// BenchmarkFind searches as many guesses as a server does at a time, and those of a million games.
func BenchmarkFind(b *testing.B) {
	for _, x := range []struct{ people, rounds int }{{2000, 50}, {25_000, 4}, {25_000, 80}} {
		list := honest(rand.New(rand.NewPCG(8, 8)), x.people, x.rounds, 15)
		b.Run(fmt.Sprintf("%d of %d", len(list), x.people), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fair.Find(list)
			}
		})
	}
}
