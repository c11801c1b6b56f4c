package play

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/trade"
)

// stay is how long players count as waiting after their last request. Browsers let pages in the
// background run only once a minute.
const stay = 70 * time.Second

// maxWaiting bounds the number of players in the lobby.
const maxWaiting = 10_000

// waiter is a player who waits for a game.
type waiter struct {
	player   accounts.ID
	role     Role
	machine  bool
	network  uint64 // see [fair.Networks.Of]; 0 is unknown
	since    time.Time
	seen     time.Time
	starting bool // chosen for a game that is being written
}

// Enter makes a player wait for a game in a role. A player who already waits in that role keeps
// their place.
func (f *Floor) Enter(ctx context.Context, player accounts.ID, role Role) error {
	a, err := f.o.Accounts.Get(ctx, player)
	if err != nil {
		return err
	}
	switch {
	case role != AsBettor && role != AsTarget:
		return fmt.Errorf("%w: the role is %.20q, %s or %s is needed", ErrAction, role, AsBettor,
			AsTarget)
	case role == AsTarget && a.Kind == accounts.Machine:
		return fmt.Errorf("%w: only people can offer to be the target", ErrRole)
	}
	if c, err := f.Consent(ctx, player); err != nil {
		return err
	} else if !c.Agreed {
		return ErrConsent
	}
	now := f.clock()
	network, _ := f.o.Networks.Of(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prune(now)
	if f.playing[player] != "" {
		return ErrPlaying
	}
	if w := f.waiter(player); w != nil {
		if w.role != role {
			return ErrWaiting
		}
		w.seen = now
		return nil
	}
	if len(f.waiting) >= maxWaiting {
		return ErrFull
	}
	f.waiting = append(f.waiting, &waiter{
		player: player, role: role, machine: a.Kind == accounts.Machine, network: network,
		since: now, seen: now,
	})
	f.call(player)
	f.match(now)
	return nil
}

// Withdraw takes a player out of the lobby.
func (f *Floor) Withdraw(_ context.Context, player accounts.ID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.waiter(player)
	if w == nil {
		return nil
	}
	if w.starting {
		return ErrPlaying
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(x *waiter) bool { return x == w })
	f.match(f.clock())
	return nil
}

// Lobby returns the lobby as a player sees it; player is "" for a visitor. A player who waits must
// call it now and then, or counts as gone.
func (f *Floor) Lobby(ctx context.Context, player accounts.ID) (Lobby, error) {
	l := Lobby{Start: -1}
	if player != "" {
		c, err := f.Consent(ctx, player)
		if err != nil {
			return Lobby{}, err
		}
		l.Consent = c.Agreed
	}
	now := f.clock()
	f.mu.Lock()
	defer f.mu.Unlock()
	own := f.waiter(player)
	if own != nil {
		own.seen = now
	}
	f.prune(now)
	_, l.Called = f.calls[player]
	l.Game, l.Playing = f.playing[player], f.running()
	if own != nil && l.Game == "" {
		l.Role, l.Since = own.role, own.since
	}
	for _, w := range f.waiting {
		if w != own && (f.hidden(w) || own != nil && w.role != own.role && w.sharesNetwork(own)) {
			continue
		}
		if w.role == AsBettor {
			l.Bettors++
		} else {
			l.Targets++
		}
	}
	if !f.ready.IsZero() {
		l.Start = max(0, f.ready.Sub(now))
	}
	return l, nil
}

// running returns the number of games under way.
func (f *Floor) running() int { return len(f.rooms) }

// hidden reports whether others do not see that a player waits. A person who was not made the
// target stays hidden until that game ends, and does not enter another before that: otherwise the
// lobby would tell the players of that game that its target is a program.
func (f *Floor) hidden(w *waiter) bool { return w.starting || f.idle[w.player] != "" }

// sharesNetwork reports whether two players may be one person with two accounts. As the bettor,
// that person would know what the target is.
func (w *waiter) sharesNetwork(other *waiter) bool {
	return w.network != 0 && w.network == other.network
}

// waiter returns a player who waits, nil if they do not.
func (f *Floor) waiter(player accounts.ID) *waiter {
	i := slices.IndexFunc(f.waiting, func(w *waiter) bool { return w.player == player })
	if i < 0 {
		return nil
	}
	return f.waiting[i]
}

// prune removes players who are gone.
func (f *Floor) prune(now time.Time) {
	f.waiting = slices.DeleteFunc(f.waiting, func(w *waiter) bool {
		return !w.starting && now.Sub(w.seen) > stay
	})
}

// lobbyChanged checks whether games can start.
func (f *Floor) lobbyChanged() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.match(f.clock())
}

