package pages

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// homeBody contains a player's games: those that wait for the player, those that wait for others,
// and those that have ended.
type homeBody struct {
	ToAct, Waiting, Ended []item
	Active                int
	Full                  bool   // no more active games are allowed
	Notices               int    // games with something new
	Older                 string // the page of older games, "" if there is none
	First                 bool   // this is the first page
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

// refresh is the number of seconds after which a page that waits is reloaded if scripts are off.
const refresh = 60

// maxShown is the number of games on a page.
const maxShown = 30

func (w *web) home(x *pages.Exchange) error {
	page := archive.Page{Before: x.Request.URL.Query().Get("before"), Limit: maxShown}
	views, next, err := w.referee.Games(x.Context(), player(x), page)
	if err != nil {
		return err
	}
	b := homeBody{First: page.Before == ""}
	if b.Notices, err = w.referee.Notices(x.Context(), player(x)); err != nil {
		return err
	}
	if next != "" {
		b.Older = home + "?before=" + url.QueryEscape(next)
	}
	later, err := w.referee.Compared(x.Context(), player(x))
	if err != nil {
		return err
	}
	for _, v := range views {
		it := item{Number: v.Number, ID: v.ID, Text: summary(v), New: v.Notice, Updated: v.Updated}
		if c, ok := later[v.ID]; ok && c.Later && v.Guess != nil {
			it.Text += fmt.Sprintf("; your guess of %s was off by %s", ratingText(v.Guess),
				off(v.Guess, &c.Rating))
		}
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
	title := "Your games"
	if n := len(b.ToAct); n > 0 {
		title = fmt.Sprintf("Your turn in %s", pages.Plural(n, "game"))
	}
	v := pages.View{Page: "home", Title: title, Body: b}
	if b.First {
		v.State, v.Refresh = digestOf(views), refresh
	}
	return x.Show(http.StatusOK, v)
}

// digestOf changes when any of a player's active games does, or ends.
func digestOf(games []game.View) string {
	digest := sha256.New()
	for _, v := range games {
		if v.Active {
			fmt.Fprintf(digest, "%s %s\n", v.ID, gameDigest(v))
		}
	}
	return hex.EncodeToString(digest.Sum(nil)[:8])
}

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
	return x.NoContent()
}

// summary describes the state of a game for its player.
func summary(v game.View) string {
	switch {
	case v.Moved != "" && v.Phase < 2:
		return "Nobody had joined; you went on in another game"
	case v.Moved != "":
		return "The other player was silent; you went on in another game"
	}
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
		return "Ended without a result: " + v.HowEnded()
	}
	return waitsFor(v)
}

// waitsFor describes what a game waits for after the player has done their part.
func waitsFor(v game.View) string {
	if len(v.Questions) > 0 && v.Phase < 2 {
		return "Waiting for another player"
	}
	return "Waiting for the other player's " +
		[...]string{"questions", "responses", "guess"}[min(v.Phase/2, 2)]
}

// stateOf is the page of figure 6.1 that shows a game, "waiting" between two of them, or "ended" if
// the game has no result. A forfeited game has one.
func stateOf(v game.View) string {
	switch {
	case v.Turn == game.Complete || v.Outcome != nil:
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

// developersPath is the page for authors of machine players.
const developersPath = "/developers"

// The documents that the server offers authors of machine players. They are copies of files in
// docs, from where a package cannot embed them.
//
//go:generate cp ../../../../docs/playing.md ../../../../docs/players/template.py developers/
var (
	//go:embed developers/playing.md
	interfaceText string
	//go:embed developers/template.py
	templateText string
)

func (w *web) developers(x *pages.Exchange) error {
	body := struct{ Base string }{x.Base()}
	return x.Show(http.StatusOK, pages.View{Page: "developers", Title: "For developers", Body: body})
}

// file answers with a fixed text.
func file(contentType, text string) pages.Page {
	return func(x *pages.Exchange) error { return x.Send(contentType+"; charset=utf-8", text) }
}
