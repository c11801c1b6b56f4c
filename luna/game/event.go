package game

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// PlayerID identifies a player. It is never shown to other players.
type PlayerID string

// GameID identifies a game.
type GameID string

// Kind is the kind of an event.
type Kind string

// The kinds of events, with the fields of [Event] that they use besides Kind and Time.
const (
	Registered  Kind = "registered"  // Player entered the system, as a Machine or a person.
	Opened      Kind = "opened"      // Player opened Game, and asked Questions if there are any.
	Joined      Kind = "joined"      // Player joined Game, and asked Questions if there are any.
	Interviewed Kind = "interviewed" // Player asked Questions in Game.
	Responded   Kind = "responded"   // Player gave Responses in Game.
	Guessed     Kind = "guessed"     // Player made a Guess in Game. The second guess ends it.
	Scored      Kind = "scored"      // Player gave Scores to responses of the opponent in Game.
	Deactivated Kind = "deactivated" // Player ended Game for both, without a result.
	Expired     Kind = "expired"     // Game ended because nobody acted for three days.
	Evicted     Kind = "evicted"     // Game ended earlier: others need its room, or nobody answers.
	Noticed     Kind = "noticed"     // Player saw what is new in Game, or in all games.
	// Player left Game, or let it expire, after the opponent had guessed: it has a result.
	Forfeited Kind = "forfeited"
	// Player is to blame for the end of Game, which has no result and whose questions could be
	// read. Weight is that of a guess by the opponent; without it, the game is only counted.
	Stalled Kind = "stalled"
	// Player is never paired with the opponent of Game again.
	Blocked Kind = "blocked"
	// Player takes back Blocked for Game, or for all games.
	Unblocked Kind = "unblocked"
	// All guesses of Player, earlier and later ones, are multiplied by Weight, for a Reason.
	Damped Kind = "damped"
)

var kinds = []Kind{Registered, Opened, Joined, Interviewed, Responded, Guessed, Scored, Deactivated,
	Expired, Evicted, Noticed, Forfeited, Stalled, Blocked, Unblocked, Damped}

// Event is a change of a [Tournament]: its Kind, the Time when it happened, the Player who caused
// it and the Game, and depending on the kind Machine, Questions, Responses, Guess, Scores, Weight,
// Origin, Rules and Reason. The JSON form is that of the log of a server. It is lossless: decoding
// gives an equal event.
type Event struct {
	Kind      Kind      `json:"kind"`
	Time      time.Time `json:"time"`
	Player    PlayerID  `json:"player,omitempty"`
	Game      GameID    `json:"game,omitempty"`
	Machine   bool      `json:"machine,omitempty"`
	Questions []string  `json:"questions,omitempty"`
	Responses []string  `json:"responses,omitempty"`
	Guess     *float64  `json:"guess,omitempty"`
	Scores    []Score   `json:"scores,omitempty"`
	// Weight is from 0 to 1. It is how much the Guess, or the stalled game, counts; for a guess,
	// nil means 1.
	Weight *float64 `json:"weight,omitempty"`
	// Origin stands for the network of the player who entered a game, guessed or left, up to
	// [MaxOrigin]; 0 means unknown. It must not reveal the network.
	Origin uint64 `json:"origin,omitempty"`
	// Rules is the version of the rules by which a Guessed, Forfeited, Stalled or Damped event
	// changes ratings and decides a game: [Rules], or 0 in logs of earlier versions.
	Rules int `json:"rules,omitempty"`
	// Reason is why the guesses of Player are damped, or why the server ends a game early.
	Reason string `json:"reason,omitempty"`
	// Moved names the other game when Player goes on in another game, because nobody has joined
	// the one or the opponent is silent: in the Deactivated event the game to which they move, in
	// the Joined or Opened event the one that they leave.
	Moved GameID `json:"moved,omitempty"`
	// Removed says that Questions or Responses were removed from the log, as the texts of games
	// without a result are.
	Removed bool `json:"removed,omitempty"`
}

// Score is a Score, from 0 to 100, for the response with the given Number, counted from 0.
type Score struct {
	Number int     `json:"number"`
	Score  float64 `json:"score"`
}

// WithoutTexts returns the event with its texts removed. Replaying it leads to the same ratings.
func (e Event) WithoutTexts() Event {
	e.Removed = e.Removed || e.Questions != nil || e.Responses != nil
	e.Questions, e.Responses = nil, nil
	return e
}

