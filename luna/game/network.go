package game

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// network is what the players of a network have of the games being played. An unknown network, 0,
// has nothing, and no share: its players are those of the server's own computer, or of old logs.
type network struct {
	games int // active games in which it has a seat
	alone int // of these, games in which nobody else has a seat
	owes  int // games in which a player of another network waits for its answer
	// lapses are games with others that it has let end without a result, less those finished since:
	// mostOwed at most, so that honest people of the network can make up for them.
	lapses int
}

// maxNetworks bounds how many networks are held because of past games alone.
const maxNetworks = 1 << 16

func (t *Tournament) network(origin uint64) *network {
	n, ok := t.networks[origin]
	if !ok {
		if len(t.networks) >= maxNetworks {
			maps.DeleteFunc(t.networks, func(_ uint64, n *network) bool { return n.games == 0 })
		}
		n = new(network)
		t.networks[origin] = n
	}
	return n
}

// owes reports whether a player of another network waits for an answer of a seat.
func (g *Game) owes(seat int) bool {
	own, other := &g.Seats[seat], &g.Seats[1-seat]
	return g.toAct(seat) && other.Player != "" && own.Origin != 0 && own.Origin != other.Origin
}

// countGame adds an active game to what its networks have, or with -1 takes it away, which is done
// before every change of a game.
func (t *Tournament) countGame(g *Game, by int) {
	if g.Status != Active {
		return
	}
	owed := 0
	for i, s := range g.Seats {
		if s.Origin == 0 {
			continue
		}
		n := t.network(s.Origin)
		if i == 0 || s.Origin != g.Seats[0].Origin {
			n.games += by
			if g.others(s.Origin) == 0 {
				n.alone += by
			}
		}
		if g.owes(i) {
			n.owes += by
			owed = by
		}
		if *n == (network{}) {
			delete(t.networks, s.Origin)
		}
	}
	t.owed += owed
}

// lapse records that a seat's network let a game with another network end without a result.
func (t *Tournament) lapse(g *Game, seat int) {
	own, other := &g.Seats[seat], &g.Seats[1-seat]
	if own.Origin != 0 && other.Player != "" && own.Origin != other.Origin {
		n := t.network(own.Origin)
		n.lapses = min(n.lapses+1, mostOwed)
	}
}

// lapseAll is lapse for all seats whose answers are missing.
func (t *Tournament) lapseAll(g *Game) {
	for i := range g.Seats {
		if g.owes(i) {
			t.lapse(g, i)
		}
	}
}

// redeem makes up for a lapse of each network of a finished game, and for stalled games.
func (t *Tournament) redeem(g *Game) {
	t.makeUp(g)
	if g.Seats[0].Origin == g.Seats[1].Origin {
		return
	}
	for _, s := range g.Seats {
		if n, ok := t.networks[s.Origin]; ok && n.lapses > 0 {
			n.lapses--
		}
	}
}

// Held returns the number of active games in which a network has a seat; see [Event].Origin.
func (t *Tournament) Held(origin uint64) int {
	if n, ok := t.networks[origin]; ok {
		return n.games
	}
	return 0
}

// Busiest returns the network that has seats in most active games, 0 if none is known.
func (t *Tournament) Busiest() (origin uint64) {
	most := 0
	for o, n := range t.networks {
		if n.games > most || n.games == most && most > 0 && o < origin {
			origin, most = o, n.games
		}
	}
	return origin
}

// Evict returns the event that ends the oldest game of a network that waits for its players, or for
// somebody to join them, so that there is room for others. Games in which nobody else plays come
// first, and games that wait for a guess last. It reports whether there is such a game.
func (t *Tournament) Evict(origin uint64, now time.Time) (Event, bool) {
	var found *Game
	for g := range t.active {
		if origin != 0 && g.waitsFor(origin) && (found == nil || g.sooner(found, origin)) {
			found = g
		}
	}
	if found == nil {
		return Event{}, false
	}
	return found.evict(Evicted, reasonRoom, now), true
}

// evict returns the event of a kind that ends a game early. It is lost for a player who has not
// guessed, if the opponent has.
func (g *Game) evict(kind Kind, reason string, now time.Time) Event {
	e := Event{Kind: kind, Time: now, Game: g.ID, Reason: reason}
	if seat := g.forfeiter(); seat >= 0 {
		e.Kind, e.Player, e.Rules = Forfeited, g.Seats[seat].Player, Rules
	}
	return e
}

// waitsFor reports whether a game waits for a network's player, or for somebody to join them.
func (g *Game) waitsFor(origin uint64) bool {
	return g.Seats[0].Origin == origin && (g.open() || g.toAct(0)) || g.Seats[1].Origin == origin && g.toAct(1)
}

// sooner reports whether a game is evicted before another one.
func (g *Game) sooner(other *Game, origin uint64) bool {
	return cmp.Or(cmp.Compare(g.others(origin), other.others(origin)),
		cmp.Compare(g.Stage(), other.Stage()), cmp.Compare(g.Event, other.Event)) < 0
}

// others counts the players of other networks.
func (g *Game) others(origin uint64) (n int) {
	for _, s := range g.Seats {
		if s.Player != "" && s.Origin != origin {
			n++
		}
	}
	return n
}

// EndAll returns the events that end all active games of a network, at the operator's wish. It
// loses those in which the opponent has guessed, and stays in those in which it has.
func (t *Tournament) EndAll(origin uint64, now time.Time) (events []Event) {
	for g := range t.active {
		owner := func(seat int) bool { return g.Seats[seat].Origin == origin }
		seat := g.forfeiter()
		if origin != 0 && (owner(0) || owner(1)) && (seat < 0 || owner(seat)) {
			events = append(events, g.evict(Evicted, reasonOperator, now))
		}
	}
	slices.SortFunc(events, func(a, b Event) int { return cmp.Compare(a.Game, b.Game) })
	return events
}

// checkEvicted allows a game to be ended before its time unless somebody has guessed.
func (t *Tournament) checkEvicted(e Event) error {
	return t.checkEnd(e, func(g *Game) bool { return g.forfeiter() < 0 })
}
