package tradeweb_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/trade"
)

// shotsEnv names a directory for screenshots of all pages that the tests visit, in light and dark:
//
//	LUNA_SCREENSHOTS=shots go test ./luna/internal/tradeweb -run Browser
const shotsEnv = "LUNA_SCREENSHOTS"

// window is a browser window of a guest.
type window struct {
	*pagetest.Tab
	id accounts.ID
}

func newTab(
	t *testing.T, browser context.Context, base, name string, width, height int64,
) *window {
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
	b.Click("#consent-no")
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

// TestBrowserLooks looks at all pages in all states, with a table whose clock the test moves.
func TestBrowserLooks(t *testing.T) {
	browser := pagetest.Launch(t)
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := open(t, trade.Settings{})
			tab := func(name string) *window {
				return newTab(t, browser, p.URL, name, width, map[int64]int64{360: 740}[width]+
					map[int64]int64{1280: 900}[width])
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
			id := p.start(ann.id, bob.id, cid.id)
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
			for range 6 {
				ann.Click("#bet-human")
				time.Sleep(30 * time.Millisecond)
			}
			ann.Until("document.getElementById('held').textContent === '6 human securities'")
			p.pass(20 * time.Second)
			bob.Keys("\x1b")
			bob.Keys("hhh")
			bob.Until("document.getElementById('price').textContent === '59'")
			cid.Look("51-target-question")
			cid.Typed("#text", "391, but don't ask me for 18.")
			cid.Click("#answer button")
			p.pass(10 * time.Second)
			bob.Keys("ccccc")
			bob.Until("document.getElementById('held').textContent === '2 computer securities'")
			ann.Look("47-bettor")
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
			_ = id
		})
	}
}
