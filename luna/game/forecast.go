package game

import (
	"maps"
	"math"
)

// Forecast is what ratings become once the guesses of a player are damped. If it is made
// beforehand, little is left to do for the [Damped] event, even if the player has guessed about
// many others.
type Forecast struct {
	player  PlayerID
	damped  map[PlayerID]float64 // factors of the weights of guesses then, unless 1
	ratings map[PlayerID]foreseen
}

// rerated is the rating that guesses make once some are damped. An aggregate that computed a rating
// from more guesses is trusted to compute one from these; if it does not, the player's rating
// stays.
type rerated struct {
	rating *float64
	err    error
}

func (t *Tournament) rerated(guesses []Received, rules int) rerated {
	h, err := t.rating(guesses, false, rules)
	return rerated{h.full(), err}
}

// foreseen is a rating that holds until the player ends another game, with a result or stalled.
type foreseen struct {
	rerated
	games int
}

// Foresee computes the ratings that an aggregate gives if the guesses of a player are damped by a
// weight; a nil aggregate means [Mean]. The source may change meanwhile.
func Foresee(a Aggregate, s Source, id PlayerID, weight float64) (*Forecast, error) {
	damped, err := s.Damped()
	if err != nil {
		return nil, err
	}
	f := &Forecast{player: id, damped: with(damped, id, weight), ratings: make(map[PlayerID]foreseen)}
	rated, err := s.Rated(id)
	if err != nil {
		return nil, err
	}
	t := newTournament(a)
	t.damped = f.damped
	for _, other := range rated {
		p, err := s.Player(other)
		if err != nil {
			return nil, err
		}
		guesses, err := s.Received(p)
		if err != nil {
			return nil, err
		}
		f.ratings[other] = foreseen{t.rerated(guesses, Rules), p.Games + p.Stalled}
	}
	return f, nil
}

// with returns a copy of the factors for the weights of guesses, with one player's factor set.
// Factors of 1 are left out.
func with(damped map[PlayerID]float64, id PlayerID, weight float64) map[PlayerID]float64 {
	out := maps.Clone(damped)
	if out == nil {
		out = make(map[PlayerID]float64)
	}
	out[id] = weight
	maps.DeleteFunc(out, func(_ PlayerID, w float64) bool { return w == 1 })
	return out
}

// Expect makes the next [Damped] event use a forecast, as far as it still holds: as long as nobody
// else has been damped, and for players who have ended no more games.
func (t *Tournament) Expect(f *Forecast) { t.forecast = f }

// foresee computes the ratings of players once the guesses of another one are damped, without
// holding the guesses about any of them.
func (t *Tournament) foresee(e Event, rated []PlayerID) (map[PlayerID]rerated, error) {
	now, then := t.damped, with(t.damped, e.Player, *e.Weight)
	defer func() { t.damped = now }()
	t.damped = then
	expected := t.forecast
	t.forecast = nil
	if expected != nil && (e.Rules != Rules || expected.player != e.Player || !maps.Equal(expected.damped, then)) {
		expected = nil
	}
	ratings := make(map[PlayerID]rerated, len(rated))
	for _, id := range rated {
		p, err := t.loadPlayer(id)
		if err != nil {
			return nil, err
		}
		if expected != nil {
			if x, ok := expected.ratings[id]; ok && x.games == p.Games+p.Stalled {
				ratings[id] = x.rerated
				continue
			}
		}
		guesses := p.received
		if p.unread {
			if guesses, err = t.source.Received(p.Player); err != nil {
				return nil, err
			}
		}
		ratings[id] = t.rerated(guesses, e.Rules)
	}
	return ratings, nil
}

// Certainty is how sure a rating is that guesses about a player make, some of whose makers are
// damped. A nil aggregate means [Mean].
type Certainty struct {
	Rating      *float64 // nil for none
	Provisional bool     // the guesses weigh less than [MinWeight] together
	// Error is the standard error of a mean, nil for less than two guesses that share no weight:
	//
	//	SE² = n / ((n−1) (Σw)²) · Σ w² (x−m)²
	//
	// where x are the guesses, w their weights and m is their weighted mean. For equal weights that
	// is s/√n. It is Cochran's approximation of the variance of a ratio, which Gatz and Smith (The
	// standard error of a weighted mean concentration, Atmospheric Environment 29, 1995) found
	// closest to the bootstrap. Guesses that share a weight, as those of one network or player do,
	// count as one: their mean.
	Error *float64
}

// CertaintyOf returns how sure the rating is that guesses about a player make. The keys of damped
// are players, whose guesses are multiplied by the values.
func CertaintyOf(a Aggregate, guesses []Received, damped map[PlayerID]float64) (c Certainty, err error) {
	t := newTournament(a)
	t.damped = damped
	h, err := t.rating(guesses, false, Rules)
	if _, mean := t.aggregate.(Mean); err == nil && mean {
		c.Error = standardError(t.share(guesses))
	}
	c.Rating, c.Provisional = h.rating, h.provisional
	return c, err
}

// standardError returns the standard error of the mean of guesses with what remains of their
// weights.
func standardError(shared []Received) *float64 {
	var piles []sums
	origins, players := make(map[uint64]int), make(map[PlayerID]int)
	for _, g := range shared {
		at, ok := len(piles), false
		if g.Origin != 0 {
			if at, ok = origins[g.Origin]; !ok {
				at, ok = players[g.By]
			}
			if !ok {
				at = len(piles)
			}
			origins[g.Origin], players[g.By] = at, at
		}
		if !ok {
			piles = append(piles, sums{})
		}
		piles[at] = piles[at].with(g)
	}
	n, all, squares := float64(len(piles)), sumsOf(shared), 0.0
	if n < 2 {
		return nil
	}
	for _, p := range piles {
		d := p.weight * (p.meanBy(Rules) - all.meanBy(Rules))
		squares += d * d
	}
	return new(math.Sqrt(n/(n-1)*squares) / all.weight)
}
