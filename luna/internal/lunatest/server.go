// Package lunatest has a small server of the wire interface for the tests of its players: in memory, without passwords, with faults to
// order. The real one is luna/server.
package lunatest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/wire"
)

// Server is a rating system being served. A token is the player's name.
type Server struct {
	URL string
	// Fault, if not nil, sees each request first; where it returns true, it has answered. After is called when a request has
	// been carried out, and may answer in its place. Set both before the first request.
	Fault, After func(w http.ResponseWriter, r *http.Request) bool

	mu     sync.Mutex
	state  *game.Tournament
	events []game.Event
	games  int
	now    time.Time
}

// New serves until the test ends.
func New(t testing.TB) *Server {
	s := &Server{state: game.New(nil), now: time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /register", s.register(false))
	mux.HandleFunc("POST /registerMachine", s.register(true))
	mux.HandleFunc("POST /saveGuest", s.register(false))
	mux.HandleFunc("GET /registerGuest", s.guest)
	mux.HandleFunc("POST /login", s.login)
	for pattern, do := range s.routes() {
		mux.HandleFunc(pattern, s.by(do))
	}
	h := httptest.NewServer(s.faulty(mux))
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
		if s.After != nil && s.After(w, r) {
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.Code)
		w.Write(answer.Body.Bytes())
	})
}

// apply makes an event happen, a minute after the last one.
func (s *Server) apply(e game.Event) error {
	s.now = s.now.Add(time.Minute)
	e.Time = s.now
	if err := s.state.Check(e); err != nil {
		return err
	}
	s.events = append(s.events, e)
	_, err := s.state.Apply(e)
	return err
}

func (s *Server) register(machine bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var c wire.Credentials
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
			answer(w, nil, err)
			return
		}
		s.add(w, c.Username, machine)
	}
}

func (s *Server) guest(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	s.games++
	name := fmt.Sprint("guest-", s.games)
	s.mu.Unlock()
	s.add(w, name, false)
}

func (s *Server) add(w http.ResponseWriter, name string, machine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.apply(game.Event{Kind: game.Registered, Player: game.PlayerID(name), Machine: machine})
	answer(w, wire.Token{Token: name}, err)
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	var c wire.Credentials
	json.NewDecoder(r.Body).Decode(&c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.state.Player(game.PlayerID(c.Username)); err != nil || c.Password != "right" {
		refuse(w, http.StatusUnauthorized, "username or password is wrong")
		return
	}
	answer(w, wire.Token{Token: c.Username}, nil)
}

// doing answers a request of a player.
type doing func(who game.PlayerID, r *http.Request) (any, error)

func (s *Server) by(do doing) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, err := s.state.Player(game.PlayerID(token)); err != nil {
			refuse(w, http.StatusUnauthorized, "the token is not valid")
			return
		}
		value, err := do(game.PlayerID(token), r)
		answer(w, value, err)
	}
}

func (s *Server) routes() map[string]doing {
	return map[string]doing{
		"POST /home":               s.enter,
		"GET /home":                s.list,
		"GET /home/{game}":         s.see,
		"POST /home/{game}/{what}": s.submit,
		"GET /home/{game}/{what}":  s.submit,
		"PUT /home/responseGrades": s.grade,
		"DELETE /notifs":           func(game.PlayerID, *http.Request) (any, error) { return true, nil },
		"GET /oldquestions":        func(who game.PlayerID, _ *http.Request) (any, error) { return s.state.QuestionsOf(who) },
		"GET /profile":             s.profile,
		"POST /profile/{initial}":  func(_ game.PlayerID, r *http.Request) (any, error) { return look(r) },
	}
}

func look(r *http.Request) (string, error) {
	var body map[string]string
	err := json.NewDecoder(r.Body).Decode(&body)
	return body[r.PathValue("initial")], err
}

