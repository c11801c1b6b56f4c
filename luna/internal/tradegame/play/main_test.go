package play_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// house is a referee on a database file that can be opened again.
type house struct {
	*play.Referee
	t        *testing.T
	path     string
	options  play.Options
	store    *store.Store
	accounts *accounts.Service
	people   map[string]accounts.ID
	keys     int
}

// newHouse opens a referee on a new file.
func newHouse(t *testing.T, o play.Options) *house {
	t.Helper()
	if o.Targets == nil {
		o.Targets = []play.Target{{Name: "simple", Responder: responder.Fixed(responder.Interesting)}}
	}
	h := &house{
		t: t, path: filepath.Join(t.TempDir(), "luna.db"), options: o,
		people: make(map[string]accounts.ID),
	}
	h.open()
	t.Cleanup(h.close)
	return h
}

// inHouse has a test play in a new house with a clock of its own, after a toss, if it is not left
// to chance.
func inHouse(t *testing.T, o play.Options, toss func() bool, test func(t *testing.T, h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, o)
		if toss != nil {
			h.SetToss(toss)
		}
		test(t, h)
	})
}

func (h *house) open() {
	h.t.Helper()
	ctx := context.Background()
	h.store = suite.Must(store.Open(ctx, h.path))(h.t)
	h.accounts = suite.Must(accounts.Open(ctx, accounts.Options{
		Store: h.store, Limits: sitetest.Wide, Cost: sitetest.Cost, Clock: h.options.Clock,
	}))(h.t)
	h.options.Store, h.options.Accounts = h.store, h.accounts
	if h.options.Log == nil {
		h.options.Log = slog.New(slog.NewTextHandler(h.t.Output(), nil))
	}
	h.Referee = suite.Must(play.Open(ctx, h.options))(h.t)
	h.accounts.Observe(h.Referee.Observer())
}

func (h *house) close() {
	if h.Referee == nil {
		return
	}
	h.Close()
	h.Referee = nil
	suite.OK(h.t, h.store.Close())
}

// kept returns the archive, also while no referee is open.
func (h *house) kept() *archive.Archive {
	h.t.Helper()
	return suite.Must(archive.Open(h.t.Context(), h.store))(h.t)
}

// verify verifies the archive.
func (h *house) verify() (records, games int, problems []string, err error) {
	r, err := h.kept().Verify(h.t.Context(), nil)
	return r.Events, r.Games, r.Problems, err
}

// reopen closes the referee and opens it again.
func (h *house) reopen() {
	h.t.Helper()
	h.close()
	h.open()
}

// person returns the account of a player, who agrees that logs are published.
func (h *house) person(name string) accounts.ID {
	h.t.Helper()
	if id, ok := h.people[name]; ok {
		return id
	}
	a := suite.Must(h.accounts.Register(context.Background(), "test",
		accounts.Credentials{Username: name, Password: "correct horse", Consent: true}))(h.t)
	suite.OK(h.t, h.Agree(context.Background(), a.ID))
	h.people[name] = a.ID
	return a.ID
}

// start has bettors and a target meet, and returns the game of the first bettor.
func (h *house) start(target string, bettors ...string) (game string) {
	h.t.Helper()
	h.gather(target, bettors...)
	for range 400 {
		if game = h.lobby(bettors[0]).Game; game != "" {
			return game
		}
		time.Sleep(100 * time.Millisecond)
	}
	h.t.Fatal("no game starts")
	return ""
}

// gather makes as many players wait as a game needs. The game starts a moment later. The target
// enters first: if a program was the target of the last game, this player still waits, and the last
// bettor's request could start the next game.
func (h *house) gather(target string, bettors ...string) {
	h.t.Helper()
	h.enter(target, play.AsTarget)
	for _, name := range bettors {
		h.enter(name, play.AsBettor)
	}
}

func (h *house) enter(name string, role play.Role) {
	h.t.Helper()
	suite.OK(h.t, h.Enter(context.Background(), h.person(name), role))
}

func (h *house) lobby(name string) play.Lobby {
	h.t.Helper()
	return suite.Must(h.Lobby(context.Background(), h.person(name)))(h.t)
}

// do acts with a new key.
func (h *house) do(name, game string, a play.Action) error {
	h.keys++
	a.Key = fmt.Sprint("key ", h.keys)
	return h.Do(context.Background(), h.person(name), game, a)
}

// must is do for what must be possible.
func (h *house) must(name, game string, a play.Action) {
	h.t.Helper()
	if err := h.do(name, game, a); err != nil {
		h.t.Fatalf("%s: %+v: %v", name, a, err)
	}
}

func (h *house) state(name, game string) play.State {
	h.t.Helper()
	return suite.Must(h.State(context.Background(), h.person(name), game))(h.t)
}

// all returns what a player has learned of a game so far.
func (h *house) all(name, game string) []trade.Message {
	h.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	time.AfterFunc(time.Millisecond, cancel)
	msgs, _, err := h.Watch(ctx, h.person(name), game, 0)
	if err != nil && ctx.Err() == nil {
		h.t.Fatal(err)
	}
	return msgs
}

func human() bool   { return true }
func program() bool { return false }

func ask(text string) play.Action { return play.Action{Kind: trade.Question, Text: text} }

func reply(number int, text string) play.Action {
	return play.Action{Kind: trade.Answer, Number: number, Text: text}
}

func bet(side trade.Side) play.Action { return play.Action{Kind: trade.Bet, Side: side} }

// TestGame plays a whole game with a person as the target.
func TestGame(t *testing.T) {
	inHouse(t, play.Options{}, human, func(t *testing.T, h *house) {
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

// TestPace has a script bet as fast as it can, there and back, with a restart in between.
func TestPace(t *testing.T) {
	inHouse(t, play.Options{}, human, func(t *testing.T, h *house) {
		game := h.start("tom", "ann", "bob", "cat")
		accepted := 0
		try := func(n int) {
			t.Helper()
			for i := range n {
				err := h.do("ann", game, bet([]trade.Side{trade.Human, trade.Computer}[i%2]))
				if err == nil {
					accepted++
				} else if e := play.Statuses().Of(err); e.Status != http.StatusTooManyRequests ||
					e.Header.Get("Retry-After") != "1" || !errors.Is(err, play.ErrPace) {
					t.Fatal(err)
				}
			}
		}
		try(200)
		if accepted != 80 {
			t.Errorf("%d bets at once, expected 80", accepted)
		}
		h.must("bob", game, bet(trade.Human)) // has a pace of their own
		h.must("ann", game, ask("May I?"))
		for range 10 {
			time.Sleep(time.Second)
			try(3)
		}
		if accepted != 90 {
			t.Errorf("%d bets after 10 s, expected 90", accepted)
		}
		h.reopen()
		if try(3); accepted != 90 {
			t.Errorf("%d bets after a restart, expected 90", accepted)
		}
	})
}

// TestPaceOfLogs replays a log with more bets than a live game has.
func TestPaceOfLogs(t *testing.T) {
	if n, err := play.Replay(997); n != 997 || err != nil {
		t.Errorf("%d bets, %v", n, err)
	}
}
