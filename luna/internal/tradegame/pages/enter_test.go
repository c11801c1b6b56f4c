package pages_test

import (
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestBrowserEnter presses Enter in every field of every form of a site with both games: of a
// visitor, of those who wait, and of a bettor and a target in a game.
func TestBrowserEnter(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{Seconds: 600, MaxBettors: 1}, func() bool { return true })
	ctx := t.Context()
	as := func(name string) (*window, accounts.ID) {
		a := suite.Must(l.site.Accounts().RegisterGuest(ctx, "here", false))(t)
		token := suite.Must(l.site.Accounts().Token(a))(t)
		b := newTab(t, browser, l.URL, name, 1280, 900)
		b.Open("/static/none")
		b.Text("document.cookie = 'luna=" + token + "; path=/'")
		return b, a.ID
	}
	visitor := newTab(t, browser, l.URL, "visitor", 360, 740)
	if n := visitor.EnterEverywhere("/"); n < 8 {
		t.Errorf("a visitor finds %d fields", n)
	}
	bettor, ann := as("bettor")
	if n := bettor.EnterEverywhere("/trade"); n < 8 {
		t.Errorf("a player finds %d fields, expected those of the lobby and the profile", n)
	}
	target, bob := as("target")
	for player, role := range map[accounts.ID]play.Role{ann: play.AsBettor, bob: play.AsTarget} {
		suite.OK(t, l.referee.Agree(ctx, player))
		suite.OK(t, l.referee.Enter(ctx, player, role))
	}
	for _, b := range []*window{bettor, target} {
		b.Open("/trade")
		b.Until("document.getElementById('trade') !== null")
		game := b.Text("location.pathname")
		if b == bettor {
			b.Until("document.readyState === 'complete'")
			b.Typed("#text", "Who are you?")
			b.Keys("\r")
			b.Until("document.querySelectorAll('#talk li').length === 1")
		}
		if n := b.EnterEverywhere(game, game+"/write"); n < 2 {
			t.Errorf("in a game, %s finds %d fields", b.Name, n)
		}
	}
}
