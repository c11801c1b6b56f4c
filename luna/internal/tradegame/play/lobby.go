package play

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// stay is how long players count as waiting after their last request. Browsers let pages in the
// background run only once a minute.
const stay = 70 * time.Second

// entrant is a player who waits for a game.
type entrant struct {
	player   accounts.ID
	role     Role
	machine  bool
	network  uint64 // see [fair.Networks.Of]; 0 is unknown
	conduct  archive.Conduct
	seen     time.Time
	passed   bool // a program took their place in the last game
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
	conduct, err := r.Conduct(ctx, player, role == AsTarget)
	if err != nil {
		return err
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
	w := &entrant{
		player: player, role: role, machine: a.Kind == accounts.Machine, network: network,
		conduct: conduct, seen: now,
	}
	if len(r.waiting) >= r.maxWaiting && !r.makeRoom(w) {
		return ErrFull
	}
	r.waiting = append(r.waiting, w)
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
	l.Game, l.Playing = r.playing[player], len(r.live)
	if own != nil && l.Game == "" {
		l.Role = own.role
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

// Playing returns the game under way that a player is in, "" if there is none.
func (r *Referee) Playing(player accounts.ID) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.playing[player]
}

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

// The bounds of calls: how many players wait to be called, and for how long.
const (
	maxCalls = 1000
	callLife = 7 * 24 * time.Hour
)

// Call makes a player be called once, by a letter, when somebody else begins to wait for a game.
// That is in memory only, and forgotten after a week.
func (r *Referee) Call(_ context.Context, player accounts.ID) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.calls[player]; !known && len(r.calls) >= maxCalls {
		return ErrFull
	}
	r.calls[player] = r.clock()
	return nil
}

// call calls whoever wants to know that a player waits. The caller holds the lock.
func (r *Referee) call(waiting accounts.ID) {
	for player, at := range r.calls {
		if player == waiting {
			continue
		}
		delete(r.calls, player)
		if r.o.Call != nil && r.clock().Sub(at) < callLife {
			r.o.Call(player)
		}
	}
}
