package pages_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// shotsEnv names a directory for screenshots of all pages that the tests visit, in light and dark:
//
//	LUNA_SCREENSHOTS=shots go test ./luna/internal/tradegame/pages -run Browser
const shotsEnv = "LUNA_SCREENSHOTS"

// window is a browser window of a guest.
type window struct {
	*pagetest.Tab
	id accounts.ID
}

func newTab(t *testing.T, browser context.Context, base, name string, width, height int64) *window {
	t.Helper()
	return &window{Tab: pagetest.NewTab(t, browser, pagetest.TabOptions{
		Base: base, Name: name, Width: width, Height: height, Script: pagetest.SiteScript,
		Dir: os.Getenv(shotsEnv),
	})}
}

// play comes from the lobby into it as a guest.
func (b *window) play(p *place) {
	b.Open("/trade")
	b.Wait("Turing Trade")
	b.Click("main a[href='/consent?next=/trade']")
	b.Wait("Before you play")
	b.Click("form button:not([formaction])")
	b.Wait("Turing Trade")
	if p != nil {
		b.Click("#public")
		b.Click("button[value=bettor]")
		b.Wait("Waiting for a game")
		p.mu.Lock()
		defer p.mu.Unlock()
		for id := range p.waiting {
			if _, seated := p.seats[id]; !seated && !p.agreed["known "+id] {
				b.id, p.agreed["known "+id] = id, true
			}
		}
	}
}

// TestBrowserLooks looks at all pages in all states, with a fake game whose clock the test moves.
func TestBrowserLooks(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	shots := make(map[string][]byte)
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := open(t, trade.Settings{})
			tab := func(name string) *window {
				height := map[int64]int64{360: 740, 1280: 900}[width]
				b := newTab(t, browser, p.URL, name, width, height)
				b.Keep = pagetest.ShownIn(pictures)
				return b
			}
			ann, bob, cid := tab("Ann"), tab("Bob"), tab("Cid")
			ann.Open("/trade")
			ann.Wait("Turing Trade")
			ann.Look("40-lobby-visitor")
			ann.Open("/trade/rules")
			ann.Look("41-rules")
			ann.play(p)
			ann.Look("43-waiting")
			bob.play(p)
			cid.play(p)
			p.nature = trade.Human
			p.start(ann.id, bob.id, cid.id)
			for _, b := range []*window{ann, bob} {
				b.Wait("Person or computer?")
			}
			cid.Wait("You are the target")
			ann.Look("44-bettor-start")
			cid.Look("50-target-start")
			ann.Typed("#text", "What do you see when you look out of the window?")
			ann.Click("#ask button")
			cid.Until("document.querySelectorAll('#talk li').length === 1")
			bob.Typed("#text", "What is 17 times 23?\n")
			bob.Keys("\r")
			bob.Until("document.querySelectorAll('#waiting li:not(.sending)').length === 1")
			bob.Look("45-bettor-queue")
			p.pass(14 * time.Second)
			cid.Typed("#text", "Mostly rain. And my neighbour, who walks a very small dog.")
			cid.Keys("\r")
			bob.Until("document.querySelector('.wait').textContent.startsWith('has answered')")
			bob.Look("46-bettor-signal")
			ann.Until("document.querySelectorAll('#talk li').length === 2")
			for range 3 {
				ann.Click("#bet-human")
			}
			ann.Until("document.getElementById('held').textContent === '3 human'")
			p.trades("Bettor 1", trade.Human, 9, 900*time.Millisecond)
			p.trades("Bettor 2", trade.Human, 6, 500*time.Millisecond)
			p.pass(4 * time.Second)
			cid.Look("51-target-question")
			cid.Typed("#text", "391, but don't ask me for 18.")
			cid.Click("#answer button")
			p.pass(3 * time.Second)
			p.trades("Bettor 2", trade.Computer, 20, 300*time.Millisecond)
			p.trades("Bettor 1", trade.Human, 2, 800*time.Millisecond)
			bob.Typed("#text", "How did you work that out?")
			bob.Keys("\r")
			p.pass(9 * time.Second)
			p.happen(trade.Event{Kind: trade.Answer,
				Text: "17 times 20 and then three more. Slowly."})
			p.trades("Bettor 2", trade.Human, 14, 300*time.Millisecond)
			p.pass(2 * time.Second)
			bob.Keys("\x1b")
			bob.Keys("hhh")
			bob.Until("document.getElementById('price').textContent === '67'")
			ann.Look("47-bettor")
			bob.Look("47-bettor-2")
			cid.Look("52-target")
			p.pass(90 * time.Second)
			for _, b := range []*window{ann, bob} {
				b.Wait("The target was a human")
			}
			cid.Wait("The game is over")
			ann.Look("60-end-won")
			bob.Look("61-end-lost")
			cid.Look("62-end-target")
			ann.Click(".actions a[href*=archive]")
			ann.Wait("Replay of a game")
			ann.Look("70-replay")
			ann.Open("/trade/archive")
			ann.Look("71-archive")
			ann.Open("/trade/leaders")
			ann.Look("72-leaders")
			ann.Open("/trade")
			ann.Look("42-lobby")
			for _, b := range []*window{ann, bob, cid} {
				maps.Copy(shots, b.Shots)
			}
		})
	}
	pagetest.CompareShown(t, pictures, shots)
}

