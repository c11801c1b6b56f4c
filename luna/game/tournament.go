package game

import (
	"cmp"
	"slices"
	"time"
)

// Tournament is the state of all players and games. [Open] makes one, which holds only what it
// needs; [Tournament.Apply] changes it.
type Tournament struct {
	aggregate Aggregate
	source    Source
	events    int // applied so far
	players   map[PlayerID]*player
	games     map[GameID]*Game
	open      []*Game // games that wait for a second player, oldest first
	active    map[*Game]struct{}
	networks  map[uint64]*network // those with active games or lapses
	owed      int                 // active games in which somebody waits for another network
	earliest  time.Time           // no active game expires before, so that Overdue is usually quick
	counts    Counts
	damped    map[PlayerID]float64 // what the weights of guesses are multiplied by, if not 1
	forecast  *Forecast            // of the next Damped event, or nil
	changed   changed
}

// newTournament returns a tournament without players and without a source.
func newTournament(a Aggregate) *Tournament {
	if a == nil {
		a = Mean{}
	}
	return &Tournament{
		aggregate: a,
		players:   make(map[PlayerID]*player),
		games:     make(map[GameID]*Game),
		active:    make(map[*Game]struct{}),
		networks:  make(map[uint64]*network),
		damped:    make(map[PlayerID]float64),
	}
}

// Received returns the guesses that human opponents made about a player in games with a result,
// oldest first, with the weights that they were given. The guesses are secret, and must not be
// changed.
func (t *Tournament) Received(id PlayerID) ([]Received, error) {
	p, err := t.loadPlayer(id)
	if err != nil {
		return nil, err
	}
	if err := t.read(p); err != nil {
		return nil, err
	}
	return slices.Clip(p.received), nil // to which only more are added
}

// Player returns a player.
func (t *Tournament) Player(id PlayerID) (Player, error) {
	p, err := t.loadPlayer(id)
	if err != nil {
		return Player{}, err
	}
	return p.clone(), nil
}

// Game returns the state of a game, including secrets, but without texts.
func (t *Tournament) Game(id GameID) (Game, error) {
	g, err := t.loadGame(id)
	if err != nil {
		return Game{}, err
	}
	return *g, nil
}

// Overdue returns the events by which overdue games expire, the longest overdue first. It is quick
// if there are none, so that a server may call it before everything else.
func (t *Tournament) Overdue(now time.Time) []Event {
	if len(t.active) == 0 || now.Before(t.earliest) {
		return nil
	}
	var due []*Game
	t.earliest = time.Time{}
	for g := range t.active {
		if g.overdue(now) {
			due = append(due, g)
		}
		// An overdue game counts until its event is applied.
		t.updateEarliest(g)
	}
	slices.SortFunc(due, func(a, b *Game) int {
		return cmp.Or(a.Updated.Compare(b.Updated), cmp.Compare(a.ID, b.ID))
	})
	events := make([]Event, len(due))
	for i, g := range due {
		events[i] = g.evict(Expired, "", now)
	}
	return events
}

// updateEarliest lowers earliest to the expiry of a game.
func (t *Tournament) updateEarliest(g *Game) {
	if at := g.Updated.Add(ExpireAfter); t.earliest.IsZero() || at.Before(t.earliest) {
		t.earliest = at
	}
}

// Counts are numbers of players and games.
type Counts struct {
	Players  int // players who have entered a game
	Open     int // games that wait for a second player
	Playing  int // games that two players are playing
	Finished int // games with a result
	Ended    int // games without a result: left, or expired
}

// Counts counts the players and the games.
func (t *Tournament) Counts() Counts { return t.counts }
