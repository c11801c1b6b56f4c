package fair_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
)

func TestStrangersWeighLessTogetherThanARating(t *testing.T) {
	var about []game.Received
	total := 0.0
	for i := range 500 {
		w := fair.Weight(nil, about, uint64(1000+i), false)
		if i == 0 && w != 0.2 {
			t.Errorf("the first stranger weighs %v", w)
		}
		total += w
		about = append(about, game.Received{By: player(i), Weight: w, Origin: uint64(1000 + i)})
	}
	if total >= 0.5+1e-9 || total < 0.49 {
		t.Errorf("strangers weigh %v together", total)
	}
	// Others of one's own network take nothing away, and neither do experienced people.
	same := []game.Received{{By: "a", Weight: 0.2, Origin: 7}, {By: "b", Weight: 1, Origin: 8}}
	if w := fair.Weight(nil, same, 7, false); w != 0.2 {
		t.Errorf("a stranger weighs %v", w)
	}
	// Whom strangers have met does not matter; whom others have met does.
	met := []game.Received{{By: "a", Weight: 1, Origin: 1}, {By: "b", Weight: 1, Origin: 2}}
	if w := fair.Weight(met, nil, 7, false); w != 0.2 {
		t.Errorf("a stranger who has met two weighs %v", w)
	}
	if w := fair.Weight(met, nil, 7, true); math.Abs(w-0.6) > 1e-12 {
		t.Errorf("a known player who has met two weighs %v", w)
	}
}

func TestKnown(t *testing.T) {
	for _, size := range []int{5, 20, 100} {
		list := honest(rand.New(rand.NewPCG(9, 9)), 60, 10, 10)
		people := fair.FindKnown(list)
		if len(people) != 60 {
			t.Fatalf("%d of 60 are known", len(people))
		}
		list, ring := accounts(list, size, 100, nil) // who play each other
		known := fair.FindKnown(list)
		if len(known) != 60 {
			t.Errorf("%d accounts play each other: %d of 60 are known", size, len(known))
		}
		for _, p := range ring {
			if known.Has(p) {
				t.Errorf("%s is known", p)
			}
		}
		// One of them plays somebody else, and is known then; and so are those whom they play.
		known.Met(ring[0], "p7")
		known.Met(ring[1], ring[2])
		known.Met(ring[3], ring[0])
		if !known.Has(ring[0]) || known.Has(ring[1]) || !known.Has(ring[3]) || known.Has(ring[4]) {
			t.Error("a player who has played somebody known is not known, or another one is")
		}
		list = append(list, fair.Guess{By: ring[0], About: "p7", Guess: 50, Origin: 1000})
		if known := fair.FindKnown(list); !known.Has(ring[4]) {
			t.Error("accounts of which one has played others are unknown")
		}
	}
}

// TestKnownIsWithinReason has sites without a community: everybody is known there.
func TestKnownIsWithinReason(t *testing.T) {
	if k := fair.FindKnown(honest(rand.New(rand.NewPCG(1, 1)), 19, 20, 10)); k != nil || !k.Has("x") {
		t.Errorf("19 people: %v", k)
	}
	var none fair.Known
	none.Met("a", "b") // not a panic
	// Players who have left do not know those who came later.
	list := honest(rand.New(rand.NewPCG(1, 1)), 30, 10, 10)
	later, _ := accounts(nil, 60, 60, nil)
	if k := fair.FindKnown(append(list, later...)); len(k) != 30 {
		t.Errorf("60 strangers: %d are known", len(k))
	}
	later = nil
	for _, g := range honest(rand.New(rand.NewPCG(2, 2)), 300, 10, 10) {
		g.By, g.About, g.Origin = "later"+g.By, "later"+g.About, g.Origin+1e6
		later = append(later, g)
	}
	if k := fair.FindKnown(append(list, later...)); k != nil {
		t.Errorf("300 who came later: %d are known", len(k))
	}
}

// TestGamesWithinANetwork has strangers play a guest of a known player, from the same network.
func TestGamesWithinANetwork(t *testing.T) {
	list := honest(rand.New(rand.NewPCG(1, 1)), 60, 10, 10)
	list = append(list, fair.Guess{By: "guest", About: "p7", Guess: 50, Origin: 8},
		fair.Guess{By: "p7", About: "guest", Guess: 50, Origin: 8})
	if known := fair.FindKnown(list); known.Has("guest") || !known.Has("p7") {
		t.Error("a guest of p7's own network is known, or p7 is not")
	}
}
