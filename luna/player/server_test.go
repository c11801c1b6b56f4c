package player_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
)

// server is a rating system being served, on a file that is removed after the test.
type server struct {
	URL string
	// after, if not nil, is called when a request has been carried out, and may answer in its
	// place.
	after func(w http.ResponseWriter, r *http.Request) bool

	t        testing.TB
	referee  *play.Referee
	accounts *accounts.Service
}

func newServer(t testing.TB) *server {
	t.Helper()
	st, known := sitetest.Accounts(t, sitetest.Wide, nil)
	r := suite.Must(play.Open(t.Context(), play.Options{Store: st, Accounts: known,
		Pairing: play.Pairing{MachineGames: true}}))(t)
	t.Cleanup(r.Close)
	o := jsonapi.Options{Accounts: known, Rules: status.Rules(play.Statuses())}
	handler := suite.Must(jsonapi.New(o, api.Routes(r)))(t)
	s := &server{t: t, referee: r, accounts: known}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.after == nil {
			handler.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		if handler.ServeHTTP(answer, r); !s.after(w, r) {
			w.WriteHeader(answer.Code)
			w.Write(answer.Body.Bytes())
		}
	}))
	t.Cleanup(h.Close)
	s.URL = h.URL
	return s
}

// player returns what the tournament knows about a player.
func (s *server) player(username string) game.Player {
	s.t.Helper()
	a := suite.Must(s.accounts.Named(s.t.Context(), username))(s.t)
	return suite.Must(s.referee.Player(s.t.Context(), game.PlayerID(a.ID), play.MaxHistory))(s.t)
}
