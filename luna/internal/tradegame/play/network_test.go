package play_test

import (
	"context"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
)

// from makes a player wait who comes from an address.
func (h *house) from(address, name string, role play.Role) {
	h.t.Helper()
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = address
	suite.OK(h.t, h.Enter(fair.From(context.Background(), r), h.person(name), role))
}

// TestNetworks has bettors and targets of the same network and of others wait.
func TestNetworks(t *testing.T) {
	const home, school, away = "203.0.113.7:1", "198.51.100.4:1", "192.0.2.9:1"
	for _, c := range []struct {
		why            string
		bettor, target string
		meet           bool
	}{
		{"one address", home, "203.0.113.7:2", false},
		{"one IPv6 network", "[2001:db8:1:2::3]:1", "[2001:db8:1:9::4]:1", false},
		{"other addresses", home, away, true},
		{"a network that many share", school, school, true},
		{"the server's own computer", "127.0.0.1:1", "127.0.0.1:2", true},
	} {
		for _, toss := range []func() bool{human, program} {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, play.Options{Patience: time.Second, Networks: fair.Networks{
					Shared: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}}})
				h.SetToss(toss)
				h.from(c.bettor, "ann", play.AsBettor)
				h.from(c.target, "tom", play.AsTarget)
				if l := h.lobby("ann"); c.meet != (l.Targets == 1) {
					t.Errorf("%s: the bettor sees %+v", c.why, l)
				}
				time.Sleep(5 * time.Second)
				if met := h.lobby("ann").Game != ""; met != c.meet {
					t.Errorf("%s: they meet: %v", c.why, met)
				}
			})
		}
	}
}

// TestNetworksInTurn has somebody wait as bettor and target: they keep nobody else waiting, and do
// not meet themselves in a game with others.
func TestNetworksInTurn(t *testing.T) {
	const home, away = "203.0.113.7:1", "192.0.2.9:1"
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Patience: time.Second})
		h.SetToss(human)
		h.from(home, "mal", play.AsTarget)
		h.from(home, "mallory", play.AsBettor)
		h.from(away, "tom", play.AsTarget)
		time.Sleep(5 * time.Second)
		game := h.lobby("mallory").Game
		if game == "" || game != h.lobby("tom").Game {
			t.Error("the second target and the bettor do not meet")
		}
		h.from(away, "ann", play.AsBettor)
		time.Sleep(5 * time.Second)
		if game := h.lobby("ann").Game; game == "" || game != h.lobby("mal").Game {
			t.Error("the first target does not meet a bettor of another network")
		}
		h.from(home, "moll", play.AsBettor)
		h.from(away, "bob", play.AsBettor)
		h.from(home, "mole", play.AsTarget)
		time.Sleep(5 * time.Second)
		if l := h.lobby("moll"); l.Game != "" || h.lobby("bob").Game == "" {
			t.Errorf("a bettor is with a target of the same network: %+v", l)
		}
	})
}