// match starts the games for which enough players wait: one person who offers to be the target, and
// as many bettors as a game has room for, or fewer of them after some patience. Whether a program is
// the target in the end or not, no bettor shares a network with that person. The caller holds the
// lock.
func (f *Floor) match(now time.Time) {
	if f.lobbyTimer != nil {
		f.lobbyTimer.Stop()
		f.lobbyTimer = nil
	}
	f.prune(now)
	most := f.o.Settings.MaxBettors
	for f.ctx.Err() == nil {
		target, bettors := f.choose(most)
		if len(bettors) == 0 || f.running()+f.starting >= f.o.MaxGames {
			f.ready = time.Time{}
			return
		}
		if f.ready.IsZero() {
			f.ready = now.Add(f.o.Patience)
		}
		if len(bettors) < most && now.Before(f.ready) {
			f.lobbyTimer = time.AfterFunc(f.ready.Sub(now), f.lobbyChanged)
			return
		}
		f.ready = time.Time{}
		for _, w := range append(bettors, target) {
			w.starting = true
		}
		f.starting++
		f.work.Go(func() { f.start(target, bettors) })
	}
}

// choose returns the first person who offers to be the target and can meet a bettor, and the first
// of the bettors they can meet; no bettors if nobody can. The caller holds the lock.
func (f *Floor) choose(most int) (target *waiter, bettors []*waiter) {
	var waiting []*waiter
	networks := make(map[uint64]bool) // of bettors
	for _, w := range f.waiting {
		if w.role == AsBettor && !f.hidden(w) {
			waiting = append(waiting, w)
			networks[w.network] = true
		}
	}
	for _, w := range f.waiting {
		alone := len(networks) == 1 && w.network != 0 && networks[w.network]
		if w.role != AsTarget || f.hidden(w) || alone {
			continue
		}
		for _, b := range waiting {
			if len(bettors) < most && !b.sharesNetwork(w) {
				bettors = append(bettors, b)
			}
		}
		return w, bettors
	}
	return nil, nil
}

// start decides by chance who the target is and starts a game. It takes the same steps whatever the
// result.
func (f *Floor) start(target *waiter, bettors []*waiter) {
	toss := f.toss()
	if f.o.Human != nil {
		toss.human = f.o.Human()
	}
	r := record{Game: accounts.NewID(), Seed: toss.seed}
	s := f.o.Settings
	s.Game, s.Bettors = r.Game, nil
	sit := func(player accounts.ID, machine bool, network uint64) {
		name := fmt.Sprint("Bettor ", len(s.Bettors)+1)
		s.Bettors = append(s.Bettors, name)
		r.Seats = append(r.Seats, seat{name, player, machine, network})
	}
	for _, w := range bettors {
		sit(w.player, w.machine, w.network)
	}
	for len(s.Bettors) < min(s.MaxBettors, f.o.Bettors) {
		sit("", true, 0)
	}
	if toss.human {
		r.Nature = trade.Human
		r.Seats = append(r.Seats, seat{trade.Target, target.player, false, target.network})
	} else {
		r.Nature, r.Idle, r.IdleNetwork = trade.Computer, target.player, target.network
		r.Program = f.o.Targets[toss.program%uint64(len(f.o.Targets))].Name
	}
	r.Event = &trade.Event{Kind: trade.Start, Settings: &s}
	err := f.journal.Do(f.ctx, nil, func(_ *hall, now time.Time) ([]record, error) {
		r.At = now
		f.origins[r.Game] = now
		return []record{r}, nil
	})
	if err != nil {
		f.o.Log.Error("a game could not start", "error", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.starting--
	for _, w := range append(bettors, target) {
		w.starting = false
	}
	if err != nil { // the players go on waiting
		f.lobbyTimer = time.AfterFunc(retry, f.lobbyChanged)
		return
	}
	f.waiting = slices.DeleteFunc(f.waiting, func(w *waiter) bool {
		return slices.Contains(bettors, w) || w == target && r.Nature == trade.Human
	})
	f.match(f.clock())
}

// toss holds the random choices of a game.
type toss struct {
	human         bool
	program, seed uint64
}

// newToss makes the random choices of a game, from a source that nobody can predict.
func newToss() toss {
	var b [17]byte
	_, _ = crand.Read(b[:]) // never fails
	return toss{
		human: b[0]&1 == 0, program: binary.BigEndian.Uint64(b[1:]),
		seed: binary.BigEndian.Uint64(b[9:]),
	}
}
