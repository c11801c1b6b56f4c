package pages

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// guessForm is what the player typed in the guess phase.
type guessForm struct {
	Guess   string
	Scores  [game.Questions]string
	Suggest bool // only the mean of the scores is asked for
}

// parseNumber parses a number as people type it: digits, with a point or comma before decimals.
func parseNumber(text string) (x float64, ok bool) {
	text = strings.Replace(strings.TrimSpace(text), ",", ".", 1)
	if strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// parseScore parses a number from 0 to 100, or returns what is wrong with it.
func parseScore(what, text string) (x float64, problem string) {
	x, ok := parseNumber(text)
	if !ok || game.CheckGuess(x) != nil {
		return 0, fmt.Sprintf("%s: expected a number from 0 to %d, found %q.", what, game.MaxRating,
			abridged(text))
	}
	return x, ""
}

// parseGuess parses a guess, which must not be missing: no number is assumed.
func parseGuess(text string) (x float64, problem string) {
	if strings.TrimSpace(text) == "" {
		return 0, fmt.Sprintf("Your guess is missing: enter a number from 0 to %d.", game.MaxRating)
	}
	return parseScore("Your guess", text)
}

// abridged is as much of a text as a message should repeat.
func abridged(text string) string {
	if r := []rune(pages.Clean(text)); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return pages.Clean(text)
}

func readGuessForm(x *pages.Exchange) guessForm {
	f := guessForm{Guess: x.Value("guess"), Suggest: x.Value("suggest") != ""}
	for i, name := range fieldNames("s") {
		f.Scores[i] = x.Value(name)
	}
	return f
}

// scores returns the valid scores, and what is wrong with the others by their fields.
func (f *guessForm) scores(v game.View) ([]game.Grade, pages.Problems) {
	var grades []game.Grade
	wrong := pages.Problems{}
	for i, text := range f.Scores {
		if strings.TrimSpace(text) == "" || i >= len(v.OpResponses) {
			continue
		}
		score, problem := parseScore("Score of response "+strconv.Itoa(i+1), text)
		if problem != "" {
			wrong["s"+strconv.Itoa(i+1)] = problem
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

// made returns the guess and the scores of a form, what is wrong with them, and whether the form
// only asks for the mean of the scores, which it then has as its guess.
func (f *guessForm) made(v game.View) (
	guess float64, grades []game.Grade, wrong pages.Problems, asks bool,
) {
	grades, wrong = f.scores(v)
	if f.Suggest && len(wrong) == 0 {
		if len(grades) == 0 {
			wrong[""] = "Score at least one response first, so that there is a mean to use."
			return 0, nil, wrong, true
		}
		f.Guess = suggestion(grades)
		return 0, grades, nil, true
	}
	guess, problem := parseGuess(f.Guess)
	if problem != "" {
		wrong["guess"] = problem
	}
	return guess, grades, wrong, false
}

// showGuess shows the form of the guess phase, again if something is wrong.
func (w *web) showGuess(x *pages.Exchange, v game.View, f guessForm, wrong pages.Problems) error {
	return showGuessForm(x, w.body(x, v), "Your turn: guess", f, wrong)
}

// showGuessForm shows the form in which a guess is made in a game.
func showGuessForm(
	x *pages.Exchange, b gameBody, title string, f guessForm, wrong pages.Problems,
) error {
	b.Path += "/guess"
	b.Pairs = pairs(b.Game)
	for i := range b.Pairs {
		if f.Scores[i] != "" {
			b.Pairs[i].Score = pages.Clean(f.Scores[i])
		}
		b.Pairs[i].Problem = wrong["s"+strconv.Itoa(i+1)]
	}
	b.Guess, b.Problems = pages.Clean(f.Guess), wrong
	page, status := pages.View{Page: "guess", Title: title, Body: b, State: b.state()}, http.StatusOK
	if len(wrong) > 0 {
		page.Title, status = "Problem: "+page.Title, http.StatusBadRequest
	}
	return x.Show(status, page)
}

func (w *web) guess(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	v, err := w.view(x)
	if err != nil {
		return err
	}
	f := readGuessForm(x)
	made, grades, wrong, asks := f.made(v)
	if waits := stateOf(v) == "guess"; waits && (asks || len(wrong) > 0) {
		return w.showGuess(x, v, f, wrong)
	} else if waits {
		err = w.referee.Grade(x.Context(), player(x), grades)
	}
	if len(wrong) > 0 {
		made = math.NaN() // which is refused
	}
	if err == nil {
		_, err = w.referee.Guess(fair.From(x.Context(), x.Request), player(x), v.ID, made)
	}
	repeated := v.Guess != nil && made == *v.Guess
	return afterMove(x, err, repeated, func() error { return w.showGuess(x, v, f, x.Problems(err)) })
}
