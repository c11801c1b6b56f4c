package game_test

import (
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

func TestCounts(t *testing.T) {
	tournament := game.New(nil)
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	apply := func(e game.Event) {
		t.Helper()
		e.Time = now
		suite.Must(tournament.Apply(e))(t)
	}
	expect := func(want game.Counts) {
		t.Helper()
		if got := tournament.Counts(); got != want {
			t.Errorf("%+v, expected %+v", got, want)
		}
	}
	texts := []string{"a", "b", "c", "d", "e"}
	expect(game.Counts{})
	for _, p := range []game.PlayerID{"ann", "bob"} {
		apply(game.Event{Kind: game.Registered, Player: p})
	}
	apply(game.Event{Kind: game.Opened, Player: "ann", Game: "g", Questions: texts})
	expect(game.Counts{Players: 2, Open: 1})
	apply(game.Event{Kind: game.Joined, Player: "bob", Game: "g", Questions: texts})
	apply(game.Event{Kind: game.Opened, Player: "ann", Game: "h", Questions: texts})
	expect(game.Counts{Players: 2, Open: 1, Playing: 1})
	guess := 50.0
	for _, p := range []game.PlayerID{"ann", "bob"} {
		apply(game.Event{Kind: game.Responded, Player: p, Game: "g", Responses: texts})
	}
	for _, p := range []game.PlayerID{"ann", "bob"} {
		apply(game.Event{Kind: game.Guessed, Player: p, Game: "g", Guess: &guess})
	}
	apply(game.Event{Kind: game.Deactivated, Player: "ann", Game: "h"})
	expect(game.Counts{Players: 2, Finished: 1, Ended: 1})
}
