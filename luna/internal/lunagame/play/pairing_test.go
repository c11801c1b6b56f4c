package play_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/journal"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

func machine(t *testing.T, f *fixture, name string) game.PlayerID {
	t.Helper()
	c := accounts.Credentials{Username: name}
	a := suite.Must(f.accounts.RegisterMachine(t.Context(), "here", c))(t)
	return game.PlayerID(a.ID)
}

func enter(t *testing.T, f *fixture, p game.PlayerID) game.View {
	t.Helper()
	return suite.Must(f.Enter(t.Context(), p, five))(t)
}

// joined waits until a game has an opponent, and returns it.
func joined(t *testing.T, f *fixture, p game.PlayerID, id game.GameID) game.View {
	t.Helper()
	for range 2000 {
		v := suite.Must(f.Game(t.Context(), p, id))(t)
		if v.Phase >= 2 {
			return v
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("nobody joined game %s", id)
	return game.View{}
}

// TestGraceEnds checks that a person's game that nobody has joined goes to a machine when its grace
// ends, although nothing else happens, and that the machine can see it.
//
//luna:race
func TestGraceEnds(t *testing.T) {
	suite.Slow(t, "plays in real time")
	const grace = 300 * time.Millisecond
	path := filepath.Join(t.TempDir(), "luna.db")
	o := play.Options{Pairing: play.Pairing{Grace: grace}}
	r := open(t, path, o)
	ann, bob := guest(t, r), guest(t, r)
	bot, bot2 := machine(t, r, "bot"), machine(t, r, "bot 2")
	waiting := enter(t, r, bot)
	if v := enter(t, r, bot2); v.Phase != 1 {
		t.Errorf("two machines meet: %+v", v)
	}
	began := time.Now()
	hers := enter(t, r, ann)
	if v := joined(t, r, ann, hers.ID); time.Since(began) < grace/3 || v.OpMachine != nil {
		t.Errorf("after %v: %+v", time.Since(began), v)
	}
	games, _, err := r.Games(t.Context(), bot, archive.Page{})
	if err != nil || len(games) != 2 || games[0].ID != hers.ID || games[0].Turn != game.ToAct ||
		games[1].ID != waiting.ID || games[1].Active || games[1].Turn != game.Waiting {
		t.Errorf("the machine sees %+v, %v", games, err)
	}

	// A grace that ended while the server was down ends at its start.
	his := enter(t, r, bob)
	r.Close()
	time.Sleep(3 * grace)
	again := open(t, path, o)
	suite.OK(t, again.Due(t.Context()))
	if v, err := again.Game(t.Context(), bot2, his.ID); err != nil || v.Phase != 2 {
		t.Errorf("the other machine sees %+v, %v", v, err)
	}
}

// from returns the context of a request from an address.
func from(t *testing.T, address string) context.Context {
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/", nil)
	r.RemoteAddr = address + ":1"
	return fair.From(r.Context(), r)
}

// playFrom plays a game of two players, who guess from addresses. Without a guess, the second one
// leaves.
func playFrom(
	t *testing.T, f *fixture, a, b game.PlayerID, addressA, addressB string, ofB float64, ofA *float64,
) game.GameID {
	t.Helper()
	suite.Must(f.Enter(t.Context(), a, five))(t)
	v, err := f.Enter(t.Context(), b, five)
	if err != nil || v.Phase != 2 {
		t.Fatalf("phase %d, %v", v.Phase, err)
	}
	for _, p := range []game.PlayerID{a, b} {
		suite.Must(f.Respond(t.Context(), p, v.ID, five))(t)
	}
	suite.Must(f.Guess(from(t, addressA), a, v.ID, ofB))(t)
	if ofA == nil {
		_, err = f.Deactivate(from(t, addressB), b, v.ID)
	} else {
		_, err = f.Guess(from(t, addressB), b, v.ID, *ofA)
	}
	suite.OK(t, err)
	return v.ID
}

func rating(t *testing.T, f *fixture, p game.PlayerID) string {
	t.Helper()
	x := suite.Must(f.Player(t.Context(), p, play.MaxHistory))(t)
	if x.Rating == nil {
		return "none"
	}
	return fmt.Sprintf("%.12g", *x.Rating) // sums of fractions are rounded
}

// TestRingOfStrangers has a ring from as many addresses as accounts, which has played nobody else,
// praise a new account on a site with 24 others, and then play with one of these.
func TestRingOfStrangers(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{
		Damping: play.AutoDamping, Clock: func() time.Time { return now },
	})
	addresses := 0
	address := func() string { addresses++; return fmt.Sprint("192.0.2.", addresses) }
	people, where := make([]game.PlayerID, 24), make([]string, 24)
	for i := range people {
		people[i], where[i] = guest(t, f), address()
	}
	for i := range people {
		for _, j := range []int{(i + 1) % len(people), (i + 2) % len(people)} {
			playFrom(t, f, people[i], people[j], where[i], where[j], 50, new(50.))
		}
	}
	if rating(t, f, people[0]) == "none" {
		t.Fatal("on a young site, four newcomers make no rating")
	}
	now = now.Add(time.Hour)
	suite.OK(t, f.Tick(t.Context()))
	fresh, ring, rings := guest(t, f), make([]game.PlayerID, 6), make([]string, 6)
	for i := range ring {
		ring[i], rings[i] = guest(t, f), address()
		for j := range i {
			playFrom(t, f, ring[i], ring[j], rings[i], rings[j], 100, new(100.))
		}
	}
	own := address()
	for i := range ring {
		playFrom(t, f, fresh, ring[i], own, rings[i], 50, new(100.))
	}
	if r := rating(t, f, fresh); r != "none" {
		t.Errorf("six strangers made a rating of %s", r)
	}
	// A stranger who plays one of the others is known, and so are those whom they play.
	playFrom(t, f, fresh, people[0], own, where[0], 50, new(30.))
	if r := rating(t, f, fresh); r == "none" || r == "100" {
		t.Errorf("with a guess of somebody experienced, the rating is %s", r)
	}
}

// TestLocalGuesses are those of the server's own computer, as before there were weights.
func TestLocalGuesses(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	ann, bob := guest(t, f), guest(t, f)
	playFrom(t, f, ann, bob, "127.0.0.1", "127.0.0.1", 60, new(70.))
	if a, b := rating(t, f, ann), rating(t, f, bob); a != "70" || b != "60" {
		t.Errorf("ratings %s and %s", a, b)
	}
	// Bob cannot undo ann's guess by leaving.
	id := playFrom(t, f, ann, bob, "127.0.0.1", "127.0.0.1", 0, nil)
	if r := rating(t, f, bob); r != "30" {
		t.Errorf("rating %s of the player who left", r)
	}
	v, err := f.Game(t.Context(), ann, id)
	if err != nil || v.Active || v.Outcome == nil || *v.Outcome != game.Won {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a referee with its dependencies.
type fixture struct {
	*play.Referee
	accounts *accounts.Service
	store    *store.Store
}

func open(t *testing.T, path string, o play.Options) *fixture {
	t.Helper()
	f := &fixture{}
	f.store = suite.Must(store.Open(t.Context(), path))(t)
	f.accounts = suite.Must(accounts.Open(t.Context(), accounts.Options{Store: f.store}))(t)
	o.Store, o.Accounts = f.store, f.accounts
	f.Referee = suite.Must(play.Open(t.Context(), o))(t)
	t.Cleanup(func() {
		f.Close()
		suite.OK(t, f.store.Close())
	})
	return f
}

func guest(t *testing.T, f *fixture) game.PlayerID {
	t.Helper()
	a := suite.Must(f.accounts.RegisterGuest(t.Context(), "here", true))(t)
	return game.PlayerID(a.ID)
}

var five = []string{"1", "2", "3", "4", "5"}

// TestSecondPlayerJoins also covers a player's first game, before which they are in no tournament.
func TestSecondPlayerJoins(t *testing.T) {
	r := open(t, filepath.Join(t.TempDir(), "a b?c#d%.db"), play.Options{})
	ann, bob := guest(t, r), guest(t, r)
	first := suite.Must(r.Enter(t.Context(), ann, five))(t)
	second := suite.Must(r.Enter(t.Context(), bob, five))(t)
	if first.ID != second.ID || second.Phase != 2 || second.Turn != game.ToAct {
		t.Errorf("found game %s in phase %d, expected game %s in phase 2", second.ID, second.Phase,
			first.ID)
	}
	if _, err := r.Enter(t.Context(), "nobody", five); !errors.Is(err, accounts.ErrUnknown) {
		t.Errorf("a player without an account: %v", err)
	}
	cyd := guest(t, r)
	var invalid *game.InvalidError
	if _, err := r.Enter(t.Context(), cyd, five[:4]); !errors.As(err, &invalid) {
		t.Errorf("four questions: %v", err)
	}
	if p, err := r.Player(t.Context(), cyd, play.MaxHistory); err != nil || !p.Joined.IsZero() {
		t.Errorf("a refused first game left %+v (%v)", p, err)
	}
}

// TestConcurrentPlay has many players play many games concurrently, with repeated and premature
// submissions, and replays the log.
func TestConcurrentPlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	r := open(t, path, play.Options{})
	const players, games = 24, 5
	var wg sync.WaitGroup
	for i := range players {
		wg.Go(func() { playGames(t, r, uint64(i), games) })
	}
	wg.Wait()
	again, _ := game.Open(nil, game.Empty{}, 0)
	var log []game.Event
	for e, err := range store.LogOf[game.Event](r.store, "events").Events(t.Context(), 0) {
		suite.OK(t, err)
		suite.Must(again.Apply(e))(t)
		log = append(log, e)
	}
	finished := 0
	for g, err := range r.Finished(t.Context()) {
		suite.OK(t, err)
		replayed := suite.Must(again.Game(g.ID))(t)
		for i := range replayed.Seats {
			s := &replayed.Seats[i]
			s.Questions = log[s.QuestionsEvent-1].Questions
			s.Responses = log[s.ResponsesEvent-1].Responses
		}
		if diff := cmp.Diff(g, replayed); diff != "" {
			t.Fatalf("game %s differs from its log: %s", g.ID, diff)
		}
		if g.Status == game.Finished {
			finished++
		}
		for _, seat := range g.Seats {
			now := suite.Must(r.Player(t.Context(), seat.Player, play.MaxHistory))(t)
			then, _ := again.Player(seat.Player)
			if seat.Player != "" && !cmp.Equal(now, then) {
				t.Fatalf("player %s: %s", seat.Player, cmp.Diff(now, then))
			}
		}
	}
	if least := players * games / 4; finished < least {
		t.Errorf("%d games were finished, expected at least %d", finished, least)
	}
}

// playGames plays until a player has entered the given number of games and no game waits for them.
func playGames(t *testing.T, r *fixture, seed uint64, games int) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(seed, 7))
	a, err := r.accounts.RegisterGuest(ctx, "here", true)
	if err != nil {
		t.Error(err)
		return
	}
	me := game.PlayerID(a.ID)
	for range games {
		if _, err := r.Enter(ctx, me, five); err != nil && !errors.Is(err, game.ErrTooManyGames) {
			t.Error(err)
		}
	}
	for range 60 {
		views, err := r.Active(ctx, me)
		if err != nil {
			t.Error(err)
		}
		for _, v := range views {
			act(t, r, rng, me, v)
		}
		time.Sleep(time.Duration(rng.IntN(500)) * time.Microsecond)
	}
}

