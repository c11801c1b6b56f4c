package play_test

import (
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestGoneBehindTheBack suspends a bettor in a game and a player in the lobby by another program,
// as the operator does: both leave at the next tick.
func TestGoneBehindTheBack(t *testing.T) {
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 60}}, human, func(t *testing.T, h *house) {
		ctx := t.Context()
		game := h.start("tom", "ann", "bob")
		h.enter("eve", play.AsBettor)
		other := suite.Must(accounts.Open(ctx, accounts.Options{Store: h.store, Limits: sitetest.Wide,
			Cost: sitetest.Cost}))(t)
		for _, name := range []string{"ann", "eve"} {
			suite.Must(other.Suspend(ctx, h.person(name), "insults"))(t)
		}
		suite.OK(t, h.Tick(ctx))
		if s := h.state("bob", game); !s.Bettors[0].Left || s.Bettors[1].Left {
			t.Errorf("bob sees %+v", s.Bettors)
		}
		if l := h.lobby("bob"); l.Bettors > 0 {
			t.Errorf("in the lobby wait %+v", l)
		}
	})
}
