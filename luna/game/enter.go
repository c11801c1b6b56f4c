package game

import "errors"

// Enter returns the event by which a player enters a game: an open one that the pairing lets them
// join, or a new one if there is none. The event e has the Time, the Player, the name of a new
// Game, the Questions, nil if the player asks them later, and the Origin.
func (p Pairing) Enter(t *Tournament, e Event) (Event, error) {
	e.Kind = Opened
	entrant, err := t.loadPlayer(e.Player)
	if err != nil && !errors.Is(err, ErrUnknownPlayer) {
		return e, err
	}
	if err == nil {
		w := p.waiting(t, e.Time)
		if host := p.hostFor(t, w, entrant, e); host != nil {
			e.Kind, e.Game = Joined, host.game.ID
		} else if entrant.Machine && !p.MachineGames && w.waits(entrant) {
			return e, ErrWaiting
		}
	}
	return e, t.Check(e)
}

// hostFor returns the player whose game a player joins, or nil if they open the game of the event.
// A person who finds only machines waits for a person first, unless the new game has no grace.
func (p Pairing) hostFor(t *Tournament, w *waiters, entrant *player, opened Event) *waiter {
	mayMeet := func(x *waiter) bool {
		return !x.away && t.checkJoin(entrant, x.game, opened.Time) == nil
	}
	if !entrant.Machine {
		own := p.standing(t, entrant, &Seat{Player: entrant.ID, Origin: opened.Origin}, opened.Time)
		host := first(w.people, func(x *waiter) bool {
			return mayMeet(x) && own.meets(x.standing, opened.Time)
		})
		if host == nil && p.grace(opened.Game) <= 0 {
			host = w.nextMachine(mayMeet)
		}
		return host
	}
	host := first(w.people, func(x *waiter) bool { return x.due && mayMeet(x) })
	if host == nil && p.MachineGames {
		host = first(w.machines, mayMeet)
	}
	return host
}
