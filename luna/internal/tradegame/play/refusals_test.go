package play_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestBadInput lists what players, or programs in their place, may send, and how it is handled.
func TestBadInput(t *testing.T) {
	inHouse(t, play.Options{}, human, func(t *testing.T, h *house) {
		game := h.start("tom", "ann", "bob", "cat")
		h.must("ann", game, ask("one"))
		h.must("ann", game, ask("two"))
		key := func(a play.Action, key string) play.Action {
			a.Key = key
			return a
		}
		keyless := bet(trade.Human)
		for _, c := range []struct {
			why    string
			player string
			action play.Action
			game   string
			want   error
		}{
			{"a stranger bets", "eve", key(keyless, "1"), game, archive.ErrUnknown},
			{"a game that does not exist", "ann", key(keyless, "1"), "nogame", archive.ErrUnknown},
			{"the target bets", "tom", key(keyless, "1"), game, play.ErrRole},
			{"the target asks", "tom", key(ask("x"), "2"), game, play.ErrRole},
			{"a bettor answers", "ann", key(reply(1, "x"), "3"), game, play.ErrRole},
			{"an answer to a question that waits", "tom", key(reply(2, "x"), "4"), game,
				play.ErrStale},
			{"an answer to no question", "tom", key(reply(0, "x"), "5"), game, play.ErrStale},
			{"an answer to a question to come", "tom", key(reply(1<<30, "x"), "6"), game,
				play.ErrStale},
			{"no key", "ann", keyless, game, play.ErrKey},
			{"a long key", "ann", key(keyless, strings.Repeat("x", 65)), game, play.ErrKey},
			{"a key that is not UTF-8", "ann", key(keyless, "\xff"), game, play.ErrKey},
			{"5,000 characters", "ann", key(ask(strings.Repeat("x", 5000)), "7"), game,
				play.ErrText},
			{"5,000 characters of an answer", "tom", key(reply(1, strings.Repeat("x", 5000)), "8"),
				game, play.ErrText},
			{"an empty question", "ann", key(ask(" \n\t "), "9"), game, play.ErrText},
			{"a question that nobody sees", "ann", key(ask("\u200b\u202e\x00"), "10"), game,
				play.ErrText},
			{"a question that is not UTF-8", "ann", key(ask("\xff"), "11"), game, play.ErrText},
			{"a bet on nothing", "ann", key(bet(""), "12"), game, play.ErrAction},
			{"a bet on something else", "ann", key(bet("robot"), "13"), game, play.ErrAction},
			{"an unknown action", "ann", key(play.Action{Kind: "cheat"}, "14"), game,
				play.ErrAction},
			{"a start", "ann", key(play.Action{Kind: trade.Start}, "15"), game, play.ErrAction},
			{"an end", "ann", key(play.Action{Kind: trade.End}, "16"), game, play.ErrAction},
			{"markup", "ann", key(ask("<script>alert(1)</script> & <b>"), "17"), game, nil},
			{"right to left and a line break", "bob", key(ask("a\u202eb\r\ndata: x"), "18"), game, nil},
		} {
			err := h.Do(t.Context(), h.person(c.player), c.game, c.action)
			if !errors.Is(err, c.want) {
				t.Errorf("%s: found %v, expected %v", c.why, err, c.want)
			}
		}
		if q := h.state("ann", game).Queue; len(q) != 2 || q[1] != "<script>alert(1)</script> & <b>" {
			t.Errorf("ann's questions are %q", q)
		}
		if q := h.state("bob", game).Queue; len(q) != 1 || q[0] != "ab data: x" {
			t.Errorf("bob's questions are %q", q)
		}
		if s := h.state("tom", game); s.Price != 50 || s.Exchanges[0].Answered >= 0 {
			t.Errorf("something happened: %+v", s)
		}
		time.Sleep(2 * time.Minute)
		if err := h.do("ann", game, bet(trade.Human)); !errors.Is(err, trade.ErrEnded) {
			t.Errorf("a bet after the end: %v", err)
		}
		time.Sleep(time.Minute)
		if err := h.do("ann", game, bet(trade.Human)); !errors.Is(err, trade.ErrEnded) {
			t.Errorf("a bet in a game of the archive: %v", err)
		}
		if err := h.do("eve", game, bet(trade.Human)); !errors.Is(err, archive.ErrUnknown) {
			t.Errorf("a stranger in a game of the archive: %v", err)
		}
	})
}

