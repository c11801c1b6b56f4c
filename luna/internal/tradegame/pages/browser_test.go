package pages_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
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
				b.Keep = shownInDocuments
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
	for _, pic := range pictures {
		var list [][]byte
		for _, page := range pic.pages {
			if shots[page] == nil {
				t.Fatalf("no screenshot is called %s, which is a part of %s", page, pic.file)
			}
			list = append(list, shots[page])
		}
		pagetest.Picture(t, pic.file, pic.width, pic.height, list...)
	}
}

// pictures are those of pages in documents, side by side.
var pictures = []struct {
	file          string
	width, height int // of a page
	pages         []string
}{
	{"../../../../docs/images/trade_pages.png", 360, 860, []string{"47-bettor-2-360-light.png",
		"52-target-360-dark.png", "60-end-won-360-light.png"}},
	{"../../../../docs/images/trade_game.png", 1280, 600, []string{"47-bettor-1280-light.png"}},
}

// shownInDocuments reports whether a picture consists of the screenshot.
func shownInDocuments(shot string) bool {
	for _, pic := range pictures {
		if slices.Contains(pic.pages, shot) {
			return true
		}
	}
	return false
}
