package game

import (
	"fmt"
	"slices"
	"time"
)

// Stage is a stage of a game.
type Stage int

// The stages are the three phases of the thesis and the conclusion of the game.
const (
	Interviewing Stage = iota
	Responding
	Guessing
	Final
)

// String returns a word for the stage, such as "interview".
func (s Stage) String() string {
	if s < Interviewing || s > Final {
		return "unknown"
	}
	return [...]string{"interview", "response", "guess", "final"}[s]
}

// Status says whether a game is being played, and if not, why.
type Status int

// An Active game is being played or waits for a second player. A Finished game has a result. A game
// that a player Left, by deactivating it, or that is TimedOut, by expiry, has none. A Forfeit has
// one, although a player left or let the game expire: the opponent had guessed.
const (
	Active Status = iota
	Finished
	Left
	TimedOut
	Forfeit
)

// String returns a word for the status, such as "active".
func (s Status) String() string {
	if s < Active || s > Forfeit {
		return "unknown"
	}
	return [...]string{"active", "finished", "deactivated", "expired", "forfeited"}[s]
}

// Game is the complete state of a game, including the secrets of both players: for logs and
// exports. Players may only see a [View] of it. A [Tournament] holds it without texts.
type Game struct {
	ID      GameID    // the identifier with which it was opened
	Event   int       // number of the event that opened it
	Ended   int       // number of the event that ended it, 0 while it is active
	Opened  time.Time // when it was opened
	Updated time.Time // time of the last activity
	Status  Status    // whether it is being played
	Ending  Ending    // why it ended before both had guessed, "" if it did not
	EndedBy PlayerID  // whose doing that was, "" for nobody's
	// Phase is the number of submissions, from 0 to 6: two sets of questions, two sets of
	// responses, two guesses.
	Phase int
	// Moved is the game in which a player went on because nobody had joined this one, or because
	// the opponent was silent; or "".
	Moved GameID
	// Seats are the players; the first one opened the game. The second seat of an open game has no
	// Player.
	Seats [2]Seat
}

// Seat is a Player's part in a game. What does not exist yet is nil. The texts of a game that ended
// without a result are removed.
type Seat struct {
	Player    PlayerID
	Machine   bool     // whether the player is a machine
	Number    int      // number of the game among those that the player entered, from 1
	Submitted int      // number of stages that the player has completed, from 0 to 3
	Questions []string // asked by the player
	Responses []string // given by the player
	// The numbers of the events with Questions and Responses, 0 if there are none.
	QuestionsEvent, ResponsesEvent int

	Scores [Questions]*float64 // given by the opponent for each of Responses
	Guess  *float64            // the player's guess of the opponent's rating
	Weight *float64            // how much Guess counts, from 0 to 1; nil means 1
	Origin uint64              // the network from which the player entered or guessed, 0 if unknown

	Before *float64 // the player's rating when the game ended, without its guess
	After  *float64 // the player's rating with its guess
	// The same as long as the rating is provisional; nil in games of earlier versions.
	EarlyBefore, EarlyAfter *float64
	Outcome                 *Outcome // how the game ended for the player
	Notice                  bool     // something is new that the player has not seen
}

// Stage returns the stage of the game.
func (g *Game) Stage() Stage { return Stage(g.Phase / 2) }

// seatOf returns the index of a player's seat, -1 if there is none.
func (g *Game) seatOf(p PlayerID) int {
	return slices.IndexFunc(g.Seats[:], func(s Seat) bool { return s.Player == p })
}

// open reports whether the game waits for a second player.
func (g *Game) open() bool { return g.Status == Active && g.Seats[1].Player == "" }

// hasResult reports whether the game has ended with a result.
func (g *Game) hasResult() bool { return g.Status == Finished || g.Status == Forfeit }

// submitted reports whether a seat has submitted what a stage needs.
func (g *Game) submitted(seat int, s Stage) bool { return g.Seats[seat].Submitted > int(s) }

// toAct reports whether the game waits for a seat.
func (g *Game) toAct(seat int) bool {
	return g.Status == Active && g.Seats[seat].Player != "" && !g.submitted(seat, g.Stage())
}

// overdue reports whether the game must expire.
func (g *Game) overdue(now time.Time) bool {
	return g.Status == Active && now.Sub(g.Updated) >= ExpireAfter
}

// touch records activity. A clock that was set back does not make the game expire earlier.
func (g *Game) touch(now time.Time) {
	if now.After(g.Updated) {
		g.Updated = now
	}
}

// The limits that the rules set.
const (
	// Questions is the number of questions that each player asks (2.2).
	Questions = 5
	// MaxCharacters is the maximum length of a question or a response in code points (2.2, 2.3).
	MaxCharacters = 5000
	// MaxRating is the maximum of guesses, scores and ratings; the minimum is 0. Fractions are
	// allowed.
	MaxRating = 100
	// MaxActive is the maximum number of active games of a player.
	MaxActive = 8
	// MaxBlocks is the maximum number of games whose other player a player has blocked.
	MaxBlocks = 300
	// ExpireAfter is how long a game stays active after its last activity (6.5): being opened,
	// being joined, or a submission.
	ExpireAfter = 3 * 24 * time.Hour
)

// Rules is the present version of the rules. Since version 1, provisional ratings decide games, and
// a mean lies within the range of its guesses, where rounding led beyond it before.
const Rules = 1

// tieTolerance is the difference below which two distances are equal. Ratings are means, and equal
// distances from two means may differ in the last bits, as 66⅔ − 66 and 34 − 33⅓ do.
const tieTolerance = 1e-9

// ResponseID identifies a response among the responses in all games.
type ResponseID string

// QuestionID returns the identifier of the question with the given number, from 0, of a seat of a
// game. The identifiers of texts derive from the identifier of their game, so that no table is
// needed.
func QuestionID(g GameID, seat, number int) string {
	return fmt.Sprintf("%s.q%d%d", g, seat, number)
}

func responseID(g GameID, seat, number int) ResponseID {
	return ResponseID(fmt.Sprintf("%s.r%d%d", g, seat, number))
}

// AskedQuestion is a question that a player asked, with the number of finished games in which the
// player asked it (Games) and won (Wins).
type AskedQuestion struct {
	Question
	Games int
	Wins  int
}
