package game

import (
	"cmp"
	"slices"
	"time"
)

// How long a player may be silent before an opponent who has done their part may play somebody else
// instead, if there is somebody: one who has never finished a game, and one who has.
const (
	newcomerSilence = 10 * time.Minute
	regularSilence  = time.Hour
)

// Silence is an active Game in which nobody has acted for a while, with the Players it waits for:
// those whose answers are missing or, if nobody has joined it, the one who opened it.
type Silence struct {
	Game    GameID
	Players []PlayerID
}

// Silent lists the games in which nobody has acted for some time, oldest first.
func (t *Tournament) Silent(now time.Time, after time.Duration) (list []Silence) {
	for _, g := range t.silent(now, after) {
		s := Silence{Game: g.ID}
		for i, seat := range g.Seats {
			if g.open() && i == 0 || g.toAct(i) {
				s.Players = append(s.Players, seat.Player)
			}
		}
		list = append(list, s)
	}
	return list
}

func (t *Tournament) silent(now time.Time, after time.Duration) (list []*Game) {
	for g := range t.active {
		if now.Sub(g.Updated) >= after && !g.overdue(now) {
			list = append(list, g)
		}
	}
	slices.SortFunc(list, func(a, b *Game) int { return cmp.Compare(a.Event, b.Event) })
	return list
}

// GiveUp returns the events that end a silent game before it expires. A player who has done their
// part keeps it: the guess counts, or the questions go on in another game, under the given name. A
// game that is not active is left as it is.
func (t *Tournament) GiveUp(id, other GameID, now time.Time) ([]Event, error) {
	g, ok := t.games[id]
	if !ok || g.Status != Active {
		return nil, nil
	}
	if seat := g.stuck(); seat >= 0 {
		return t.move(g, seat, other, now)
	}
	return []Event{g.evict(Evicted, reasonSilence, now)}, nil
}

// stuck returns the seat of a person who has asked and done their part of a phase before the
// guesses while the opponent has not, -1 if there is none.
func (g *Game) stuck() int {
	for i, s := range g.Seats {
		if !s.Machine && s.Submitted > 0 && g.waits(i) {
			return i
		}
	}
	return -1
}

// waits reports whether a seat has done its part of a phase before the guesses, and the other,
// which is taken, has not.
func (g *Game) waits(seat int) bool {
	return g.Stage() < Guessing && !g.toAct(seat) && g.toAct(1-seat)
}

// Leave returns the events by which a player ends a game, as [Tournament.Leave] says. If a newcomer
// of another network leaves before the guesses, the questions of a person who is there go on in
// another game, under the given name.
func (p Pairing) Leave(t *Tournament, leave Event, other GameID) ([]Event, error) {
	e, err := t.Leave(leave.Player, leave.Game, leave.Origin, leave.Time)
	if err != nil || e.Kind != Deactivated {
		return []Event{e}, err
	}
	g := t.games[e.Game]
	seat := g.seatOf(e.Player)
	own, stays := &g.Seats[seat], &g.Seats[1-seat]
	if own.Origin == 0 || own.Origin == stays.Origin || t.players[own.Player].Games > 0 ||
		!g.goesOn(1-seat) || p.away(stays.Player) {
		return []Event{e}, nil
	}
	events, err := t.move(g, 1-seat, other, e.Time)
	events[0] = e
	return events, err
}

// move returns the events by which a player goes on in another game, which waits for somebody.
func (t *Tournament) move(g *Game, seat int, other GameID, now time.Time) ([]Event, error) {
	s := &g.Seats[seat]
	questions, err := t.questions(s)
	return []Event{
		{Kind: Deactivated, Time: now, Player: s.Player, Game: g.ID, Moved: other},
		{Kind: Opened, Time: now, Player: s.Player, Game: other, Moved: g.ID, Questions: questions,
			Origin: s.Origin},
	}, err
}

// Gone returns the events that follow when the account of a player is deleted or suspended. Their
// games end, as if they left: the opponents' questions go on in other games, for which name returns
// names, and guesses that were made count. Those whom a deleted player blocked are forgotten.
func (t *Tournament) Gone(id PlayerID, deleted bool, name func() GameID, now time.Time) (all []Event, err error) {
	p, err := t.loadPlayer(id)
	if err != nil {
		return nil, err
	}
	for _, g := range p.active {
		if g.overdue(now) {
			continue // which ends by itself
		}
		seat := g.seatOf(id)
		e := Event{Kind: Deactivated, Time: now, Player: id, Game: g.ID, Reason: reasonAccount}
		if g.Phase == 5 {
			e.Kind, e.Origin, e.Rules = Forfeited, g.Seats[seat].Origin, Rules
		}
		events := []Event{e}
		if g.goesOn(1 - seat) {
			if events, err = t.move(g, 1-seat, name(), now); err != nil {
				return nil, err
			}
			events[0] = e
		}
		all = append(all, events...)
	}
	if deleted && len(p.Blocks) > 0 {
		all = append(all, Event{Kind: Unblocked, Time: now, Player: id})
	}
	return all, nil
}

// goesOn reports whether the questions of a seat go on in another game if the other player leaves.
func (g *Game) goesOn(seat int) bool {
	s := &g.Seats[seat]
	return s.Submitted > 0 && !s.Machine && g.Stage() < Guessing
}

// Release returns the events by which people whose opponents are silent go on in games that wait
// for somebody else, if somebody else is looking for a game or is in the same situation. People who
// are away keep theirs. The function name returns a new name for each game.
func (p Pairing) Release(t *Tournament, now time.Time, name func() GameID) (all []Event, err error) {
	seekers := make(map[PlayerID]struct{})
	for _, g := range t.open {
		if opener := t.players[g.Seats[0].Player]; !opener.Machine && !p.away(opener.ID) {
			seekers[opener.ID] = struct{}{}
		}
	}
	var games []*Game
	for _, g := range t.silent(now, newcomerSilence) {
		seat := g.stuck()
		if seat < 0 || p.away(g.Seats[seat].Player) {
			continue
		}
		if t.players[g.Seats[1-seat].Player].Games > 0 && now.Sub(g.Updated) < regularSilence {
			continue
		}
		seekers[g.Seats[seat].Player] = struct{}{}
		games = append(games, g)
	}
	for i := 0; len(seekers) > 1 && i < len(games) && err == nil; i++ {
		var events []Event
		events, err = t.move(games[i], games[i].stuck(), name(), now)
		all = append(all, events...)
	}
	return all, err
}
