package game

import (
	"errors"
	"fmt"
)

// The errors of [Tournament.Check] are or wrap one of these, unless they are an [InvalidError].
// Their texts may be shown to players.
var (
	ErrUnknownPlayer = errors.New("there is no such player")
	ErrUnknownGame   = errors.New("there is no such game")
	// ErrNotAPlayer is for a game in which the player has no seat. Players should not learn that
	// such a game exists.
	ErrNotAPlayer = errors.New("you are not a player of this game")
	// ErrTaken is for a new player or game whose identifier is taken.
	ErrTaken        = errors.New("the identifier is in use")
	ErrTooManyGames = fmt.Errorf("you have %d active games, which is the maximum", MaxActive)
	// ErrCannotJoin is for a game that has two players, is the player's own, or whose player is an
	// opponent in another active game, or has blocked the player or is blocked.
	ErrCannotJoin = errors.New("you cannot join this game")
	// ErrWaiting is for a machine that enters another game while it waits in one for a person.
	ErrWaiting     = errors.New("you wait for an opponent already; people are paired first")
	ErrNotYourTurn = errors.New("it is the other player's turn")
	ErrWrongPhase  = errors.New("this is not the time for that")
	// ErrGameOver is for a game that both players have finished.
	ErrGameOver = errors.New("both players have guessed, so this game is over")
	// ErrInactive is for a game that one of its players has deactivated.
	ErrInactive = errors.New("a player has left the game")
	// ErrExpired is for a game that has expired, was evicted or is overdue.
	ErrExpired = errors.New("the game has expired, because nobody acted in time")
	// ErrNobody is for blocking the other player of a game that nobody has joined.
	ErrNobody        = errors.New("nobody else has joined this game")
	ErrTooManyBlocks = fmt.Errorf("you have blocked players in %d games, which is the maximum; "+
		"your profile shows them", MaxBlocks)
	// ErrNotOverdue is for an expiry before its time, or an eviction after a guess.
	ErrNotOverdue = errors.New("the game is not overdue")
	// ErrNotForfeit is for a forfeit when both players, or neither, have guessed, or by the player
	// who has guessed.
	ErrNotForfeit = errors.New("leaving the game does not forfeit it")
	// ErrUnknownKind is for an event of an unknown kind.
	ErrUnknownKind = errors.New("there is no such kind of event")
)

// InvalidError says what is wrong with a submission.
type InvalidError struct {
	// Field is "questions", "responses", "guess", "scores", "player", "game", "time", "weight",
	// "origin" or "reason".
	Field   string
	Number  int    // index of the invalid question, response or score; -1 for all or the only one
	Problem string // what was found and what was expected
}

// Error returns a line to show to the player who made the submission.
func (e *InvalidError) Error() string {
	if e.Number < 0 {
		return fmt.Sprintf("%s: %s", e.Field, e.Problem)
	}
	return fmt.Sprintf("%s: number %d %s", e.Field, e.Number+1, e.Problem)
}

func invalid(field string, number int, format string, args ...any) error {
	return &InvalidError{Field: field, Number: number, Problem: fmt.Sprintf(format, args...)}
}
