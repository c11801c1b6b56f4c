package pages

import (
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// judgePath is the path below which answers are judged.
const judgePath, judgeVisit = "/judge", "/judge/{visit}"

// judgeBody is the page of an answer, before and after the guess.
type judgeBody struct {
	Path           string
	Number         int // of the answer in this visit, from 1
	Points, Streak int
	Day, Made      bool // the answer is one to a question of a day, or made for practice
	Question, Text string
	None           bool // no answer is left
	Guess          string
	Problems       pages.Problems
	Verdict        *verdict
}

var errNoChoice = httpx.Errorf(http.StatusBadRequest,
	"please choose whether others may judge what you answer; you can change it later")

var errNoVisit = &pages.Refusal{
	Status: http.StatusNotFound, Title: "This page is gone",
	Text: "Answers that are judged alone are not kept for long. Your guesses are.",
	Link: judgePath, LinkText: "Guess again",
}

// startJudging shows how to begin.
func (w *web) startJudging(x *pages.Exchange) error {
	b := struct{ Question string }{questionOf(dayOf(w.referee.Now()))}
	return x.Show(http.StatusOK, pages.View{Page: "alone", Title: "Guess alone", Body: b})
}

// beginJudging begins a visit with its first answer.
func (w *web) beginJudging(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	client := w.networks.Client(fair.From(x.Context(), x.Request), x.Address())
	v, err := w.visits.Begin(x.Address(), client, func(id string) (*visit, error) {
		v := &visit{id: id, day: x.Value("day") != "", seen: make(map[string]bool)}
		return v, w.draw(x, v)
	})
	if err != nil {
		return err
	}
	return x.Redirect(v.path())
}

func (v *visit) path() string { return judgePath + "/" + v.id }

// visiting returns a page about the visit in its path, which nobody else uses meanwhile.
func (w *web) visiting(page func(*pages.Exchange, *visit) error) pages.Page {
	return func(x *pages.Exchange) error {
		v, ok := w.visits.Get(x.Request.PathValue("visit"))
		if !ok {
			return errNoVisit
		}
		if x.Request.Method == http.MethodPost {
			if err := x.Form(); err != nil {
				return err
			}
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		return page(x, v)
	}
}

func (w *web) showVisit(x *pages.Exchange, v *visit) error { return v.show(x, "", "") }

// show shows the answer of a visit, again with what was typed and what is wrong with it.
func (v *visit) show(x *pages.Exchange, typed, problem string) error {
	b := judgeBody{Path: v.path(), Points: v.Points, Streak: v.Streak, Number: v.Rounds + 1,
		Day: v.day, None: v.answer == nil, Guess: pages.Clean(typed), Verdict: v.verdict}
	page := pages.View{Page: "judge", Title: "How smart is this answer?", Body: &b}
	switch {
	case b.None:
		page.Title = "No answer is left"
		return x.Show(http.StatusOK, page)
	case v.verdict != nil:
		b.Number--
		page.Title = "You guessed " + v.verdict.Guess
	}
	b.Question, b.Text, b.Made = v.answer.Question, v.answer.Text, v.machine != nil
	b.Day = v.answer.Day > 0
	status := http.StatusOK
	if problem != "" {
		b.Problems, status = pages.Problems{"guess": problem}, http.StatusBadRequest
		page.Title = "Problem: " + page.Title
	}
	return x.Show(status, page)
}

// judgeAnswer takes in a guess about the answer of a visit.
func (w *web) judgeAnswer(x *pages.Exchange, v *visit) error {
	if v.answer == nil || v.verdict != nil {
		return x.Redirect(v.path()) // sent twice
	}
	guess, problem := parseGuess(x.Value("guess"))
	if problem != "" {
		return v.show(x, x.Value("guess"), problem)
	}
	if err := w.take(x, v, guess); err != nil {
		return err
	}
	return x.Redirect(v.path())
}

// nextAnswer gives a visit its next answer, once the last one is judged.
func (w *web) nextAnswer(x *pages.Exchange, v *visit) error {
	if v.answer == nil || v.verdict != nil {
		if err := w.draw(x, v); err != nil {
			return err
		}
	}
	return x.Redirect(v.path())
}

// reportAnswer reports the answer of a visit, or the question to it.
func (w *web) reportAnswer(x *pages.Exchange, v *visit) error {
	if v.answer == nil || v.machine != nil {
		return errNoVisit
	}
	a := v.answer
	r := accounts.Report{Kind: "luna", Game: a.Game, Reported: []accounts.ID{accounts.ID(a.Author)}}
	if a.Asker != "" {
		asker := accounts.ID(a.Asker)
		r.Reported = append(r.Reported, asker)
		r.Texts = append(r.Texts, accounts.Written{Player: asker, Kind: accounts.Question, Text: a.Question})
	}
	r.Texts = append(r.Texts,
		accounts.Written{Player: r.Reported[0], Kind: accounts.Answer, Text: a.Text})
	return x.Report(judgePath, r)
}
