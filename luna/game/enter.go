package game

import "time"

// Enter returns the event that brings a player into a game: she joins the oldest open game of another player with whom she has no active
// game, or, where there is none, opens a new one under the name given. With questions her interview is done at
// once; nil leaves it for later.
func (t *Tournament) Enter(id PlayerID, name GameID, questions []string, now time.Time) (Event, error) {
	e := Event{Kind: Opened, Time: now, Player: id, Game: name, Questions: questions}
	if p, ok := t.players[id]; ok {
		if g := t.oldestFor(p, now); g != nil {
			e.Kind, e.Game = Joined, g.ID
		}
	}
	return e, t.Check(e)
}

func (t *Tournament) oldestFor(p *player, now time.Time) *Game {
	for _, g := range t.open {
		if t.checkJoin(p, g, now) == nil {
			return g
		}
	}
	return nil
}
