package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
)

// gameBody is the page of a game, in any of its states.
type gameBody struct {
	Game   game.View
	Number int // of the player's games, from 1; 0 is of one that is not there yet
	Path   string
	Draft  string // under which a browser keeps what is typed

	Areas    []area
	Old      []game.Asked // questions of the player's that she may ask again
	Again    bool         // whether there is a set to ask again
	Once     string       // makes a form that is sent twice be one
	Guess    string       // as typed
	Scores   []string     // as typed
	Pairs    []pair
	Problems problems
	Waits    string // what it waits for
	Mine     string // the player's guess
	Result   result
}

// area is one of five texts to be typed.
type area struct {
	ID, Name, Label string
	Question        string // that is responded to, or ""
	Value           string
	Problem         string
	Characters      int
}

// pair is a question and the response to it, with the score that it was given as it is to be shown, or "".
type pair struct {
	Number             int
	Question, Response string
	Answered           bool // the response may be seen; it may be an empty text
	Score              string
	Problem            string
}

// shownOld is how many old questions are offered.
const shownOld = 50

// areas are the text areas of five texts that were typed, of the letter that their names begin with.
func areas(letter, label string, typed, questions []string, err error) []area {
	list := make([]area, game.Questions)
	for i := range list {
		name := letter + itoa(i+1)
		list[i] = area{ID: name, Name: name, Label: label + " " + itoa(i+1)}
		if i < len(typed) {
			list[i].Value = clean(typed[i])
			list[i].Characters = utf8.RuneCountInString(list[i].Value)
		}
		if i < len(questions) {
			list[i].Question = questions[i]
		}
		var bad *game.InvalidError
		if errors.As(err, &bad) && bad.Number == i {
			list[i].Problem = strings.ToUpper(label[:1]) + label[1:] + " " + itoa(i+1) + " " + bad.Problem + "."
		}
	}
	return list
}

// texts reads five texts of a form.
func (x *exchange) texts(letter string) []string {
	list := make([]string, game.Questions)
	for i := range list {
		list[i] = x.text(letter + itoa(i+1))
	}
	return list
}

// view returns the game of the path as the player sees it.
func (x *exchange) view() (game.View, error) {
	return x.referee().Game(x.player(), game.GameID(x.r.PathValue("game")))
}

// body is the page of a game with what all its states show.
func (x *exchange) body(v game.View) gameBody {
	b := gameBody{Game: v, Path: "/play/" + string(v.ID), Draft: fmt.Sprintf("%s/%s/%s", x.player(), v.ID, stateOf(v))}
	games, err := x.referee().GameIDs(x.player())
	if err == nil {
		b.Number = len(games) - slices.Index(games, v.ID)
	}
	return b
}

func newGame(x *exchange) error {
	if full, err := x.full(); full || err != nil {
		return errors.Join(err, game.ErrTooManyGames)
	}
	return x.showInterview(http.StatusOK, nil, make([]string, game.Questions), nil)
}

func (x *exchange) full() (bool, error) {
	active := 0
	for v, err := range x.referee().EachGame(x.player()) {
		if err != nil {
			return false, err
		}
		if v.Active {
			active++
		}
	}
	return active >= game.MaxActive, nil
}

// showInterview shows the form of five questions, for a game or, with nil, for a new one.
func (x *exchange) showInterview(status int, v *game.View, typed []string, problem error) error {
	b := gameBody{Path: "/play/new", Draft: fmt.Sprintf("%s/new/interview", x.player()), Once: x.r.PostForm.Get("once")}
	if v != nil {
		b = x.body(*v)
		b.Path += "/interview"
	} else if b.Once == "" || len(b.Once) > 64 {
		b.Once = randomText()
	}
	old, err := x.referee().Questions(x.player())
	if err != nil {
		return err
	}
	b.Areas = areas("q", "Question", typed, nil, problem)
	b.Problems = formProblems(problem)
	b.Old, b.Again = old[:min(len(old), shownOld)], len(old) >= game.Questions
	return x.showForm(status, view{Page: "interview", Title: "Your turn: ask", Body: b}, problem)
}

// showForm shows a form, again where there is a problem.
func (x *exchange) showForm(status int, v view, problem error) error {
	if problem == nil {
		return x.show(status, v)
	}
	v.Title = "Problem: " + v.Title
	return x.again(problem, v)
}

// formProblems is what is wrong with a form as a whole: what is wrong with one text stands beside it.
func formProblems(err error) problems {
	var bad *game.InvalidError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &bad) && bad.Number >= 0:
		return problems{}
	}
	return problemsOf(err)
}

// fill puts an old question of the player's, or all of her last set, into the texts that are blank. Nothing is sent by that.
func (x *exchange) fill(texts []string, which string) error {
	old, err := x.referee().Questions(x.player())
	if err != nil {
		return err
	}
	for i, q := range old {
		if which == "last" && i < game.Questions || which == q.ID {
			if at := slices.IndexFunc(texts, func(s string) bool { return strings.TrimSpace(s) == "" }); at >= 0 {
				texts[at] = q.Text
			}
		}
	}
	return nil
}

