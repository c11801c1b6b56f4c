package play

import (
	"sync"

	"github.com/luna-rating/luna/luna/game"
)

// reads remembers who has seen the opponent's questions in which game. A server that has just
// started does not know, in favor of the players.
type reads struct {
	mu   sync.Mutex
	seen map[read]struct{}
}

type read struct {
	player game.PlayerID
	game   game.GameID
}

// maxReads bounds what is remembered; then all is forgotten.
const maxReads = 1 << 17

// note records what a player sees, and returns it.
func (r *reads) note(player game.PlayerID, v game.View, err error) (game.View, error) {
	if err == nil && v.Active && len(v.OpQuestions) > 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.seen == nil || len(r.seen) >= maxReads {
			r.seen = make(map[read]struct{})
		}
		r.seen[read{player, v.ID}] = struct{}{}
	}
	return v, err
}

func (r *reads) has(player game.PlayerID, id game.GameID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.seen[read{player, id}]
	return ok
}

// blaming adds to events that end games, each of which may be the last of its game, who is to blame
// for it: see [game.Tournament.Stallers].
func (r *Referee) blaming(t *game.Tournament, events []game.Event, err error) ([]game.Event, error) {
	var all []game.Event
	for _, e := range events {
		all = append(all, e)
		for _, id := range t.Stallers(e, r.reads.has) {
			weight, err := r.priceOf(t, e.Game, id)
			if err != nil {
				return nil, err
			}
			all = append(all, game.Event{Kind: game.Stalled, Time: e.Time, Player: id, Game: e.Game,
				Weight: weight, Rules: game.Rules})
		}
	}
	return all, err
}

// priceOf returns the weight that a guess of the opponent about a player who stalls a game would
// have, nil if it would not count, or if players are trusted.
func (r *Referee) priceOf(
	t *game.Tournament, id game.GameID, player game.PlayerID,
) (*float64, error) {
	g, err := t.Game(id)
	if err != nil || r.Trusting() {
		return nil, err
	}
	other := opponent(&g, player)
	x, err := t.Player(other.Player)
	if err != nil || x.Machine {
		return nil, err
	}
	weight := 1.0
	if other.Origin != 0 { // not on the server's own computer
		weight, err = r.weight(t, other.Player, player, other.Origin)
	}
	if x.Damping != nil {
		weight *= x.Damping.Weight
	}
	if weight == 0 || err != nil {
		return nil, err
	}
	return &weight, nil
}
