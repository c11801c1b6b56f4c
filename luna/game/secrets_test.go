package game_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// secret is data of one player, as in JSON, and the phase from which the other one may see it.
type secret struct {
	text string
	from int
}

func secretsOf(p game.PlayerID, guess, rating, score string) []secret {
	list := []secret{{guess, 6}, {rating, 6}, {"look of " + string(p), 6},
		{"color of " + string(p), 6}, {score, 6}}
	for _, t := range texts(p, "question") {
		list = append(list, secret{t, 2})
	}
	for _, t := range texts(p, "response") {
		list = append(list, secret{t, 4})
	}
	return list
}

// entries are the ways in which two players enter a game: with questions or without.
var entries = [][2]bool{{true, true}, {true, false}, {false, true}, {false, false}}

// orders returns all orders in which two seats can make the submissions that remain after entering.
func orders(interviews [2]bool) [][]int {
	list := [][]int{{}}
	add := func(ways ...[]int) {
		var longer [][]int
		for _, l := range list {
			for _, w := range ways {
				longer = append(longer, slices.Concat(l, w))
			}
		}
		list = longer
	}
	switch interviews {
	case [2]bool{false, false}:
		add([]int{0, 1}, []int{1, 0})
	case [2]bool{true, false}:
		add([]int{1})
	case [2]bool{false, true}:
		add([]int{0})
	}
	add([]int{0, 1}, []int{1, 0})
	add([]int{0, 1}, []int{1, 0})
	return list
}

// everyOrder calls a function at each point of every possible game of ann and bob.
func everyOrder(t *testing.T, at func(t *testing.T, r *referee, done []int)) {
	for _, interviews := range entries {
		for _, order := range orders(interviews) {
			t.Run(fmt.Sprint(interviews, order), func(t *testing.T) {
				r, done := rated(t), []int{}
				for seat, p := range seats {
					e := game.Event{Kind: []game.Kind{game.Opened, game.Joined}[seat], Player: p,
						Game: "g"}
					if interviews[seat] {
						e.Questions = texts(p, "question")
						done = append(done, seat)
					}
					r.do(e)
					at(t, r, done)
				}
				for _, seat := range order {
					r.move(seats[seat], "g", guesses[seat])
					done = append(done, seat)
					at(t, r, done)
				}
				if len(done) != 6 {
					t.Fatalf("%d submissions", len(done))
				}
			})
		}
	}
}

var (
	seats   = [2]game.PlayerID{"ann", "bob"}
	guesses = [2]float64{17.25, 83.5}
	scores  = [2]float64{11.0625, 12.0625} // given by
)

// rated gives ann the rating 61.125 and bob 42.375, by games with others.
func rated(t *testing.T) *referee {
	r := newReferee(t, "ann", "bob", "cyd", "dan", "eve", "bot")
	r.play("g1", "ann", "cyd", 50, 61.125)
	r.play("g2", "bob", "dan", 50, 42.375)
	return r
}

// TestNothingShowsTooEarly searches the text of every view at every point of every game, including
// games that end early.
func TestNothingShowsTooEarly(t *testing.T) {
	secrets := [2][]secret{
		secretsOf("ann", "17.25", "61.125", "11.0625"),
		secretsOf("bob", "83.5", "42.375", "12.0625"),
	}
	points := 0
	everyOrder(t, func(t *testing.T, r *referee, done []int) {
		points++
		look := func(tour *whole) {
			for seat, p := range seats {
				g, _ := tour.Game("g")
				if g.Seats[seat].Player == "" {
					continue
				}
				v := suite.Must(tour.View("g", p, looks))(t)
				if v.Phase != len(done) {
					t.Fatalf("phase %d after %v", v.Phase, done)
				}
				text, _ := json.Marshal(v)
				for _, s := range secrets[1-seat] {
					shown, due := strings.Contains(string(text), s.text), v.Phase >= s.from
					if strings.Contains(s.text, " of ") { // a text, which such games lose
						due = due && (v.Active || v.Turn == game.Complete)
					}
					if s.text == "11.0625" || s.text == "12.0625" {
						due = due && g.Seats[seat].Scores[0] != nil
					}
					if shown != due {
						t.Fatalf("%s after %v: %q shown %v\n%s", p, done, s.text, shown, text)
					}
				}
				if v.Phase < 6 && !strings.Contains(string(text), `"OpMachine":null`) {
					t.Fatalf("%s after %v sees whether the opponent is a machine", p, done)
				}
			}
		}
		look(r.whole)
		for seat, p := range seats {
			if len(done) >= 4 {
				r.do(game.Event{Kind: game.Scored, Player: p, Game: "g",
					Scores: []game.Score{{Number: 0, Score: scores[seat]}}})
				look(r.whole)
			}
		}
		if len(done) == 6 {
			return
		}
		for _, e := range []game.Event{
			{Kind: game.Deactivated, Player: "ann", Game: "g", Time: r.now},
			{Kind: game.Expired, Game: "g", Time: r.now.Add(game.ExpireAfter)},
		} {
			other := suite.Must(replay(nil, slices.Values(r.Log)))(t)
			suite.Must(other.Apply(e))(t)
			look(other)
		}
	})
	// After both have entered: 4 orders of 4 submissions, twice 4 of 5, 8 of 6.
	if want := 4*(2+4) + 2*4*(2+5) + 8*(2+6); points != want {
		t.Errorf("%d points, want %d", points, want)
	}
}