func act(t *testing.T, r *fixture, rng *rand.Rand, me game.PlayerID, v game.View) {
	ctx := context.Background()
	answers := []string{fmt.Sprint(rng.IntN(9)), "", "x", "y", "z"}
	accepted := 0
	for range 3 { // at most one of which can count
		var err error
		switch v.Phase / 2 {
		case 1:
			_, err = r.Respond(ctx, me, v.ID, answers)
		case 2:
			_, err = r.Guess(ctx, me, v.ID, float64(rng.IntN(101)))
		default:
			return
		}
		if err == nil {
			accepted++
		} else if !errors.Is(err, game.ErrNotYourTurn) && !errors.Is(err, game.ErrWrongPhase) &&
			!errors.Is(err, game.ErrGameOver) {
			t.Error(err)
		}
	}
	if accepted > 1 || v.Turn == game.ToAct && accepted != 1 {
		t.Errorf("%d of three submissions were accepted", accepted)
	}
}

// TestNothingIsLost checks that another referee reads all acknowledged changes without a Close.
func TestNothingIsLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	r := open(t, path, play.Options{})
	ann, bob := guest(t, r), guest(t, r)
	var ids []game.GameID
	for _, p := range []game.PlayerID{ann, bob, ann, bob} {
		v := suite.Must(r.Enter(t.Context(), p, five))(t)
		ids = append(ids, v.ID)
	}
	again := open(t, path, play.Options{})
	for _, p := range []game.PlayerID{ann, bob} {
		was, _, _ := r.Games(t.Context(), p, archive.Page{})
		is, _, err := again.Games(t.Context(), p, archive.Page{})
		if err != nil || !cmp.Equal(was, is) || len(is) != 2 {
			t.Errorf("games of %s: %s (%v)", p, cmp.Diff(was, is), err)
		}
	}
	// Two referees writing the same log detect each other, and a refused change has no effect.
	suite.Must(again.Respond(t.Context(), ann, ids[0], five))(t)
	if _, err := r.Respond(t.Context(), bob, ids[0], five); !errors.Is(err,
		journal.ErrUnavailable) {
		t.Errorf("a submission behind the other's back: %v", err)
	}
	v, err := r.Respond(t.Context(), bob, ids[0], five)
	if err != nil || v.Phase != 4 {
		t.Errorf("the second attempt ended in phase %d (%v), expected both responses in phase 4",
			v.Phase, err)
	}
}

func TestAggregateMustMatchLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	f := open(t, path, play.Options{})
	o := play.Options{Store: f.store, Accounts: f.accounts, Aggregate: half{}}
	if _, err := play.Open(t.Context(), o); err == nil {
		t.Error("a log was opened with another aggregate than it was written with")
	}
}

// half is an aggregate under another name.
type half struct{ game.Mean }

func (half) Name() string { return "half" }

// TestQuota checks that a full rating system opens no games, and that those it has can be joined
// and finished.
func TestQuota(t *testing.T) {
	full := func(err error) bool {
		_, ok := errors.AsType[*play.FullError](err)
		return ok && play.Statuses().Of(err).Status == http.StatusServiceUnavailable
	}
	path := filepath.Join(t.TempDir(), "luna.db")
	r := open(t, path, play.Options{Quota: play.Quota{Games: 1}})
	ann, bob, cyd := guest(t, r), guest(t, r), guest(t, r)
	v := suite.Must(r.Enter(t.Context(), ann, five))(t)
	if _, err := r.Enter(t.Context(), ann, five); !full(err) {
		t.Errorf("a second game: %v", err)
	}
	suite.Must(r.Enter(t.Context(), bob, five))(t)
	if _, err := r.Enter(t.Context(), cyd, five); !full(err) {
		t.Errorf("a game of a new player: %v", err)
	}
	if c, _, _ := r.Counts(t.Context()); c.Players != 2 {
		t.Errorf("a refused player has left a trace: %+v", c)
	}
	suite.Must(r.Deactivate(t.Context(), bob, v.ID))(t)
	if _, err := r.Enter(t.Context(), cyd, five); err != nil {
		t.Errorf("a game after another one ended: %v", err)
	}
	small := open(t, path, play.Options{Quota: play.Quota{Bytes: 1}})
	if _, err := small.Enter(t.Context(), cyd, five); !full(err) {
		t.Errorf("a game in a database that is too large: %v", err)
	}
	if _, err := small.Enter(t.Context(), bob, five); err != nil {
		t.Errorf("joining an open game: %v", err)
	}
}

