package pages_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// TestBlockOnPages finds the button on every page of a game with another player, blocks them in a
// game under way and in a finished one, and takes that back.
func TestBlockOnPages(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	if got := ann.Get(path); strings.Contains(got.HTML, "Block this player") {
		t.Error("a player can be blocked before there is one")
	}
	const button = `<button class="danger">Block this player</button>`
	shows := func(title string) { t.Helper(); ann.Get(path).Want(t, 200, title, button) }
	bob.begin(texts("Bob", "question")...)
	shows("Your turn: respond")
	ann.Post(path+"/response", five("r", texts("Ann", "response")...))
	shows("Waiting for the other player&#39;s responses")
	bob.Post(path+"/response", five("r", texts("Bob", "response")...))
	shows("Your turn: guess")
	ann.Post(path+"/guess", url.Values{"guess": {"60"}})
	bob.Get(path).Want(t, 200, "Your turn: guess", "so you lose, and the guess counts")
	bob.Post(path+"/guess", url.Values{"guess": {"50"}})
	shows("A tie")
	ann.Post(path+"/block", nil).Want(t, 200, "A tie", "You have blocked this player",
		"Unblock this player")
	for _, v := range []*person{ann, bob} {
		v.begin(texts("one more", "question")...)
		v.Get("/play").Want(t, 200, "Your games", "Waiting for another player")
	}
	ann.Get("/me").Want(t, 200, "Your profile", "Players you have blocked", "Unblock the player of game 1", "Unblock all")
	ann.Post("/play/unblock", nil).Want(t, 200, "Your profile", "Your guesses")
	suite.OK(t, p.referee.Due(t.Context()))
	ann.Get("/play").Want(t, 200, "Your turn in 1 game")

	ann, bob, path = p.guessing(t)
	bob.Post(path+"/block", nil).Want(t, 200, "This game ended without a result",
		"You left the game.", "you two are not paired again", "Unblock this player")
	ann.Get(path).Want(t, 200, "This game ended without a result", "The other player has left the game.",
		button)
	bob.Post(path+"/unblock", nil).Want(t, 200, "This game ended without a result", button)
	ann.Post(path+"/guess", url.Values{"guess": {"60"}}).Want(t, 409,
		"That is not possible right now", "The other player has left the game.")
}

// TestQuestionsGoOn deletes an account after the other player has asked: the page of the game says
// so, and leads to the one in which the questions wait.
func TestQuestionsGoOn(t *testing.T) {
	p := open(t, limits, nil)
	p.accounts.Observe(p.referee.AccountObserver())
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	bob.begin(texts("Bob", "question")...)
	bob.Post("/me/delete", url.Values{"sure": {"yes"}, "texts": {"yes"}}).Want(t, 200, "Your account was deleted")
	p.referee.Close() // which waits for what follows
	ann.Get(path).Want(t, 200, "This game ended without a result", "The other player has left the site.",
		"Your questions wait for another player", ">Game 2</a>")
}

// TestBrowserBlocked looks at the pages of a blocked player.
func TestBrowserBlocked(t *testing.T) {
	t.Parallel()
	b := pagetest.Launch(t)
	for _, width := range []int64{320, 1280} {
		p := open(t, limits, nil)
		suite.Must(p.accounts.Register(t.Context(), "here", accounts.Credentials{
			Username: "Ann", Password: "correct horse"}))(t)
		ann, bob := p.visitor(t), p.guest(t, "no")
		ann.Post("/enter/login", url.Values{"username": {"Ann"}, "password": {"correct horse"}})
		bob.begin(texts("Bob", "question")...)
		form := five("q", texts("Ann", "question")...)
		form.Set("consent", "no")
		path := ann.Post("/play/new", form).Path
		x := newTab(t, b, p, "Ann", width, 740)
		x.Open("/enter/login")
		x.Wait("Log in")
		x.Typed("#username", "Ann")
		x.Typed("#password", "correct horse")
		x.Click("main button")
		x.Wait("Your turn in 1 game")
		open := func(path, title string) {
			x.Open(path)
			x.Wait(title)
			x.Text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
			x.Look(fmt.Sprint("40", strings.ReplaceAll(title, " ", "-")))
		}
		open(path, "Your turn: respond")
		x.Click("form[action$='/block'] button")
		x.Wait("This game ended without a result")
		open(path, "This game ended without a result")
		open("/me", "Your profile")
		x.Click("form[action$='/play/unblock'] button")
		x.Until("!document.querySelector('#blocked')")
	}
}
