package game

import "time"

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
	for _, host := range w.people {
		mayMeet := func(x *waiter) bool { return w.mayMeet(host, x) }
		guest := w.nextPerson(host, now)
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
