package pages

import (
	"bufio"
	"net/http"
	"net/url"
	"strings"
	"time"

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

// replayBody is a finished game as everybody sees it.
type replayBody struct {
	archive.Info
	Settings trade.Settings
	Lasted   time.Duration
	Why      string
	Gains    []gain
	Curve    plot
	Lines    []line
	Prices   []trade.Point
}

// line is what happened at a time, in words. Consecutive bets share a line.
type line struct {
	At    time.Duration
	Who   string
	Kind  trade.Kind
	Text  string
	Price float64 // after it
}

const jsonLines = "application/jsonl"

// replay shows a finished game, or its log as JSON lines if the path ends in .jsonl.
func (w *web) replay(x *pages.Exchange) error {
	id, isLog := strings.CutSuffix(gameID(x), ".jsonl")
	played, info, err := w.referee.Finished(x.Context(), id)
	if err != nil {
		return err
	}
	if isLog {
		var b strings.Builder
		if err := trade.WriteLog(&b, played.Log); err != nil {
			return err
		}
		return x.Send(jsonLines, b.String())
	}
	return x.Show(http.StatusOK, pages.View{
		Page: "trade-replay", Title: "Replay of a game", Body: replayOf(played, info),
		Styles: []string{"trade.css"}, Scripts: []string{"trade-curve.js", "trade-replay.js"},
	})
}

func replayOf(p *trade.Played, info archive.Info) replayBody {
	end, _ := p.Ended()
	b := replayBody{
		Info: info, Settings: p.Settings(), Lasted: end.Time, Why: why(end.Reason),
		Gains: gains(info.Bettors, p.Results(), ""), Prices: p.Curve(), Lines: linesOf(p),
	}
	var times []time.Duration
	for _, e := range p.Exchanges() {
		if e.Answered >= 0 {
			times = append(times, e.Answered)
		}
	}
	b.Curve = curveOf("curve", p.Curve(), times, end.Time, end.Time)
	b.Curve.Desc = curveWords(p.Curve())
	return b
}

// linesOf lists what happened. A question is listed where it became current; one that never did is
// not part of the conversation.
func linesOf(p *trade.Played) []line {
	var list []line
	names := p.Settings().Bettors
	for _, e := range p.Exchanges() {
		list = append(list, line{At: e.Asked, Who: names[e.Bettor], Kind: trade.Question,
			Text: e.Question})
		if e.Answered >= 0 {
			list = append(list,
				line{At: e.Answered, Who: trade.Target, Kind: trade.Answer, Text: e.Answer})
		}
	}
	for _, e := range p.Log {
		switch e.Kind {
		case trade.Bet:
			list = append(list, line{At: e.Time, Who: e.Bettor, Kind: e.Kind, Text: string(e.Side)})
		case trade.Done:
			list = append(list, line{At: e.Time, Who: e.Bettor, Kind: e.Kind})
		case trade.Leave:
			list = append(list, line{At: e.Time, Who: e.Who, Kind: e.Kind})
		}
	}
	return inOrder(p, list)
}