// TestMachinesThatDied has a machine wait whose program dies, and a person whose grace ends: they
// are paired only when the machine is back, which then happens at once.
//
//luna:race
func TestMachinesThatDied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	synctest.Test(t, func(t *testing.T) {
		const grace = 30 * time.Second
		r := open(t, path, play.Options{Pairing: play.Pairing{Grace: grace}})
		ann, bot, alive := guest(t, r), machine(t, r, "bot"), machine(t, r, "alive")
		left := enter(t, r, bot)
		time.Sleep(3 * time.Minute) // bot is not seen any more
		hers := enter(t, r, ann)
		time.Sleep(10 * grace)
		synctest.Wait()
		if v, err := r.Game(t.Context(), ann, hers.ID); err != nil || v.Phase != 1 {
			t.Fatalf("a dead machine was found for ann: %+v, %v", v, err)
		}
		if v := enter(t, r, alive); v.ID != hers.ID {
			t.Errorf("the other machine is in %+v, not with ann", v)
		}
		again := enter(t, r, ann)
		time.Sleep(10 * grace)
		if _, err := r.Player(t.Context(), bot, play.MaxHistory); err != nil { // bot looks at its profile
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		v, err := r.Game(t.Context(), bot, left.ID)
		if err != nil || v.Active || v.Moved != again.ID {
			t.Errorf("the machine that is back sees %+v, %v", v, err)
		}
		if v, err = r.Game(t.Context(), bot, v.Moved); err != nil || v.Turn != game.ToAct || !v.Notice {
			t.Errorf("and in the place of that %+v, %v", v, err)
		}
		games, _, err := r.Games(t.Context(), bot, archive.Page{})
		if err != nil || len(games) != 2 || games[1].Moved != again.ID || games[0].Moved != "" {
			t.Errorf("all games: %+v, %v", games, err)
		}
	})
}

