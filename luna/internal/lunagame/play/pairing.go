package play

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Pairing says who plays whom. The zero value lets a machine join a person at once.
type Pairing struct {
	// Grace is about how long a person's game waits for a person before a machine may join it. The
	// exact time is drawn at random for each game; see [game.Graces].
	Grace time.Duration
	// MachineGames lets machines play each other.
	MachineGames bool
}

// pairing pairs players who wait as soon as they may play each other.
type pairing struct {
	rules game.Pairing
	mean  time.Duration // of the graces
	clock func() time.Time
	now   func() // pairs whoever may be paired

	mu     sync.Mutex
	timer  *time.Timer // until the next grace ends, nil if there is none
	closed bool
}

func newPairing(o Pairing, clock func() time.Time, now func()) *pairing {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // which never fails
	return &pairing{
		rules: game.Pairing{
			Grace: game.Graces(o.Grace, secret), MachineGames: o.MachineGames,
		},
		mean: o.Grace, clock: clock, now: now,
	}
}

// never is a delay that stands for pairing nobody.
const never = time.Duration(-1)

// schedule arranges for players to be paired when that is next possible, and not before a time has
// passed.
func (p *pairing) schedule(t *game.Tournament, atLeast time.Duration) {
	now := p.clock()
	if next := p.rules.Next(t, now); next.IsZero() {
		p.after(never)
	} else {
		p.after(max(next.Sub(now), atLeast))
	}
}

// soon arranges for players to be paired at once, because somebody is back.
func (p *pairing) soon() { p.after(0) }

// after arranges for players to be paired after a time, instead of when it was planned.
func (p *pairing) after(wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if wait != never && !p.closed {
		p.timer = time.AfterFunc(wait, p.now)
	}
}

// stop ends pairing for good.
func (p *pairing) stop() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.after(never)
}

// pause is how long to wait before pairing players who could not be paired just now.
const pause = time.Second

// Due lets overdue games expire and pairs players whose grace is over. Every other change does so
// first, too.
func (r *Referee) Due(ctx context.Context) error {
	return r.journal.Do(ctx, func(t *game.Tournament) error {
		r.pairing.schedule(t, pause)
		return nil
	})
}

// Here returns how many people other than a player have been seen lately, and whether a machine has
// that could join a person's game.
func (r *Referee) Here(ctx context.Context, player game.PlayerID) (people int, machine bool, err error) {
	here := slices.DeleteFunc(r.presence.here(), func(id game.PlayerID) bool { return id == player })
	machines, err := r.Archive.Machines(ctx, here)
	return len(here) - machines, machines > 0, err
}

// Now is the time by the system's clock.
func (r *Referee) Now() time.Time { return r.clock() }

// NetworkKey is the key of [fair.Networks].
func (r *Referee) NetworkKey() []byte { return r.networks.Key }

// Grace returns about how long a person's game waits for a person before a machine may join it.
func (r *Referee) Grace() time.Duration { return r.pairing.mean }

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
