package game

// tally is the running sum of [Mean] over the guesses about a player in their order, so that adding
// one does not require adding up all the others again. It is valid while every guess stands alone:
// none is damped, and none shares its weight.
type tally struct {
	sums
	n      int  // guesses that were added
	shares bool // not all of them stand alone
	// The origins and players of the guesses whose origin is known.
	origins map[uint64]struct{}
	players map[PlayerID]struct{}
}

// alone reports whether a guess would share its weight with none of those that were added.
func (s *tally) alone(g Received) bool {
	if g.Origin == 0 || g.Weight == 0 {
		return true
	}
	_, origin := s.origins[g.Origin]
	_, player := s.players[g.By]
	return !origin && !player
}

func (s *tally) add(g Received) {
	s.n++
	s.sums = s.with(g)
	if g.Origin == 0 || g.Weight == 0 {
		return
	}
	if s.origins == nil {
		s.origins, s.players = make(map[uint64]struct{}), make(map[PlayerID]struct{})
	}
	s.origins[g.Origin], s.players[g.By] = struct{}{}, struct{}{}
}

// standsAlone reports whether a guess counts by its own weight beside those in a tally.
func (t *Tournament) standsAlone(s *tally, g Received) bool {
	return t.damping(g.By) == 1 && s.alone(g)
}

// tallyOf returns the tally of the guesses about a player, false if there is none.
func (t *Tournament) tallyOf(p *player) (*tally, bool) {
	if _, mean := t.aggregate.(Mean); !mean {
		return nil, false
	}
	s := &p.tally
	for !s.shares && s.n < len(p.received) {
		if g := p.received[s.n]; t.standsAlone(s, g) {
			s.add(g)
		} else {
			*s = tally{shares: true}
		}
	}
	return s, !s.shares
}

// ratingWith returns the rating that a player would have after another guess: what rating returns
// of all guesses, to the bit.
func (t *Tournament) ratingWith(p *player, g Received, rules int) (held, error) {
	if err := t.read(p); err != nil {
		return held{}, err
	}
	rated := p.Rating != nil
	s, ok := t.tallyOf(p)
	if !ok || !t.standsAlone(s, g) {
		// Nobody sees what is beyond the end of the list, where the guess itself comes later.
		return t.rating(append(p.received, g), rated, rules)
	}
	after := s.with(g)
	if after.weight == 0 {
		return held{}, nil
	}
	return t.made(after.meanBy(rules), after.weight, rated)
}
