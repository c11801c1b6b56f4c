package pages_test

import (
	"fmt"
	"path"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/trade"
)

// TestBrowserReconnects cuts the network in the middle of a game, and then ends the server and
// starts it again. What the player does meanwhile happens once, and the page loses and repeats
// nothing.
func TestBrowserReconnects(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{Seconds: 120, MaxBettors: 1, Delay: 1}, nil)
	ann := newTab(t, browser, l.URL, "Ann", 360, 740)
	ann.play(nil)
	ann.Click("#public")
	ann.Click("button[value=bettor]")
	ann.Wait("Waiting for a game")
	l.target()
	ann.Wait("Person or computer?")
	id := path.Base(ann.Text("location.pathname"))
	price := func(want int) {
		t.Helper()
		ann.Until(fmt.Sprintf("document.getElementById('price').textContent === '%d' && "+
			"document.querySelectorAll('.on-way').length === 0", want))
	}
	ask := func(text string) {
		t.Helper()
		ann.Keys("q")
		ann.Insert(text)
		ann.Keys("\r\x1b")
	}
	connected := "document.getElementById('line').hidden"
	ask("First?")
	ann.Keys("hhh")
	price(53)

	to := l.cut()
	ann.Until("!" + connected)
	ann.Keys("hh")
	ask("Second?")
	ann.Until("document.querySelectorAll('.on-way').length === 1 && " +
		"document.querySelectorAll('#waiting .sending').length === 1")
	ann.Look("48-no-connection")
	l.lead(to)
	price(55)
	ann.Until(connected)
	ann.Until("document.querySelectorAll('#waiting .sending').length === 0")

	// A line that is cut for long loses what could not be sent in time, and says so.
	to = l.cut()
	ann.Until("!" + connected)
	ann.Keys("c")
	ann.Until("document.getElementById('problem').textContent.includes('not sent in time')")
	l.lead(to)
	ann.Until(connected)
	price(55)

	// A restart.
	if took := l.end(); took > 4*time.Second {
		t.Errorf("open streams kept the server from its end for %v", took)
	}
	ann.Until("!" + connected)
	ann.Keys("h")
	l.begin()
	price(56)
	ann.Until(connected)
	ask("Third?")
	ann.Until("document.querySelectorAll('#waiting .sending').length === 0")

	// Reloading shows the same.
	what := "[...document.querySelectorAll('#talk, #waiting, #held, #if-human, #price')]" +
		".map((e) => e.textContent.replace(/\\s+/g, ' ')).join(' | ')"
	var before, after string
	for range 3 { // the target may answer meanwhile
		before = ann.Text(what)
		ann.Text("(window.old = true, '')")
		ann.Open("/trade/games/" + id)
		ann.Until("!window.old && document.getElementById('price')?.textContent === '56'")
		if after = ann.Text(what); after == before {
			break
		}
	}
	if after != before {
		t.Errorf("after a reload the page shows\n%s\nbefore\n%s", after, before)
	}
	ann.Click("#done-button")
	ann.Until("document.title.startsWith('The target was a')")
	played, _ := l.played(id)
	if got := played.Exchanges()[0].Question; got != "First?" {
		t.Errorf("the first question is %q", got)
	}
	counts := make(map[trade.Kind]int)
	for _, e := range played.Log {
		counts[e.Kind]++
	}
	if counts[trade.Bet] != 6 || counts[trade.Question] != 3 {
		t.Errorf("the log has %d bets and %d questions, expected 6 and 3",
			counts[trade.Bet], counts[trade.Question])
	}
}

