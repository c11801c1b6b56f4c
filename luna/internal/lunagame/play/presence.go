package play

import (
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// awayAfter is how long after their last request waiting players count as away. Machines look at
// their games at least once a minute ("luna play" does, and those of 2016 did every ten seconds),
// as do the pages that people see, so a player who is away has missed one look and is late for the
// next.
const awayAfter = 2 * time.Minute

// presence remembers when players last did or saw anything, so that nobody is paired with a machine
// whose program has died, and people who are here come first. A server that has just started takes
// all to be present.
type presence struct {
	clock func() time.Time
	start time.Time
	back  func() // called when a player who was passed over while away acts again

	mu     sync.Mutex
	seen   map[game.PlayerID]time.Time
	missed map[game.PlayerID]struct{} // passed over while away
	pruned time.Time
}

func newPresence(clock func() time.Time, back func()) *presence {
	now := clock()
	return &presence{clock: clock, start: now, back: back, pruned: now,
		seen: make(map[game.PlayerID]time.Time), missed: make(map[game.PlayerID]struct{})}
}

// see records that a player acts.
func (p *presence) see(id game.PlayerID) {
	if p.record(id) {
		p.back()
	}
}

// record records that a player acts, and reports whether the player was passed over.
func (p *presence) record(id game.PlayerID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock()
	_, missed := p.missed[id]
	delete(p.missed, id)
	p.seen[id] = now
	if now.Sub(p.pruned) >= awayAfter {
		p.pruned = now
		clear(p.missed) // those who are passed over still are noted again within a minute
		for id, at := range p.seen {
			if now.Sub(at) >= awayAfter {
				delete(p.seen, id) // which is the same as never seen
			}
		}
	}
	return missed
}

// here returns the players who have been seen within [awayAfter].
func (p *presence) here() (list []game.PlayerID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock()
	for id, at := range p.seen {
		if now.Sub(at) < awayAfter {
			list = append(list, id)
		}
	}
	return list
}

// away reports whether a player who is to be paired has not been seen for a while.
func (p *presence) away(id game.PlayerID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	last, ok := p.seen[id]
	if !ok {
		last = p.start
	}
	away := p.clock().Sub(last) >= awayAfter
	if away {
		p.missed[id] = struct{}{}
	}
	return away
}
