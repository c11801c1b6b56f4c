// Package lunatest provides a server for the tests of players: the real endpoints on a file that is
// removed after the test. A test can make the server lose answers.
package lunatest

import (
	"net/http"
	"net/http/httptest"
	"path"
	"sync"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Server is a rating system being served.
type Server struct {
	URL string
	// Fault, if not nil, sees each request first; if it returns true, it has answered the request
	// itself. After, if not nil, is called when a request has been carried out, and may answer in
	// its place. Both must be set before the first request.
	Fault, After func(w http.ResponseWriter, r *http.Request) bool

	t        testing.TB
	referee  *play.Referee
	accounts *accounts.Service

	mu       sync.Mutex
	accepted map[string]int
}

// New starts a server that runs until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, accepted: make(map[string]int)}
	var st *store.Store
	st, s.accounts = sitetest.Accounts(t, sitetest.Wide, nil)
	s.referee = suite.Must(play.Open(t.Context(), play.Options{Store: st, Accounts: s.accounts,
		Pairing: play.Pairing{MachineGames: true}}))(t)
	t.Cleanup(s.referee.Close)
	o := jsonapi.Options{Accounts: s.accounts, Rules: status.Rules(play.Statuses())}
	handler := suite.Must(jsonapi.New(o, api.Routes(s.referee)))(t)
	h := httptest.NewServer(s.faulty(handler))
	t.Cleanup(h.Close)
	s.URL = h.URL
	return s
}

func (s *Server) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Fault != nil && s.Fault(w, r) {
			return
		}
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		s.count(r, answer.Code)
		if s.After != nil && s.After(w, r) {
			return
		}
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
	})
}

func (s *Server) count(r *http.Request, status int) {
	if r.Method != http.MethodPost || status != http.StatusOK {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accepted[path.Base(r.URL.Path)]++
}

// Accepted returns the number of POST requests that succeeded and whose path ends in a name: home,
// response, guess and so on.
func (s *Server) Accepted(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.accepted[name]
}

// Player returns what the tournament knows about a player.
func (s *Server) Player(username string) game.Player {
	s.t.Helper()
	a := suite.Must(s.accounts.Named(s.t.Context(), username))(s.t)
	return suite.Must(s.referee.Player(s.t.Context(), game.PlayerID(a.ID), play.MaxHistory))(s.t)
}
