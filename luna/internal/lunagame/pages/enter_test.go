package pages_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// as logs a window in as a person who has played without a browser.
func (b *tab) as(v *person) {
	b.Open("/static/none")
	b.Text("document.cookie = 'luna=" + v.Cookie("luna") + "; path=/'")
}

// TestBrowserEnter presses Enter in every field of every form of the Luna Game.
func TestBrowserEnter(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, func(o *options) {
		o.Forgot = func(string, string) error { return nil }
	})
	visitor := newTab(t, browser, p, "visitor", 1280, 900)
	ann, bob := p.visitor(t), p.guest(t, "no")
	ann.Post("/enter/signup", url.Values{"consent": {"yes"}, "username": {"ann"},
		"password": {"correct horse"}, "email": {"ann@example.org"}}).Want(t, 200, "Your turn: ask")
	account := suite.Must(p.accounts.Named(t.Context(), "ann"))(t)
	reset := suite.Must(p.accounts.ResetToken(account, time.Hour))(t)
	confirm := suite.Must(p.accounts.Link(auth.ConfirmEmail,
		auth.Link{Account: string(account.ID), Value: account.Email}, time.Hour))(t)
	if n := visitor.EnterEverywhere("/", "/enter/signup", "/enter/reset?token="+reset,
		"/mail/confirm?token="+confirm); n < 10 {
		t.Errorf("a visitor finds %d fields, expected those to sign up, log in and so on", n)
	}

	one := ann.begin(texts("Ann", "question")...)
	bob.begin(texts("Bob", "question")...) // joins
	for _, v := range []*person{ann, bob} {
		v.Post(one+"/response", five("r", texts("the", "response")...))
	}
	ann.begin(texts("Ann", "other question")...)
	bob.begin(texts("Bob", "other question")...) // now both are to respond
	for name, v := range map[string]*person{"ann": ann, "bob": bob} {
		b := newTab(t, browser, p, name, 360, 740)
		b.as(v)
		if n := b.EnterEverywhere("/"); n < 15 {
			t.Errorf("%s finds %d fields, expected those of guesses and of the profile", name, n)
		}
	}
	if a, err := p.accounts.Named(t.Context(), "ann"); err != nil || a != account {
		t.Errorf("the test has changed %+v to %+v, %v", account, a, err)
	}
}

// TestBrowserEnterGuesses types a guess and presses Enter, with and without scripts.
func TestBrowserEnterGuesses(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	for name, scripts := range map[string]bool{"with scripts": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			p := open(t, limits, nil)
			ann, _, path := p.guessing(t)
			b := newTab(t, browser, p, "Ann", 1280, 900)
			b.as(ann)
			if !scripts {
				b.ScriptsOff()
			}
			b.Open(path)
			b.Wait("Your turn: guess")
			for _, id := range []string{"s1", "s2", "s3", "s4", "s5"} {
				b.Typed("#"+id, "10")
			}
			if scripts {
				b.Click("#guess")
				b.Text("document.getElementById('guess').select() || ''")
				b.Insert("35")
			} else {
				b.Typed("#guess", "35")
			}
			b.Keys("\r")
			b.Wait("Waiting for the other player's guess")
			id := game.GameID(path[len("/play/"):])
			v := suite.Must(p.referee.Game(t.Context(), ann.id, id))(t)
			if v.Guess == nil || *v.Guess != 35 {
				t.Errorf("Ann typed 35 and pressed Enter, and guessed %v", v.Guess)
			}
		})
	}
}
