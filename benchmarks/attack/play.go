package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
)

// view is a game as a player sees it.
type view struct {
	ID          string `json:"_id"`
	Phase, Turn int
	Active      bool
	OpQuestions []struct{ Question struct{ Question string } }
	OpMachine   *bool
}

// large returns five texts of the greatest size that nobody has written before: 5,000 characters,
// almost all of four bytes.
func large() []string {
	five := make([]string, 5)
	for i := range five {
		number := fmt.Sprint(texted.Add(1), " ")
		five[i] = number + strings.Repeat("\U00010348", 5000-len(number))
	}
	return five
}

var texted atomic.Int64

// short returns five short texts.
func short(what string) []string {
	five := make([]string, 5)
	for i := range five {
		five[i] = fmt.Sprintf("%s %d?", what, i+1)
	}
	return five
}

// patience is how long a player waits after being refused for too many requests.
const patience = 20 * time.Second

func (s *stranger) post(ctx context.Context, path, field string, value any) (view, error) {
	var v view
	err := s.patient(ctx, patience, http.MethodPost, path, map[string]any{field: value}, &v)
	return v, err
}

// enter enters a game with questions.
func (s *stranger) enter(ctx context.Context, questions []string) (view, error) {
	return s.post(ctx, "/home", "questions", questions)
}

// leave deactivates a game.
func (s *stranger) leave(ctx context.Context, id string) error {
	return s.patient(ctx, patience, http.MethodGet, "/home/"+id+"/deactivate", nil, nil)
}

// words are the texts that two players write in a game.
type words func(who *stranger) (questions, responses []string)

// their makes players ask the same questions in every game, and give the same responses.
func their(who *stranger) (questions, responses []string) {
	return short("What does " + who.from + " ask"), short("The answer of " + who.from)
}

// huge makes players write as much as they may.
func huge(*stranger) (questions, responses []string) { return large(), large() }

// meet lets two players enter the same game and respond.
func meet(ctx context.Context, a, b *stranger, say words) (id string, err error) {
	defer must.Catch(&err)
	for _, s := range []*stranger{a, b} {
		questions, _ := say(s)
		v := must.Get(s.enter(ctx, questions))
		if id != "" && id != v.ID {
			return "", fmt.Errorf("the players are in the games %s and %s", id, v.ID)
		}
		id = v.ID
	}
	for _, s := range []*stranger{a, b} {
		_, responses := say(s)
		must.Get(s.post(ctx, "/home/"+id+"/response", "responses", responses))
	}
	return id, nil
}

// guess submits a guess in a game.
func (s *stranger) guess(ctx context.Context, id string, guess float64) error {
	_, err := s.post(ctx, "/home/"+id+"/guess", "guess", guess)
	return err
}

// play lets two players play a game with short texts and the given guesses about each other.
func play(ctx context.Context, a, b *stranger, ofB, ofA float64) (err error) {
	defer must.Catch(&err)
	id := must.Get(meet(ctx, a, b, their))
	must.Do(a.guess(ctx, id, ofB))
	return b.guess(ctx, id, ofA)
}

// profile is a player's own profile.
type profile struct {
	Player struct {
		SmartsRating        *float64
		NumGames, NumWins   int
		WinningStreak       int
		WinningStreakRecord int
		SmartsRatingHistory []any
	}
}

func (s *stranger) profile(ctx context.Context) (p profile, err error) {
	return p, s.patient(ctx, patience, http.MethodGet, "/profile", nil, &p)
}

// improper reports whether a player has a rating or a streak that nobody outside a ring gave.
func (p profile) improper() bool {
	r := p.Player.SmartsRating
	return p.Player.WinningStreak >= 3 || r != nil && *r > 95
}

func (p profile) String() string {
	rating := "none"
	if r := p.Player.SmartsRating; r != nil {
		rating = fmt.Sprintf("%.1f", *r)
	}
	return fmt.Sprintf("rating %s, %d games won of %d, streak %d", rating, p.Player.NumWins,
		p.Player.NumGames, p.Player.WinningStreak)
}

// rating returns a player's rating, -1 for none.
func (s *stranger) rating(ctx context.Context) (float64, error) {
	p, err := s.profile(ctx)
	if err != nil || p.Player.SmartsRating == nil {
		return -1, err
	}
	return *p.Player.SmartsRating, nil
}
