package pages

import (
	"net/http"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

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
