package play_test

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestGame plays a whole game with a person as the target.
func TestGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{})
		h.SetToss(human)
		game := h.start("tom", "ann", "bob", "cat")
		h.must("ann", game, ask("How are you?"))
		h.must("bob", game, ask("Who are you?"))
		h.must("ann", game, bet(trade.Human))
		h.must("tom", game, reply(1, "Fine…  thanks"))
		time.Sleep(time.Second)
		if s := h.state("ann", game); s.Exchanges[0].Answer != "Fine... thanks" || s.Current != 2 ||
			s.Price != 51 || s.Holding.Held != 1 || s.Name != "Bettor 1" {
			t.Errorf("ann sees %+v", s)
		}
		if s := h.state("bob", game); s.Exchanges[0].Answer != "" || s.Exchanges[0].Answered < 0 {
			t.Errorf("bob sees %+v", s.Exchanges)
		}
		time.Sleep(5 * time.Second)
		if s := h.state("bob", game); s.Exchanges[0].Answer != "Fine... thanks" {
			t.Errorf("bob sees %+v", s.Exchanges)
		}
		if _, _, err := h.Finished(t.Context(), game); err == nil {
			t.Error("the game is public while it runs")
		}
		time.Sleep(2 * time.Minute)
		s := h.state("cat", game)
		if s.Ended == nil || s.Ended.Nature != trade.Human || s.Ended.Reason != trade.TimeOver || !s.Over {
			t.Errorf("the end is %+v", s)
		}
		played, info, err := h.Finished(t.Context(), game)
		if err != nil || info.Points["Bettor 1"] != 50 || info.Reason != trade.TimeOver ||
			len(played.Log) != 6 {
			t.Errorf("%+v %v", info, err)
		}
		bettor, _, err := h.Standing(t.Context(), h.person("ann"))
		if err != nil || bettor.Games != 1 || bettor.Points != 50 ||
			math.Abs(bettor.Brier-0.49*0.49) > 1e-12 {
			t.Errorf("%+v %v", bettor, err)
		}
		_, target, err := h.Standing(t.Context(), h.person("tom"))
		if err != nil || target.Games != 1 || target.Points < 50 {
			t.Errorf("%+v %v", target, err)
		}
	})
}
