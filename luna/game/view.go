package game

import "time"

// Turn tells a player whether a game waits for her. The values are those of the wire.
type Turn int

// The turns. A game that ended without a result is Waiting for ever.
const (
	Waiting  Turn = 0
	ToAct    Turn = 1
	Complete Turn = 2
)

// From which phase on a player sees what is her opponent's.
const (
	showQuestions = 2 // both have asked
	showResponses = 4 // both have responded
	showRest      = 6 // both have guessed
)

// View is a game with its ID as one of its players may see it, in the form of the wire: Turn tells whether she is to act, Outcome how the
// game ended for her, UpdateDate when it was last acted in. What is hidden or not there yet is an empty list or null.
type View struct {
	ID    GameID `json:"_id"`
	Phase int    `json:"phase"`
	Turn  Turn   `json:"turn"`
	// Active is a game being played: neither finished nor deactivated nor expired.
	Active      bool           `json:"active"`
	Questions   []QuestionView `json:"questions"`   // the player's own, from when she asked them
	OpQuestions []QuestionView `json:"opQuestions"` // the opponent's, from phase 2
	Responses   []ResponseView `json:"responses"`   // the player's own, to OpQuestions; the opponent's grades of them from phase 6
	OpResponses []ResponseView `json:"opResponses"` // the opponent's, to Questions, from phase 4; with the player's own grades
	Guess       *float64       `json:"guess"`       // the player's own, from when she made it
	// OpGuess and all that follows down to Color is hidden before phase 6.
	OpGuess         *float64 `json:"opGuess"`
	Outcome         *Outcome `json:"outcome"`
	SmartsRating    *float64 `json:"smartsRating"`    // the player's own, after the game
	OldSmartsRating *float64 `json:"oldSmartsRating"` // the player's own, before
	OpSmartsRating  *float64 `json:"opSmartsRating"`  // the opponent's, before: what was to be guessed
	OpMachine       *bool    `json:"opMachine"`       // “Do not assume that the other player is human!” (2.2.1)
	Initial         *string  `json:"initial"`         // the opponent's, by which she might be known from another game
	Color           *string  `json:"color"`
	UpdateDate      Date     `json:"updateDate"`
	Notif           bool     `json:"notif"` // something is new that the player has not acted on
}

// QuestionView is a question at its place among the five, QuestionNum, from 0.
type QuestionView struct {
	Question    Question `json:"question"`
	QuestionNum int      `json:"questionNum"`
}

// Question is a text with its identifier, ID.
type Question struct {
	ID   string `json:"_id"`
	Text string `json:"question"`
}

// ResponseView is a response at the place of its question, QuestionNum.
type ResponseView struct {
	Response    ResponseText `json:"response"`
	QuestionNum int          `json:"questionNum"`
}

// ResponseText is a text with its identifier, ID, and Grade, the score that the opponent of who wrote it gave to it, or nil.
type ResponseText struct {
	ID    ResponseID `json:"_id"`
	Text  string     `json:"response"`
	Grade *float64   `json:"grade"`
}

// Look is how a player appears to others: an Initial on a disc of a Color.
type Look struct{ Initial, Color string }

// Date is a time in the form that the wire has: UTC, to the millisecond.
type Date struct{ time.Time }

// MarshalJSON writes "2016-03-03T12:00:00.000Z".
func (d Date) MarshalJSON() ([]byte, error) {
	return d.UTC().AppendFormat(nil, `"2006-01-02T15:04:05.000Z"`), nil
}

// View returns a game as a player may see it now. It is the one place that decides about it. Looks tells how a player
// appears; nil is that nobody has a look.
func (t *Tournament) View(id GameID, viewer PlayerID, looks func(PlayerID) Look) (View, error) {
	g, ok := t.games[id]
	if !ok {
		return View{}, ErrUnknownGame
	}
	seat := g.seatOf(viewer)
	if seat < 0 || viewer == "" {
		return View{}, ErrNotAPlayer
	}
	own, other := &g.Seats[seat], &g.Seats[1-seat]
	v := View{
		ID: g.ID, Phase: g.Phase, Turn: g.turn(seat), Active: g.Status == Active,
		Questions: g.questions(seat), OpQuestions: []QuestionView{},
		Responses: g.responses(seat, g.Phase >= showRest), OpResponses: []ResponseView{},
		Guess: copied(own.Guess), UpdateDate: Date{g.Updated}, Notif: own.Notice,
	}
	if g.Phase >= showQuestions {
		v.OpQuestions = g.questions(1 - seat)
	}
	if g.Phase >= showResponses {
		v.OpResponses = g.responses(1-seat, true)
	}
	if g.Phase < showRest {
		return v, nil
	}
	v.OpGuess, v.Outcome = copied(other.Guess), copied(own.Outcome)
	v.SmartsRating, v.OldSmartsRating, v.OpSmartsRating = copied(own.After), copied(own.Before), copied(other.Before)
	v.OpMachine = new(t.players[other.Player].Machine)
	if looks != nil {
		look := looks(other.Player)
		v.Initial, v.Color = &look.Initial, &look.Color
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

func (g *Game) questions(seat int) []QuestionView {
	views := make([]QuestionView, len(g.Seats[seat].Questions))
	for i, text := range g.Seats[seat].Questions {
		views[i] = QuestionView{Question: Question{ID: questionID(g.ID, seat, i), Text: text}, QuestionNum: i}
	}
	return views
}

func (g *Game) responses(seat int, graded bool) []ResponseView {
	views := make([]ResponseView, len(g.Seats[seat].Responses))
	for i, text := range g.Seats[seat].Responses {
		views[i] = ResponseView{Response: ResponseText{ID: responseID(g.ID, seat, i), Text: text}, QuestionNum: i}
		if graded {
			views[i].Response.Grade = copied(g.Seats[seat].Scores[i])
		}
	}
	return views
}

// copied returns a pointer to a copy.
func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
