package game

import "errors"

// Source is where a tournament that [Open] made finds the players and games that it does not hold:
// the tables that are written from its [Changes]. What a source returns belongs to the tournament.
type Source interface {
	// Player returns a player without histories, and the guesses of human opponents about them,
	// oldest first. The error is [ErrUnknownPlayer] if there is no such player.
	Player(id PlayerID) (Player, []Received, error)
	// Game returns a game without texts, or [ErrUnknownGame].
	Game(id GameID) (Game, error)
	// Active returns the games that are being played, without texts, in the order in which they were
	// opened.
	Active() ([]Game, error)
	// Rated returns the players about whom a player has guessed, in games that have ended.
	Rated(id PlayerID) ([]PlayerID, error)
	// Damped returns the players whose guesses count less, with what their weights are multiplied
	// by.
	Damped() (map[PlayerID]float64, error)
	// Questions returns the questions of the event with a number, nil if they were removed.
	Questions(event int) ([]string, error)
	// Counts returns the numbers of players and games.
	Counts() (Counts, error)
}

// Open returns the tournament that a number of events has led to, as a source knows it. Ratings are
// made by an aggregate, nil means [Mean].
//
// The tournament holds the games that are being played and their players, all without texts and
// histories. Others are loaded when an event concerns them and dropped after [Tournament.Settle].
// If the source fails, so does the method that needed it, and nothing changes.
func Open(a Aggregate, s Source, events int) (*Tournament, error) {
	t := New(a)
	t.source, t.events = s, events
	t.changed.clear()
	t.changed.settled = events
	active, err := s.Active()
	if err != nil {
		return nil, err
	}
	for _, g := range active {
		if err := t.hold(&g); err != nil {
			return nil, err
		}
	}
	if t.damped, err = s.Damped(); err != nil {
		return nil, err
	}
	t.counts, err = s.Counts()
	return t, err
}

// complete reports whether the tournament holds everything.
func (t *Tournament) complete() bool { return t.source == nil }

// hold adds an active game of the source, and its players.
func (t *Tournament) hold(g *Game) error {
	t.games[g.ID] = g
	t.active[g] = struct{}{}
	if g.open() {
		t.open = append(t.open, g)
	}
	t.updateEarliest(g)
	for _, seat := range g.Seats {
		if seat.Player == "" {
			continue
		}
		p, err := t.loadPlayer(seat.Player)
		if err != nil {
			return err
		}
		p.active = append(p.active, g)
	}
	return nil
}

// load gets everything that an event concerns. What does not exist is left to the rules.
func (t *Tournament) load(e Event) error {
	if t.complete() {
		return nil
	}
	if e.Player != "" {
		if _, err := t.loadPlayer(e.Player); err != nil && !errors.Is(err, ErrUnknownPlayer) {
			return err
		}
	}
	if e.Kind == Damped {
		return t.loadRated(e.Player)
	}
	if e.Game == "" {
		return nil
	}
	_, err := t.loadGame(e.Game)
	if errors.Is(err, ErrUnknownGame) {
		return nil
	}
	return err // the players of active games are held
}

// loadRated gets all players about whom a player has guessed.
func (t *Tournament) loadRated(id PlayerID) error {
	p, ok := t.players[id]
	if !ok {
		return nil
	}
	rated, err := t.source.Rated(id)
	if err != nil {
		return err
	}
	for _, other := range rated {
		if _, err := t.loadPlayer(other); err != nil {
			return err
		}
	}
	p.rated = rated
	return nil
}

// questions returns the questions of a seat.
func (t *Tournament) questions(s *Seat) ([]string, error) {
	if t.complete() || s.QuestionsEvent == 0 {
		return s.Questions, nil
	}
	return t.source.Questions(s.QuestionsEvent)
}

// loadPlayer returns a player, [ErrUnknownPlayer], or an error of the source. A player who was not
// held has no active games.
func (t *Tournament) loadPlayer(id PlayerID) (*player, error) {
	if p, ok := t.players[id]; ok {
		p.used = t.events
		return p, nil
	}
	if t.complete() {
		return nil, ErrUnknownPlayer
	}
	p := &player{used: t.events}
	var err error
	if p.Player, p.received, err = t.source.Player(id); err != nil {
		return nil, err
	}
	t.players[id] = p
	t.changed.loads += 1 + len(p.received)
	return p, nil
}

// loadGame returns a game, [ErrUnknownGame], or an error of the source. A game that was not held has
// ended.
func (t *Tournament) loadGame(id GameID) (*Game, error) {
	if g, ok := t.games[id]; ok {
		return g, nil
	}
	if t.complete() {
		return nil, ErrUnknownGame
	}
	g, err := t.source.Game(id)
	if err != nil {
		return nil, err
	}
	for i := range g.Seats { // what was cleared since the last Settle is not in the tables yet
		if _, cleared := t.changed.notices[g.Seats[i].Player]; cleared {
			g.Seats[i].Notice = false
		}
	}
	t.games[id] = &g
	t.touchEnded(&g)
	return &g, nil
}
