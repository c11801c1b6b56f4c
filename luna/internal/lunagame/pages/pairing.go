package pages

import (
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// elsewhere returns the games in which it is a player's turn, if a game ended before anybody joined
// it: two people who wait for each other are paired in the game of one of them.
func (w *web) elsewhere(x *pages.Exchange, ended game.View) ([]game.View, error) {
	if ended.Phase >= 2 {
		return nil, nil
	}
	active, err := w.referee.Active(x.Context(), player(x))
	return slices.DeleteFunc(active, func(v game.View) bool { return v.Turn != game.ToAct }), err
}

// graceText formats about how long people wait for people, "" if they do not.
func graceText(d time.Duration) string {
	switch {
	case d < time.Second:
		return ""
	case d < 2*time.Minute:
		return pages.Plural(int(d.Round(time.Second)/time.Second), "second")
	}
	return fmt.Sprintf("%d minutes", d.Round(time.Minute)/time.Minute)
}
