package web

import (
	"fmt"
	"slices"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/referee"
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
	}
	old, _, err := w.referee.Questions(x.Context(), player(x), referee.Page{Limit: maxOld})
	if err != nil {
		return err
	}
	b.Areas = areas("q", "Question", typed, nil, problem)
	b.Problems = formProblems(x, problem)
	b.Old, b.Again = old, len(old) >= game.Questions
	return showForm(x, pages.View{Page: "interview", Title: "Your turn: ask", Body: b}, problem)
}

// enterGame enters a game with the questions of the form.
func (w *web) enterGame(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	typed := texts(x, "q")
	if which := x.Value("fill"); which != "" {
		if err := w.fill(x, typed, which); err != nil {
			return err
		}
		return w.showInterview(x, nil, typed, nil)
	}
	if err := w.accounts.ChargeTexts(x.Address(), referee.GameBytes); err != nil {
		return err
	}
	key := entryKey(player(x), x.Value("once"), typed)
	v, err := w.entered.do(key, func() (game.View, error) {
		return w.referee.Enter(x.Context(), player(x), typed)
	})
	if err != nil {
		return retryForm(x, err, func() error { return w.showInterview(x, nil, typed, err) })
	}
	return x.Redirect(gamePath(v.ID))
}

// interview asks the questions of a game that was entered without.
func (w *web) interview(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	typed := texts(x, "q")
	v, err := w.view(x)
	if err != nil {
		return err
	}
	if which := x.Value("fill"); which != "" && stateOf(v) == "interview" {
		if err := w.fill(x, typed, which); err != nil {
			return err
		}
		return w.showInterview(x, &v, typed, nil)
	}
	_, err = w.referee.Interview(x.Context(), player(x), v.ID, typed)
	repeated := slices.Equal(typed, game.QuestionTexts(v.Questions))
	return afterMove(x, err, repeated, func() error { return w.showInterview(x, &v, typed, err) })
}
