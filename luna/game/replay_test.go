package game_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

var crowd = []game.PlayerID{"ann", "bob", "cyd", "dan", "eve", "bot1", "bot2"}

// randomEvent returns a random event, often one that is not due.
func randomEvent(rng *rand.Rand, r *referee, n int) game.Event {
	p := crowd[rng.IntN(len(crowd))]
	ids, _ := r.GamesOf(p)
	if rng.IntN(8) == 0 || len(ids) == 0 {
		questions := texts(p, "question")
		if rng.IntN(3) == 0 {
			questions = nil
		}
		e, _ := r.Enter(p, game.GameID(fmt.Sprint("g", n)), questions, r.now)
		return e
	}
	id := ids[len(ids)-1-rng.IntN(min(len(ids), 9))]
	for _, other := range ids {
		if v, err := r.View(other, p, nil); err == nil && v.Turn == game.ToAct && rng.IntN(2) == 0 {
			id = other
			break
		}
	}
	if rng.IntN(20) == 0 {
		p = crowd[rng.IntN(len(crowd))]
	}
	g, _ := r.Game(id)
	stage := g.Stage()
	switch k := rng.IntN(42); {
	case k == 0:
		return game.Event{Kind: game.Deactivated, Player: p, Game: id}
	case k == 40:
		e, _ := r.Leave(p, id, rng.Uint64N(4), r.now)
		return e
	case k == 41:
		return game.Event{Kind: game.Damped, Player: p, Weight: new(float64(rng.IntN(6)) / 4),
			Reason: "test"}
	case k == 1:
		return game.Event{Kind: game.Expired, Game: id}
	case k == 2:
		return game.Event{Kind: game.Noticed, Player: p, Game: []game.GameID{"", id}[rng.IntN(2)]}
	case k < 6:
		return game.Event{Kind: game.Scored, Player: p, Game: id,
			Scores: []game.Score{{Number: rng.IntN(6), Score: rng.Float64() * 101}}}
	case k < 9:
		stage = game.Stage(rng.IntN(3))
	}
	guess := rng.Float64() * 100
	if rng.IntN(2) == 0 {
		guess = float64(rng.IntN(102))
	}
	e := moveOf(stage, p, id, guess)
	if e.Kind == game.Guessed && rng.IntN(2) == 0 {
		e.Weight, e.Origin = new(float64(rng.IntN(7))/5), rng.Uint64N(4)
	}
	return e
}

// TestRandomTournaments plays at random, including refused events, and compares the result with a
// replay and with counts made from the log alone.
func TestRandomTournaments(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 7))
		r := newReferee(t, crowd...)
		refused, finished := 0, 0
		for n := range 1000 {
			if rng.IntN(400) == 0 {
				r.now = r.now.Add(time.Duration(rng.IntN(4)) * 24 * time.Hour)
			}
			if rng.IntN(5) == 0 {
				for _, e := range r.Overdue(r.now) {
					r.do(e)
				}
			}
			e := randomEvent(rng, r, n)
			check := n%100 == 0
			before := ""
			if check {
				before = state(t, r.Tournament, crowd)
			}
			if _, err := r.try(e); err != nil {
				refused++
				if check && state(t, r.Tournament, crowd) != before {
					t.Fatalf("seed %d: %s was refused but changed the state", seed, e.Kind)
				}
			}
		}
		for g := range r.Games() {
			if g.Status == game.Finished {
				finished++
			}
		}
		if refused < 50 || finished < 30 {
			t.Errorf("seed %d: %d events were refused and %d games finished", seed, refused,
				finished)
		}
		checkCounts(t, r)
		checkLimits(t, r)
		checkReplay(t, r, crowd)
	}
}

// checkLimits checks the games after each event of the log.
func checkLimits(t *testing.T, r *referee) {
	again := game.New(nil)
	for n, e := range r.log {
		suite.Must(again.Apply(e))(t)
		if n%50 != 0 {
			continue
		}
		active, pairs := make(map[game.PlayerID]int), make(map[[2]game.PlayerID]int)
		for g := range again.Games() {
			submissions := 0
			for _, s := range g.Seats {
				for _, done := range []bool{s.QuestionsEvent != 0, s.ResponsesEvent != 0,
					s.Guess != nil} {
					if done {
						submissions++
					}
				}
				kept := g.Status == game.Active || g.Seats[0].Outcome != nil
				if (s.Questions != nil) != (kept && s.QuestionsEvent != 0) ||
					(s.Responses != nil) != (kept && s.ResponsesEvent != 0) {
					t.Fatalf("texts of game %+v", g)
				}
			}
			a, b := g.Seats[0].Player, g.Seats[1].Player
			if g.Phase != submissions || a == b || (g.Status == game.Finished) != (g.Phase == 6) {
				t.Fatalf("game %+v", g)
			}
			if g.Status == game.Active {
				active[a]++
				active[b]++
				pairs[[2]game.PlayerID{min(a, b), max(a, b)}]++
			}
		}
		for _, p := range crowd {
			if active[p] > game.MaxActive {
				t.Fatalf("%s is in %d games", p, active[p])
			}
		}
		for pair, n := range pairs {
			if pair[0] != "" && n > 1 {
				t.Fatalf("%v meet in %d games at a time", pair, n)
			}
		}
	}
}

// FuzzReplay applies events made of arbitrary bytes. Replaying the accepted ones must give the same
// state, and every view must have a JSON form.
func FuzzReplay(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03"))
	f.Add([]byte("\x01\x00\x01\x08\x02\x00\x02\x08\x03\x00\x03\x08"))
	kinds := []game.Kind{game.Opened, game.Joined, game.Interviewed, game.Responded, game.Guessed,
		game.Scored, game.Deactivated, game.Expired, game.Noticed, game.Registered,
		game.Forfeited, game.Damped}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newReferee(t, crowd...)
		for i := 0; i+3 < len(data) && i < 400; i += 4 {
			p := crowd[int(data[i+1])%len(crowd)]
			x := (float64(data[i+3]) - 20) / 2
			e := game.Event{
				Kind: kinds[int(data[i])%len(kinds)], Player: p,
				Game: game.GameID(fmt.Sprint(data[i+2] % 16)), Guess: &x,
				Questions: texts(p, string(data[i:i+4])), Responses: texts(p, string(data[:i])),
				Scores: []game.Score{{Number: int(data[i+3]) % 6, Score: x}},
			}
			if data[i+2]&32 != 0 {
				e.Weight, e.Origin, e.Reason = new(x/100), uint64(data[i+2]>>6), "test"
			}
			if data[i+3] == 255 {
				r.now = r.now.Add(game.ExpireAfter / 2)
			}
			r.try(e)
		}
		checkReplay(t, r, crowd)
	})
}