func (s *Server) enter(who game.PlayerID, r *http.Request) (any, error) {
	var q wire.Questions
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		return nil, err
	}
	s.games++
	e, err := s.state.Enter(who, game.GameID(fmt.Sprint("g", s.games)), q.Questions, s.now)
	if errors.Is(err, game.ErrTooManyGames) {
		return false, nil
	}
	if err != nil {
		return nil, err
	}
	if err := s.apply(e); err != nil {
		return nil, err
	}
	return s.view(who, e.Game)
}

func (s *Server) view(who game.PlayerID, id game.GameID) (any, error) {
	return s.state.View(id, who, func(p game.PlayerID) game.Look { return game.Look{Initial: string(p[:1]), Color: "#000"} })
}

func (s *Server) see(who game.PlayerID, r *http.Request) (any, error) {
	return s.view(who, game.GameID(r.PathValue("game")))
}

func (s *Server) list(who game.PlayerID, _ *http.Request) (any, error) {
	ids, err := s.state.GamesOf(who)
	views := []any{}
	for _, id := range ids {
		v, err := s.view(who, id)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, err
}

func (s *Server) submit(who game.PlayerID, r *http.Request) (any, error) {
	var body struct {
		wire.Questions
		wire.Responses
		Guess *float64 `json:"guess"`
	}
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return nil, err
		}
	}
	kinds := map[string]game.Kind{"interview": game.Interviewed, "response": game.Responded, "guess": game.Guessed, "deactivate": game.Deactivated}
	e := game.Event{Kind: kinds[r.PathValue("what")], Player: who, Game: game.GameID(r.PathValue("game")),
		Questions: body.Questions.Questions, Responses: body.Responses.Responses, Guess: body.Guess}
	if err := s.apply(e); err != nil {
		return nil, err
	}
	return s.view(who, e.Game)
}

func (s *Server) grade(who game.PlayerID, r *http.Request) (any, error) {
	var grades []game.Grade
	if err := json.NewDecoder(r.Body).Decode(&grades); err != nil {
		return nil, err
	}
	events, err := s.state.Grades(who, grades, s.now)
	for _, e := range events {
		err = errors.Join(err, s.apply(e))
	}
	return true, err
}

func (s *Server) profile(who game.PlayerID, _ *http.Request) (any, error) {
	p, err := s.state.Player(who)
	return wire.Profile{JoinDate: game.Date{Time: p.Joined}, Player: wire.Player{Username: string(who), SmartsRating: p.Rating, NumGames: p.Games,
		NumWins: p.Wins, WinningStreak: p.Streak, WinningStreakRecord: p.StreakRecord, SmartsRatingHistory: p.History, GuessHistory: p.Guesses,
		IsMachine: p.Machine, Initial: "X", Color: "#000"}}, err
}

// Overdue lets games expire that have seen nothing for three days more than they have.
func (s *Server) Overdue() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(game.ExpireAfter)
	for _, e := range s.state.Overdue(s.now) {
		if _, err := s.state.Apply(e); err != nil {
			return err
		}
	}
	return nil
}

// Player is what the server knows of a player.
func (s *Server) Player(name string) (game.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Player(game.PlayerID(name))
}

// Events is how often an event of a kind happened to a player.
func (s *Server) Events(kind game.Kind, player string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, e := range s.events {
		if e.Kind == kind && string(e.Player) == player {
			n++
		}
	}
	return n
}

// statuses are those of what the rules refuse; all else is 400.
var statuses = map[error]int{
	game.ErrUnknownGame: http.StatusNotFound, game.ErrNotAPlayer: http.StatusNotFound, game.ErrTaken: http.StatusConflict,
	game.ErrNotYourTurn: http.StatusConflict, game.ErrWrongPhase: http.StatusConflict, game.ErrGameOver: http.StatusConflict,
	game.ErrInactive: http.StatusConflict, game.ErrExpired: http.StatusConflict,
}

func answer(w http.ResponseWriter, value any, err error) {
	if err == nil {
		json.NewEncoder(w).Encode(value)
		return
	}
	status := 0
	for known, s := range statuses {
		if errors.Is(err, known) {
			status = s
		}
	}
	refuse(w, cmp.Or(status, http.StatusBadRequest), err.Error())
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(wire.Message{Message: message})
}