// enterGame enters a game with the questions of the form.
func enterGame(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	texts := x.texts("q")
	if which := x.value("fill"); which != "" {
		return errors.Join(x.fill(texts, which), x.showInterview(http.StatusOK, nil, texts, nil))
	}
	if err := x.site.Desk.Keep(addressKey(x.r), accounts.OpenedGame); err != nil {
		return err
	}
	v, err := x.site.once.do(onceKey(x.player(), x.value("once"), texts), func() (game.View, error) {
		return x.referee().Enter(x.r.Context(), x.player(), texts)
	})
	if err != nil {
		return x.refusedTexts(err, func() error { return x.showInterview(0, nil, texts, err) })
	}
	return x.redirect("/play/" + string(v.ID))
}

// refusedTexts shows a form again where sending it again may help. Else what was typed is shown beside why it was refused.
func (x *exchange) refusedTexts(err error, form func() error) error {
	if status := statusOf(err); status == http.StatusBadRequest || status >= 500 || status == http.StatusTooManyRequests {
		return form()
	}
	return err
}

func interview(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	texts := x.texts("q")
	v, err := x.view()
	if err != nil {
		return err
	}
	if which := x.value("fill"); which != "" && stateOf(v) == "interview" {
		return errors.Join(x.fill(texts, which), x.showInterview(http.StatusOK, &v, texts, nil))
	}
	_, err = x.referee().Interview(x.r.Context(), x.player(), v.ID, texts)
	return x.moved(err, slices.Equal(texts, game.QuestionTexts(v.Questions)), func() error { return x.showInterview(0, &v, texts, err) })
}

func respond(x *exchange) error {
	if err := x.form(); err != nil {
		return err
	}
	texts := x.texts("r")
	v, err := x.view()
	if err != nil {
		return err
	}
	_, err = x.referee().Respond(x.r.Context(), x.player(), v.ID, texts)
	return x.moved(err, slices.Equal(texts, game.ResponseTexts(v.Responses)), func() error { return x.showResponse(&v, texts, err) })
}

// moved goes on after a move, which may be the same as one that was made already, as by a second click.
func (x *exchange) moved(err error, same bool, form func() error) error {
	if err == nil || same && statusOf(err) == http.StatusConflict {
		return x.redirect("/play/" + x.r.PathValue("game"))
	}
	return x.refusedTexts(err, form)
}

func (x *exchange) showResponse(v *game.View, typed []string, problem error) error {
	b := x.body(*v)
	b.Path += "/response"
	b.Areas = areas("r", "Response", typed, game.QuestionTexts(v.OpQuestions), problem)
	b.Problems = formProblems(problem)
	return x.showForm(http.StatusOK, view{Page: "response", Title: "Your turn: respond", Body: b}, problem)
}

// showGame shows a game in the state that it is in for the player.
func showGame(x *exchange) error {
	v, err := x.view()
	if err != nil {
		return err
	}
	state := stateOf(v)
	switch state {
	case "interview":
		return x.showInterview(http.StatusOK, &v, make([]string, game.Questions), nil)
	case "response":
		return x.showResponse(&v, nil, nil)
	case "guess":
		return x.showGuess(&v, guessForm{}, nil)
	}
	b := x.body(v)
	b.Pairs = pairs(v)
	b.Waits, b.Mine = waitsFor(v), ratingText(v.Guess)
	page := view{Page: state, Body: b}
	if v.Notice {
		page.Unseen = b.Path + "/seen"
	}
	switch state {
	case "waiting":
		page.Title, page.Poll, page.PollState = b.Waits, b.Path+"/state", gameDigest(v)
	case "final":
		b.Result = resultOf(v)
		page.Title, page.Body = outcomeWord(v), b
	default:
		page.Title = "This game ended without a result"
	}
	return x.show(http.StatusOK, page)
}

// gameState tells whether a game has changed since it was shown.
func gameState(x *exchange) error {
	v, err := x.view()
	if err != nil {
		return err
	}
	return x.plain(gameDigest(v))
}

func endGame(x *exchange) error {
	if _, err := x.referee().Deactivate(x.r.Context(), x.player(), game.GameID(x.r.PathValue("game"))); err != nil {
		return err
	}
	return x.redirect("/play")
}

// pairs are the player's questions with the responses to them, as far as they may be seen.
func pairs(v game.View) []pair {
	list := make([]pair, len(v.Questions))
	for i, q := range v.Questions {
		list[i] = pair{Number: i + 1, Question: q.Text}
		if i < len(v.OpResponses) {
			list[i].Response, list[i].Answered = v.OpResponses[i].Text, true
			list[i].Score = ratingText(v.OpResponses[i].Score)
		}
	}
	return list
}
