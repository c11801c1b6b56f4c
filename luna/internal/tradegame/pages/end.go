package pages

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// endBody is the end of a game as one of its players sees it.
type endBody struct {
	gameBody
	Nature   trade.Side // "" for a game that was annulled
	Program  string     // the name of the program that was the target, "" if it is not known
	Why      string
	Verdict  string // on the player
	Gains    []gain
	Reward   float64
	Archived bool
}

// gain is a row of the table of the bettors' gains.
type gain struct {
	Name    string
	Me      bool
	Machine bool
	trade.Result
}

// showEnd shows the end of a game. Until all texts have been released, the page looks for more.
func (w *web) showEnd(x *pages.Exchange, s play.State) error {
	b := endBody{
		gameBody: bodyOf(s), Nature: s.Ended.Nature, Why: why(s.Ended.Reason),
		Gains: gains(s.Bettors, s.Ended.Results, s.Name), Reward: s.Ended.Reward,
	}
	b.Curve = curveOf("curve", s.Curve, answers(s.Exchanges), s.Ended.Time, duration(s.Settings))
	b.Curve.Desc = curveWords(s.Curve)
	b.Verdict = verdict(b)
	if s.Over {
		_, info, err := w.referee.Finished(x.Context(), s.Game)
		if err != nil && !errors.Is(err, archive.ErrUnknown) {
			return err
		}
		b.Program, b.Archived = info.Target, err == nil
	}
	v := pages.View{Page: "trade-end", Title: b.Title(), Body: b, Styles: []string{"trade.css"}}
	if !s.Over {
		v.State, v.Refresh = pollState(s), refreshGame
	}
	return x.Show(http.StatusOK, v)
}

// Title says how the game ended.
func (b endBody) Title() string {
	if b.Nature == "" {
		return "The game was annulled"
	}
	if !b.Bettor {
		return "The game is over"
	}
	if b.Practice && b.Nature == trade.Human {
		return "The target stood for a human" // but was a replay
	}
	return "The target was " + sideName(b.Nature)
}

// gains are the results of bettors, in the order of their seats.
func gains(seats []archive.Bettor, results []trade.Result, me string) []gain {
	list := make([]gain, 0, len(seats))
	for i, seat := range seats {
		if i < len(results) {
			list = append(list, gain{seat.Name, seat.Name == me, seat.Machine, results[i]})
		}
	}
	return list
}

func why(r trade.Reason) string {
	switch r {
	case trade.TimeOver:
		return "The time was up."
	case trade.AllDone:
		return "All bettors were done."
	case trade.TargetLeft:
		return "The target left."
	case trade.BettorsLeft:
		return "All bettors left."
	case trade.Annulled:
		return "The server failed during the game, so nobody gains or loses anything."
	}
	return ""
}

// verdict says how the game went for the player.
func verdict(b endBody) string {
	switch {
	case b.Nature == "":
		return "Your points are unchanged."
	case !b.Bettor:
		return fmt.Sprintf("Your reward is %s points, the mean price of a human security. The "+
			"bettors ended at %s.", tenths(b.Reward), price(b.Price))
	}
	for _, g := range b.Gains {
		if !g.Me {
			continue
		}
		switch p := tenths(max(g.Points, -g.Points)); {
		case p == "0" && g.Held == 0 && g.Cash == 0:
			return "You did not gain or lose anything."
		case p == "0":
			return "You came out even."
		case g.Points > 0:
			return "You gained " + p + " points."
		default:
			return "You lost " + p + " points."
		}
	}
	return ""
}
