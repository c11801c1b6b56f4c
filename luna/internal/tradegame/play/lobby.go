package play

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// stay is how long players count as waiting after their last request. Browsers let pages in the
// background run only once a minute.
const stay = 70 * time.Second

// maxWaiting bounds the number of players in the lobby.
const maxWaiting = 10_000

// entrant is a player who waits for a game.
type entrant struct {
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
func (r *Referee) Enter(ctx context.Context, player accounts.ID, role Role) error {
	a, err := r.o.Accounts.Get(ctx, player)
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
	if c, err := r.Consent(ctx, player); err != nil {
		return err
	} else if !c.Agreed {
		return ErrConsent
	}
	now := r.clock()
	network, _ := r.o.Networks.Of(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.prune(now)
	if r.playing[player] != "" {
		return ErrPlaying
	}
	if w := r.entrant(player); w != nil {
		if w.role != role {
			return ErrWaiting
		}
		w.seen = now
		return nil
	}
	if len(r.waiting) >= maxWaiting {
		return ErrFull
	}
	r.waiting = append(r.waiting, &entrant{
		player: player, role: role, machine: a.Kind == accounts.Machine, network: network,
		since: now, seen: now,
	})
	r.call(player)
	r.match(now)
	return nil
}

// Withdraw takes a player out of the lobby.
func (r *Referee) Withdraw(_ context.Context, player accounts.ID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.entrant(player)
	if w == nil {
		return nil
	}
	if w.starting {
		return ErrPlaying
	}
	r.waiting = slices.DeleteFunc(r.waiting, func(x *entrant) bool { return x == w })
	r.match(r.clock())
	return nil
}

// Lobby returns the lobby as a player sees it; player is "" for a visitor. A player who waits must
// call it now and then, or counts as gone.
func (r *Referee) Lobby(ctx context.Context, player accounts.ID) (Lobby, error) {
	l := Lobby{Start: -1}
	if player != "" {
		c, err := r.Consent(ctx, player)
		if err != nil {
			return Lobby{}, err
		}
		l.Consent = c.Agreed
	}
	now := r.clock()
	r.mu.Lock()
	defer r.mu.Unlock()
	own := r.entrant(player)
	if own != nil {
		own.seen = now
	}
	r.prune(now)
	_, l.Called = r.calls[player]
	l.Game, l.Playing = r.playing[player], r.running()
	if own != nil && l.Game == "" {
		l.Role, l.Since = own.role, own.since
	}
	for _, w := range r.waiting {
		if w != own && (r.hidden(w) || own != nil && w.role != own.role && w.sharesNetwork(own)) {
			continue
		}
		if w.role == AsBettor {
			l.Bettors++
		} else {
			l.Targets++
		}
	}
	if !r.ready.IsZero() {
		l.Start = max(0, r.ready.Sub(now))
	}
	return l, nil
}

// running returns the number of games under way.
func (r *Referee) running() int { return len(r.live) }

// hidden reports whether others do not see that a player waits. A person who was not made the
// target stays hidden until that game ends, and does not enter another before that: otherwise the
// lobby would tell the players of that game that its target is a program.
func (r *Referee) hidden(w *entrant) bool { return w.starting || r.idle[w.player] != "" }

// sharesNetwork reports whether two players may be one person with two accounts. As the bettor,
// that person would know what the target is.
func (w *entrant) sharesNetwork(other *entrant) bool {
	return w.network != 0 && w.network == other.network
}

// entrant returns a player who waits, nil if they do not.
func (r *Referee) entrant(player accounts.ID) *entrant {
	i := slices.IndexFunc(r.waiting, func(w *entrant) bool { return w.player == player })
	if i < 0 {
		return nil
	}
	return r.waiting[i]
}

// prune removes players who are gone.
func (r *Referee) prune(now time.Time) {
	r.waiting = slices.DeleteFunc(r.waiting, func(w *entrant) bool {
		return !w.starting && now.Sub(w.seen) > stay
	})
}

// lobbyChanged checks whether games can start.
func (r *Referee) lobbyChanged() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.match(r.clock())
}

// match starts the games for which enough players wait: one person who offers to be the target, and
// as many bettors as a game has room for, or fewer of them after some patience. Whether a program
// is the target in the end or not, no bettor shares a network with that person. The caller holds
// the lock.
func (r *Referee) match(now time.Time) {
	if r.lobbyTimer != nil {
		r.lobbyTimer.Stop()
		r.lobbyTimer = nil
	}
	r.prune(now)
	most := r.o.Settings.MaxBettors
	for r.ctx.Err() == nil {
		target, bettors := r.choose(most)
		if len(bettors) == 0 || r.running()+r.starting >= r.o.MaxGames {
			r.ready = time.Time{}
			return
		}
		if r.ready.IsZero() {
			r.ready = now.Add(r.o.Patience)
		}
		if len(bettors) < most && now.Before(r.ready) {
			r.lobbyTimer = time.AfterFunc(r.ready.Sub(now), r.lobbyChanged)
			return
		}
		r.ready = time.Time{}
		for _, w := range append(bettors, target) {
			w.starting = true
		}
		r.starting++
		r.work.Go(func() { r.start(target, bettors) })
	}
}

// choose returns the first person who offers to be the target and can meet a bettor, and the first
// of the bettors they can meet; no bettors if nobody can. The caller holds the lock.
func (r *Referee) choose(most int) (target *entrant, bettors []*entrant) {
	var waiting []*entrant
	networks := make(map[uint64]bool) // of bettors
	for _, w := range r.waiting {
		if w.role == AsBettor && !r.hidden(w) {
			waiting = append(waiting, w)
			networks[w.network] = true
		}
	}
	for _, w := range r.waiting {
		alone := len(networks) == 1 && w.network != 0 && networks[w.network]
		if w.role != AsTarget || r.hidden(w) || alone {
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
func (r *Referee) start(target *entrant, bettors []*entrant) {
	toss := r.toss()
	if r.o.Human != nil {
		toss.human = r.o.Human()
	}
	rec := archive.Record{Game: accounts.NewID(), Seed: toss.seed}
	s := r.o.Settings
	s.Game, s.Bettors = rec.Game, nil
	sit := func(player accounts.ID, machine bool, network uint64) {
		name := fmt.Sprint("Bettor ", len(s.Bettors)+1)
		s.Bettors = append(s.Bettors, name)
		rec.Seats = append(rec.Seats, archive.Seat{Name: name, Player: player, Machine: machine,
			Network: network})
	}
	for _, w := range bettors {
		sit(w.player, w.machine, w.network)
	}
	for len(s.Bettors) < min(s.MaxBettors, r.o.Bettors) {
		sit("", true, 0)
	}
	if toss.human {
		rec.Nature = trade.Human
		rec.Seats = append(rec.Seats, archive.Seat{Name: trade.Target, Player: target.player, Network: target.network})
	} else {
		rec.Nature = trade.Computer
		rec.Idle = target.player
		rec.IdleNetwork = target.network
		rec.Program = r.o.Targets[toss.program%uint64(len(r.o.Targets))].Name
	}
	rec.Event = &trade.Event{Kind: trade.Start, Settings: &s}
	err := r.journal.Do(r.ctx, nil, func(_ *archive.Live, now time.Time) ([]archive.Record, error) {
		rec.At = now
		r.origins[rec.Game] = now
		return []archive.Record{rec}, nil
	})
	if err != nil {
		r.o.Log.Error("a game could not start", "error", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.starting--
	for _, w := range append(bettors, target) {
		w.starting = false
	}
	if err != nil { // the players go on waiting
		r.lobbyTimer = time.AfterFunc(retry, r.lobbyChanged)
		return
	}
	r.waiting = slices.DeleteFunc(r.waiting, func(w *entrant) bool {
		return slices.Contains(bettors, w) || w == target && rec.Nature == trade.Human
	})
	r.match(r.clock())
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
