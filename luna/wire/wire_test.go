package wire_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// TestAnswersOfAGame compares what two players are sent in the course of a game with
// testdata/answers.jsonl, byte for byte, and reads it back.
func TestAnswersOfAGame(t *testing.T) {
	tournament, _ := game.Open(nil, game.Empty{}, 0)
	var log []game.Event
	now := time.Date(2016, 3, 3, 7, 0, 0, 5e6, time.FixedZone("EST", -5*3600))
	do := func(e game.Event) {
		t.Helper()
		now = now.Add(time.Minute)
		e.Time = now
		suite.Must(tournament.Apply(e))(t)
		log = append(log, e)
	}
	view := func(p game.PlayerID, look func(game.PlayerID) game.Look) (game.View, error) {
		g, _ := tournament.Game("g")
		for i := range g.Seats {
			if s := &g.Seats[i]; s.QuestionsEvent > 0 {
				s.Questions = log[s.QuestionsEvent-1].Questions
			}
			if s := &g.Seats[i]; s.ResponsesEvent > 0 {
				s.Responses = log[s.ResponsesEvent-1].Responses
			}
		}
		return g.View(p, look)
	}
	var got bytes.Buffer
	encode := func(v any) {
		t.Helper()
		suite.OK(t, json.NewEncoder(&got).Encode(v))
	}
	players := []game.PlayerID{"ann", "bob"}
	look := func(p game.PlayerID) game.Look {
		return game.Look{Initial: string(p[:1]), Color: "#1e88e5"}
	}
	show := func() {
		t.Helper()
		for _, p := range players {
			v, err := view(p, look)
			if err != nil {
				continue // not in the game yet
			}
			encode(wire.Game{View: v})
			v.Updated, v.Number = v.Updated.UTC(), 0 // which the wire does not have
			checkSame(t, wire.Game{View: v})
		}
	}
	questions := []string{"1?", "2 <&>?", "3?", "4?", "5?"}
	do(game.Event{Kind: game.Registered, Player: "ann"})
	do(game.Event{Kind: game.Registered, Player: "bob", Machine: true})
	do(game.Event{Kind: game.Opened, Player: "ann", Game: "g"})
	show()
	do(game.Event{Kind: game.Interviewed, Player: "ann", Game: "g", Questions: questions})
	do(game.Event{Kind: game.Joined, Player: "bob", Game: "g", Questions: questions})
	do(game.Event{Kind: game.Responded, Player: "ann", Game: "g",
		Responses: []string{"a", "b", "c", "", "e"}})
	show()
	do(game.Event{Kind: game.Responded, Player: "bob", Game: "g",
		Responses: []string{"v", "w", "x", "y", "z"}})
	do(game.Event{Kind: game.Scored, Player: "ann", Game: "g",
		Scores: []game.Score{{Number: 0, Score: 40}}})
	show()
	do(game.Event{Kind: game.Guessed, Player: "ann", Game: "g", Guess: new(61.5)})
	do(game.Event{Kind: game.Guessed, Player: "bob", Game: "g", Guess: new(61.5)})
	show()
	for _, id := range players {
		v := suite.Must(view(id, nil))(t)
		var old []wire.OldQuestion
		for _, q := range v.Questions {
			old = append(old, wire.OldQuestion{AskedQuestion: game.AskedQuestion{Question: q, Games: 1}})
		}
		encode(old)
		p, _ := tournament.Player(id)
		p.Machine = false // the file says so of both
		encode(wire.Profile{Player: p})
	}
	encode([]wire.Grade{{Response: "g.r10", Score: 40}})
	checkSame(t, wire.Game{View: game.View{ID: "withdrawn", Moved: "g"}})

	suite.Golden(t, "testdata/answers.jsonl", got.Bytes())
}

// TestGamesOfOtherServers reads games that this module's server would not send.
func TestGamesOfOtherServers(t *testing.T) {
	var g wire.Game
	suite.OK(t, json.Unmarshal([]byte(`{"turn": 7, "outcome": 2,
		"questions": [{"question": {"question": "last"}, "questionNum": 4}, {"question": {"question": "first"}},
			{"question": {"question": "none"}, "questionNum": 5}, {"question": {"question": "none"}, "questionNum": -1}],
		"responses": [{"response": {"response": "second"}, "questionNum": 1},
			{"response": {"response": "none"}, "questionNum": 1099511627776}]}`), &g))
	if g.Turn != game.Waiting || g.Outcome != nil {
		t.Errorf("turn %v, outcome %v, want those of a game that waits", g.Turn, g.Outcome)
	}
	questions, responses := game.QuestionTexts(g.Questions), game.ResponseTexts(g.Responses)
	if want := []string{"first", "", "", "", "last"}; !slices.Equal(questions, want) {
		t.Errorf("questions %q", questions)
	}
	if want := []string{"", "second", "", "", ""}; !slices.Equal(responses, want) {
		t.Errorf("responses %q", responses)
	}
}

// TestProfilesAndOldQuestions reads what is written.
func TestProfilesAndOldQuestions(t *testing.T) {
	at := time.Date(2016, 3, 3, 12, 0, 0, 5e6, time.UTC)
	sent := wire.Profile{
		Player: game.Player{
			Machine: true, Joined: at, Rating: new(61.5), Games: 5, Wins: 3, Streak: 1,
			StreakRecord: 2,
			History:      []game.PastRating{{Rating: 61.5, Time: at}},
			Guesses: []game.PastGuess{{Game: "g", Guess: 40, Rating: new(30.5), Time: at},
				{Game: "h", Guess: 50, Time: at}},
		},
		Username: "ann", Guest: true, Look: game.Look{Initial: "A", Color: "#1e88e5"},
	}
	checkSame(t, sent)
	asked := game.AskedQuestion{Question: game.Question{ID: "g.q00", Text: "1?"}, Games: 4, Wins: 2}
	checkSame(t, wire.OldQuestion{AskedQuestion: asked})
}

// checkSame writes a value as JSON, reads it back and compares the two.
func checkSame[T any](t *testing.T, sent T) {
	t.Helper()
	text := suite.Must(json.Marshal(sent))(t)
	var received T
	suite.OK(t, json.Unmarshal(text, &received))
	if diff := cmp.Diff(sent, received, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("changed on the wire (-sent +received):\n%s", diff)
	}
}
