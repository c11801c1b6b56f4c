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
