package wire

import (
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Game is a game as one of its players may see it: the answer to GET /home/{game} and to all
// requests that change a game. What is hidden or does not exist yet is an empty list or null. The
// prefix Op marks what is the opponent's; see [game.View] for when it shows.
type Game struct {
	ID              game.GameID    `json:"_id"`             // its identifier in paths
	Phase           int            `json:"phase"`           // number of submissions, 0 to 6
	Turn            int            `json:"turn"`            // 0: waiting, 1: to act, 2: complete
	Active          bool           `json:"active"`          // false when it has ended
	Questions       []GameQuestion `json:"questions"`       // asked by the player
	OpQuestions     []GameQuestion `json:"opQuestions"`     // asked by the opponent
	Responses       []GameResponse `json:"responses"`       // to OpQuestions
	OpResponses     []GameResponse `json:"opResponses"`     // to Questions
	Guess           *float64       `json:"guess"`           // of OpSmartsRating, 0 to 100
	OpGuess         *float64       `json:"opGuess"`         // of OldSmartsRating, 0 to 100
	Outcome         *int           `json:"outcome"`         // 0: lost, 1: won, 3: tied
	SmartsRating    *float64       `json:"smartsRating"`    // the player's after the game
	OldSmartsRating *float64       `json:"oldSmartsRating"` // the player's before the game
	OpSmartsRating  *float64       `json:"opSmartsRating"`  // the opponent's before the game
	OpMachine       *bool          `json:"opMachine"`       // whether the opponent is one
	Initial         *string        `json:"initial"`         // the opponent's
	Color           *string        `json:"color"`           // the opponent's
	UpdateDate      Date           `json:"updateDate"`      // of the last activity
	Notif           bool           `json:"notif"`           // whether something is new
}

// GameQuestion is a question of a game. QuestionNum is its number among the five, from 0.
type GameQuestion struct {
	Question    Question `json:"question"`
	QuestionNum int      `json:"questionNum"`
}

// Question is the text of a question with the identifier ID.
type Question struct {
	ID   string `json:"_id"`
	Text string `json:"question"`
}

// GameResponse is a response of a game. QuestionNum is the number of its question, from 0.
type GameResponse struct {
	Response    Response `json:"response"`
	QuestionNum int      `json:"questionNum"`
}

// Response is the text of a response with the identifier ID. Grade is the score that the opponent
// gave for it, 0 to 100, or null.
type Response struct {
	ID    game.ResponseID `json:"_id"`
	Text  string          `json:"response"`
	Grade *float64        `json:"grade"`
}

// The numbers that stand for turns and outcomes.
var (
	turnNumbers    = map[game.Turn]int{game.Waiting: 0, game.ToAct: 1, game.Complete: 2}
	outcomeNumbers = map[game.Outcome]int{game.Lost: 0, game.Won: 1, game.Tied: 3}
)

// NewGame returns a view in the form of the wire.
func NewGame(v game.View) Game {
	g := Game{
		ID: v.ID, Phase: v.Phase, Turn: turnNumbers[v.Turn], Active: v.Active,
		Questions: newQuestions(v.Questions), OpQuestions: newQuestions(v.OpQuestions),
		Responses: newResponses(v.Responses), OpResponses: newResponses(v.OpResponses),
		Guess: v.Guess, OpGuess: v.OpGuess,
		SmartsRating: v.SmartsRating, OldSmartsRating: v.OldSmartsRating,
		OpSmartsRating: v.OpSmartsRating, OpMachine: v.OpMachine,
		UpdateDate: Date(v.Updated), Notif: v.Notice,
	}
	if v.Outcome != nil {
		g.Outcome = new(outcomeNumbers[*v.Outcome])
	}
	if v.OpLook != nil {
		g.Initial, g.Color = &v.OpLook.Initial, &v.OpLook.Color
	}
	return g
}

func newQuestions(list []game.Question) []GameQuestion {
	out := make([]GameQuestion, len(list))
	for i, q := range list {
		out[i] = GameQuestion{Question: Question{ID: q.ID, Text: q.Text}, QuestionNum: i}
	}
	return out
}

func newResponses(list []game.Response) []GameResponse {
	out := make([]GameResponse, len(list))
	for i, r := range list {
		out[i] = GameResponse{Response: Response{ID: r.ID, Text: r.Text, Grade: r.Score}, QuestionNum: i}
	}
	return out
}

// View returns the game as the rules have it. A turn of an unknown number is read as
// [game.Waiting], an outcome of an unknown number as none. Questions and responses are put in
// order; those with a number that no question has are dropped.
func (g Game) View() game.View {
	v := game.View{
		ID: g.ID, Phase: g.Phase, Active: g.Active,
		Updated: time.Time(g.UpdateDate), Notice: g.Notif,
		Guess: g.Guess, OpGuess: g.OpGuess,
		SmartsRating: g.SmartsRating, OldSmartsRating: g.OldSmartsRating,
		OpSmartsRating: g.OpSmartsRating, OpMachine: g.OpMachine,
		Questions: questions(g.Questions), OpQuestions: questions(g.OpQuestions),
		Responses: responses(g.Responses), OpResponses: responses(g.OpResponses),
	}
	for turn, number := range turnNumbers {
		if number == g.Turn {
			v.Turn = turn
		}
	}
	for outcome, number := range outcomeNumbers {
		if g.Outcome != nil && number == *g.Outcome {
			v.Outcome = new(outcome)
		}
	}
	if g.Initial != nil && g.Color != nil {
		v.OpLook = &game.Look{Initial: *g.Initial, Color: *g.Color}
	}
	return v
}

func questions(list []GameQuestion) []game.Question {
	return inOrder(list, func(q GameQuestion) (int, game.Question) {
		return q.QuestionNum, game.Question{ID: q.Question.ID, Text: q.Question.Text}
	})
}

func responses(list []GameResponse) []game.Response {
	return inOrder(list, func(r GameResponse) (int, game.Response) {
		response := game.Response{ID: r.Response.ID, Text: r.Response.Text, Score: r.Response.Grade}
		return r.QuestionNum, response
	})
}

// inOrder returns five elements by their number, or none if the list has none.
func inOrder[From, To any](list []From, convert func(From) (int, To)) []To {
	if len(list) == 0 {
		return nil
	}
	out := make([]To, game.Questions)
	for _, x := range list {
		if number, element := convert(x); number >= 0 && number < len(out) {
			out[number] = element
		}
	}
	return out
}
