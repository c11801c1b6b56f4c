package wire_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// TestAnswersOfAGame compares what two players are sent in the course of a game with
// testdata/answers.jsonl, byte for byte, and reads it back.
func TestAnswersOfAGame(t *testing.T) {
	tournament := game.New(nil)
	now := time.Date(2016, 3, 3, 7, 0, 0, 5e6, time.FixedZone("EST", -5*3600))
	do := func(e game.Event) {
		t.Helper()
		now = now.Add(time.Minute)
		e.Time = now
		if _, err := tournament.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	var got bytes.Buffer
	encode := func(v any) {
		t.Helper()
		if err := json.NewEncoder(&got).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	players := []game.PlayerID{"ann", "bob"}
	look := func(p game.PlayerID) game.Look { return game.Look{Initial: string(p[:1]), Color: "#1e88e5"} }
	show := func() {
		t.Helper()
		for _, p := range players {
			v, err := tournament.View("g", p, look)
			if err != nil {
				continue // not in the game yet
			}
			encode(wire.NewGame(v))
			checkRoundTrip(t, v)
		}
	}
	questions := []string{"1?", "2 <&>?", "3?", "4?", "5?"}
	do(game.Event{Kind: game.Registered, Player: "ann"})
	do(game.Event{Kind: game.Registered, Player: "bob", Machine: true})
	do(game.Event{Kind: game.Opened, Player: "ann", Game: "g"})
	show()
	do(game.Event{Kind: game.Interviewed, Player: "ann", Game: "g", Questions: questions})
	do(game.Event{Kind: game.Joined, Player: "bob", Game: "g", Questions: questions})
	do(game.Event{Kind: game.Responded, Player: "ann", Game: "g", Responses: []string{"a", "b", "c", "", "e"}})
	show()
	do(game.Event{Kind: game.Responded, Player: "bob", Game: "g", Responses: []string{"v", "w", "x", "y", "z"}})
	do(game.Event{Kind: game.Scored, Player: "ann", Game: "g", Scores: []game.Score{{Number: 0, Score: 40}}})
	show()
	do(game.Event{Kind: game.Guessed, Player: "ann", Game: "g", Guess: new(61.5)})
	do(game.Event{Kind: game.Guessed, Player: "bob", Game: "g", Guess: new(61.5)})
	show()
	for _, id := range players {
		asked, _ := tournament.QuestionsOf(id)
		encode(wire.NewOldQuestions(asked))
		p, _ := tournament.Player(id)
		encode(wire.Profile{JoinDate: wire.Date(p.Joined), Player: wire.NewPlayer(p)})
	}
	encode([]wire.Grade{{Response: "g.r10", Score: 40}})

	want, err := os.ReadFile("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("answers differ from testdata/answers.jsonl (-want +got):\n%s", diff)
	}
}

// checkRoundTrip sends a view as JSON and compares what arrives.
func checkRoundTrip(t *testing.T, sent game.View) {
	t.Helper()
	text, err := json.Marshal(wire.NewGame(sent))
	if err != nil {
		t.Fatal(err)
	}
	var g wire.Game
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	received := g.View()
	// Empty lists and nil are the same on the wire.
	if diff := cmp.Diff(sent, received, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("view changed on the wire (-sent +received):\n%s", diff)
	}
}

// TestGamesOfOtherServers reads games that this module's server would not send.
func TestGamesOfOtherServers(t *testing.T) {
	question := func(number int, text string) wire.GameQuestion {
		return wire.GameQuestion{Question: wire.Question{Text: text}, QuestionNum: number}
	}
	response := func(number int, text string) wire.GameResponse {
		return wire.GameResponse{Response: wire.Response{Text: text}, QuestionNum: number}
	}
	v := wire.Game{
		Turn: 7, Outcome: new(2),
		Questions: []wire.GameQuestion{question(4, "last"), question(0, "first"), question(5, "none"), question(-1, "none")},
		Responses: []wire.GameResponse{response(1, "second"), response(1<<40, "none")},
	}.View()
	if v.Turn != game.Waiting || v.Outcome != nil {
		t.Errorf("turn %v, outcome %v, want those of a game that waits", v.Turn, v.Outcome)
	}
	if got := game.QuestionTexts(v.Questions); !slices.Equal(got, []string{"first", "", "", "", "last"}) {
		t.Errorf("questions %q", got)
	}
	if got := game.ResponseTexts(v.Responses); !slices.Equal(got, []string{"", "second", "", "", ""}) {
		t.Errorf("responses %q", got)
	}
}