// asks reports whether the event by which a player enters a game has the questions, too.
func (e Event) asks() bool { return e.Questions != nil || e.Removed }

// normal returns a copy with memory of its own, and with times and numbers as JSON preserves them.
func (e Event) normal() Event {
	e.Time = e.Time.UTC().Round(0)
	e.Questions = slices.Clone(e.Questions)
	e.Responses = slices.Clone(e.Responses)
	e.Scores = slices.Clone(e.Scores)
	for i := range e.Scores {
		e.Scores[i].Score = plusZero(e.Scores[i].Score)
	}
	if e.Guess != nil {
		e.Guess = new(plusZero(*e.Guess))
	}
	if e.Weight != nil {
		e.Weight = new(plusZero(*e.Weight))
	}
	return e
}

// Changes are what events have changed in a tournament since the last [Tournament.Settle].
type Changes struct {
	Events  int        // number of events applied so far
	Settled int        // number of events applied at the last Settle
	Players []Player   // new or changed, in the order of their Event, with the new parts of histories
	Games   []Game     // new or changed, without texts, in the order of their Event
	Noticed []PlayerID // players who saw everything new until then, even in games that are not held
	Counts  Counts     // of players and games, after all events
}

// changed holds what Changes are made from, and what Settle may drop.
type changed struct {
	players map[*player]struct{}
	games   map[*Game]struct{}
	notices map[PlayerID]struct{}
	ended   []*Game // all ended games that are held
	settled int     // events before
	loads   int     // at least the players and guesses that came since some were dropped
}

func (c *changed) clear() {
	c.players = map[*player]struct{}{}
	c.games = map[*Game]struct{}{}
	c.notices = map[PlayerID]struct{}{}
	c.ended = nil
}

func (t *Tournament) touchPlayer(p *player) {
	t.changed.loads++
	t.changed.players[p] = struct{}{}
}

func (t *Tournament) touchGame(g *Game) {
	t.changed.games[g] = struct{}{}
}

func (t *Tournament) touchNotices(id PlayerID) {
	t.changed.notices[id] = struct{}{}
}

// Changes returns what has changed since the last [Tournament.Settle]. The caller must write them
// where the source reads: first Noticed, after which no game of these players has anything new,
// then the rest.
func (t *Tournament) Changes() Changes {
	c := Changes{
		Events: t.events, Settled: t.changed.settled, Counts: t.counts, Noticed: slices.Sorted(maps.Keys(t.changed.notices)),
	}
	for p := range t.changed.players {
		c.Players = append(c.Players, p.Player)
	}
	for g := range t.changed.games {
		c.Games = append(c.Games, *g)
	}
	slices.SortFunc(c.Players, func(a, b Player) int { return cmp.Compare(a.Event, b.Event) })
	slices.SortFunc(c.Games, func(a, b Game) int { return cmp.Compare(a.Event, b.Event) })
	return c
}

// touchEnded records a game that is held although it has ended.
func (t *Tournament) touchEnded(g *Game) {
	t.changed.ended = append(t.changed.ended, g)
}

// Settle tells the tournament that the changes have been written where the source reads. It drops
// what need not be held: games that have ended, and players without active games if these and the
// guesses about them number more than about spare.
func (t *Tournament) Settle(spare int) {
	for p := range t.changed.players {
		p.History, p.Guesses, p.Stalls = nil, nil, nil
	}
	for _, g := range t.changed.ended {
		delete(t.games, g.ID)
	}
	t.changed.clear()
	t.changed.settled = t.events
	if t.changed.loads > spare/2 {
		t.dropPlayers(spare / 2)
		t.changed.loads = 0
	}
}

// dropPlayers drops those players without active games who have not been needed for longest, until
// the others and their guesses are at most as many as given.
func (t *Tournament) dropPlayers(most int) {
	var idle []*player
	for _, p := range t.players {
		if len(p.active) == 0 {
			idle = append(idle, p)
		}
	}
	slices.SortFunc(idle, func(a, b *player) int { return cmp.Compare(b.used, a.used) })
	for _, p := range idle {
		if most -= 1 + len(p.received); most < 0 {
			delete(t.players, p.ID)
		}
	}
}