// TestBrowserClicks doubles, repeats and refuses what a player does.
func TestBrowserClicks(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{StartPrice: 98})
	ann := newTab(t, browser, p.URL, "Ann", 1280, 900)
	ann.play(p)
	p.start(ann.id)
	ann.Wait("Person or computer?")
	ann.Until("document.getElementById('price').textContent === '98'")

	// Ten bets a second. The button says so at once, and the curve moves with the server.
	ann.Text(`(() => { let n = 0; const i = setInterval(() => {
		document.getElementById("bet-computer").click();
		if (++n === 30) clearInterval(i);
	}, 100); return ""; })()`)
	ann.Until("document.getElementById('price').textContent === '68'")
	if n := p.game.Bets(); n != 30 {
		t.Errorf("30 clicks made %d bets", n)
	}
	// A held key is one bet; letters in a text field are none; Enter does not repeat.
	ann.Text(`(() => { for (const repeat of [false, true, true]) document.body.dispatchEvent(
		new KeyboardEvent("keydown", { key: "h", repeat, bubbles: true })); return ""; })()`)
	ann.Until("document.getElementById('price').textContent === '69'")
	ann.Typed("#text", "")
	ann.Keys("hch")
	if got := ann.Text("document.getElementById('text').value"); got != "hch" {
		t.Errorf("the text field has %q", got)
	}
	// A double click asks once, and a reload keeps what was typed.
	ann.Text("[1, 2].forEach(() => document.querySelector('#ask button').click()) || ''")
	ann.Until("document.querySelectorAll('#talk li').length === 1")
	ann.Typed("#text", "half a")
	ann.Text("(window.old = true, '')")
	ann.Open(ann.Text("location.pathname"))
	ann.Until("!window.old && document.getElementById('text')?.value === 'half a'")
	// Keys can be switched off.
	ann.Keys("\x1b")
	ann.Click("#use-keys")
	ann.Text("document.activeElement.blur() || ''")
	ann.Keys("hhh")
	time.Sleep(300 * time.Millisecond)
	if n := p.game.Bets(); n != 31 {
		t.Errorf("after keys were switched off there are %d bets, expected 31", n)
	}
	ann.Click("#use-keys")
	// The limit of the price.
	for range 31 {
		ann.Click("#bet-human")
	}
	ann.Until("document.getElementById('price').textContent === '100'")
	ann.Until("document.getElementById('bet-human').getAttribute('aria-disabled') === 'true'")
	ann.Click("#bet-human")
	ann.Until("document.getElementById('problem').textContent.includes('at its limit')")
	ann.Look("49-limit")
	// A refusal of the server is said.
	p.mu.Lock()
	p.refuse = trade.ErrEnded
	p.mu.Unlock()
	ann.Click("#bet-computer")
	ann.Until("document.getElementById('problem').textContent.includes('the game has ended')")
	ann.SameOrigin()
}

// TestBrowserSpeaks reads what a screen reader would say.
func TestBrowserSpeaks(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{})
	ann := newTab(t, browser, p.URL, "Ann", 1280, 900)
	bob := newTab(t, browser, p.URL, "Bob", 360, 740)
	ann.play(p)
	bob.play(p)
	p.start(ann.id, bob.id)
	ann.Wait("Person or computer?")
	bob.Wait("Person or computer?")
	ann.Click("h1") // the browser gives keys to the window that was clicked last
	ann.Keys("q")
	ann.Insert("Are you there?")
	ann.Keys("\r")
	said := func(b *window, words string) {
		t.Helper()
		b.Until(fmt.Sprintf("document.getElementById('said').textContent.includes(%q)", words))
	}
	said(ann, "Your question is the current one: Are you there?")
	said(bob, "Bettor 1 asked: Are you there?")
	p.happen(trade.Event{Kind: trade.Answer, Text: "I think so."})
	said(ann, "The target answered “Are you there?”: I think so.")
	said(bob, "The target has answered Bettor 1. You see it in 5 seconds.")
	bob.Click("h1")
	bob.Keys("hhh")
	bob.Until("document.getElementById('status').textContent" +
		".startsWith('You hold 3 human securities')")
	bob.Keys("p")
	bob.Until("document.getElementById('status').textContent.startsWith('Price 53.')")
	if n := bob.Text("String(document.getElementById('said').childElementCount)"); n != "2" {
		t.Errorf("%s news were said, expected two", n)
	}
	// The log is a live region, the clock and the price are not.
	if got := bob.Text("[...document.querySelectorAll('[aria-live], [role=log], [role=status], " +
		"[role=alert]')].map((e) => e.id).join(' ')"); got != "line problem said status" &&
		got != "problem said status" {
		t.Errorf("the live regions are %q", got)
	}
}
