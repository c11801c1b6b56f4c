package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// homeBody is a player's games: those that wait for her, those that wait for others, and those that ended.
type homeBody struct {
	ToAct, Waiting, Ended []item
	Active                int
	Full                  bool // there may be no more active games
	More                  int  // how many more have ended than are shown
}

// item is a game in a list.
type item struct {
	Number  int // of the player's games, from 1
	ID      game.GameID
	Text    string // what it waits for, or how it ended
	New     bool
	Updated time.Time
	Expires time.Time // zero where it does not
}

// shownEnded is how many games that ended are shown at first.
const shownEnded = 20

func home(x *exchange) error {
	ids, err := x.referee().GameIDs(x.player())
	if err != nil {
		return err
	}
	b, digest := homeBody{}, newHomeDigest()
	for i, id := range ids {
		v, err := x.referee().Game(x.player(), id)
		if err != nil {
			return err
		}
		digest.add(v)
		it := item{Number: len(ids) - i, ID: v.ID, Text: summary(v), New: v.Notice, Updated: v.Updated}
		if v.Active {
			b.Active++
			it.Expires = v.Updated.Add(game.ExpireAfter)
		}
		switch {
		case v.Turn == game.ToAct:
			b.ToAct = append(b.ToAct, it)
		case v.Active:
			b.Waiting = append(b.Waiting, it)
		default:
			b.Ended = append(b.Ended, it)
		}
	}
	b.Full = b.Active >= game.MaxActive
	if len(b.Ended) > shownEnded && x.r.URL.Query().Get("all") == "" {
		b.More = len(b.Ended) - shownEnded
		b.Ended = b.Ended[:shownEnded]
	}
	title := "Your games"
	if n := len(b.ToAct); n > 0 {
		title = fmt.Sprintf("Your turn in %s", plural(n, "game"))
	}
	return x.show(http.StatusOK, view{Page: "home", Title: title, Body: b, Poll: "/play/state", PollState: digest.text()})
}

// homeState tells whether a home has changed since it was shown.
func homeState(x *exchange) error {
	digest := newHomeDigest()
	for v, err := range x.referee().EachGame(x.player()) {
		if err != nil {
			return err
		}
		digest.add(v)
	}
	return x.plain(digest.text())
}

// homeDigest changes when any of a player's games does.
type homeDigest struct{ hash.Hash }

func newHomeDigest() homeDigest { return homeDigest{sha256.New()} }

func (d homeDigest) add(v game.View) { fmt.Fprintf(d, "%s %s\n", v.ID, gameDigest(v)) }

func (d homeDigest) text() string { return hex.EncodeToString(d.Sum(nil)[:8]) }

func gameDigest(v game.View) string { return fmt.Sprintf("%d-%d-%t", v.Phase, v.Turn, v.Active) }

// plain answers a script.
func (x *exchange) plain(text string) error {
	x.done = true
	x.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = x.w.Write([]byte(text))
	return nil
}

// seen marks all that is new as seen.
func seen(x *exchange) error {
	if err := x.referee().ClearNotices(x.r.Context(), x.player()); err != nil {
		return err
	}
	return x.redirect("/play")
}

// gameSeen marks what is new in a game as seen: the script of its page says so.
func gameSeen(x *exchange) error {
	if err := x.referee().Seen(x.r.Context(), x.player(), game.GameID(x.r.PathValue("game"))); err != nil {
		return err
	}
	return x.plain("seen")
}

// summary says in words where a game stands for its player.
func summary(v game.View) string {
	switch stateOf(v) {
	case "interview":
		return "Ask your five questions"
	case "response":
		return "Respond to five questions"
	case "guess":
		return "Read the responses and guess"
	case "final":
		return outcomeWord(v)
	case "ended":
		return "Ended without a result"
	}
	return waitsFor(v)
}

// waitsFor says in words what a game in which the player has done her part waits for.
func waitsFor(v game.View) string {
	return [...]string{"Waiting for the other player's questions", "Waiting for the other player's responses", "Waiting for the other player's guess"}[min(v.Phase/2, 2)]
}

// stateOf is the state of the pages, in figure 6.1, that shows a game; "waiting" is between them, and "ended" is of games that have no result.
func stateOf(v game.View) string {
	switch {
	case v.Turn == game.Complete:
		return "final"
	case !v.Active:
		return "ended"
	case v.Turn != game.ToAct:
		return "waiting"
	}
	return [...]string{"interview", "response", "guess"}[min(v.Phase/2, 2)]
}

func outcomeWord(v game.View) string {
	switch {
	case v.Outcome == nil:
		return "Ended"
	case *v.Outcome == game.Won:
		return "You won"
	case *v.Outcome == game.Lost:
		return "You lost"
	}
	return "A tie"
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
