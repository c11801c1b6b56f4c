package pages

import (
	"net/http"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

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
