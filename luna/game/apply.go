package game

import (
	"slices"
)

// Apply applies an event and returns the players to notify: those whose turn has come or whose game
// has ended without their own action. An event that [Tournament.Check] refuses changes nothing.
func (t *Tournament) Apply(e Event) ([]PlayerID, error) {
	if err := t.Check(e); err != nil {
		return nil, err
	}
	e = e.normal()
	t.events++
	switch e.Kind {
	case Registered:
		p := Player{ID: e.Player, Event: t.events, Machine: e.Machine, Joined: e.Time}
		t.players[e.Player] = &player{Player: p}
		t.counts.Players++
		t.touchPlayer(t.players[e.Player])
		return nil, nil
	case Noticed:
		t.clearNotices(e.Player, e.Game)
		return nil, nil
	case Opened:
		t.openGame(e)
		return nil, nil
	case Damped:
		t.damp(t.players[e.Player], e)
		return nil, nil
	case Blocked, Unblocked:
		t.block(t.players[e.Player], e)
		return nil, nil
	}
	g := t.games[e.Game]
	if slices.Contains([]Kind{Deactivated, Forfeited, Expired, Evicted}, e.Kind) {
		g.EndBy(e)
	}
	t.countGame(g, -1)
	defer func() { t.countGame(g, 1) }()
	if e.Kind == Joined {
		return t.joinGame(g, e), nil
	}
	t.touchGame(g)
	seat := g.seatOf(e.Player) // -1 if the game expires
	switch e.Kind {
	case Scored:
		for _, s := range e.Scores {
			g.Seats[1-seat].Scores[s.Number] = &s.Score
		}
		return nil, nil
	case Stalled:
		t.stall(g, seat, e)
		return nil, nil
	case Deactivated:
		if g.waits(seat) && e.Reason == "" {
			t.lapse(g, 1-seat)
		} else {
			t.lapse(g, seat)
		}
		t.end(g, Left)
	case Forfeited:
		c, _ := t.forfeited(g, seat, e) // checked before
		if g.overdue(e.Time) {
			seat = -1 // the player did not act
		}
		t.settleGame(g, c, Forfeit, e.Time)
	case Expired, Evicted:
		t.lapseAll(g)
		t.end(g, TimedOut)
	default:
		t.submit(g, seat, e)
	}
	return g.notify(seat), nil
}

// block blocks the opponent of a game, or takes that back, in one game or all.
func (t *Tournament) block(p *player, e Event) {
	t.touchPlayer(p)
	p.Blocks = slices.DeleteFunc(slices.Clone(p.Blocks), func(b Block) bool {
		return e.Game == "" || b.Game == e.Game
	})
	if e.Kind == Blocked {
		g := t.games[e.Game]
		seat := g.seatOf(p.ID)
		p.Blocks = append(p.Blocks, Block{g.ID, g.Seats[seat].Number, g.Seats[1-seat].Player})
		slices.SortFunc(p.Blocks, Block.Compare)
	}
}

func (t *Tournament) openGame(e Event) {
	g := &Game{ID: e.Game, Event: t.events, Opened: e.Time, Updated: e.Time}
	g.Seats[0] = Seat{Player: e.Player}
	t.games[g.ID] = g
	t.counts.Open++
	t.open = append(t.open, g)
	t.active[g] = struct{}{}
	t.updateEarliest(g)
	t.takeSeat(g, 0, e)
	t.countGame(g, 1)
}

func (t *Tournament) joinGame(g *Game, e Event) []PlayerID {
	t.close(g)
	t.tookTurn(t.players[g.Seats[0].Player], t.players[e.Player], e.Time)
	t.counts.Open--
	t.counts.Playing++
	g.Seats[1] = Seat{Player: e.Player}
	g.touch(e.Time)
	t.takeSeat(g, 1, e)
	switch {
	case !e.asks():
		return nil
	case e.Moved != "":
		return g.notify(-1) // the player did not act either
	}
	return g.notify(1)
}

// takeSeat adds a game to those of a player and submits the questions, if the event has any.
func (t *Tournament) takeSeat(g *Game, seat int, e Event) {
	p := t.players[e.Player]
	p.Entered++
	g.Seats[seat].Machine, g.Seats[seat].Number = p.Machine, p.Entered
	g.Seats[seat].Origin = e.Origin
	p.active = append(p.active, g)
	t.touchGame(g)
	t.touchPlayer(p)
	if e.asks() {
		e.Kind = Interviewed
		t.submit(g, seat, e)
	}
}

// close removes a game from those that wait for a second player.
func (t *Tournament) close(g *Game) {
	t.open = slices.DeleteFunc(t.open, func(x *Game) bool { return x == g })
}

// submit stores what a player submits in a stage.
func (t *Tournament) submit(g *Game, seat int, e Event) {
	s := &g.Seats[seat]
	s.Notice = false
	switch e.Kind {
	case Interviewed:
		s.QuestionsEvent = t.events
	case Responded:
		s.ResponsesEvent = t.events
	case Guessed:
		s.Guess = e.Guess
		s.Weight = e.Weight
		s.Origin = e.Origin
	}
	s.Submitted++
	g.Phase++
	g.touch(e.Time)
	if g.Stage() == Final {
		t.finish(g, e)
	}
}

// notify sets the notices for a stage that begins or a game that ends, and returns the players to
// notify: all but the one whose seat is actor, or all if actor is -1.
func (g *Game) notify(actor int) []PlayerID {
	if g.Status == Active && g.Phase%2 == 1 {
		return nil // the first of two submissions
	}
	var players []PlayerID
	for i := range g.Seats {
		s := &g.Seats[i]
		s.Notice = i != actor && s.Player != ""
		if s.Notice {
			players = append(players, s.Player)
		}
	}
	return players
}

// clearNotices marks a game as seen by a player, or all games of the player if none is named.
func (t *Tournament) clearNotices(id PlayerID, only GameID) {
	if only != "" {
		g := t.games[only]
		g.Seats[g.seatOf(id)].Notice = false
		t.touchGame(g)
		return
	}
	t.clearHeld(id)
	t.touchNotices(id)
}

// clearHeld marks all games of a player as seen that the tournament holds.
func (t *Tournament) clearHeld(id PlayerID) {
	p := t.players[id]
	for _, list := range [][]*Game{p.active, t.changed.ended} {
		for _, g := range list {
			if seat := g.seatOf(id); seat >= 0 && g.Seats[seat].Notice {
				g.Seats[seat].Notice = false
				t.touchGame(g)
			}
		}
	}
}

// end ends a game.
func (t *Tournament) end(g *Game, s Status) {
	if g.open() {
		t.close(g)
		t.counts.Open--
	} else {
		t.counts.Playing--
	}
	g.Status, g.Ended = s, t.events
	if g.hasResult() {
		t.counts.Finished++
	} else {
		t.counts.Ended++
	}
	delete(t.active, g)
	t.touchEnded(g)
	for _, seat := range g.Seats {
		if p, ok := t.players[seat.Player]; ok {
			p.leave(g)
		}
	}
}

// finish concludes a game that has both guesses. The conclusion was checked before.
func (t *Tournament) finish(g *Game, e Event) {
	c, _ := t.conclude(g, g.guesses(), e.Rules)
	t.settleGame(g, c, Finished, e.Time)
}
