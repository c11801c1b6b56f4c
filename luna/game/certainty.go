package game

import "math"

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
