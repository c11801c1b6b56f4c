package game

import (
	"fmt"
	"math"
)

// MinWeight is the total weight that the guesses about a player must reach before they make a full
// rating: the weight of one guess by an experienced player. Less makes a provisional rating.
const MinWeight = 1

// MaxOrigin is the largest [Event].Origin; every program that reads JSON can represent it exactly.
const MaxOrigin = 1<<53 - 1

// maxShared is the largest number of guesses for which memory, 5 MB, is kept for reuse.
const maxShared = 1 << 17

// weightTolerance allows for rounding in sums of weights, such as five times 1/5.
const weightTolerance = 1e-9

// held is the rating that a player holds, nil for none, and whether it is provisional: the guesses
// about the player weigh less than [MinWeight] together.
type held struct {
	rating      *float64
	provisional bool
}

// full returns the rating unless it is provisional.
func (h held) full() *float64 {
	if h.provisional {
		return nil
	}
	return h.rating
}

// early returns the rating if it is provisional.
func (h held) early() *float64 {
	if h.provisional {
		return h.rating
	}
	return nil
}

// rating returns the rating that a player would have if these were the guesses about them. A player
// who is rated stays so.
func (t *Tournament) rating(guesses []Received, rated bool, rules int) (held, error) {
	shared := t.share(guesses)
	if len(shared) == 0 {
		return held{}, nil
	}
	s := sumsOf(shared)
	if _, mean := t.aggregate.(Mean); mean {
		return t.made(s.meanBy(rules), s.weight, rated)
	}
	return t.made(t.aggregate.Rating(shared), s.weight, rated)
}

// ratingWith returns the rating that a player would have after another guess.
func (t *Tournament) ratingWith(p *player, g Received, rules int) (held, error) {
	if err := t.read(p); err != nil {
		return held{}, err
	}
	// Nobody sees what is beyond the end of the list, where the guess itself comes later.
	return t.rating(append(p.received, g), p.Rating != nil, rules)
}

// made returns a rating that the aggregate computed from guesses that weigh a total, or an error if
// it is not a valid rating.
func (t *Tournament) made(r, total float64, rated bool) (held, error) {
	if math.IsNaN(r) || r < 0 || r > MaxRating {
		return held{}, fmt.Errorf("aggregate %s made a rating of %v, expected a number from 0 to %d",
			t.aggregate.Name(), r, MaxRating)
	}
	return held{new(plusZero(r)), !rated && total < MinWeight-weightTolerance}, nil
}

// ratingOf returns the rating that a player holds, a provisional one only by [Rules].
func (t *Tournament) ratingOf(p *player, rules int) (held, error) {
	if p.Rating != nil || rules == 0 {
		return held{rating: p.Rating}, nil
	}
	if err := t.read(p); err != nil {
		return held{}, err
	}
	return t.rating(p.received, false, rules)
}

// share returns guesses about a player with what remains of their weights: those of damped players
// are reduced, and those from one network, or by one player, weigh as much together as the heaviest
// of them. One person then counts once, however many accounts they have or games they play: “the
// mean of all players' Actual Guesses” (3.1.3) counts each player once, too. A guess of unknown
// origin shares with no other.
//
// The list is valid until the next call if ratings are means. Other aggregates may keep it.
func (t *Tournament) share(guesses []Received) []Received {
	_, mean := t.aggregate.(Mean)
	list := t.shared[:0]
	if !mean || cap(list) < len(guesses) {
		list = make([]Received, 0, len(guesses)+len(guesses)/8)
	}
	known := false
	for _, g := range guesses {
		g.Weight *= t.damping(g.By)
		if g.Weight > 0 {
			list = append(list, g)
			known = known || g.Origin != 0
		}
	}
	if known {
		shareWeights(list)
	}
	if mean && cap(list) <= maxShared {
		t.shared = list
	}
	return list
}

// pile is a set of guesses that share a weight.
type pile struct{ sum, heaviest float64 }

func (p pile) with(weight float64) pile {
	return pile{p.sum + weight, max(p.heaviest, weight)}
}

func shareWeights(list []Received) {
	type account struct {
		by     PlayerID
		origin uint64
	}
	origins, players := make(map[uint64]pile), make(map[PlayerID]pile)
	both := make(map[account]pile)
	for _, g := range list {
		if g.Origin != 0 {
			origins[g.Origin] = origins[g.Origin].with(g.Weight)
			players[g.By] = players[g.By].with(g.Weight)
			a := account{g.By, g.Origin}
			both[a] = both[a].with(g.Weight)
		}
	}
	for i, g := range list {
		if g.Origin == 0 {
			continue
		}
		o, p := origins[g.Origin], players[g.By]
		sum := o.sum + (p.sum - both[account{g.By, g.Origin}].sum)
		if heaviest := max(o.heaviest, p.heaviest); sum > heaviest {
			list[i].Weight *= heaviest / sum
		}
	}
}
