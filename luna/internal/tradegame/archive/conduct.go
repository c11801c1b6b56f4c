package archive

import (
	"context"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// Conduct is what somebody did in a game for those who played with them.
type Conduct int

// The conducts.
const (
	Unknown Conduct = iota // they had no time for anything
	Active                 // a target answered, a bettor asked or bet
	Silent                 // they did nothing, or left before they did
)

// promptness is how long somebody may do nothing before that counts as silence.
const promptness = 15 * time.Second

// Conduct returns the conduct of a seat in a game that has ended. Nobody expects anything of a
// target before the first question.
func (g *Game) Conduct(seat string) Conduct {
	end, _ := g.State.Ended()
	if end.Reason == trade.Annulled {
		return Unknown
	}
	asked, expected := seat != trade.Target, time.Duration(0)
	for _, e := range g.Log {
		switch {
		case e.Kind == trade.Answer && seat == trade.Target,
			(e.Kind == trade.Question || e.Kind == trade.Bet) && e.Bettor == seat:
			return Active
		case e.Kind == trade.Question && !asked:
			asked, expected = true, e.Time
		case e.Kind == trade.Leave && e.Who == seat && (asked || e.Time < promptness):
			return Silent
		}
	}
	if asked && end.Time-expected >= promptness {
		return Silent
	}
	return Unknown
}

// maxConduct is in how many of their latest games somebody's conduct is looked for.
const maxConduct = 3

// Conduct returns a player's conduct in their latest games as the target, or as a bettor: in the
// last one in which it is known.
func (a *Archive) Conduct(ctx context.Context, player accounts.ID, target bool) (Conduct, error) {
	games, err := store.Column[string](ctx, a.store.Read(), `SELECT g.id
		FROM trade_seats s JOIN trade_games g ON g.id = s.game
		WHERE s.player = ? AND s.player <> '' AND (s.name = ?) = ?
		ORDER BY g.place IS NULL DESC, g.place DESC LIMIT ?`, string(player), trade.Target, target, maxConduct)
	for _, id := range games {
		g, err := a.Game(ctx, id)
		if err != nil {
			return Unknown, err
		}
		s, _ := SeatOf(g.Seats, player)
		if c := g.Conduct(s.Name); c != Unknown {
			return c, nil
		}
	}
	return Unknown, err
}
