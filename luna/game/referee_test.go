package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

var start = time.Date(2016, 2, 18, 12, 0, 0, 123456789, time.FixedZone("EST", -5*3600))

// referee plays games for tests. It keeps the log, and each event advances the clock by a second.
type referee struct {
	t   testing.TB
	now time.Time
	log []game.Event
	*game.Tournament
}

func newReferee(t testing.TB, players ...game.PlayerID) *referee {
	r := &referee{t: t, now: start, Tournament: game.New(nil)}
	for _, p := range players {
		r.do(game.Event{Kind: game.Registered, Player: p,
			Machine: strings.HasPrefix(string(p), "bot")})
	}
	return r
}

// try applies an event at the time of the clock.
func (r *referee) try(e game.Event) ([]game.PlayerID, error) {
	r.now = r.now.Add(time.Second)
	e.Time = r.now
	notified, err := r.Apply(e)
	if err == nil {
		r.log = append(r.log, e)
	}
	return notified, err
}

func (r *referee) do(e game.Event) []game.PlayerID {
	r.t.Helper()
	notified, err := r.try(e)
	if err != nil {
		r.t.Fatalf("%s: %v", e.Kind, err)
	}
	return notified
}

func (r *referee) refuse(want error, e game.Event) {
	r.t.Helper()
	if _, err := r.try(e); !errors.Is(err, want) {
		r.t.Fatalf("%s: error %v, want %v", e.Kind, err, want)
	}
}

// enter makes a player enter a game with questions, and returns the game.
func (r *referee) enter(p game.PlayerID, name game.GameID) game.GameID {
	r.t.Helper()
	e := suite.Must(r.Enter(p, name, texts(p, "question"), r.now))(r.t)
	r.do(e)
	return e.Game
}

// move submits what a stage needs from a player.
func (r *referee) move(p game.PlayerID, id game.GameID, guess float64) []game.PlayerID {
	r.t.Helper()
	g := suite.Must(r.Game(id))(r.t)
	return r.do(moveOf(g.Stage(), p, id, guess))
}

func moveOf(s game.Stage, p game.PlayerID, id game.GameID, guess float64) game.Event {
	switch s {
	case game.Interviewing:
		return game.Event{Kind: game.Interviewed, Player: p, Game: id,
			Questions: texts(p, "question")}
	case game.Responding:
		return game.Event{Kind: game.Responded, Player: p, Game: id,
			Responses: texts(p, "response")}
	}
	return game.Event{Kind: game.Guessed, Player: p, Game: id, Guess: &guess}
}

// play plays a complete game in which a and b make the given guesses.
func (r *referee) play(name game.GameID, a, b game.PlayerID, guessOfA, guessOfB float64) {
	r.t.Helper()
	r.enter(a, name)
	if got := r.enter(b, name+"?"); got != name {
		r.t.Fatalf("%s joined %s, not %s", b, got, name)
	}
	for range 2 {
		r.move(a, name, guessOfA)
		r.move(b, name, guessOfB)
	}
}

func (r *referee) view(id game.GameID, p game.PlayerID) game.View {
	r.t.Helper()
	return suite.Must(r.View(id, p, looks))(r.t)
}

// notices counts what is new for a player, and nothing for one whom the tournament does not know.
func (r *referee) notices(p game.PlayerID) int {
	r.t.Helper()
	n, err := r.Notices(p)
	if err != nil && err != game.ErrUnknownPlayer {
		r.t.Fatal(err)
	}
	return n
}

func (r *referee) player(p game.PlayerID) game.Player {
	r.t.Helper()
	return suite.Must(r.Player(p))(r.t)
}

func looks(p game.PlayerID) game.Look {
	return game.Look{Initial: "look of " + string(p), Color: "color of " + string(p)}
}

func texts(p game.PlayerID, kind string) []string {
	var list []string
	for i := range game.Questions {
		list = append(list, fmt.Sprintf("%s %d of %s", kind, i, p))
	}
	return list
}

// state returns everything a tournament holds as text, precise to the bit.
func state(t testing.TB, tour *game.Tournament, players []game.PlayerID) string {
	var b strings.Builder
	write := func(x any) {
		text := suite.Must(json.Marshal(x))(t)
		b.Write(append(text, '\n'))
	}
	for g := range tour.Games() {
		write(g)
		for _, s := range g.Seats {
			if s.Player != "" {
				v := suite.Must(tour.View(g.ID, s.Player, looks))(t)
				write(v)
			}
		}
	}
	for _, id := range players {
		p, err := tour.Player(id)
		games, _ := tour.GamesOf(id)
		asked, _ := tour.QuestionsOf(id)
		notices, _ := tour.Notices(id)
		write([]any{p, err, games, asked, notices})
	}
	return b.String()
}

// throughJSON returns a log after encoding and decoding.
func throughJSON(t testing.TB, log []game.Event) []game.Event {
	var read []game.Event
	for _, e := range log {
		text := suite.Must(json.Marshal(e))(t)
		var back game.Event
		suite.OK(t, json.Unmarshal(text, &back))
		read = append(read, back)
	}
	return read
}

func checkReplay(t testing.TB, r *referee, players []game.PlayerID) {
	t.Helper()
	again := suite.Must(game.Replay(nil, slices.Values(throughJSON(t, r.log))))(t)
	if a, b := state(t, r.Tournament, players), state(t, again, players); a != b {
		t.Fatalf("replaying the log gives another state:\n%s\n%s", a, b)
	}
}
