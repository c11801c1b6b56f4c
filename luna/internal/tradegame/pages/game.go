package pages

import (
	"fmt"
	"net/http"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// gameBody is a game as one of its players sees it.
type gameBody struct {
	play.State
	Path       string
	Bettor     bool
	Left       time.Duration // until the end
	Talk       []exchange
	Curve      plot
	IfHuman    float64 // the points at the end
	IfComputer float64
	IsDone     bool
	Blank      exchange // for the script
}

// exchange is a question and its answer as a viewer sees it.
type exchange struct {
	play.Exchange
	Me      string
	Current bool
	Signal  bool // it was answered, and the text comes later
	In      int  // seconds until it comes
}

// refreshGame is the number of seconds after which a game is reloaded if scripts are off.
const refreshGame = 4

// game shows a game to its players: while it runs, or its end. A bettor who has left sees only that
// it continues.
func (w *web) game(x *pages.Exchange) error {
	s, err := w.referee.State(x.Context(), player(x), gameID(x))
	if err != nil {
		return err
	}
	if s.Ended != nil {
		return w.showEnd(x, s)
	}
	if ownSeat(s).Left {
		return x.Show(http.StatusOK, pages.View{
			Page: "trade-left", Title: "You have left a game", Body: gamePath(s.Game), Styles: []string{"trade.css"},
			State: pollState(s), Refresh: refreshGame,
		})
	}
	b := bodyOf(s)
	v := pages.View{
		Page: "trade-game", Title: "Person or computer?", Body: b, Refresh: refreshGame,
		Styles: []string{"trade.css"}, Scripts: []string{"trade-curve.js", "trade-game.js"},
	}
	if b.Practice {
		v.Title = "Practice: person or computer?"
	}
	if !b.Bettor {
		v.Title = "You are the target"
	}
	return x.Show(http.StatusOK, v)
}

// write shows the form of a question or an answer on a page of its own, which is not reloaded by
// itself, so that no text is lost where scripts are off.
func (w *web) write(x *pages.Exchange) error {
	s, err := w.referee.State(x.Context(), player(x), gameID(x))
	if err != nil {
		return err
	}
	if s.Ended != nil || ownSeat(s).Left {
		return x.Redirect(gamePath(s.Game))
	}
	v := pages.View{Page: "trade-write", Title: "Ask the target", Body: bodyOf(s),
		Styles: []string{"trade.css"}}
	if s.Role == play.AsTarget {
		if s.Current == 0 {
			return x.Redirect(gamePath(s.Game))
		}
		v.Title = "Answer the question"
	}
	return x.Show(http.StatusOK, v)
}

func bodyOf(s play.State) gameBody {
	b := gameBody{
		State: s, Path: gamePath(s.Game), Bettor: s.Role == play.AsBettor,
		Left:       max(0, duration(s.Settings)-s.Now),
		IfHuman:    s.Holding.Paid(trade.Human).Points,
		IfComputer: s.Holding.Paid(trade.Computer).Points,
		IsDone:     ownSeat(s).Done,
		Blank:      exchange{Exchange: play.Exchange{Answered: -1}, Me: s.Name},
	}
	for _, e := range s.Exchanges {
		b.Talk = append(b.Talk, exchangeOf(e, s))
	}
	b.Curve = curveOf("curve", s.Curve, answers(s.Exchanges), s.Now, duration(s.Settings))
	b.Curve.Desc = fmt.Sprintf("The price of a human security is %s now.", price(s.Price))
	return b
}

// ownSeat returns the player's seat among the bettors, empty for the target.
func ownSeat(s play.State) archive.Bettor {
	for _, seat := range s.Bettors {
		if seat.Name == s.Name {
			return seat
		}
	}
	return archive.Bettor{}
}

func exchangeOf(e play.Exchange, s play.State) exchange {
	x := exchange{Exchange: e, Me: s.Name, Current: e.Number == s.Current}
	if e.Answered >= 0 && e.Answer == "" {
		x.Signal = true
		at := e.Answered + time.Duration(s.Settings.Delay*float64(time.Second))
		x.In = starts(max(0, at-s.Now))
	}
	return x
}

// answers returns the times of the answers, for the dots of the curve.
func answers(list []play.Exchange) []time.Duration {
	var times []time.Duration
	for _, e := range list {
		if e.Answered >= 0 {
			times = append(times, e.Answered)
		}
	}
	return times
}

func duration(s trade.Settings) time.Duration {
	return time.Duration(s.Seconds * float64(time.Second))
}

// report reports what was written in a game, which is below a path, if the player may see it.
func (w *web) report(path string, seen func(x *pages.Exchange, game string) error) pages.Page {
	return func(x *pages.Exchange) error {
		game := gameID(x)
		if err := seen(x, game); err != nil {
			return err
		}
		texts, others, err := w.referee.Written(x.Context(), player(x), game)
		if err != nil {
			return err
		}
		return x.Report(path+game, accounts.Report{Kind: "trade", Game: game, Reported: others, Texts: texts})
	}
}

// inGame returns an error if the player is not in a game.
func (w *web) inGame(x *pages.Exchange, game string) error {
	_, err := w.referee.State(x.Context(), player(x), game)
	return err
}

// inArchive returns an error if a game is not in the archive.
func (w *web) inArchive(x *pages.Exchange, game string) error {
	_, _, err := w.referee.Finished(x.Context(), game)
	return err
}