// TestCrowdIsDamped has five guests, from an address each, guess 0 about a player whom four others
// rate 60, and the operator undo what the server then does.
func TestCrowdIsDamped(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	now := time.Date(2016, 2, 18, 12, 0, 0, 0, time.UTC)
	for _, damping := range []play.Damping{play.AutoDamping, play.ReportDamping} {
		f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{
			Damping: damping, Clock: func() time.Time { return now },
		})
		victim, other := guest(t, f), guest(t, f)
		for i := range 4 {
			p := guest(t, f)
			playFrom(t, f, victim, p, "127.0.0.1", "127.0.0.1", 50, new(59+float64(i)/2))
			playFrom(t, f, other, p, "127.0.0.1", "127.0.0.1", 50, new(30.))
		}
		var crowd []game.PlayerID
		for i := range 5 {
			crowd = append(crowd, guest(t, f))
			playFrom(t, f, victim, crowd[i], "127.0.0.1", fmt.Sprint("192.0.2.", i), 50, new(0.))
		}
		low := rating(t, f, victim)
		if err := f.Tick(t.Context()); err != nil { // just after the start
			t.Fatal(err)
		}
		if r := rating(t, f, victim); r != low {
			t.Errorf("%s: rating %s soon after the start, want %s", damping, r, low)
		}
		now = now.Add(time.Hour)
		suite.OK(t, f.Tick(t.Context()))
		r, want := rating(t, f, victim), "59.75"
		if damping == play.ReportDamping {
			want = low
		}
		if r != want {
			t.Errorf("%s: rating %s, want %s", damping, r, want)
		}
		if damping == play.ReportDamping {
			continue
		}
		a := suite.Must(archive.Open(t.Context(), f.store))(t)
		damped, err := a.Damped(t.Context())
		if d := damped[crowd[2]]; err != nil || len(damped) != 5 ||
			!strings.HasPrefix(d.Reason, "crowd: one of 5 players") {
			t.Errorf("%+v, %v", damped, err)
		}
		for _, p := range crowd {
			d := game.Damping{Weight: 1, Reason: "lifted by the operator"}
			suite.OK(t, a.Want(t.Context(), p, d))
		}
		for range 2 { // it stays so although the next search finds the same
			now = now.Add(time.Hour)
			playFrom(t, f, crowd[0], crowd[1], "127.0.0.1", "127.0.0.1", 1, new(2.))
			suite.OK(t, f.Tick(t.Context()))
			if r := rating(t, f, victim); r != low {
				t.Errorf("rating %s after the operator lifted it, want %s", r, low)
			}
		}
		if left, err := a.Wanted(t.Context()); err != nil || len(left) > 0 {
			t.Errorf("%v is still wanted, %v", left, err)
		}
	}
}
