package referee

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"sync"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Pairing says who plays whom. The zero value lets a machine join a person at once.
type Pairing struct {
	// Grace is about how long a person's game waits for a person before a machine may join it. How
	// long exactly is drawn for each game: see [graces].
	Grace time.Duration
	// MachineGames lets machines play each other.
	MachineGames bool
}

// graces draws how long games wait for people before a machine may join: a third of the mean, and
// then an exponentially distributed time with a mean of two thirds, cut off at four times that.
//
// A fixed time would tell people whom they play: a person before that time, a machine right after
// it. As it is, whenever the first third is over, a machine is about as likely to join in the next
// second as it was in the last, and so is a person, so that how long it took says next to nothing.
// The draw depends on a secret, since players know the identifiers of their games.
type graces struct {
	mean   time.Duration
	secret [32]byte
}

func newGraces(mean time.Duration) *graces {
	g := &graces{mean: mean}
	_, _ = rand.Read(g.secret[:]) // which never fails
	return g
}

// The shape of the distribution, in multiples of the mean.
const (
	graceLeast = 1. / 3
	graceScale = 2. / 3
	graceCut   = 4 // in multiples of the scale
)

func (g *graces) of(id game.GameID) time.Duration {
	if g.mean <= 0 {
		return 0
	}
	sum := sha256.Sum256(append(g.secret[:], id...))
	u := float64(binary.BigEndian.Uint64(sum[:])>>11) / (1 << 53)
	drawn := -math.Log1p(u * math.Expm1(-graceCut)) // exponential, below graceCut
	return time.Duration(float64(g.mean) * (graceLeast + graceScale*drawn))
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
	return &pairing{
		rules: game.Pairing{Grace: newGraces(o.Grace).of, MachineGames: o.MachineGames},
		mean:  o.Grace, clock: clock, now: now,
	}
}

// due returns the events that time has brought about.
func (p *pairing) due(t *game.Tournament, now time.Time) ([]game.Event, error) {
	pairs, err := p.rules.Pairs(t, now)
	return append(t.Overdue(now), pairs...), err
}

// schedule has players paired when that is next possible, and not before a time has passed.
func (p *pairing) schedule(t *game.Tournament, atLeast time.Duration) {
	now := p.clock()
	next := p.rules.Next(t, now)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if !next.IsZero() && !p.closed {
		p.timer = time.AfterFunc(max(next.Sub(now), atLeast), p.now)
	}
}

func (p *pairing) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.timer != nil {
		p.timer.Stop()
	}
}

// pause is how long to wait before players are paired who could not be paired just now.
const pause = time.Second

// Due does what time has brought about, which every other change does first, too: games that are
// overdue expire, and players whose grace is over are paired.
func (r *Referee) Due(ctx context.Context) error {
	return r.journal.Do(ctx, func(t *game.Tournament) error {
		r.pairing.schedule(t, pause)
		return nil
	})
}

// Grace returns about how long a person's game waits for a person before a machine may join it.
func (r *Referee) Grace() time.Duration { return r.pairing.mean }
