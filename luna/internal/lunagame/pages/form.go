package pages

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// area is one of five texts to be typed.
type area struct {
	ID, Name, Label string
	Question        string // that is responded to, or ""
	Value           string
	Problem         string
	Characters      int
	Near            bool // so many that the maximum is near
}

// areas returns five text areas, whose names begin with a letter, with the typed texts and what an
// error says about each.
func areas(letter, label string, typed, questions []string, err error) []area {
	list := make([]area, game.Questions)
	for i, name := range fieldNames(letter) {
		number := strconv.Itoa(i + 1)
		a := area{ID: name, Name: name, Label: label + " " + number}
		if i < len(typed) {
			a.Value = pages.Clean(typed[i])
			a.Characters = utf8.RuneCountInString(a.Value)
			a.Near = a.Characters > game.MaxCharacters*9/10
		}
		if i < len(questions) {
			a.Question = questions[i]
		}
		if bad, ok := errors.AsType[*game.InvalidError](err); ok && bad.Number == i {
			a.Problem = label + " " + number + " " + bad.Problem + "."
		}
		list[i] = a
	}
	return list
}

// texts reads the five texts of a form.
func texts(x *pages.Exchange, letter string) []string {
	list := fieldNames(letter)
	for i, name := range list {
		list[i] = x.Text(name)
	}
	return list
}

// formProblems returns the problems of a form as a whole. Problems of one text are shown beside it;
// see [areas].
func formProblems(x *pages.Exchange, err error) pages.Problems {
	if err == nil {
		return nil
	}
	if bad, ok := errors.AsType[*game.InvalidError](err); ok && bad.Number >= 0 {
		return pages.Problems{}
	}
	return x.Problems(err)
}

// showForm shows a form, again if there is a problem.
func showForm(x *pages.Exchange, v pages.View, problem error) error {
	if problem == nil {
		return x.Show(http.StatusOK, v)
	}
	v.Title = "Problem: " + v.Title
	return x.ShowAgain(problem, v)
}

// retryForm shows a form again if submitting it again may help. Otherwise it returns the error,
// whose page repeats the typed texts.
func retryForm(x *pages.Exchange, err error, form func() error) error {
	status := x.Status(err)
	if status == http.StatusBadRequest || status == http.StatusTooManyRequests || status >= 500 {
		return form()
	}
	return err
}

// afterMove continues after a move, which may repeat one that was made already, as a double click
// does.
func afterMove(x *pages.Exchange, err error, repeated bool, form func() error) error {
	if err == nil || repeated && x.Status(err) == http.StatusConflict {
		return x.Redirect(gamePath(gameID(x)))
	}
	return retryForm(x, err, form)
}

// exampleQuestions are those of Silver (2016), 2.2.3: from what tells machines apart to what tells
// people apart.
var exampleQuestions = []string{
	"Do you like games?",
	"People who live in Boston are called Bostonians. What is a person who lives in Cambridge, MA called?",
	"1-|-1=?",
	"How do you define success?",
	"If a hacker can determine when keys on your keyboard are pressed (without knowing which keys), how are " +
		"you in danger?",
}

// fill puts an old question of the player's, all of the last set, or the examples into the texts
// that are blank. Nothing is submitted by that.
func (w *web) fill(x *pages.Exchange, texts []string, which string) error {
	if which == "examples" {
		fillBlanks(texts, exampleQuestions)
		return nil
	}
	old, _, err := w.oldQuestions(x)
	if err != nil {
		return err
	}
	for i, q := range old {
		if which == "last" && i < game.Questions || which == q.ID {
			fillBlanks(texts, []string{q.Text})
		}
	}
	return nil
}

// fillBlanks puts texts into those that are blank, as far as they go.
func fillBlanks(texts, with []string) {
	for i, text := range texts {
		if strings.TrimSpace(text) == "" && len(with) > 0 {
			texts[i], with = with[0], with[1:]
		}
	}
}
