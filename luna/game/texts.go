package game

import (
	"errors"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// CheckQuestions returns an [InvalidError] unless a player may ask these texts: five of at most
// 5000 characters, none blank.
func CheckQuestions(texts []string) error {
	if err := checkTexts("questions", texts); err != nil {
		return err
	}
	for i, text := range texts {
		if blank(text) {
			return invalid("questions", i, "is blank; a question needs visible text")
		}
	}
	return nil
}

// CheckResponses returns an [InvalidError] unless a player may respond with these texts: five of at
// most 5000 characters. They may be empty.
func CheckResponses(texts []string) error { return checkTexts("responses", texts) }

func checkTexts(field string, texts []string) error {
	if len(texts) != Questions {
		return invalid(field, -1, "found %d, expected %d", len(texts), Questions)
	}
	for i, text := range texts {
		if !utf8.ValidString(text) {
			return invalid(field, i, "is not valid UTF-8")
		}
		if n := utf8.RuneCountInString(text); n > MaxCharacters {
			return invalid(field, i, "has %d characters; at most %d are allowed", n, MaxCharacters)
		}
	}
	return nil
}

// blank reports whether a text has only spaces and invisible characters.
func blank(text string) bool {
	for _, r := range text {
		if !unicode.IsSpace(r) && !unicode.In(r, unicode.Z, unicode.Cc, unicode.Cf) {
			return false
		}
	}
	return true
}

// CheckGuess returns an [InvalidError] unless a guess is a number from 0 to 100.
func CheckGuess(guess float64) error { return checkScale("guess", -1, guess) }

func checkScale(field string, number int, x float64) error {
	// All comparisons with NaN are false.
	if !(x >= 0 && x <= MaxRating) {
		return invalid(field, number, "found %v, expected a number from 0 to %d", x, MaxRating)
	}
	return nil
}

// plusZero returns 0 for -0, which is equal but written differently.
func plusZero(x float64) float64 {
	if x == 0 {
		return math.Abs(x)
	}
	return x
}

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
