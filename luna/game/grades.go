package game

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Grade is a Score from 0 to 100 for a Response, identified by its ID alone.
type Grade struct {
	Response ResponseID
	Score    float64
}

// Grades returns the events, one per game, by which a player scores responses of opponents. If the
// rules refuse any of them, it returns only the error.
func (t *Tournament) Grades(id PlayerID, grades []Grade, now time.Time) ([]Event, error) {
	var events []Event
	for i, grade := range grades {
		g, number, ok, err := t.responseFor(id, grade.Response)
		if err != nil {
			return nil, err
		}
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

// responseFor finds a response to a player's question: the game and the number of the question. It
// does not find responses that the player cannot see yet.
func (t *Tournament) responseFor(id PlayerID, r ResponseID) (_ GameID, number int, ok bool, err error) {
	end := max(strings.LastIndex(string(r), ".r"), 0)
	g, err := t.loadGame(GameID(r[:end]))
	if errors.Is(err, ErrUnknownGame) {
		return "", 0, false, nil
	}
	if err != nil {
		return "", 0, false, err
	}
	seat := g.seatOf(id)
	if seat < 0 || g.Phase < showResponses {
		return "", 0, false, nil
	}
	for number := range Questions {
		if responseID(g.ID, 1-seat, number) == r {
			return g.ID, number, true, nil
		}
	}
	return "", 0, false, nil
}
