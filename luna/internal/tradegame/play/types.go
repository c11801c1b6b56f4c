package play

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// Role is what a player is, or wants to be, in a game.
type Role string

// The roles.
const (
	AsBettor Role = "bettor"
	AsTarget Role = "target"
)

// Lobby is the lobby as a player sees it.
type Lobby struct {
	Role    Role          // the player's own while they wait, else ""
	Bettors int           // number of bettors who wait, including the player
	Targets int           // number of people who wait to be the target, including the player
	Start   time.Duration // time until a game starts with those who wait; less than 0 if none will
	Game    string        // the game that the player is in, "" if none
	Playing int           // games under way
	Called  bool          // the player is called when somebody else waits
	Consent bool          // the player has agreed that the logs of games are published
}

// Exchange is a question that is or was current, with its answer, as a player sees it.
type Exchange struct {
	Number   int           // from 1
	Bettor   string        // who asked
	Question string        //
	Asked    time.Duration // when it became current
	Answered time.Duration // when the answer or its signal was seen; less than 0 before
	Answer   string        // "" until the player may see it
}

// State is all that a player may know of a game now.
type State struct {
	Game      string
	Role      Role
	Name      string // the player's name in the game, such as "Bettor 2" or [trade.Target]
	Settings  trade.Settings
	Now       time.Duration // time since the start
	Bettors   []archive.Bettor
	Exchanges []Exchange
	Current   int      // the number of the current question, 0 if there is none
	Queue     []string // the player's own questions that wait for their turn
	Price     float64
	Curve     []trade.Point
	Holding   trade.Holding
	Ended     *trade.Message // the message that the game has ended, or nil
	Over      bool           // no more messages will follow
	Next      int            // the number of messages that led to the state
	Practice  bool           // the game counts for nothing
	Target    string         // what the target of a practice game that has ended was
}

// Action is what a player does in a game.
type Action struct {
	Kind   trade.Kind // Question, Answer, Bet, Done or Leave
	Text   string     // of a question or an answer
	Side   trade.Side // of a bet
	Number int        // of the question that an answer is to
	// Key is chosen by the client for each action, 1 to 64 characters. An action with the key of an
	// earlier one by the same player in the same game is taken for that one and answered in the
	// same way.
	Key string
}

// Errors of players' actions.
var (
	// ErrConsent is for players who have not agreed that the logs of games are published.
	ErrConsent = errors.New("the logs of games are public: agree to that first")
	// ErrPlaying is for players who are already in a game.
	ErrPlaying = errors.New("you are in a game already")
	// ErrWaiting is for players who already wait, in another role.
	ErrWaiting = errors.New("you wait for a game already; withdraw first")
	// ErrRole is for an action that the player's role does not allow.
	ErrRole = errors.New("your role does not allow this")
	// ErrStale is for an answer to a question that is not the current one.
	ErrStale = errors.New("this is not the current question")
	// ErrKey is for an action without a usable key.
	ErrKey = errors.New("key: 1 to 64 characters are needed, different for each action")
	// ErrAction is for an action that makes no sense in itself.
	ErrAction = errors.New("the action cannot be understood")
	// ErrText is for a text that is too long, empty, or not valid.
	ErrText = fmt.Errorf("text: 1 to %d characters that can be read are needed", archive.MaxText)
	// ErrTooMany is for players whose actions exceed what a game has room for.
	ErrTooMany = errors.New("too many actions in one game")
	// ErrPace is for bettors who bet faster than others can answer.
	ErrPace = httpx.Errorf(http.StatusTooManyRequests,
		"your bets come too fast: after %d, one a second is possible", archive.MaxBurst).
		With("Retry-After", "1")
	// ErrFull is for a lobby without room for another player, or a server without room for another
	// game.
	ErrFull = errors.New("there is no room now; try again later")
)

// Statuses returns the HTTP statuses of the errors of games.
func Statuses() httpx.Rules {
	return httpx.Rules{
		httpx.Is(http.StatusNotFound, archive.ErrUnknown),
		httpx.Is(http.StatusForbidden, ErrConsent, ErrRole),
		httpx.Is(http.StatusBadRequest, ErrKey, ErrAction, ErrText, archive.ErrQuery),
		httpx.Is(http.StatusTooManyRequests, ErrTooMany),
		httpx.Is(http.StatusServiceUnavailable, ErrFull, journal.ErrUnavailable, journal.ErrClosed),
		httpx.Is(http.StatusConflict, ErrPlaying, ErrWaiting, ErrStale, trade.ErrRule),
	}
}
