package pages_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/trade"
)

// TestLobby enters, waits, withdraws and gets into a game.
func TestLobby(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).get("/trade").want(t, 200, "Turing Trade", "Person or computer?", "two minutes",
		`href="/consent?next=/trade"`, "Turing Trade</a>").lacks(t, `name="role"`)
	ann, bob := p.guest(t), p.guest(t)
	ann.get("/trade").want(t, 200, "Turing Trade", `name="public"`, "Join as a bettor")
	ann.post("/trade/enter", url.Values{"role": {"bettor"}}).want(t, http.StatusForbidden,
		"Problem: Turing Trade", "tick this box", `aria-invalid="true"`)
	ann.post("/trade/enter", url.Values{"role": {"cat"}, "public": {"yes"}}).want(t, 400,
		"No role was chosen")
	ann.post("/trade/enter", url.Values{"role": {"bettor"}, "public": {"yes"}}).want(t, 200,
		"Waiting for a game", "Nobody offers to be the target", `content="3"`)
	bob.post("/trade/enter", url.Values{"role": {"target"}, "public": {"yes"}}).want(t, 200,
		"Waiting for a game", "at most 12 seconds", "chance decides")
	if got := ann.events("/trade/events", "", 300*time.Millisecond); got !=
		"retry: 1000\ndata: "+`{"waiting":true,"bettors":1,"targets":1,"starts":12}`+"\n\n" {
		t.Errorf("the state is %s", got)
	}
	bob.post("/trade/withdraw", url.Values{}).want(t, 200, "Turing Trade").lacks(t, `name="public"`)
	p.nature = trade.Human
	id := p.start(ann.id, bob.id)
	if got := ann.events("/trade/events", "", time.Minute); got !=
		"retry: 1000\ndata: "+`{"game":"/trade/games/`+id+`","waiting":false,"bettors":0,"targets":0,"starts":-1}`+
			"\n\n" {
		t.Errorf("the state is %s", got)
	}
	ann.get("/trade").want(t, 200, "Person or computer?")
	ann.get("/trade/games/"+id).want(t, 200, "Person or computer?", "Bet human")
	bob.get("/trade/games/"+id).want(t, 200, "You are the target").lacks(t, "Bet human")
	p.guest(t).get("/trade/games/"+id).want(t, 404, "Page not found")
	if got := p.visitor(t).get("/trade/games/" + id); got.path != "/enter/login" {
		t.Errorf("a visitor came to %s", got.path)
	}
}

// TestNext goes through the forms of accounts to where somebody wanted to go.
func TestNext(t *testing.T) {
	p := open(t, trade.Settings{})
	for form, title := range map[string]string{
		"/consent": "Before you play", "/enter/signup": "Sign up",
	} {
		p.visitor(t).get(form+"?next=/trade/leaders").want(t, 200, title,
			`value="/trade/leaders"`, `href="/enter/login?next=%2ftrade%2fleaders"`)
	}
	for next, want := range map[string]string{
		"/trade/leaders": "/trade/leaders", "//evil.example": "/trade", "": "/trade",
	} {
		if got := p.guest(t).get("/consent?next=" + next); got.path != want {
			t.Errorf("after %q a player comes to %s, expected %s", next, got.path, want)
		}
	}
}

// TestLeaving leaves a game that goes on, which is not opened again.
func TestLeaving(t *testing.T) {
	p := open(t, trade.Settings{})
	ann, bob := p.guest(t), p.guest(t)
	id := p.start(ann.id, bob.id)
	ann.post("/trade/games/"+id+"/leave", url.Values{"key": {"1"}}).want(t, 200,
		"You have left a game", "It goes on without you").lacks(t, `name="role"`)
	ann.get("/trade").want(t, 200, "You have left a game", `data-state="open"`)
	ann.get("/trade/games/"+id+"/write").want(t, 200, "You have left a game")
	bob.get("/trade").want(t, 200, "Person or computer?")
	p.pass(3 * time.Minute)
	ann.get("/trade").want(t, 200, "Turing Trade", `name="role"`)
	ann.get("/trade/games/"+id).want(t, 200, "The target was a computer")
	p.nature = trade.Human
	id = p.start(ann.id, bob.id)
	bob.post("/trade/games/"+id+"/leave", url.Values{"key": {"1"}}).want(t, 200,
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
