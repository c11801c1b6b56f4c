package pages_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	tradepages "github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place is a server of the pages with a fake game.
type place struct {
	*httptest.Server
	*fakeGame
	t        testing.TB
	accounts *accounts.Service
	log      *bytes.Buffer
}

func open(t testing.TB, s trade.Settings) *place {
	t.Helper()
	p := &place{t: t, fakeGame: newFakeGame(s), log: &bytes.Buffer{}}
	t.Cleanup(func() {
		if p.log.Len() > 0 {
			t.Errorf("unexpected server log: %s", p.log)
		}
	})
	_, p.accounts = sitetest.Accounts(t, sitetest.Wide, nil)
	h := suite.Must(pages.New(pages.Options{
		Accounts: p.accounts, Rules: status.Rules(play.Statuses()),
		Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}, tradepages.Pages(p.fakeGame, s)))(t)
	p.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
	})
	return p
}

// person is a person with a browser, as far as forms and cookies go.
type person struct {
	*sitetest.Person
	at *place
	id accounts.ID
}

func (p *place) visitor(t testing.TB) *person {
	t.Helper()
	return &person{Person: sitetest.Visitor(t, p.URL, p.Client().Transport), at: p}
}

// guest returns a visitor who plays as a guest.
func (p *place) guest(t testing.TB) *person {
	t.Helper()
	v := p.visitor(t)
	v.Post("/enter/guest", url.Values{"consent": {"no"}, "next": {"/trade"}}).Want(t, 200,
		"Turing Trade")
	v.id = v.Account(p.accounts)
	return v
}

// TestLobby enters, waits, withdraws and gets into a game.
func TestLobby(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).Get("/trade").Want(t, 200, "Turing Trade", "Person or computer?", "two minutes",
		`href="/consent?next=/trade"`, "Turing Trade</a>").Lacks(t, `name="role"`)
	ann, bob := p.guest(t), p.guest(t)
	ann.Get("/trade").Want(t, 200, "Turing Trade", `name="public"`, "Join as a bettor")
	ann.Post("/trade/enter", url.Values{"role": {"bettor"}}).Want(t, http.StatusForbidden,
		"Problem: Turing Trade", "tick this box", `aria-invalid="true"`)
	ann.Post("/trade/enter", url.Values{"role": {"cat"}, "public": {"yes"}}).Want(t, 400,
		"No role was chosen")
	ann.Post("/trade/enter", url.Values{"role": {"bettor"}, "public": {"yes"}}).Want(t, 200,
		"Waiting for a game", "Nobody offers to be the target", `content="3"`)
	bob.Post("/trade/enter", url.Values{"role": {"target"}, "public": {"yes"}}).Want(t, 200,
		"Waiting for a game", "at most 12 seconds", "chance decides")
	if got := ann.events("/trade/events", "", 300*time.Millisecond); got !=
		"retry: 1000\ndata: "+`{"waiting":true,"bettors":1,"targets":1,"starts":12}`+"\n\n" {
		t.Errorf("the state is %s", got)
	}
	bob.Post("/trade/withdraw", url.Values{}).Want(t, 200, "Turing Trade").Lacks(t, `name="public"`)
	p.nature = trade.Human
	id := p.start(ann.id, bob.id)
	if got := ann.events("/trade/events", "", time.Minute); got !=
		"retry: 1000\ndata: "+`{"game":"/trade/games/`+id+`","waiting":false,"bettors":0,"targets":0,"starts":-1}`+
			"\n\n" {
		t.Errorf("the state is %s", got)
	}
	ann.Get("/trade").Want(t, 200, "Person or computer?")
	ann.Get("/trade/games/"+id).Want(t, 200, "Person or computer?", "Bet human")
	bob.Get("/trade/games/"+id).Want(t, 200, "You are the target").Lacks(t, "Bet human")
	for _, path := range []string{"", "/write", "/state", "/events"} {
		p.guest(t).Get("/trade/games/"+id+path).Want(t, 404, "Page not found")
	}
	p.guest(t).Post("/trade/games/"+id+"/bet", url.Values{"side": {"human"}, "key": {"x"}}).Want(t, 404,
		"Page not found")
	if got := p.visitor(t).Get("/trade/games/" + id); got.Path != "/enter/login" {
		t.Errorf("a visitor came to %s", got.Path)
	}
}

// TestNext goes through the forms of accounts to where somebody wanted to go.
func TestNext(t *testing.T) {
	p := open(t, trade.Settings{})
	for form, title := range map[string]string{
		"/consent": "Before you play", "/enter/signup": "Sign up",
	} {
		p.visitor(t).Get(form+"?next=/trade/leaders").Want(t, 200, title,
			`value="/trade/leaders"`, `href="/enter/login?next=%2ftrade%2fleaders"`)
	}
	for next, want := range map[string]string{
		"/trade/leaders": "/trade/leaders", "//evil.example": "/trade", "": "/trade",
	} {
		if got := p.guest(t).Get("/consent?next=" + next); got.Path != want {
			t.Errorf("after %q a player comes to %s, expected %s", next, got.Path, want)
		}
	}
}

// TestLeaving leaves a game that goes on, which is not opened again.
func TestLeaving(t *testing.T) {
	p := open(t, trade.Settings{})
	ann, bob := p.guest(t), p.guest(t)
	id := p.start(ann.id, bob.id)
	ann.Post("/trade/games/"+id+"/leave", url.Values{"key": {"1"}}).Want(t, 200,
		"You have left a game", "It goes on without you").Lacks(t, `name="role"`)
	ann.Get("/trade").Want(t, 200, "You have left a game", `data-state="open"`)
	ann.Get("/trade/games/"+id+"/write").Want(t, 200, "You have left a game")
	bob.Get("/trade").Want(t, 200, "Person or computer?")
	p.pass(3 * time.Minute)
	ann.Get("/trade").Want(t, 200, "Turing Trade", `name="role"`)
	ann.Get("/trade/games/"+id).Want(t, 200, "The target was a computer")
	p.nature = trade.Human
	id = p.start(ann.id, bob.id)
	bob.Post("/trade/games/"+id+"/leave", url.Values{"key": {"1"}}).Want(t, 200,
		"The game is over", "The target left.")
}

// TestBrowserLeaving leaves a game, whose end the page then shows by itself.
func TestBrowserLeaving(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{})
	ann := newTab(t, browser, p.URL, "Ann", 360, 740)
	ann.play(p)
	p.start(ann.id, p.guest(t).id)
	ann.Wait("Person or computer?")
	ann.Click(".exits summary")
	ann.Click("#leave button")
	ann.Wait("You have left a game")
	ann.Look("53-left")
	p.pass(3 * time.Minute)
	ann.Wait("The target was a computer")
}

// TestLeaders looks at the leaderboards and at one's own standing.
func TestLeaders(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).Get("/trade/leaders").Want(t, 200, "Leaderboard of Turing Trade",
		"Guests are listed once", `aria-label="Bettors by points"`, ">Ann</th>", "116.1", "0.084",
		"Programs that bet", `aria-label="Programs by points"`, "noise-1", "−28.3", ">Cid</th>", "71.3",
		"Programs that are targets", "ELIZA").Lacks(t, "Nobody who")
	p.guest(t).Get("/me").Want(t, 200, "Your profile", "3 of 5 different opponents so far",
		"4 games that count", "61.5", "mean reward")
}
