package web

import (
	"context"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// profile is a player's results in the tournament, for their profile.
type profile struct {
	Player  game.Player
	Rating  string
	Ratings []ratedRow
	Guesses []guessRow // last one first
	History *plot
	Spread  *plot
	Guessed *plot
}

func (w *web) profile(x *pages.Exchange) (any, error) {
	p, err := w.referee.Player(x.Context(), player(x))
	if err != nil {
		return nil, err
	}
	ratings, guesses := ratedRows(p.History), guessRows(p.Guesses)
	return profile{
		Player: p, Rating: ratingText(p.Rating), Ratings: ratings, Guesses: guesses,
		History: historyPlot(ratings), Spread: spreadPlot(ratings), Guessed: guessPlot(guesses),
	}, nil
}

// notices counts what is new for a player, for the menu of every page.
func (w *web) notices(id accounts.ID) int {
	n, _ := w.referee.Notices(context.Background(), game.PlayerID(id)) // not worth a failure
	return n
}
