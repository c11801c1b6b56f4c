package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"net/http"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// homeBody is a player's games: those that wait for the player, for others, and those that ended.
type homeBody struct {
	ToAct, Waiting, Ended []item
	Active                int
	Full                  bool // no more active games are allowed
	More                  int  // ended games that are not shown
	Notices               int  // games with something new
}

// item is a game in a list.
type item struct {
	Number  int // among the player's games, from 1
	ID      game.GameID
	Text    string // what it waits for, or how it ended
	New     bool
	Updated time.Time
	Expires time.Time // zero if it does not
}

// maxEnded is the number of ended games that are shown at first.
const maxEnded = 20

func (w *web) home(x *pages.Exchange) error {
	ids := w.referee.GameIDs(player(x))
	b, digest := homeBody{Notices: w.referee.Notices(player(x))}, newHomeDigest()
	for i, id := range ids {
		v, err := w.referee.Game(player(x), id)
		if err != nil {
			return err
		}
		digest.add(v)
		it := item{Number: len(ids) - i, ID: v.ID, Text: summary(v), New: v.Notice,
			Updated: v.Updated}
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
	if len(b.Ended) > maxEnded && x.Request.URL.Query().Get("all") == "" {
		b.More = len(b.Ended) - maxEnded
		b.Ended = b.Ended[:maxEnded]
	}
	title := "Your games"
	if n := len(b.ToAct); n > 0 {
		title = fmt.Sprintf("Your turn in %s", pages.Plural(n, "game"))
	}
	return x.Show(http.StatusOK, pages.View{
		Page: "home", Title: title, Body: b, Poll: home + "/state", PollState: digest.text(),
	})
}

// homeState answers with a text that changes when any of the player's games does.
func (w *web) homeState(x *pages.Exchange) error {
	digest := newHomeDigest()
	for v, err := range w.referee.EachGame(player(x)) {
		if err != nil {
			return err
		}
		digest.add(v)
	}
	return x.Plain(digest.text())
}

// homeDigest changes when any of a player's games does.
type homeDigest struct{ hash.Hash }

func newHomeDigest() homeDigest { return homeDigest{sha256.New()} }

func (d homeDigest) add(v game.View) { fmt.Fprintf(d, "%s %s\n", v.ID, gameDigest(v)) }

func (d homeDigest) text() string { return hex.EncodeToString(d.Sum(nil)[:8]) }

func gameDigest(v game.View) string { return fmt.Sprintf("%d-%d-%t", v.Phase, v.Turn, v.Active) }

// seen marks everything new as seen.
func (w *web) seen(x *pages.Exchange) error {
	if err := w.referee.ClearNotices(x.Context(), player(x)); err != nil {
		return err
	}
	return x.Redirect(home)
}

// gameSeen marks what is new in a game as seen. The script of its page asks for it.
func (w *web) gameSeen(x *pages.Exchange) error {
	if err := w.referee.Seen(x.Context(), player(x), gameID(x)); err != nil {
		return err
	}
	return x.Plain("seen")
}

// summary describes the state of a game for its player.
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

// waitsFor describes what a game waits for in which the player has done their part.
func waitsFor(v game.View) string {
	return "Waiting for the other player's " +
		[...]string{"questions", "responses", "guess"}[min(v.Phase/2, 2)]
}

// stateOf is the page of figure 6.1 that shows a game, "waiting" between two of them, or "ended" if
// the game has no result.
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
