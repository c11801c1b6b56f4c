package web

import (
	"github.com/luna-rating/luna/luna/game"
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

func (w *web) profile(x *pages.Exchange) any {
	p := w.referee.Player(player(x))
	ratings, guesses := ratedRows(p.History), guessRows(p.Guesses)
	return profile{
		Player: p, Rating: ratingText(p.Rating), Ratings: ratings, Guesses: guesses,
		History: historyPlot(ratings), Spread: spreadPlot(ratings), Guessed: guessPlot(guesses),
	}
}
