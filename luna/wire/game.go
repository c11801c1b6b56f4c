package wire

import (
	"encoding/json"

	"github.com/luna-rating/luna/luna/game"
)

// Game is a game as one of its players may see it: the answer to GET /home/{game} and to all
// requests that change a game. In JSON, what is hidden or does not exist yet is an empty list or
// null, a turn is 0 (waiting), 1 (to act) or 2 (complete), and an outcome is 0 (lost), 1 (won) or
// 3 (tied).
type Game struct{ game.View }

type gameJSON struct {
	ID              game.GameID    `json:"_id"`
	Phase           int            `json:"phase"`
	Turn            int            `json:"turn"`
	Active          bool           `json:"active"`
	Questions       []questionJSON `json:"questions"`
	OpQuestions     []questionJSON `json:"opQuestions"`
	Responses       []responseJSON `json:"responses"`
	OpResponses     []responseJSON `json:"opResponses"`
	Guess           *float64       `json:"guess"`
	OpGuess         *float64       `json:"opGuess"`
	Outcome         *int           `json:"outcome"`
	SmartsRating    *float64       `json:"smartsRating"`
	OldSmartsRating *float64       `json:"oldSmartsRating"`
	OpSmartsRating  *float64       `json:"opSmartsRating"`
	Provisional     *float64       `json:"provisionalRating,omitempty"`
	OldProvisional  *float64       `json:"oldProvisionalRating,omitempty"`
	OpProvisional   *float64       `json:"opProvisionalRating,omitempty"`
	OpMachine       *bool          `json:"opMachine"`
	Initial         *string        `json:"initial"` // the opponent's
	Color           *string        `json:"color"`   // the opponent's
	UpdateDate      date           `json:"updateDate"`
	Notif           bool           `json:"notif"`
	Moved           game.GameID    `json:"moved,omitempty"` // where the player plays instead
	Ending          game.Ending    `json:"ending,omitempty"`
	EndedBy         game.Side      `json:"endedBy,omitempty"`
}

type questionJSON struct {
	Question struct {
		ID   string `json:"_id"`
		Text string `json:"question"`
	} `json:"question"`
	Number int `json:"questionNum"` // from 0
}

type responseJSON struct {
	Response struct {
		ID    game.ResponseID `json:"_id"`
		Text  string          `json:"response"`
		Score *float64        `json:"grade"`
	} `json:"response"`
	Number int `json:"questionNum"` // from 0
}

// The numbers that stand for turns and outcomes.
var (
	turnNumbers    = map[game.Turn]int{game.Waiting: 0, game.ToAct: 1, game.Complete: 2}
	outcomeNumbers = map[game.Outcome]int{game.Lost: 0, game.Won: 1, game.Tied: 3}
)

// MarshalJSON writes an object.
func (g Game) MarshalJSON() ([]byte, error) {
	out := gameJSON{
		ID: g.ID, Phase: g.Phase, Turn: turnNumbers[g.Turn], Active: g.Active,
		Questions: formatQuestions(g.Questions), OpQuestions: formatQuestions(g.OpQuestions),
		Responses: formatResponses(g.Responses), OpResponses: formatResponses(g.OpResponses),
		Guess: g.Guess, OpGuess: g.OpGuess,
		SmartsRating: g.SmartsRating, OldSmartsRating: g.OldSmartsRating,
		OpSmartsRating: g.OpSmartsRating, OpMachine: g.OpMachine,
		Provisional: g.Provisional, OldProvisional: g.OldProvisional, OpProvisional: g.OpProvisional,
		UpdateDate: date(g.Updated), Notif: g.Notice, Moved: g.Moved,
		Ending: g.Ending, EndedBy: g.EndedBy,
	}
	if g.Outcome != nil {
		out.Outcome = new(outcomeNumbers[*g.Outcome])
	}
	if g.OpLook != nil {
		out.Initial, out.Color = &g.OpLook.Initial, &g.OpLook.Color
	}
	return json.Marshal(out)
}

func formatQuestions(list []game.Question) []questionJSON {
	out := make([]questionJSON, len(list))
	for i, q := range list {
		out[i].Number = i
		out[i].Question.ID = q.ID
		out[i].Question.Text = q.Text
	}
	return out
}

func formatResponses(list []game.Response) []responseJSON {
	out := make([]responseJSON, len(list))
	for i, r := range list {
		out[i].Number = i
		out[i].Response.ID = r.ID
		out[i].Response.Text = r.Text
		out[i].Response.Score = r.Score
	}
	return out
}

// UnmarshalJSON reads an object. A turn with an unknown number is read as [game.Waiting], an
// outcome with an unknown number as none. Questions and responses are put in order; those whose
// number is not that of one of the five questions are dropped.
func (g *Game) UnmarshalJSON(text []byte) error {
	var in gameJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	v := game.View{
		ID: in.ID, Phase: in.Phase, Active: in.Active,
		Questions: parseQuestions(in.Questions), OpQuestions: parseQuestions(in.OpQuestions),
		Responses: parseResponses(in.Responses), OpResponses: parseResponses(in.OpResponses),
		Guess: in.Guess, OpGuess: in.OpGuess,
		SmartsRating: in.SmartsRating, OldSmartsRating: in.OldSmartsRating,
		OpSmartsRating: in.OpSmartsRating, OpMachine: in.OpMachine,
		Provisional: in.Provisional, OldProvisional: in.OldProvisional, OpProvisional: in.OpProvisional,
		Updated: in.UpdateDate.time(), Notice: in.Notif, Moved: in.Moved,
		Ending: in.Ending, EndedBy: in.EndedBy,
	}
	for turn, number := range turnNumbers {
		if number == in.Turn {
			v.Turn = turn
		}
	}
	for outcome, number := range outcomeNumbers {
		if in.Outcome != nil && number == *in.Outcome {
			v.Outcome = new(outcome)
		}
	}
	if in.Initial != nil && in.Color != nil {
		v.OpLook = &game.Look{Initial: *in.Initial, Color: *in.Color}
	}
	g.View = v
	return nil
}

func parseQuestions(list []questionJSON) []game.Question {
	return inOrder(list, func(q questionJSON) (int, game.Question) {
		return q.Number, game.Question{ID: q.Question.ID, Text: q.Question.Text}
	})
}

func parseResponses(list []responseJSON) []game.Response {
	return inOrder(list, func(r responseJSON) (int, game.Response) {
		return r.Number, game.Response(r.Response)
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
