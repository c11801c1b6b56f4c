package pages_test

import (
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/trade"
)

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
