package pages

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// act carries out a player's action in a game. A script asks for JSON and gets an empty object, or
// one with what is wrong; a form leads back to the game.
func (w *web) act(kind trade.Kind) pages.Page {
	return func(x *pages.Exchange) error {
		err := x.Form()
		if err == nil {
			err = w.referee.Do(x.Context(), player(x), gameID(x), actionOf(x, kind))
		}
		if strings.Contains(x.Request.Header.Get("Accept"), "application/json") {
			return answerScript(x, err)
		}
		if err != nil {
			return leadBack(x, err)
		}
		return x.Redirect(gamePath(gameID(x)))
	}
}

func actionOf(x *pages.Exchange, kind trade.Kind) play.Action {
	a := play.Action{Kind: kind, Key: x.Value("key")}
	switch kind {
	case trade.Question:
		a.Text = strings.TrimSpace(x.Text("text"))
	case trade.Answer:
		a.Text = strings.TrimSpace(x.Text("text"))
		a.Number, _ = strconv.Atoi(x.Value("number")) // 0 is no question
	case trade.Bet:
		a.Side = trade.Side(x.Value("side"))
	}
	return a
}

// answerScript says how it went. Internal errors are shown, and logged, like those of any page.
func answerScript(x *pages.Exchange, err error) error {
	if err == nil {
		return x.JSON(http.StatusOK, struct{}{})
	}
	r, refused := err.(*pages.Refusal)
	status, text := x.Status(err), x.Problems(err)[""]
	if refused {
		status, text = r.Status, r.Text
	}
	if status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable {
		return err
	}
	return x.JSON(status, struct {
		Error string `json:"error"`
	}{text})
}

// leadBack shows why something was not done, with a way back to the game.
func leadBack(x *pages.Exchange, err error) error {
	status := x.Status(err)
	if _, ok := err.(*pages.Refusal); ok || !slices.Contains([]int{http.StatusConflict,
		http.StatusBadRequest, http.StatusTooManyRequests}, status) {
		return err
	}
	return &pages.Refusal{
		Status: status, Title: "That is not possible right now", Text: x.Problems(err)[""],
		Link: gamePath(gameID(x)), LinkText: "Back to the game",
	}
}
