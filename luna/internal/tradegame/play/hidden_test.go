package play_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestLobbyTellsNothing compares all that bettors and visitors see while a game runs with a person as
// the target and while one runs with a program. Both games go the same way, up to their end.
func TestLobbyTellsNothing(t *testing.T) {
	type look struct {
		Lobby, Visitor play.Lobby
		State          play.State
		Leaders        []archive.Leader
		Archive        int
	}
	seen := func(t *testing.T, person bool) (looks []look) {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, play.Options{})
			h.SetToss(func() bool { return person })
			h.gather("tom", "ann", "bob", "cat")
			synctest.Wait() // both games must start at the very time of the first look
			game := h.lobby("ann").Game
			note := func() {
				h.lobby("tom") // whose page stays open
				l := look{Lobby: h.lobby("ann"), State: h.state("ann", game)}
				l.Visitor, _ = h.Lobby(t.Context(), "")
				l.Leaders, _, _ = h.Leaders(t.Context())
				list, _, _ := h.List(t.Context(), archive.Query{})
				l.Archive = len(list)
				l.Lobby.Game, l.State.Game, l.State.Settings.Game = "", "", ""
				looks = append(looks, l)
			}
			note()
			h.enter("dan", play.AsBettor) // no game may start: the target offers no more, or is held
			h.must("bob", game, bet(trade.Human))
			for range 6 {
				time.Sleep(19 * time.Second)
				h.lobby("dan")
				note()
			}
			if l := h.lobby("dan"); l.Game != "" || l.Targets != 0 {
				t.Errorf("person %v: dan sees %+v while the game runs", person, l)
			}
			time.Sleep(10 * time.Second)
			if s := h.state("ann", game); s.Ended == nil || (s.Ended.Nature == trade.Human) != person {
				t.Errorf("the end is %+v", s.Ended)
			}
			if l := h.lobby("dan"); (l.Targets == 1) == person {
				t.Errorf("person %v: dan sees %+v after the game", person, l)
			}
		})
		return looks
	}
	if diff := cmp.Diff(seen(t, true), seen(t, false)); diff != "" {
		t.Errorf("a person and a program look different:\n%s", diff)
	}
}

// TestToss checks that people and programs are the targets equally often.
func TestToss(t *testing.T) {
	people := 0
	const n = 10_000
	for range n {
		if play.NewToss().Human() {
			people++
		}
	}
	if people < n/2-200 || people > n/2+200 { // four standard deviations
		t.Errorf("%d of %d targets are people", people, n)
	}
}

// TestTossInGames counts the people among the targets of real games.
func TestTossInGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Patience: time.Millisecond,
			Settings: trade.Settings{Seconds: 1, Delay: -1}})
		people := 0
		n, far := 400, 40 // four standard deviations
		if !suite.Full(t) {
			n, far = 36, 12
		}
		for range n {
			game := h.start("tom", "ann")
			time.Sleep(10 * time.Second)
			if h.state("ann", game).Ended.Nature == trade.Human {
				people++
			}
		}
		if people < n/2-far || people > n/2+far {
			t.Errorf("%d of %d targets were people", people, n)
		}
	})
}
