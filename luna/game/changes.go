package game

import (
	"cmp"
	"maps"
	"slices"
)

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
