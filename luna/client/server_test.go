package client_test

import (
	"net/http"
	"net/http/httptest"
	"path"
	"sync"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	statuses "github.com/luna-rating/luna/luna/internal/site/status"
)

// server is a rating system being served: the real endpoints on a file that is removed after the
// test, which can make the server lose answers.
type server struct {
	URL string
	// Fault, if not nil, sees each request first; if it returns true, it has answered the request
	// itself. After, if not nil, is called when a request has been carried out, and may answer in
	// its place. Both must be set before the first request.
	Fault, After func(w http.ResponseWriter, r *http.Request) bool

	mu       sync.Mutex
	accepted map[string]int
}

// newServer starts a server that runs until the test ends.
func newServer(t testing.TB) *server {
	t.Helper()
	s := &server{accepted: make(map[string]int)}
	st, known := sitetest.Accounts(t, sitetest.Wide, nil)
	referee := suite.Must(play.Open(t.Context(), play.Options{Store: st, Accounts: known,
		Pairing: play.Pairing{MachineGames: true}}))(t)
	t.Cleanup(referee.Close)
	o := jsonapi.Options{Accounts: known, Rules: statuses.Rules(play.Statuses())}
	handler := suite.Must(jsonapi.New(o, api.Routes(referee)))(t)
	h := httptest.NewServer(s.faulty(handler))
	t.Cleanup(h.Close)
	s.URL = h.URL
	return s
}

func (s *server) faulty(next http.Handler) http.Handler {
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

func (s *server) count(r *http.Request, status int) {
	if r.Method != http.MethodPost || status != http.StatusOK {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accepted[path.Base(r.URL.Path)]++
}

// Accepted returns the number of POST requests that succeeded and whose path ends in a name: home,
// response, guess and so on.
func (s *server) Accepted(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.accepted[name]
}
