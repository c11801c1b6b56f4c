package game

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
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

// The shape of the distribution of graces, in multiples of the mean.
const (
	graceLeast = 1. / 3
	graceScale = 2. / 3
	graceCut   = 4 // in multiples of the scale
)

// Graces returns a [Pairing.Grace] that draws at random how long each game waits for a person: a
// third of the mean, plus an exponentially distributed time whose own mean is two thirds of it, cut
// off at four times that. No grace is longer than three times the mean. A mean of 0 means no grace.
//
// A fixed time would tell people whether they play a person, who joins before that time, or a
// machine, which joins right after it. With a random time, once the first third is over, a machine
// is as likely to join in the next second as it was in the last, and so is a person, so that the
// length of the wait says next to nothing. The draw depends on a secret, since players know the
// identifiers of their games.
func Graces(mean time.Duration, secret []byte) func(GameID) time.Duration {
	if mean <= 0 {
		return nil
	}
	return func(id GameID) time.Duration {
		sum := sha256.Sum256(append(slices.Clip(secret), id...))
		u := float64(binary.BigEndian.Uint64(sum[:])>>11) / (1 << 53)
		drawn := -math.Log1p(u * math.Expm1(-graceCut)) // exponential, below graceCut
		return time.Duration(float64(mean) * (graceLeast + graceScale*drawn))
	}
}
