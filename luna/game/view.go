package game

import "time"

// Turn says whether a game waits for a player.
type Turn int

// The values of Turn. A game that ended without both guesses stays Waiting.
const (
	Waiting Turn = iota
	ToAct
	Complete
)

// The phases from which a player sees what the opponent did.
const (
	showQuestions = 2 // both have asked
	showResponses = 4 // both have responded
	showRest      = 6 // both have guessed
)

// View is a game, named by its ID, as one of its players may see it. The prefix Op marks what
// belongs to the opponent. What is hidden or does not exist yet is empty or nil.
type View struct {
	ID      GameID
	Number  int       // number among the player's games, from 1; 0 in a view from the wire
	Phase   int       // the number of submissions, as in [Game]
	Turn    Turn      // whether the player is to act
	Active  bool      // being played: neither finished nor deactivated nor expired
	Updated time.Time // time of the last activity
	Notice  bool      // something is new that the player has not acted on
	Moved   GameID    // where the player plays instead, if they were moved; see [Pairing]
	Ending  Ending    // why the game ended before both had guessed, "" if it did not
	EndedBy Side      // whose doing that was, "" for nobody's

	Questions   []Question // in order, as soon as the player has asked them
	OpQuestions []Question // from phase 2
	Responses   []Response // to OpQuestions; the opponent's scores show from phase 6
	OpResponses []Response // to Questions, from phase 4, with the player's own scores
	Guess       *float64   // as soon as the player has made it

	// Everything below is hidden before phase 6, unless the opponent, or the player, forfeits the
	// game. A player who does sees none of the opponent's ratings, OpMachine and OpLook.

	OpGuess         *float64 // the opponent's guess of OldSmartsRating
	Outcome         *Outcome // how the game ended for the player
	SmartsRating    *float64 // the player's own, after the game
	OldSmartsRating *float64 // the player's own, before the game
	OpSmartsRating  *float64 // the opponent's, before the game: the rating to be guessed
	// The same three ratings where they are provisional, and those above therefore nil.
	Provisional, OldProvisional, OpProvisional *float64
	OpMachine                                  *bool // “Do not assume that the other player is human!” (2.2.1)
	OpLook                                     *Look // hidden because it could identify the opponent in another game
}

// Question is the Text of a question as it was asked in a game, with an ID.
type Question struct {
	ID   string
	Text string
}

// Response is the Text of a response as it was given in a game, with an ID. Score is what the
// opponent gave for it, 0 to 100, or nil.
type Response struct {
	ID    ResponseID
	Text  string
	Score *float64
}

// QuestionTexts returns the texts of questions.
func QuestionTexts(questions []Question) []string {
	texts := make([]string, len(questions))
	for i, q := range questions {
		texts[i] = q.Text
	}
	return texts
}

// ResponseTexts returns the texts of responses.
func ResponseTexts(responses []Response) []string {
	texts := make([]string, len(responses))
	for i, r := range responses {
		texts[i] = r.Text
	}
	return texts
}

// Look is how a player appears to others: an initial on a disc of a color.
type Look struct{ Initial, Color string }

// View returns a game as a player may see it now, without texts.
func (t *Tournament) View(id GameID, viewer PlayerID, looks func(PlayerID) Look) (View, error) {
	g, err := t.loadGame(id)
	if err != nil {
		return View{}, err
	}
	return g.View(viewer, looks)
}

// View returns the game as one of its players may see it. No other code decides what players see.
// The function looks returns how a player appears; nil means that players have no looks.
func (g *Game) View(viewer PlayerID, looks func(PlayerID) Look) (View, error) {
	seat := g.seatOf(viewer)
	if seat < 0 || viewer == "" {
		return View{}, ErrNotAPlayer
	}
	own, other := &g.Seats[seat], &g.Seats[1-seat]
	v := View{
		ID: g.ID, Number: own.Number, Phase: g.Phase, Turn: g.turn(seat), Active: g.Status == Active,
		Updated: g.Updated, Notice: own.Notice,
		Questions: g.questions(seat), Responses: g.responses(seat, g.Phase >= showRest || g.Status == Forfeit),
		Guess: clonePointer(own.Guess),
	}
	switch v.Ending = g.Ending; g.EndedBy {
	case "":
	case viewer:
		v.EndedBy = You
	default:
		v.EndedBy = Opponent
	}
	if other.Player == "" || own.Submitted > other.Submitted {
		v.Moved = g.Moved
	}
	if g.Phase >= showQuestions {
		v.OpQuestions = g.questions(1 - seat)
	}
	if g.Phase >= showResponses {
		v.OpResponses = g.responses(1-seat, true)
	}
	if g.Phase < showRest && g.Status != Forfeit {
		return v, nil
	}
	v.OpGuess, v.Outcome = clonePointer(other.Guess), clonePointer(own.Outcome)
	v.SmartsRating, v.OldSmartsRating = clonePointer(own.After), clonePointer(own.Before)
	v.Provisional, v.OldProvisional = clonePointer(own.EarlyAfter), clonePointer(own.EarlyBefore)
	if own.Guess == nil {
		return v, nil // who leaves without a guess does not learn what was to be guessed
	}
	v.OpSmartsRating, v.OpProvisional = clonePointer(other.Before), clonePointer(other.EarlyBefore)
	v.OpMachine = new(other.Machine)
	if looks != nil {
		v.OpLook = new(looks(other.Player))
	}
	return v, nil
}

func (g *Game) turn(seat int) Turn {
	switch {
	case g.Status == Finished:
		return Complete
	case g.toAct(seat):
		return ToAct
	}
	return Waiting
}

func (g *Game) questions(seat int) []Question {
	texts := g.texts(g.Seats[seat].Questions, g.Seats[seat].QuestionsEvent)
	list := make([]Question, len(texts))
	for i, text := range texts {
		list[i] = Question{ID: QuestionID(g.ID, seat, i), Text: text}
	}
	return list
}

// texts returns what was submitted by an event, empty texts if they were removed from a game with a
// result or from one that is being played.
func (g *Game) texts(kept []string, event int) []string {
	if kept == nil && event != 0 && (g.Status == Active || g.hasResult()) {
		return make([]string, Questions)
	}
	return kept
}

func (g *Game) responses(seat int, scored bool) []Response {
	texts := g.texts(g.Seats[seat].Responses, g.Seats[seat].ResponsesEvent)
	list := make([]Response, len(texts))
	for i, text := range texts {
		list[i] = Response{ID: responseID(g.ID, seat, i), Text: text}
		if scored {
			list[i].Score = clonePointer(g.Seats[seat].Scores[i])
		}
	}
	return list
}

func clonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	return new(*p)
}
