package fair

import (
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// The thresholds of [Search.FindKnown].
const (
	founders = 20     // settled players, who are known; with fewer, a site is young
	fewest   = 1. / 4 // of the settled players who are known, or else everybody is
)

// Known are the players whom the community of a site knows, because they have played one of its
// members. Nil means that all are known.
type Known map[game.PlayerID]struct{}

// Has reports whether a player is known.
func (k Known) Has(id game.PlayerID) bool {
	_, ok := k[id]
	return ok || k == nil
}

// Met records that two players of different networks have played each other.
func (k Known) Met(a, b game.PlayerID) {
	if k != nil && (k.Has(a) || k.Has(b)) {
		k[a], k[b] = struct{}{}, struct{}{}
	}
}

// FindKnown returns the players whom the community of a site knows. Players are settled if they
// have played at least [FullAfter] others. The first twenty of these, in the order of the guesses,
// are known, and so is everybody who has played a known player. Games within a network do not
// count. Accounts that only play each other are not known.
//
// The result is nil where there is no community to compare with: if fewer than twenty players are
// settled, or if less than a quarter of the settled players are known. In the latter case the first
// ones have left, and honest people must not wait for them.
func (s Search) FindKnown(guesses []Guess) Known {
	t := newTable(guesses, s.Rest)
	met := t.met()
	var settled []int // players are numbered by their first guess
	for p, others := range met {
		if len(others) >= FullAfter {
			settled = append(settled, p)
		}
	}
	if len(settled) < founders {
		return nil
	}
	known := make(Known)
	reached := reach(met, settled[:founders])
	for p, ok := range reached {
		if ok {
			known[t.names[p]] = struct{}{}
		}
	}
	inside := 0
	for _, p := range settled {
		if reached[p] {
			inside++
		}
	}
	if float64(inside) < fewest*float64(len(settled)) {
		return nil
	}
	return known
}

// reach reports for each player whether they are among some, or have met a player who is reached.
func reach(met [][]int, some []int) []bool {
	reached := make([]bool, len(met))
	for _, p := range some {
		reached[p] = true
	}
	for next := slices.Clone(some); len(next) > 0; {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		for _, q := range met[p] {
			if !reached[q] {
				reached[q] = true
				next = append(next, q)
			}
		}
	}
	return reached
}

// met returns which people of other networks each player has met, in a fixed order.
func (t *table) met() [][]int {
	type pair struct{ a, b int }
	origins := make(map[pair]uint64)
	own := make(map[pair]bool) // met within a network
	met := make([][]int, len(t.names))
	for _, g := range t.guesses {
		t.rest()
		if g.machine {
			continue
		}
		x, back := pair{g.by, g.about}, pair{g.about, g.by}
		_, guessed := origins[x]
		other, guessedBack := origins[back]
		origins[x] = g.origin
		if guessedBack && other != 0 && other == g.origin {
			own[x], own[back] = true, true
		}
		if !guessed && !guessedBack {
			met[g.by] = append(met[g.by], g.about)
			met[g.about] = append(met[g.about], g.by)
		}
	}
	for p := range met {
		met[p] = slices.DeleteFunc(met[p], func(q int) bool { return own[pair{p, q}] })
	}
	return met
}