// pictures are those of pages in documents, side by side.
var pictures = []pagetest.Shown{
	{File: "../../../../docs/images/trade_pages.png", Width: 360, Height: 860, Pages: []string{"47-bettor-2-360-light.png",
		"52-target-360-dark.png", "60-end-won-360-light.png"}},
	{File: "../../../../docs/images/trade_game.png", Width: 1280, Height: 600, Pages: []string{"47-bettor-1280-light.png"}},
}

// TestBrowserBothGames looks at the pages that lead to both games of a site.
func TestBrowserBothGames(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{}, nil)
	for _, width := range []int64{360, 1280} {
		b := newTab(t, browser, l.URL, "Ann", width, 740)
		b.Open("/")
		b.Wait("Luna Game and Turing Trade")
		b.Look("01-landing-both")
		for path, name := range map[string]string{
			"/rules": "02-rules-both", "/about": "03-about-both", "/privacy": "04-privacy-both",
			"/consent": "05-consent-both",
		} {
			b.Open(path)
			b.Until("document.readyState === 'complete' && " +
				"document.querySelector('main').textContent.includes('Turing Trade')")
			b.Look(name)
		}
		b.Open("/")
		b.Click("main a[href='/trade']")
		b.Wait("Turing Trade")
		b.play(nil)
		b.Look("06-lobby-both")
		if b.Text("String(document.querySelector('header').offsetHeight < 100)") != "true" {
			t.Errorf("%d wide, the header takes more than two lines", width)
		}
		b.Click("header a[href='/trade/rules']")
		b.Wait("The rules of Turing Trade")
		b.Click("header a[href='/play']")
		b.Wait("Your games")
		b.Open("/")
		b.Look("07-landing-both-player")
	}
}

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
	suite.Must(l.site.Accounts().Register(ctx, "here", accounts.Credentials{Username: "ann",
		Password: "correct horse", Email: "ann@example.org"}))(t)
	known := suite.Must(l.site.Accounts().Named(ctx, "ann"))(t)
	reset := suite.Must(l.site.Accounts().ResetToken(known, time.Hour))(t)
	confirm := suite.Must(l.site.Accounts().Link(auth.ConfirmEmail,
		auth.Link{Account: string(known.ID), Value: known.Email}, time.Hour))(t)
	if n := visitor.EnterEverywhere("/", "/enter/signup", "/enter/reset?token="+reset,
		"/mail/confirm?token="+confirm); n < 10 {
		t.Errorf("a visitor finds %d fields, expected those to sign up, log in and so on", n)
	}
	if a, err := l.site.Accounts().Named(ctx, "ann"); err != nil || a != known {
		t.Errorf("the test has changed %+v to %+v, %v", known, a, err)
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

// TestBrowserWithoutScripts plays a game where JavaScript is off: pages look again by themselves,
// but never one in which somebody writes.
func TestBrowserWithoutScripts(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{})
	ann := newTab(t, browser, p.URL, "Ann", 360, 740)
	dot := newTab(t, browser, p.URL, "Dot", 1280, 900)
	for _, b := range []*window{ann, dot} {
		b.ScriptsOff()
		b.play(p)
	}
	ann.Look("80-noscript-waiting")
	p.nature = trade.Human
	p.start(ann.id, dot.id)
	ann.Wait("Person or computer?") // by itself
	dot.Wait("You are the target")
	ann.Click("#bet-human")
	ann.Until("document.getElementById('price').textContent === '51'")
	ann.Until("document.getElementById('held').textContent === '1 human'")
	ann.Look("81-noscript-bettor")

	// Ann takes her time to write.
	ann.Click("noscript a")
	ann.Wait("Ask the target")
	ann.Typed("#text", "Is it raining ")
	time.Sleep(6 * time.Second)
	ann.Insert("where you are?")
	ann.Look("82-noscript-ask")
	ann.Click("main form button")
	ann.Wait("Person or computer?")
	ann.Until("document.querySelector('.words').textContent === 'Is it raining where you are?'")

	dot.Until("document.querySelector('noscript a') !== null") // by itself
	dot.Look("83-noscript-target")
	dot.Click("noscript a")
	dot.Wait("Answer the question")
	dot.Typed("#text", "A little.")
	dot.Look("84-noscript-answer")
	dot.Click("main form button")
	dot.Wait("You are the target")
	ann.Until("document.querySelector('.back .words')?.textContent === 'A little.'") // by itself
	ann.Click("#done-button")
	ann.Wait("The target was a human")
	dot.Wait("The game is over")
	dot.Click(".actions a[href*=archive]")
	dot.Wait("Replay of a game")
	dot.Look("85-noscript-replay")
}
