// Package lunatest has a server for the tests of players: the real one on a file that goes with the test, whose answers a test can lose.
package lunatest

import (
	"net/http"
	"net/http/httptest"
	"path"
	"path/filepath"
	"sync"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/api"
	"github.com/luna-rating/luna/luna/internal/referee"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// Server is a rating system being served.
type Server struct {
	URL string
	// Fault, if not nil, sees each request first; where it returns true, it has answered. After is called when a request has
	// been carried out, and may answer in its place. Set both before the first request.
	Fault, After func(w http.ResponseWriter, r *http.Request) bool

	t       testing.TB
	referee *referee.Referee

	mu       sync.Mutex
	accepted map[string]int
}

// New serves until the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "luna.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	s := &Server{t: t, accepted: make(map[string]int)}
	if s.referee, err = referee.Open(t.Context(), st, referee.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.referee.Close)
	handler, err := api.New(api.Options{Desk: desk(t, s.referee), Machines: api.LocalMachines})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.faulty(handler))
	t.Cleanup(h.Close)
	s.URL = h.URL
	return s
}

// desk costs no time for passwords and has limits that no test reaches.
func desk(t testing.TB, r *referee.Referee) *accounts.Desk {
	t.Helper()
	hasher, err := auth.NewHasher(auth.Cost{Memory: 64, Passes: 1, Lanes: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := auth.NewTokens(auth.NewKey(), nil)
	if err != nil {
		t.Fatal(err)
	}
	often := auth.Rate{Burst: 1_000_000, Every: 1}
	guard, err := auth.NewGuard(auth.Limits{Registrations: often, Logins: often, Guesses: often, Refusals: often, Players: often, Addresses: often}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &accounts.Desk{Referee: r, Hasher: hasher, Tokens: tokens, Guard: guard}
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

// Accepted is how many POST requests have been carried out whose path ends in a name: home, response, guess and so on.
func (s *Server) Accepted(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.accepted[name]
}

// Player is what the tournament knows of the player of a user name.
func (s *Server) Player(username string) game.Player {
	s.t.Helper()
	a, err := s.referee.AccountNamed(s.t.Context(), username)
	if err != nil {
		s.t.Fatal(err)
	}
	p, err := s.referee.Player(a.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}
