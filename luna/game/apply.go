package game

import (
	"slices"
	"time"
)

// Apply makes an event happen and returns the players to whom it brings something new: whose turn has come, or whose game
// ended, without their doing. An event that [Tournament.Check] refuses changes nothing.
func (t *Tournament) Apply(e Event) ([]PlayerID, error) {
	if err := t.Check(e); err != nil {
		return nil, err
	}
	e = e.normal()
	switch e.Kind {
	case Registered:
		t.players[e.Player] = &player{Player: Player{ID: e.Player, Machine: e.Machine, Joined: e.Time}}
		return nil, nil
	case Noticed:
		t.noticed(e.Player, e.Game)
		return nil, nil
	case Opened:
		t.opened(e)
		return nil, nil
	}
	g := t.games[e.Game]
	if e.Kind == Joined {
		return t.joined(g, e), nil
	}
	seat := g.seatOf(e.Player) // -1 where the game expires
	switch e.Kind {
	case Scored:
		for _, s := range e.Scores {
			g.Seats[1-seat].Scores[s.Number] = &s.Score
		}
		return nil, nil
	case Deactivated:
		t.end(g, Left)
	case Expired:
		t.end(g, TimedOut)
	default:
		t.submit(g, seat, e)
	}
	return g.notify(seat), nil
}

func (t *Tournament) opened(e Event) {
	g := &Game{ID: e.Game, Opened: e.Time, Updated: e.Time}
	g.Seats[0] = Seat{Player: e.Player}
	t.games[g.ID] = g
	t.order = append(t.order, g)
	t.open = append(t.open, g)
	t.active[g] = struct{}{}
	t.bound(g)
	t.seat(g, 0, e)
}

func (t *Tournament) joined(g *Game, e Event) []PlayerID {
	t.closed(g)
	g.Seats[1] = Seat{Player: e.Player}
	g.touch(e.Time)
	t.seat(g, 1, e)
	if e.Questions == nil {
		return nil
	}
	return g.notify(1)
}

// seat enters a game at a player and does her interview where the event brings it.
func (t *Tournament) seat(g *Game, seat int, e Event) {
	p := t.players[e.Player]
	p.games = append(p.games, g)
	p.active = append(p.active, g)
	if e.Questions != nil {
		e.Kind = Interviewed
		t.submit(g, seat, e)
	}
}

// closed takes a game out of those that wait for a second player.
func (t *Tournament) closed(g *Game) {
	t.open = slices.DeleteFunc(t.open, func(x *Game) bool { return x == g })
}

// submit does a player's part of a stage.
func (t *Tournament) submit(g *Game, seat int, e Event) {
	s := &g.Seats[seat]
	s.Notice = false
	switch e.Kind {
	case Interviewed:
		s.Questions = e.Questions
	case Responded:
		s.Responses = e.Responses
	case Guessed:
		s.Guess = e.Guess
	}
	g.Phase++
	g.touch(e.Time)
	if g.Stage() == Final {
		t.finish(g, e.Time)
	}
}

// notify marks what an event of a seat, or of none, brings to others: a stage that begins, or an end.
func (g *Game) notify(actor int) []PlayerID {
	if g.Status == Active && g.Phase%2 == 1 {
		return nil // of the two submissions that end a stage, the first
	}
	var told []PlayerID
	for i := range g.Seats {
		s := &g.Seats[i]
		s.Notice = i != actor && s.Player != ""
		if s.Notice {
			told = append(told, s.Player)
		}
	}
	return told
}

// noticed marks a game as seen by a player, all of hers where none is named.
func (t *Tournament) noticed(id PlayerID, only GameID) {
	for _, g := range t.players[id].games {
		if only == "" || only == g.ID {
			g.Seats[g.seatOf(id)].Notice = false
		}
	}
}

// end takes a game out of play.
func (t *Tournament) end(g *Game, s Status) {
	if g.open() {
		t.closed(g)
	}
	g.Status = s
	delete(t.active, g)
	for _, seat := range g.Seats {
		if p, ok := t.players[seat.Player]; ok {
			p.leave(g)
		}
	}
}

// finish concludes a game that has both guesses. That there is a conclusion was checked.
func (t *Tournament) finish(g *Game, at time.Time) {
	made := [2]float64{*g.Seats[0].Guess, *g.Seats[1].Guess}
	c, _ := t.conclude(g, made)
	for i := range g.Seats {
		s := &g.Seats[i]
		p := t.players[s.Player]
		s.Before, s.After, s.Outcome = c.before[i], c.after[i], &c.outcomes[i]
		p.record(c.outcomes[i], Guess{Game: g.ID, Guess: made[i], Rating: c.before[1-i], Time: at})
		if c.counts[i] {
			p.rate(*c.after[i], made[1-i], at)
		}
	}
	t.end(g, Finished)
}
