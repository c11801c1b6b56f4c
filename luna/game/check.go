package game

import (
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// Check returns an error if the rules do not allow an event now: one of this package's errors or an
// [InvalidError].
func (t *Tournament) Check(e Event) error {
	if e.Time.IsZero() {
		return invalid("time", -1, "is missing")
	}
	if !slices.Contains(kinds, e.Kind) {
		return fmt.Errorf("%w: %q", ErrUnknownKind, e.Kind)
	}
	if err := t.load(e); err != nil {
		return err
	}
	switch e.Kind {
	case Registered:
		return t.checkRegistered(e)
	case Expired:
		return t.checkExpired(e)
	case Evicted:
		return t.checkEvicted(e)
	}
	p, ok := t.players[e.Player]
	if !ok {
		return ErrUnknownPlayer
	}
	switch {
	case e.Kind == Opened:
		return t.checkOpened(p, e)
	case (e.Kind == Noticed || e.Kind == Unblocked) && e.Game == "":
		return nil
	case e.Kind == Damped:
		return checkDamped(e)
	}
	g, ok := t.games[e.Game]
	if !ok {
		return ErrUnknownGame
	}
	if e.Kind == Joined {
		return t.checkJoined(p, g, e)
	}
	seat := g.seatOf(e.Player)
	if seat < 0 {
		return ErrNotAPlayer
	}
	return t.checkMove(g, seat, e)
}

func (t *Tournament) checkRegistered(e Event) error {
	if err := checkIdentifier("player", string(e.Player)); err != nil {
		return err
	}
	if _, ok := t.players[e.Player]; ok {
		return fmt.Errorf("player %q: %w", e.Player, ErrTaken)
	}
	return nil
}

// checkIdentifier refuses identifiers that JSON would not preserve.
func checkIdentifier(field, id string) error {
	if id == "" || !utf8.ValidString(id) {
		return invalid(field, -1, "found the identifier %q, expected one in UTF-8", id)
	}
	return nil
}

func (t *Tournament) checkExpired(e Event) error {
	return t.checkEnd(e, func(g *Game) bool { return g.overdue(e.Time) })
}

// checkEnd allows a game to be ended by nobody in it, if it is active and may end.
func (t *Tournament) checkEnd(e Event, may func(*Game) bool) error {
	g, ok := t.games[e.Game]
	switch {
	case !ok:
		return ErrUnknownGame
	case g.Status != Active:
		return g.over("")
	case !may(g):
		return ErrNotOverdue
	}
	return nil
}

func (t *Tournament) checkOpened(p *player, e Event) error {
	if err := checkIdentifier("game", string(e.Game)); err != nil {
		return err
	}
	if _, ok := t.games[e.Game]; ok {
		return fmt.Errorf("game %q: %w", e.Game, ErrTaken)
	}
	if len(p.active) >= MaxActive {
		return ErrTooManyGames
	}
	return checkInterview(e)
}

func (t *Tournament) checkJoined(p *player, g *Game, e Event) error {
	if err := t.checkJoin(p, g, e.Time); err != nil {
		return err
	}
	return checkInterview(e)
}

// checkInterview checks the network and the questions of a player who enters a game. The questions
// may also come later.
func checkInterview(e Event) error {
	if e.Moved != "" {
		if err := checkIdentifier("moved", string(e.Moved)); err != nil {
			return err
		}
	}
	if err := checkOrigin(e.Origin); err != nil || e.Questions == nil {
		return err
	}
	return e.checkTexts()
}

// checkTexts checks the texts of an event, unless they were removed after it was applied.
func (e Event) checkTexts() error {
	switch {
	case e.Removed:
		return nil
	case e.Kind == Responded:
		return CheckResponses(e.Responses)
	}
	return CheckQuestions(e.Questions)
}

func (t *Tournament) checkJoin(p *player, g *Game, now time.Time) error {
	opener := g.Seats[0].Player
	switch {
	case !g.open() || opener == p.ID || p.faces(opener) || p.avoids(t.players[opener]):
		return ErrCannotJoin
	case g.overdue(now):
		return ErrExpired
	case len(p.active) >= MaxActive:
		return ErrTooManyGames
	}
	return nil
}

// checkMove checks a move in a game: first whether the player of the seat may move now, then what
// is submitted.
func (t *Tournament) checkMove(g *Game, seat int, e Event) error {
	switch e.Kind {
	case Noticed, Unblocked:
		return nil
	case Blocked:
		return t.checkBlocked(g, seat)
	case Scored:
		return checkScored(g, e)
	case Forfeited:
		return t.checkForfeited(g, seat, e)
	case Stalled:
		return t.checkStalled(g, seat, e)
	}
	if g.Status != Active {
		return g.over(e.Player)
	}
	if g.overdue(e.Time) {
		return ErrExpired
	}
	if e.Kind == Deactivated {
		return g.checkMoved(seat, e)
	}
	if err := g.checkTurn(seat, stageOf[e.Kind]); err != nil {
		return err
	}
	if e.Kind == Guessed {
		return t.checkGuessed(g, seat, e)
	}
	return e.checkTexts()
}

var stageOf = map[Kind]Stage{Interviewed: Interviewing, Responded: Responding, Guessed: Guessing}

// checkMoved allows a player to be moved from a game that nobody has joined, or whose opponent has
// not done their part.
func (g *Game) checkMoved(seat int, e Event) error {
	switch {
	case e.Moved == "":
		return nil
	case !g.open() && !g.waits(seat):
		return invalid("moved", -1, "is for games that wait for somebody else")
	}
	return checkIdentifier("moved", string(e.Moved))
}

// checkTurn returns an error unless a game is in a stage and waits for a seat.
func (g *Game) checkTurn(seat int, s Stage) error {
	now := g.Stage()
	switch {
	case s > now && g.open():
		return &explained{"nobody else has joined this game yet", ErrWrongPhase}
	case s > now && !g.submitted(seat, now):
		return &explained{"first you have to " + verbs[now], ErrWrongPhase}
	case s > now:
		return &explained{"first the other player has to " + verbs[now], ErrWrongPhase}
	case s < now:
		return &explained{"you have done that already", ErrWrongPhase}
	case g.submitted(seat, s):
		return &explained{"you have done that already; now the other player has to " + verbs[s], ErrNotYourTurn}
	}
	return nil
}

// verbs say what players do in a stage.
var verbs = [...]string{Interviewing: "ask five questions", Responding: "respond", Guessing: "guess"}

func (t *Tournament) checkBlocked(g *Game, seat int) error {
	switch own := g.Seats[seat].Player; {
	case g.Seats[1-seat].Player == "":
		return ErrNobody
	case len(t.players[own].Blocks) >= MaxBlocks:
		return ErrTooManyBlocks
	}
	return nil
}

func (t *Tournament) checkGuessed(g *Game, seat int, e Event) error {
	if e.Guess == nil {
		return invalid("guess", -1, "is missing")
	}
	if err := CheckGuess(*e.Guess); err != nil {
		return err
	}
	if err := checkWeight(e.Weight); err != nil {
		return err
	}
	if err := checkOrigin(e.Origin); err != nil {
		return err
	}
	if g.Phase < 5 {
		return nil
	}
	_, err := t.conclude(g, g.withGuess(seat, e.normal()).guesses(), e.Rules)
	return err
}

// checkOrigin refuses origins that not every JSON decoder would preserve.
func checkOrigin(origin uint64) error {
	if origin > MaxOrigin {
		return invalid("origin", -1, "found %d, expected at most %d", origin, uint64(MaxOrigin))
	}
	return nil
}

// checkScored allows scores as soon as the responses are visible, and after the game: they affect
// nothing else.
func checkScored(g *Game, e Event) error {
	if g.Status == Left || g.Status == TimedOut {
		return g.over(e.Player)
	}
	if g.overdue(e.Time) {
		return ErrExpired
	}
	if g.Stage() < Guessing {
		return &explained{"scores are for responses that you have seen", ErrWrongPhase}
	}
	if len(e.Scores) == 0 {
		return invalid("scores", -1, "are missing")
	}
	for i, s := range e.Scores {
		if s.Number < 0 || s.Number >= Questions {
			return invalid("scores", i, "is for response %d, expected 0 to %d", s.Number, Questions-1)
		}
		if err := checkScale("scores", i, s.Score); err != nil {
			return err
		}
	}
	return nil
}
