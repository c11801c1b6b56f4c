package pages

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// profile is a player's results in the tournament, for their profile.
type profile struct {
	Player  game.Player
	Begun   int // games finished or stalled
	Rating  string
	Error   string     // its standard error, or ""
	Ratings []ratedRow // of these and Guesses the newest, last one first
	Guesses []guessRow
	History *plot
	Errors  *plot
	Guessed *plot
	// OfRatings and OfGuesses say which part of them is shown, "" for all.
	OfRatings, OfGuesses string
	// Shown says whether others may judge what the player answers, which was chosen at a time; zero
	// if the player was never asked.
	Shown  bool
	Chosen time.Time
}

// maxRows is the maximum number of rows of a table.
const maxRows = 100

func (w *web) profile(x *pages.Exchange) (any, error) {
	p, err := w.referee.Player(x.Context(), player(x), play.MaxHistory)
	if err != nil {
		return nil, err
	}
	compared, err := w.referee.Compared(x.Context(), player(x))
	if err != nil {
		return nil, err
	}
	c, errors, err := w.referee.Certainty(x.Context(), p)
	if err != nil {
		return nil, err
	}
	ratings, guesses := ratedRows(p.History, errors), guessRows(p.Guesses, compared)
	b := profile{
		Player: p, Begun: p.Games + p.Stalled, Rating: eitherText(p.Rating, c.Rating),
		Error: ratingText(c.Error), History: historyPlot(ratings), Errors: errorPlot(ratings), Guessed: guessPlot(guesses),
		OfRatings: newest(len(ratings)), OfGuesses: newest(len(guesses)),
	}
	if b.Shown, b.Chosen, err = w.referee.JudgingConsent(x.Context(), player(x)); err != nil {
		return nil, err
	}
	slices.Reverse(ratings)
	b.Ratings, b.Guesses = ratings[:min(len(ratings), maxRows)], guesses[:min(len(guesses), maxRows)]
	return b, nil
}

// newest says how many of all rows are shown, "" if all are.
func newest(n int) string {
	if n <= maxRows {
		return ""
	}
	return fmt.Sprintf("the newest %d", maxRows)
}

// notices counts what is new for a player, for the menu of every page.
func (w *web) notices(id accounts.ID) int {
	n, _ := w.referee.Notices(context.Background(), game.PlayerID(id)) // not worth a failure
	return n
}
