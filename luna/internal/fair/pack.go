package fair

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// end is one end of the scale for guesses about a player.
type end struct {
	about int
	high  bool
}

func (a end) compare(b end) int {
	return cmp.Or(cmp.Compare(a.about, b.about), cmp.Compare(b2i(a.high), b2i(b.high)))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// packs finds accounts that go to the same ends together.
func (t *table) packs() (list []Finding) {
	sizes, ends := t.ends()
	type pair struct{ a, b end }
	together := make(map[pair][]int)
	for p, mine := range ends {
		for i, a := range mine[:min(len(mine), maxEnds)] {
			t.rest()
			for _, b := range mine[i+1 : min(len(mine), maxEnds)] {
				together[pair{a, b}] = append(together[pair{a, b}], p)
			}
		}
	}
	shared := make([]map[end]bool, len(t.names)) // with a pack
	biggest := make([]int, len(t.names))
	for x, members := range together {
		t.rest()
		expected := float64(sizes[x.a]) * float64(sizes[x.b]) / float64(len(t.names))
		if len(members) < minGroup || chance(len(members), expected) > packChance {
			continue
		}
		for _, p := range members {
			if shared[p] == nil {
				shared[p] = make(map[end]bool)
			}
			shared[p][x.a], shared[p][x.b] = true, true
			biggest[p] = max(biggest[p], len(members))
		}
	}
	for p, at := range shared {
		t.rest()
		guesses := 0
		for _, i := range t.made[p] {
			g := t.guesses[i]
			if at[end{g.about, false}] && g.guess <= extreme ||
				at[end{g.about, true}] && g.guess >= 100-extreme {
				guesses++
			}
		}
		if at != nil && float64(guesses) >= packShare*float64(len(t.made[p])) {
			list = append(list, Finding{Player: t.names[p], Rule: Pack, Reason: fmt.Sprintf(
				"one of %d players who go to the same extremes, unlike others, about the same players; "+
					"%d of %d own guesses", biggest[p], guesses, len(t.made[p]))})
		}
	}
	return list
}

// ends returns the ends at which several players guess far from the others, with the number of
// those players, and by player.
func (t *table) ends() (sizes map[end]int, ends [][]end) {
	sizes, ends = make(map[end]int), make([][]end, len(t.names))
	for about := range t.names {
		t.rest()
		at, rest := make(map[bool]map[int]bool), make(map[bool][]float64)
		for _, high := range []bool{false, true} {
			at[high] = make(map[int]bool)
			for _, i := range t.received[about] {
				g := t.guesses[i]
				if !high && g.guess <= extreme || high && g.guess >= 100-extreme {
					at[high][g.by] = true
				} else {
					rest[high] = append(rest[high], g.guess)
				}
			}
			others := summarize(rest[high])
			distance := others.mean
			if high {
				distance = 100 - others.mean
			}
			if len(at[high]) < minGroup || others.n < minOthers || math.Abs(distance) < groupDistance {
				continue
			}
			sizes[end{about, high}] = len(at[high])
			for p := range at[high] {
				ends[p] = append(ends[p], end{about, high})
			}
		}
	}
	for p := range ends {
		slices.SortFunc(ends[p], end.compare)
	}
	return sizes, ends
}
