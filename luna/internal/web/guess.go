package web

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/luna/game"
)

// guessForm is what was typed in the guess phase.
type guessForm struct {
	Guess  string
	Scores [game.Questions]string
}

var errNumber = errors.New("not a number")

// number reads a number as people type it: digits, with a point or comma before fractions.
func number(text string) (float64, error) {
	text = strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, errNumber
	}
	return strconv.ParseFloat(text, 64)
}

// scale reads a number from 0 to 100, or tells what is wrong with it.
func scale(what, text string) (float64, string) {
	x, err := number(text)
	if err != nil || game.CheckGuess(x) != nil {
		return 0, fmt.Sprintf("%s: expected a number from 0 to %d, found %q.", what, game.MaxRating, cut(text))
	}
	return x, ""
}

// cut is as much of a text as a message should repeat.
func cut(text string) string {
	if r := []rune(clean(text)); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return clean(text)
}

func (x *exchange) guessForm() guessForm {
	f := guessForm{Guess: x.value("guess")}
	for i := range f.Scores {
		f.Scores[i] = x.value("s" + itoa(i+1))
	}
	return f
}

// scores are those that were given, as the referee takes them, and what is wrong with others, by their fields.
func (f *guessForm) scores(v game.View) ([]game.Grade, problems) {
	var grades []game.Grade
	wrong := problems{}
	for i, text := range f.Scores {
		if strings.TrimSpace(text) == "" || i >= len(v.OpResponses) {
			continue
		}
		score, problem := scale("Score of response "+itoa(i+1), text)
		if problem != "" {
			wrong["s"+itoa(i+1)] = problem
			continue
		}
		grades = append(grades, game.Grade{Response: v.OpResponses[i].ID, Score: score})
	}
	return grades, wrong
}

// suggestion is the mean of scores.
func suggestion(grades []game.Grade) string {
	sum := 0.0
	for _, g := range grades {
		sum += g.Score
	}
	return strconv.FormatFloat(math.Round(sum/float64(len(grades))), 'f', -1, 64)
}

// showGuess shows the form of the guess phase, again where something is wrong.
func (x *exchange) showGuess(v *game.View, f guessForm, wrong problems) error {
	b := x.body(*v)
	b.Path += "/guess"
	b.Pairs = pairs(*v)
	for i := range b.Pairs {
		if f.Scores[i] != "" {
			b.Pairs[i].Score = clean(f.Scores[i])
		}
		b.Pairs[i].Problem = wrong["s"+itoa(i+1)]
	}
	b.Guess, b.Problems = clean(f.Guess), wrong
	page, status := view{Page: "guess", Title: "Your turn: guess", Body: b}, http.StatusOK
	if len(wrong) > 0 {
		page.Title, status = "Problem: "+page.Title, http.StatusBadRequest
	}
	return x.show(status, page)
}

func guess(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	v, err := x.view()
	if err != nil {
		return err
	}
	f := x.guessForm()
	if stateOf(v) != "guess" {
		return x.lateGuess(v, f)
	}
	grades, wrong := f.scores(v)
	if x.value("suggest") != "" && len(wrong) == 0 {
		if len(grades) == 0 {
			return x.showGuess(&v, f, problems{"": "Score a response first: then the mean of your scores is suggested."})
		}
		f.Guess = suggestion(grades)
		return x.showGuess(&v, f, nil)
	}
	made, problem := scale("Your guess", f.Guess)
	if problem != "" {
		wrong["guess"] = problem
	}
	if len(wrong) > 0 {
		return x.showGuess(&v, f, wrong)
	}
	if err := x.referee().Grade(x.r.Context(), x.player(), grades); err != nil {
		return err
	}
	if _, err := x.referee().Guess(x.r.Context(), x.player(), v.ID, made); err != nil {
		return err
	}
	return x.redirect("/play/" + string(v.ID))
}

// lateGuess answers a guess in a game that does not wait for one: the same one again, as by a second click, is fine.
func (x *exchange) lateGuess(v game.View, f guessForm) error {
	if made, err := number(f.Guess); err == nil && v.Guess != nil && made == *v.Guess {
		return x.redirect("/play/" + string(v.ID))
	}
	switch stateOf(v) {
	case "final":
		return game.ErrGameOver
	case "ended":
		return game.ErrInactive
	case "waiting":
		return game.ErrNotYourTurn
	}
	return game.ErrWrongPhase
}
