package game

import "time"

// Enter returns the event by which a player enters a game. The player joins the oldest open game of
// another player with whom there is no active game yet, or opens a new game with the given name if
// there is none. If questions is nil, the player asks them later.
func (t *Tournament) Enter(
	id PlayerID, name GameID, questions []string, now time.Time,
) (Event, error) {
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
