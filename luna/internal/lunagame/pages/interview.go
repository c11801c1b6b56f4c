package pages

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// maxOld is the number of earlier questions that are offered.
const maxOld = 50

func (w *web) newGame(x *pages.Exchange) error {
	active, err := w.referee.Active(x.Context(), player(x))
	if err != nil {
		return err
	}
	if len(active) >= game.MaxActive {
		return game.ErrTooManyGames
	}
	return w.showInterview(x, nil, make([]string, game.Questions), nil)
}

// showInterview shows the form of five questions, for a game or, with nil, for a new one.
func (w *web) showInterview(x *pages.Exchange, v *game.View, typed []string, problem error) error {
	var b gameBody
	if v != nil {
		b = w.body(x, *v)
		b.Path += "/interview"
	} else {
		b = gameBody{Path: home + "/new", Draft: fmt.Sprintf("%s/new/interview", player(x))}
		if b.Once = x.Value("once"); b.Once == "" || len(b.Once) > 64 {
			b.Once = randomText()
		}
		b.Consents, b.Consent = x.Account.ConsentChosen.IsZero(), x.Value("consent")
	}
	old, older, err := w.oldQuestions(x)
	if err != nil {
		return err
	}
	b.Areas = areas("q", "Question", typed, nil, problem)
	b.Problems = formProblems(x, problem)
	b.OldPage, b.OlderOld = oldPage(x), older
	b.OldOpen = b.OldPage != "" || x.Value("old") != ""
	b.Examples = len(old) == 0
	b.Old, b.Again = old, len(old) >= game.Questions && b.OldPage == ""
	return showForm(x, pages.View{Page: "interview", Title: "Your turn: ask", Body: b, State: b.state()}, problem)
}

// oldPage is the page of old questions that the form shows or asks for.
func oldPage(x *pages.Exchange) string {
	switch move := x.Value("old"); move {
	case "":
		return x.Value("oldpage")
	case "newest":
		return ""
	default:
		return move
	}
}

// oldQuestions returns a page of the player's questions, and where the next one begins. A page that
// does not exist is the first.
func (w *web) oldQuestions(x *pages.Exchange) ([]game.AskedQuestion, string, error) {
	page := archive.Page{Before: oldPage(x), Limit: maxOld}
	old, older, err := w.referee.Questions(x.Context(), player(x), page)
	if errors.Is(err, archive.ErrPage) {
		page.Before = ""
		old, older, err = w.referee.Questions(x.Context(), player(x), page)
	}
	return old, older, err
}

// onlyLooks reports whether a form was sent for old questions, and puts the chosen ones into the
// texts.
func (w *web) onlyLooks(x *pages.Exchange, typed []string) (bool, error) {
	which := x.Value("fill")
	if which != "" {
		return true, w.fill(x, typed, which)
	}
	return x.Value("old") != "", nil
}

// enterGame enters a game with the questions of the form.
func (w *web) enterGame(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	typed := texts(x, "q")
	if looks, err := w.onlyLooks(x, typed); err != nil {
		return err
	} else if looks {
		return w.showInterview(x, nil, typed, nil)
	}
	if err := w.askConsent(x); err != nil {
		return w.showInterview(x, nil, typed, err)
	}
	if err := x.Keep(play.GameBytes, true); err != nil {
		return err
	}
	key := entryKey(player(x), x.Value("once"), typed)
	v, err := w.entered.do(player(x), key, func() (game.View, error) {
		return w.referee.Enter(fair.From(x.Context(), x.Request), player(x), typed)
	})
	if err != nil {
		return retryForm(x, err, func() error { return w.showInterview(x, nil, typed, err) })
	}
	return x.Redirect(gamePath(v.ID))
}

// askConsent stores the choice about publication of a player who was not asked before.
func (w *web) askConsent(x *pages.Exchange) error {
	if !x.Account.ConsentChosen.IsZero() {
		return nil
	}
	choice := x.Value("consent")
	if choice != "yes" && choice != "no" {
		return httpx.Errorf(http.StatusBadRequest,
			"please choose whether your games may be published; you can change it later")
	}
	_, err := w.accounts.SetConsent(x.Context(), x.Account.ID, choice == "yes")
	return err
}

// interview asks the questions in a game that was entered without them.
func (w *web) interview(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	typed := texts(x, "q")
	v, err := w.view(x)
	if err != nil {
		return err
	}
	if stateOf(v) == "interview" {
		if looks, err := w.onlyLooks(x, typed); err != nil {
			return err
		} else if looks {
			return w.showInterview(x, &v, typed, nil)
		}
	}
	_, err = w.referee.Interview(x.Context(), player(x), v.ID, typed)
	repeated := slices.Equal(typed, game.QuestionTexts(v.Questions))
	return afterMove(x, err, repeated, func() error { return w.showInterview(x, &v, typed, err) })
}