// TestDoubled sends actions twice, at the same time, after a restart and after the end: each
// happens once, and is answered as before.
func TestDoubled(t *testing.T) {
	inHouse(t, play.Options{}, human, func(t *testing.T, h *house) {
		game := h.start("tom", "ann", "bob", "cat")
		good, bad := bet(trade.Human), reply(1, "x")
		good.Key, bad.Key = "k", "k"
		results := make(chan error)
		for range 20 {
			go func() { results <- h.Do(t.Context(), h.person("ann"), game, good) }()
		}
		for range 20 {
			suite.OK(t, <-results)
		}
		h.reopen()
		suite.OK(t, h.Do(t.Context(), h.person("ann"), game, good))
		if err := h.Do(t.Context(), h.person("bob"), game, good); err != nil {
			t.Errorf("another player with the same key: %v", err)
		}
		if s := h.state("ann", game); s.Price != 52 {
			t.Errorf("the price is %v, expected 52", s.Price)
		}
		for range 2 {
			err := h.Do(t.Context(), h.person("tom"), game, bad)
			if !errors.Is(err, play.ErrStale) {
				t.Errorf("an answer to no question: %v", err)
			}
			h.must("ann", game, ask("now there is one"))
		}
		time.Sleep(3 * time.Minute)
		if err := h.Do(t.Context(), h.person("ann"), game, good); err != nil {
			t.Errorf("after the end: %v", err)
		}
	})
}

// TestTooMany has a player act without end.
func TestTooMany(t *testing.T) {
	suite.Slow(t, "fills the site")
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 3600}}, human, func(t *testing.T, h *house) {
		game := h.start("tom", "ann", "bob", "cat")
		var err error
		n := 0
		for ; err == nil && n < 5000; n++ {
			err = h.do("ann", game, bet([]trade.Side{trade.Human, trade.Computer}[n%2]))
			time.Sleep(time.Second)
		}
		if !errors.Is(err, play.ErrTooMany) || n != 1001 {
			t.Errorf("%d actions, %v", n, err)
		}
		h.must("ann", game, play.Action{Kind: trade.Leave})
		h.must("bob", game, bet(trade.Human))
		cut, ended := 0, make(chan error)
		for range 20 {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				_, _, err := h.Watch(ctx, h.person("cat"), game, 1<<30)
				ended <- err
			}()
		}
		for range 20 {
			err := <-ended
			if _, full := errors.AsType[*guard.LimitError](err); full {
				cut++
			} else if !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		}
		if cut != 12 {
			t.Errorf("%d of 20 streams were refused, expected 12", cut)
		}
	})
}

// TestLobby checks who may wait, and what others see of it.
func TestLobby(t *testing.T) {
	inHouse(t, play.Options{}, nil, func(t *testing.T, h *house) {
		ctx := t.Context()
		machine := suite.Must(h.accounts.RegisterMachine(ctx, "test",
			accounts.Credentials{Username: "robot", Consent: true}))(t)
		if err := h.Enter(ctx, machine.ID, play.AsTarget); !errors.Is(err, play.ErrRole) {
			t.Errorf("a machine as the human target: %v", err)
		}
		shy := suite.Must(h.accounts.RegisterGuest(ctx, "test", false))(t)
		if err := h.Enter(ctx, shy.ID, play.AsBettor); !errors.Is(err, play.ErrConsent) {
			t.Errorf("without consent: %v", err)
		}
		if err := errors.Join(h.Agree(ctx, shy.ID), h.Enter(ctx, shy.ID, play.AsBettor),
			h.Withdraw(ctx, shy.ID)); err != nil {
			t.Error(err)
		}
		if err := h.Enter(ctx, shy.ID, "spectator"); !errors.Is(err, play.ErrAction) {
			t.Errorf("another role: %v", err)
		}
		if err := h.Enter(ctx, "nobody", play.AsBettor); !errors.Is(err, accounts.ErrUnknown) {
			t.Errorf("nobody: %v", err)
		}
		h.enter("ann", play.AsBettor)
		h.enter("ann", play.AsBettor) // another tab
		if err := h.Enter(ctx, h.person("ann"), play.AsTarget); !errors.Is(err, play.ErrWaiting) {
			t.Errorf("a bettor as the target: %v", err)
		}
		if l, err := h.Lobby(ctx, ""); err != nil || l.Bettors != 1 || l.Targets != 0 || l.Start >= 0 {
			t.Errorf("a visitor sees %+v, %v", l, err)
		}
		time.Sleep(time.Hour)
		if l := h.lobby("bob"); l.Bettors != 0 {
			t.Errorf("bob sees %+v, an hour after ann closed her page", l)
		}
		h.enter("ann", play.AsBettor)
		h.enter("tom", play.AsTarget)
		if l := h.lobby("tom"); l.Start != 20*time.Second || l.Targets != 1 || l.Bettors != 1 {
			t.Errorf("tom sees %+v", l)
		}
		time.Sleep(21 * time.Second)
		game := h.lobby("ann").Game
		if game == "" {
			t.Fatal("no game has started")
		}
		if err := h.Enter(ctx, h.person("ann"), play.AsTarget); !errors.Is(err, play.ErrPlaying) {
			t.Errorf("a bettor in a game as the target of another: %v", err)
		}
	})
}

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
	inHouse(t, play.Options{Patience: time.Second}, human, func(t *testing.T, h *house) {
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

// TestLobbyTellsNothing compares all that bettors and visitors see while a game runs with a person
// as the target and while one runs with a program. Both games go the same way, up to their end.
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
