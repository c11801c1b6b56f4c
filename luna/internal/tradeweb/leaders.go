package tradeweb

import (
	"net/http"

	"github.com/luna-rating/luna/luna/internal/floor"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

type leadersBody struct {
	Bettors []floor.Leader
	Targets []floor.TargetLeader
}

func (w *web) leaders(x *pages.Exchange) error {
	bettors, targets, err := w.floor.Leaders(x.Context())
	if err != nil {
		return err
	}
	return x.Show(http.StatusOK, pages.View{Page: "trade-leaders",
		Title: "Leaderboard of Turing Trade", Body: leadersBody{bettors, targets},
		Styles: []string{"trade.css"}})
}
