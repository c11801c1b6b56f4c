package game

import (
	"slices"
	"time"
)

// Pairing decides who plays whom, within the rules: people play people as long as another one
// waits, and machines, whose guesses do not count, take turns at playing people whom nobody else
// has joined. A pairing keeps no state of its own.
//
// People who have finished a game come before those who have not. Two kinds of people stand behind
// the others: those who are away, and those whose network owes answers to people of other networks,
// has let games with them end, or has many games that nobody else plays. Somebody is paired with
// them only after waiting in vain, the longer the more answers are missing. Players of one network
// may always play each other. Networks that are not known have no shares; see [Event].Origin.
//
// The zero value lets a machine join a person at once, and does not let machines play each other.
// Without such games, many machines may wait, each in one game at a time.
type Pairing struct {
	// Grace returns how long a game that a person opened waits for another person before a
	// machine may join it. It must not change while the game is open. Nil means not at all.
	Grace func(GameID) time.Duration
	// MachineGames lets machines play each other when no person waits for them.
	MachineGames bool
	// Away reports whether a waiting player is absent. Nobody is paired with a machine, whose
	// program may have died, until it is back; people stand behind others. Nil means that all are
	// present.
	Away func(PlayerID) bool
	// Draw returns a random number below another, by which people are chosen among those who wait
	// alike. Nil means that the one who has waited longest is chosen.
	Draw func(int) int
}

// Pairs returns the events that pair players who wait, each in an open game of their own. The one
// who opened a game first stays in it. The other's open game is deactivated, and that player joins
// with the questions asked there.
//
//   - Two people may wait because they were opponents in a game that has ended since.
//   - A person whose grace is over plays the machine whose turn it is: the one that has not played
//     a person for the longest time, and of these the one that has waited longest.
//   - Two machines play each other if MachineGames allows it.
//
// The events must be applied together and in order. The error is that of the tournament's source.
func (p Pairing) Pairs(t *Tournament, now time.Time) ([]Event, error) {
	var events []Event
	for _, x := range p.pairs(t, now) {
		questions, err := t.questions(&x.guest.game.Seats[0])
		if err != nil {
			return nil, err
		}
		events = append(events, x.events(questions, now)...)
	}
	return events, nil
}

func (p Pairing) pairs(t *Tournament, now time.Time) []pair {
	var pairs []pair
	w := p.waiting(t, now)
	for i, host := range w.people {
		mayMeet := func(x *waiter) bool { return w.mayMeet(host, x) }
		guest := first(w.people[i+1:], func(x *waiter) bool {
			return mayMeet(x) && host.standing.meets(x.standing, now)
		})
		if guest == nil && host.due {
			guest = w.nextMachine(mayMeet)
		}
		if guest != nil && guest.game.Event < host.game.Event && !guest.player.Machine {
			host, guest = guest, host
		}
		if guest != nil {
			pairs = append(pairs, w.pair(host, guest, now))
		}
	}
	for i := 0; p.MachineGames && i < len(w.machines); i++ {
		host := w.machines[i]
		guest := first(w.machines[i+1:], func(x *waiter) bool { return w.mayMeet(host, x) })
		if guest != nil {
			pairs = append(pairs, w.pair(host, guest, now))
		}
	}
	return pairs
}

// Next returns when [Pairing.Pairs] may return events if nothing else happens: now, at the end of a
// grace, when people have waited in vain, or never, which is the zero time.
func (p Pairing) Next(t *Tournament, now time.Time) time.Time {
	if len(p.pairs(t, now)) > 0 {
		return now
	}
	var next time.Time
	people := p.waiting(t, now).people
	consider := func(at time.Time) {
		if at.After(now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	waits := waitsOf(people)
	for _, x := range people {
		consider(x.opened.Add(max(p.grace(x.game.ID), x.wait)))
		for wait := range waits {
			consider(x.opened.Add(wait))
		}
		if x.drawn && len(people) > 1 {
			consider(now.Truncate(round).Add(round))
		}
	}
	return next
}

func (p Pairing) grace(id GameID) time.Duration {
	if p.Grace == nil {
		return 0
	}
	return p.Grace(id)
}

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
	turns            map[PlayerID]time.Time // when those paired came to play people
	opponents        map[[2]PlayerID]bool   // that have been paired
}

func (p Pairing) waiting(t *Tournament, now time.Time) *waiters {
	w := &waiters{
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
	p.order(w.people)
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
	return !a.paired && !b.paired && !a.away && !b.away && x != y && !x.faces(y.ID) &&
		!w.opponents[[2]PlayerID{x.ID, y.ID}] && !w.opponents[[2]PlayerID{y.ID, x.ID}]
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
