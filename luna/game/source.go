package game

import "errors"

// Source is where a tournament finds the players and games that it does not hold:
// the tables that are written from its [Changes]. The tournament owns what a source returns.
type Source interface {
	// Player returns a player without histories, or [ErrUnknownPlayer].
	Player(id PlayerID) (Player, error)
	// Received returns the guesses of human opponents about a player, and the prices of games that
	// the player left, oldest first.
	Received(p Player) ([]Received, error)
	// Game returns a game without texts, or [ErrUnknownGame].
	Game(id GameID) (Game, error)
	// Active returns the games that are being played, without texts, in the order in which they
	// were opened.
	Active() ([]Game, error)
	// Rated returns the players about whom a player has guessed, in games that have ended.
	Rated(id PlayerID) ([]PlayerID, error)
	// Damped returns the players whose guesses count less, each with the factor for the weights.
	Damped() (map[PlayerID]float64, error)
	// Questions returns the questions of the event with a number, nil if they were removed.
	Questions(event int) ([]string, error)
	// Counts returns the numbers of players and games.
	Counts() (Counts, error)
}

// Empty is the [Source] of a tournament that begins, and that holds everything unless it is
// settled.
type Empty struct{}

// Player returns [ErrUnknownPlayer].
func (Empty) Player(PlayerID) (p Player, err error) { return p, ErrUnknownPlayer }

// Received returns none.
func (Empty) Received(Player) ([]Received, error) { return nil, nil }

// Game returns [ErrUnknownGame].
func (Empty) Game(GameID) (g Game, err error) { return g, ErrUnknownGame }

// Active returns none.
func (Empty) Active() ([]Game, error) { return nil, nil }

// Rated returns none.
func (Empty) Rated(PlayerID) ([]PlayerID, error) { return nil, nil }

// Damped returns none.
func (Empty) Damped() (map[PlayerID]float64, error) { return nil, nil }

// Questions returns none: players who are moved are asked again.
func (Empty) Questions(int) ([]string, error) { return nil, nil }

// Counts returns zeros.
func (Empty) Counts() (c Counts, err error) { return c, nil }

// Open returns the tournament that the given number of events has led to, with its state in a
// source. An aggregate computes the ratings; nil means [Mean].
//
// The tournament holds the games that are being played and their players, all without texts and
// histories. Others are loaded when an event concerns them and dropped after [Tournament.Settle].
// If the source fails, so does the method that needed it, and nothing changes.
func Open(a Aggregate, s Source, events int) (*Tournament, error) {
	t := newTournament(a)
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

// hold adds an active game of the source, and its players.
func (t *Tournament) hold(g *Game) error {
	t.games[g.ID] = g
	t.active[g] = struct{}{}
	if g.open() {
		t.open = append(t.open, g)
	}
	t.updateEarliest(g)
	t.countGame(g, 1)
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

// load gets everything that an event concerns. If something does not exist, the rules decide.
func (t *Tournament) load(e Event) error {
	if e.Player != "" {
		if _, err := t.loadPlayer(e.Player); err != nil && !errors.Is(err, ErrUnknownPlayer) {
			return err
		}
	}
	if e.Kind == Damped {
		if checkDamped(e) != nil {
			return nil
		}
		return t.loadRated(e)
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

// loadRated gets all players about whom a player has guessed, and their ratings once the player is
// damped.
func (t *Tournament) loadRated(e Event) error {
	p, ok := t.players[e.Player]
	if !ok {
		return nil
	}
	rated, err := t.source.Rated(e.Player)
	if err == nil {
		p.rated, err = t.foresee(e, rated)
	}
	for _, made := range p.Guesses { // which are not in the tables yet
		if err == nil {
			err = t.read(t.opponent(p, made))
		}
	}
	return err
}

// read makes sure that the guesses about a player are held.
func (t *Tournament) read(p *player) (err error) {
	if !p.unread {
		return nil
	}
	if p.received, err = t.source.Received(p.Player); err != nil {
		return err
	}
	p.unread = false
	t.changed.loads += len(p.received)
	return nil
}

// questions returns the questions of a seat.
func (t *Tournament) questions(s *Seat) ([]string, error) {
	if s.QuestionsEvent == 0 {
		return nil, nil
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
	p := &player{used: t.events}
	var err error
	if p.Player, err = t.source.Player(id); err != nil {
		return nil, err
	}
	p.unread = p.Games+p.Stalled > 0
	t.players[id] = p
	t.changed.loads++
	return p, nil
}

// loadGame returns a game, [ErrUnknownGame], or an error of the source. A game that was not held
// has ended.
func (t *Tournament) loadGame(id GameID) (*Game, error) {
	if g, ok := t.games[id]; ok {
		return g, nil
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
