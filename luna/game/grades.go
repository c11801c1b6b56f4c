package game

import (
	"slices"
	"strings"
	"time"
)

// Grade is a score of a response that is named by its identifier alone.
type Grade struct {
	Response ResponseID
	Score    float64
}

// Grades returns the events, one a game, by which a player scores responses of her opponents. Where the rules refuse any of
// them the error is that, and there are no events.
func (t *Tournament) Grades(id PlayerID, grades []Grade, now time.Time) ([]Event, error) {
	var events []Event
	for i, grade := range grades {
		g, number, ok := t.responseFor(id, grade.Response)
		if !ok {
			return nil, invalid("scores", i, "is of a response that you were not given")
		}
		if err := checkScale("scores", i, grade.Score); err != nil {
			return nil, err
		}
		at := slices.IndexFunc(events, func(e Event) bool { return e.Game == g })
		if at < 0 {
			at = len(events)
			events = append(events, Event{Kind: Scored, Time: now, Player: id, Game: g})
		}
		events[at].Scores = append(events[at].Scores, Score{Number: number, Score: grade.Score})
	}
	for _, e := range events {
		if err := t.Check(e); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// responseFor finds a response to a player. Of one that she cannot see yet it says what it says of one that is not there.
func (t *Tournament) responseFor(id PlayerID, r ResponseID) (GameID, int, bool) {
	end := max(strings.LastIndex(string(r), ".r"), 0)
	g, ok := t.games[GameID(r[:end])]
	if !ok {
		return "", 0, false
	}
	seat := g.seatOf(id)
	if seat < 0 || g.Phase < showResponses {
		return "", 0, false
	}
	for number := range Questions {
		if responseID(g.ID, 1-seat, number) == r {
			return g.ID, number, true
		}
	}
	return "", 0, false
}
