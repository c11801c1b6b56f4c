package player_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/wire"
)

// TestFollowsAMove has a server withdraw the game in which the player waits, and put the player into
// another one, which the player must find by the game that it knows.
func TestFollowsAMove(t *testing.T) {
	questions := make([]game.Question, game.Questions)
	for i, text := range player.ThesisQuestions().Texts() {
		questions[i] = game.Question{Text: text}
	}
	games := map[string]game.View{
		"":          {ID: "old", Phase: 1, Active: true, Questions: questions},
		"/home/old": {ID: "old", Phase: 1, Moved: "new", Questions: questions},
		"/home/new": {ID: "new", Phase: 2, Active: true, Turn: game.ToAct, Questions: questions,
			OpQuestions: questions},
	}
	looks, responded := 0, make(chan struct{})
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }
	mux.HandleFunc("GET /home", func(w http.ResponseWriter, _ *http.Request) {
		looks++
		answer(w, []wire.Game{})
	})
	mux.HandleFunc("POST /home", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, wire.Game{View: games[""]})
	})
	mux.HandleFunc("GET /home/{id}", func(w http.ResponseWriter, r *http.Request) {
		answer(w, wire.Game{View: games[r.URL.Path]})
	})
	mux.HandleFunc("POST /home/new/response", func(w http.ResponseWriter, _ *http.Request) {
		close(responded)
		v := games["/home/new"]
		v.Phase, v.Turn = 3, game.Waiting
		answer(w, wire.Game{View: v})
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	c := suite.Must(client.New(s.URL, "token", client.Options{HTTP: &http.Client{Transport: transport}}))(t)
	p := suite.Must(player.New(player.Options{Client: c, Questions: player.ThesisQuestions(),
		Responder: echo{}, Guesser: player.Middle, Pace: fast}))(t)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	ended := make(chan error)
	go func() { ended <- p.Run(ctx) }()
	select {
	case <-responded:
	case <-ctx.Done():
		t.Error("the player does not respond in the game to which it was moved")
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if looks > 1 {
		t.Errorf("looked %d times at all games, want once at the start", looks)
	}
}

// echo responds to questions with the questions.
type echo struct{}

func (echo) Respond(_ context.Context, questions []string) ([]string, error) { return questions, nil }
