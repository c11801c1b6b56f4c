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
	*visit
	Path, Guess string
	Problems    pages.Problems
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
		v := &visit{id: id, days: x.Value("day") != "", seen: make(map[string]bool)}
		return v, w.draw(x, v)
	})
	if err != nil {
		return err
	}
	return x.Redirect(v.path())
}

func (v *visit) path() string { return judgePath + "/" + v.id }

// visiting returns a page about the visit in its path, which nobody else uses meanwhile. An answer
// that may not be shown any more is gone.
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
		if v.Answer != nil && v.Machine == nil {
			may, err := w.referee.MayShow(x.Context(), w.judge(x, v.id, nil), *v.Answer)
			if err != nil {
				return err
			}
			if !may {
				v.Answer, v.Verdict = nil, nil
			}
		}
		return page(x, v)
	}
}

func (w *web) showVisit(x *pages.Exchange, v *visit) error { return v.show(x, "", "") }

// show shows the answer of a visit, again with what was typed and what is wrong with it.
func (v *visit) show(x *pages.Exchange, typed, problem string) error {
	b := judgeBody{v, v.path(), pages.Clean(typed), pages.Problems{"guess": problem}}
	page, status := pages.View{Page: "judge", Title: "How smart is this answer?", Body: &b}, http.StatusOK
	switch {
	case v.Answer == nil:
		page.Title = "No answer is left"
	case v.Verdict != nil:
		page.Title = "You guessed " + v.Verdict.Guess
	case problem != "":
		page.Title, status = "Problem: "+page.Title, http.StatusBadRequest
	}
	return x.Show(status, page)
}

// judgeAnswer takes in a guess about the answer of a visit.
func (w *web) judgeAnswer(x *pages.Exchange, v *visit) error {
	if v.Answer == nil || v.Verdict != nil {
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
	if v.Answer == nil || v.Verdict != nil {
		if err := w.draw(x, v); err != nil {
			return err
		}
	}
	return x.Redirect(v.path())
}

// reportAnswer reports the answer of a visit, or the question to it.
func (w *web) reportAnswer(x *pages.Exchange, v *visit) error {
	if v.Answer == nil || v.Machine != nil {
		return errNoVisit
	}
	a := v.Answer
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
