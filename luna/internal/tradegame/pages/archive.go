package pages

import (
	"bufio"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// archiveBody is a page of the list of finished games.
type archiveBody struct {
	Text   string
	Nature trade.Side
	Games  []archive.Info
	Older  string // path of the next page, "" at the end
	First  bool
}

// maxSearch is the maximum number of characters of a search that are considered.
const maxSearch = 200

func (w *web) archive(x *pages.Exchange) error {
	q := x.Request.URL.Query()
	b := archiveBody{Text: strings.TrimSpace(pages.Clean(q.Get("q"))), First: q.Get("before") == ""}
	if r := []rune(b.Text); len(r) > maxSearch {
		b.Text = string(r[:maxSearch])
	}
	if s := trade.Side(q.Get("nature")); s == trade.Human || s == trade.Computer {
		b.Nature = s
	}
	list, next, err := w.referee.List(x.Context(),
		archive.Query{Text: b.Text, Nature: b.Nature, Before: q.Get("before")})
	if err != nil {
		return err
	}
	b.Games = list
	if next != "" {
		older := url.Values{"before": {next}}
		if b.Text != "" {
			older.Set("q", b.Text)
		}
		if b.Nature != "" {
			older.Set("nature", string(b.Nature))
		}
		b.Older = home + "/archive?" + older.Encode()
	}
	return x.Show(http.StatusOK, pages.View{Page: "trade-archive", Title: "Games of Turing Trade",
		Body: b, Styles: []string{"trade.css"}})
}

// logs sends the logs of all finished games.
func (w *web) logs(x *pages.Exchange) error {
	out, err := x.Stream(jsonLines)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(out, 64<<10)
	if err := w.referee.Logs(x.Context(), b); err != nil {
		// The part that was sent must not look complete.
		panic(http.ErrAbortHandler)
	}
	_ = b.Flush() // fails only if the client is gone
	return nil
}

// leadersBody contains the leaderboards of people and of programs, as bettors and as targets.
type leadersBody struct{ Bettors, Targets boards }

type boards struct{ People, Programs []archive.Leader }

func (w *web) leaders(x *pages.Exchange) error {
	bettors, targets, err := w.referee.Leaders(x.Context())
	if err != nil {
		return err
	}
	return x.Show(http.StatusOK, pages.View{Page: "trade-leaders",
		Title: "Leaderboard of Turing Trade", Body: leadersBody{apart(bettors), apart(targets)},
		Styles: []string{"trade.css"}})
}

// profile returns how a player stands, on the leaderboards or not, and what they agreed to.
func (w *web) profile(x *pages.Exchange) (any, error) {
	bettor, target, err := w.referee.Standing(x.Context(), x.Account.ID)
	if err != nil {
		return nil, err
	}
	c, err := w.referee.Consent(x.Context(), player(x))
	return struct {
		Bettor, Target archive.Standing
		archive.Consent
	}{bettor, target, c}, err
}

// apart shows programs apart from people.
func apart(all []archive.Leader) (b boards) {
	for _, l := range all {
		if l.Machine {
			b.Programs = append(b.Programs, l)
		} else {
			b.People = append(b.People, l)
		}
	}
	return b
}
