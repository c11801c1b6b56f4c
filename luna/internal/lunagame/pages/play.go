package pages

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// gameBody is the page of a game, in any of its states.
type gameBody struct {
	Game   game.View
	Number int // among the player's games, from 1; 0 if it does not exist yet
	Path   string
	Draft  string // key under which a browser keeps what is typed

	Areas    []area
	Old      []game.AskedQuestion // the player's earlier questions, which may be asked again
	Again    bool                 // whether there is a whole set to ask again
	OldOpen  bool                 // the player looks at Old
	OldPage  string               // where Old begins, "" for the newest
	OlderOld string               // where even older questions begin, "" if there are none
	Once     string               // identifies the form; see [entered]
	Consents bool                 // the player is asked whether their games may be published
	Consent  string               // their choice, as sent
	Guess    string               // as typed
	Pairs    []pair
	Problems pages.Problems
	Waits    string // what the game waits for
	Mine     string // the player's guess
	// Grace is about how long a game that nobody has joined waits for people, "" if it does not.
	Grace     string
	Machine   bool        // a machine that could join has been seen lately
	Elsewhere []game.View // games to go on with, if nobody joined this one
	Result    result
	Blocked   bool     // the player does not want to meet the other one again
	How       string   // how the game ended
	Practice  *Machine // against which this is practice, nil in a game that counts
	// Leaves says that leaving stalls the game now, Costs that this has a price.
	Leaves, Costs bool
	Verdict       *verdict // of practice that is over
	Examples      bool     // examples of questions are offered
	Judging       bool     // the player is asked whether others may judge what they answer
}

// pair is a question and the response to it.
type pair struct {
	Number             int
	Question, Response string
	Answered           bool   // the response may be seen; it may be an empty text
	Score              string // given by the player, or ""
	Problem            string // of the typed score
}

func gamePath(id game.GameID) string { return home + "/" + string(id) }

// view returns the game in the path as the player sees it.
func (w *web) view(x *pages.Exchange) (game.View, error) {
	return w.referee.Game(x.Context(), player(x), gameID(x))
}

// body returns what the pages of a game show in all its states.
func (w *web) body(x *pages.Exchange, v game.View) gameBody {
	blocked, _ := w.referee.Blocked(x.Context(), player(x), v.ID) // not worth a failure
	b := gameBody{
		Blocked: blocked, Game: v, Path: gamePath(v.ID), Number: v.Number,
		Leaves: v.LeavingStalls(time.Now()),
		Draft:  fmt.Sprintf("%s/%s/%s", player(x), v.ID, stateOf(v)),
	}
	if b.Leaves {
		p, err := w.referee.Player(x.Context(), player(x), 0)
		b.Costs = err == nil && p.LeavingCosts() // not worth a failure
	}
	return b
}

// state is that of the game, "" for practice and before there is a game; see [pages.News].
func (b gameBody) state() string {
	if b.Number == 0 {
		return ""
	}
	return gameDigest(b.Game)
}

// showGame shows a game in its present state for the player.
func (w *web) showGame(x *pages.Exchange) error {
	v, err := w.view(x)
	if err != nil {
		return err
	}
	if v.Moved != "" {
		return x.Redirect(gamePath(v.Moved))
	}
	state := stateOf(v)
	switch state {
	case "interview":
		return w.showInterview(x, &v, make([]string, game.Questions), nil)
	case "response":
		return w.showResponse(x, v, nil, nil)
	case "guess":
		return w.showGuess(x, v, guessForm{}, nil)
	}
	b := w.body(x, v)
	b.Pairs = pairs(v)
	b.Waits = waitsFor(v)
	b.Mine = ratingText(v.Guess)
	b.Grace = graceText(w.referee.Grace())
	page := pages.View{Page: state, State: b.state()}
	if v.Notice {
		page.Unseen = b.Path + "/seen"
	}
	switch state {
	case "waiting":
		page.Title = b.Waits
		page.Refresh = refresh
		if _, b.Machine, err = w.referee.Here(x.Context(), player(x)); err != nil {
			return err
		}
	case "final":
		page.Title, b.Result = outcomeWord(v), resultOf(v)
		_, chosen, err := w.referee.JudgingConsent(x.Context(), player(x))
		if err != nil {
			return err
		}
		b.Judging = chosen.IsZero()
		compared, err := w.referee.Compared(x.Context(), player(x))
		if err != nil {
			return err
		}
		if c, ok := compared[v.ID]; ok && c.Later {
			b.Result.Later = rated{b.Result.Mine.Guess, comparedText(c), off(v.Guess, &c.Rating)}
		}
	default:
		page.Title, b.How = "This game ended without a result", capital(v.HowEnded())
		if b.Elsewhere, err = w.elsewhere(x, v); err != nil {
			return err
		}
	}
	page.Body = b
	return x.Show(http.StatusOK, page)
}

// capital makes a sentence of a phrase.
func capital(phrase string) string { return strings.ToUpper(phrase[:1]) + phrase[1:] + "." }

// report reports what the other player wrote in a game.
func (w *web) report(x *pages.Exchange) error {
	v, err := w.view(x)
	if err != nil {
		return err
	}
	texts, opponents, err := w.referee.Written(x.Context(), player(x), v.ID)
	if err != nil {
		return err
	}
	return x.Report(gamePath(v.ID), accounts.Report{Kind: "luna", Game: string(v.ID),
		Reported: opponents, Texts: texts})
}

func (w *web) endGame(x *pages.Exchange) error {
	ctx := fair.From(x.Context(), x.Request)
	if _, err := w.referee.Deactivate(ctx, player(x), gameID(x)); err != nil {
		return err
	}
	return x.Redirect(home)
}

// block makes sure that the player never meets the other player of a game again.
func (w *web) block(x *pages.Exchange) error {
	v, err := w.referee.Block(fair.From(x.Context(), x.Request), player(x), gameID(x))
	if err != nil {
		return err
	}
	return x.Redirect(gamePath(v.ID))
}

// unblock takes that back for a game, or for all.
func (w *web) unblock(x *pages.Exchange) error {
	id := gameID(x)
	if err := w.referee.Unblock(x.Context(), player(x), id); err != nil {
		return err
	}
	if id == "" {
		return x.Redirect("/me")
	}
	return x.Redirect(gamePath(id))
}

func (w *web) respond(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	typed := texts(x, "r")
	v, err := w.view(x)
	if err != nil {
		return err
	}
	_, err = w.referee.Respond(x.Context(), player(x), v.ID, typed)
	repeated := slices.Equal(typed, game.ResponseTexts(v.Responses))
	return afterMove(x, err, repeated, func() error { return w.showResponse(x, v, typed, err) })
}

func (w *web) showResponse(x *pages.Exchange, v game.View, typed []string, problem error) error {
	return showResponseForm(x, w.body(x, v), "Your turn: respond", typed, problem)
}

// showResponseForm shows the form in which a player responds to questions in a game.
func showResponseForm(
	x *pages.Exchange, b gameBody, title string, typed []string, problem error,
) error {
	b.Path += "/response"
	b.Areas = areas("r", "Response", typed, game.QuestionTexts(b.Game.OpQuestions), problem)
	b.Problems = formProblems(x, problem)
	return showForm(x, pages.View{Page: "response", Title: title, Body: b, State: b.state()}, problem)
}

// pairs returns the player's questions with the responses to them, as far as they may be seen.
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
