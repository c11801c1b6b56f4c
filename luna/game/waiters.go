package game

import (
	"slices"
	"time"
)

// waiter is a player who waits in an open game of their own.
type waiter struct {
	standing
	game   *Game
	player *player
	due    bool // a machine may join
	away   bool // a machine that is not there
	paired bool // with another one of the same waiters
}

// waiters are all players who wait: machines by the age of their games, people by their standing. A
// player may wait in several.
type waiters struct {
	people, machines []*waiter
	ripe             []*waiter              // people who may meet others than those of their network
	networks         map[uint64][]*waiter   // people
	turns            map[PlayerID]time.Time // when those paired came to play people
	opponents        map[[2]PlayerID]bool   // that have been paired
}

func (p Pairing) waiting(t *Tournament, now time.Time) *waiters {
	w := &waiters{
		networks:  make(map[uint64][]*waiter),
		turns:     make(map[PlayerID]time.Time),
		opponents: make(map[[2]PlayerID]bool),
	}
	for _, g := range t.open {
		if g.overdue(now) {
			continue
		}
		x := &waiter{game: g, player: t.players[g.Seats[0].Player]}
		if x.player.Machine {
			x.away = p.away(x.player.ID)
			w.machines = append(w.machines, x)
			continue
		}
		x.standing = p.standing(t, x.player, &g.Seats[0], g.Opened)
		x.due = now.Sub(g.Opened) >= max(p.grace(g.ID), x.wait)
		w.people = append(w.people, x)
	}
	p.order(w.people, now)
	for _, x := range w.people {
		if x.meets(standing{opened: x.opened}, now) {
			w.ripe = append(w.ripe, x)
		}
		if x.origin != 0 {
			w.networks[x.origin] = append(w.networks[x.origin], x)
		}
	}
	return w
}

func (p Pairing) away(id PlayerID) bool { return p.Away != nil && p.Away(id) }

// waits reports whether a machine waits in an open game already.
func (w *waiters) waits(p *player) bool {
	return slices.ContainsFunc(w.machines, func(x *waiter) bool { return x.player == p })
}

// pair is two waiters who will play each other in the host's game.
type pair struct{ host, guest *waiter }

// events returns the events that bring the pair together, given the guest's questions.
func (x pair) events(questions []string, now time.Time) []Event {
	id := x.guest.player.ID
	from := x.guest.game.ID
	to := x.host.game.ID
	return []Event{
		{Kind: Deactivated, Time: now, Player: id, Game: from, Moved: to},
		{Kind: Joined, Time: now, Player: id, Game: to, Moved: from, Questions: questions,
			Origin: x.guest.game.Seats[0].Origin},
	}
}

// pair records that two of the waiters will play each other.
func (w *waiters) pair(host, guest *waiter, now time.Time) pair {
	host.paired, guest.paired = true, true
	w.opponents[[2]PlayerID{host.player.ID, guest.player.ID}] = true
	w.turns[guest.player.ID] = now
	return pair{host, guest}
}

// mayMeet reports whether two of the waiters may play each other.
func (w *waiters) mayMeet(a, b *waiter) bool {
	x, y := a.player, b.player
	return !a.paired && !b.paired && !a.away && !b.away && x != y && !x.faces(y.ID) && !x.avoids(y) &&
		!w.opponents[[2]PlayerID{x.ID, y.ID}] && !w.opponents[[2]PlayerID{y.ID, x.ID}]
}

// nextPerson returns the first person whom another may play, nil if there is none. It looks only at
// those who may have waited long enough, since very many may not.
func (w *waiters) nextPerson(host *waiter, now time.Time) *waiter {
	allowed := func(x *waiter) bool { return w.mayMeet(host, x) && host.meets(x.standing, now) }
	if host.meets(standing{opened: host.opened}, now) {
		if x := first(w.ripe, allowed); x != nil {
			return x
		}
	}
	return first(w.networks[host.origin], allowed)
}

// nextMachine returns the machine, of those allowed, whose turn it is to play a person.
func (w *waiters) nextMachine(allowed func(*waiter) bool) *waiter {
	var next *waiter
	for _, x := range w.machines {
		if (next == nil || w.turn(x).Before(w.turn(next))) && allowed(x) {
			next = x
		}
	}
	return next
}

// turn returns when a machine was last paired with a person.
func (w *waiters) turn(x *waiter) time.Time {
	if at, ok := w.turns[x.player.ID]; ok {
		return at
	}
	return x.player.Turn
}

// tookTurn records that two players were paired, if one of them is a machine.
func (t *Tournament) tookTurn(a, b *player, at time.Time) {
	switch {
	case a.Machine == b.Machine:
	case a.Machine:
		a.Turn = at
		t.touchPlayer(a)
	default:
		b.Turn = at
		t.touchPlayer(b)
	}
}

// first returns the first waiter for whom a condition holds, or nil.
func first(list []*waiter, holds func(*waiter) bool) *waiter {
	if i := slices.IndexFunc(list, holds); i >= 0 {
		return list[i]
	}
	return nil
}