// TestViewIsComplete compares every field of a view with what was submitted.
func TestViewIsComplete(t *testing.T) {
	everyOrder(t, func(t *testing.T, r *referee, done []int) {
		joined, _ := r.Game("g")
		for seat, p := range seats {
			if joined.Seats[seat].Player == "" {
				continue
			}
			v := r.view("g", p)
			mine := 0
			for _, s := range done {
				if s == seat {
					mine++
				}
			}
			turn := game.Waiting
			if len(done) == 6 {
				turn = game.Complete
			} else if mine == len(done)/2 {
				turn = game.ToAct
			}
			checkViewTexts(t, v, mine, seat)
			switch {
			case v.Turn != turn:
				t.Fatalf("%s after %v: turn %d, want %d", p, done, v.Turn, turn)
			case v.Active != (len(done) < 6):
				t.Fatalf("%s after %v: active %v", p, done, v.Active)
			case (v.Guess != nil) != (mine == 3) || v.Guess != nil && *v.Guess != guesses[seat]:
				t.Fatalf("%s after %v: guess %v", p, done, v.Guess)
			}
			if len(done) < 6 {
				continue
			}
			// Bob guessed ann wrong by 83.5−61.125, ann guessed bob wrong by 42.375−17.25.
			outcome := [2]game.Outcome{game.Lost, game.Won}[seat]
			old := [2]float64{61.125, 42.375}
			if *v.Outcome != outcome || *v.OpGuess != guesses[1-seat] ||
				*v.OldSmartsRating != old[seat] || *v.OpSmartsRating != old[1-seat] ||
				*v.SmartsRating != (old[seat]+guesses[1-seat])/2 || *v.OpMachine ||
				v.OpLook.Initial != "look of "+string(seats[1-seat]) {
				text, _ := json.Marshal(v)
				t.Fatalf("%s at the end: %s", p, text)
			}
		}
	})
}

func checkViewTexts(t *testing.T, v game.View, mine, seat int) {
	t.Helper()
	count := func(due bool) int {
		if due {
			return game.Questions
		}
		return 0
	}
	for _, c := range []struct {
		name  string
		found []string
		kind  string
		of    int
		due   bool
	}{
		{"questions", questionsIn(v.Questions), "question", seat, mine >= 1},
		{"opQuestions", questionsIn(v.OpQuestions), "question", 1 - seat, v.Phase >= 2},
		{"responses", responsesIn(v.Responses), "response", seat, mine >= 2},
		{"opResponses", responsesIn(v.OpResponses), "response", 1 - seat, v.Phase >= 4},
	} {
		if want := texts(seats[c.of], c.kind)[:count(c.due)]; !slices.Equal(c.found, want) {
			t.Fatalf("phase %d, seat %d: %s are %q, want %q", v.Phase, seat, c.name, c.found, want)
		}
	}
}

func questionsIn(list []game.Question) (found []string) {
	for _, q := range list {
		if q.ID != "" {
			found = append(found, q.Text)
		}
	}
	return found
}

func responsesIn(list []game.Response) (found []string) {
	for _, r := range list {
		if r.ID != "" {
			found = append(found, r.Text)
		}
	}
	return found
}

// TestEveryMoveAtEveryPoint tries every move of the players of a game and of others, and compares
// the result with a restatement of the rules: a player may submit once in the current stage.
func TestEveryMoveAtEveryPoint(t *testing.T) {
	everyOrder(t, func(t *testing.T, r *referee, done []int) {
		g, _ := r.Game("g")
		before := state(t, r.whole, seats[:])
		for _, s := range []game.Stage{game.Interviewing, game.Responding, game.Guessing} {
			r.refuse(game.ErrNotAPlayer, moveOf(s, "eve", "g", 50))
			r.refuse(game.ErrUnknownPlayer, moveOf(s, "", "g", 50))
			r.refuse(game.ErrUnknownPlayer, moveOf(s, "nobody", "g", 50))
			r.refuse(game.ErrUnknownGame, moveOf(s, "ann", "h", 50))
			for seat, p := range seats {
				if g.Seats[seat].Player == "" {
					r.refuse(game.ErrNotAPlayer, moveOf(s, p, "g", 50))
					continue
				}
				mine := 0
				for _, d := range done {
					if d == seat {
						mine++
					}
				}
				want := error(nil)
				switch stage := len(done) / 2; {
				case stage == 3:
					want = game.ErrGameOver
				case int(s) != stage:
					want = game.ErrWrongPhase
				case mine > stage:
					want = game.ErrNotYourTurn
				}
				if want == nil {
					e := moveOf(s, p, "g", 50)
					e.Time = r.now
					if err := r.Check(e); err != nil {
						t.Fatalf("%s, %s after %v: %v", p, s, done, err)
					}
					e.Time = r.now.Add(game.ExpireAfter)
					if _, err := r.Apply(e); err != game.ErrExpired {
						t.Fatalf("%s, %s three days after %v: %v", p, s, done, err)
					}
					continue
				}
				r.refuse(want, moveOf(s, p, "g", 50))
			}
		}
		if after := state(t, r.whole, seats[:]); after != before {
			t.Fatalf("a refused event changed the state:\n%s\n%s", before, after)
		}
		checkReplay(t, r, seats[:])
	})
}
