package pages_test

import (
	"fmt"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/trade"
)

// manner is how people play.
type manner struct {
	settings  trade.Settings
	character time.Duration // to type one
	press     time.Duration // between two bets
	questions int           // of each bettor
	bets      int           // of each bettor, after each of their questions
	targets   []trade.Side  // of the games
}

// TestBrowserWholeGames has three bettors and somebody who offers to be the target play in four
// windows: key by key, and hastily, with whole texts at once. Nothing that they do is lost or done
// twice.
func TestBrowserWholeGames(t *testing.T) {
	for name, m := range map[string]manner{
		"person": {
			trade.Settings{Seconds: 120}, 10 * time.Millisecond, 100 * time.Millisecond, 1, 4,
			[]trade.Side{trade.Human},
		},
		"hasty": {
			trade.Settings{Seconds: 120, Delay: 2}, 0, 50 * time.Millisecond, 2, 15,
			[]trade.Side{trade.Computer, trade.Human},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			browser := pagetest.Launch(t)
			var games atomic.Int32
			l := openLive(t, m.settings, func() bool {
				return m.targets[games.Add(1)-1] == trade.Human
			})
			var all []*window
			for i, who := range []string{"Ann", "Bob", "Cid", "Dot"} {
				b := newTab(t, browser, l.URL, who, []int64{360, 1280}[i%2], 740)
				b.play(nil)
				all = append(all, b)
			}
			for i, want := range m.targets {
				if got := m.playGame(t, l, all, i == 0); got != want {
					t.Errorf("in game %d the target was a %s, expected a %s", i+1, got, want)
				}
			}
		})
	}
}

// playGame plays a game and compares the pages of its end with its log.
func (m manner) playGame(t *testing.T, l *live, all []*window, first bool) trade.Side {
	t.Helper()
	bettors, dot := all[:3], all[3]
	for i, b := range all {
		role := "bettor"
		if b == dot {
			role = "target"
		}
		if !first && b == dot {
			continue // whoever was passed over waits
		}
		if !first {
			b.Click(".actions a[href='/trade']")
			b.Wait("Turing Trade")
		} else {
			b.Click("#public")
		}
		b.Click("button[value=" + role + "]")
		if i == 0 && first {
			b.Wait("Waiting for a game")
		}
	}
	for _, b := range bettors {
		b.Wait("Person or computer?")
	}
	id := path.Base(bettors[0].Text("location.pathname"))
	dot.Until("document.readyState === 'complete'")
	human := false
	for range 30 {
		if human = dot.Text("document.title") == "You are the target · Luna"; human {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	for round := range m.questions {
		for i, b := range bettors {
			b.begin()
			m.typed(b, fmt.Sprintf("Question %d of <b>%s</b>: what do you think?", round+1, b.Name))
			b.Keys("\r\x1b")
			for range m.bets {
				b.Keys(string("hc"[i%2]))
				time.Sleep(m.press)
			}
			to := "document.getElementById('to').textContent"
			if human && dot.Text(to) != "(wait for a question)" {
				dot.begin()
				m.typed(dot, fmt.Sprintf("Answer %d to %s.", round+1, b.Name))
				dot.Keys("\r")
			}
		}
	}
	// What each window shows comes to the same.
	want := fmt.Sprint(50 + m.questions*m.bets)
	for _, b := range bettors {
		b.Until("document.getElementById('price').textContent === '" + want + "' && " +
			"document.querySelectorAll('.on-way, #waiting .sending').length === 0")
	}
	curve := func(b *window) string {
		return b.Text("document.querySelector('.curve .line').getAttribute('d')" +
			".replace(/H[^HV]*$/, '')")
	}
	if a, b := curve(bettors[0]), curve(bettors[2]); a != b {
		t.Errorf("two bettors see different curves:\n%s\n%s", a, b)
	}
	for _, b := range bettors { // the game may be over before all have said so
		b.Text("document.getElementById('done-button')?.click() || ''")
	}
	for _, b := range bettors {
		b.Until("document.title.startsWith('The target was a')")
	}
	played, info := l.played(id)
	counts := make(map[string]int)
	for _, e := range played.Log {
		counts[string(e.Kind)+" "+e.Bettor]++
	}
	for i, b := range bettors {
		name := bettorOf(b)
		if n := counts["bet "+name]; n != m.questions*m.bets {
			t.Errorf("%s pressed %d times, the log has %d bets", b.Name, m.questions*m.bets, n)
		}
		if n := counts["question "+name]; n != m.questions {
			t.Errorf("%s asked %d questions, the log has %d", b.Name, m.questions, n)
		}
		seat, _ := played.Bettor(name)
		points := b.Text("document.querySelector('.gains .me strong').textContent")
		shown := strings.NewReplacer("−", "-", "+", "").Replace(points)
		if want := fmt.Sprintf("%g", played.Results()[seat].Points); shown != want {
			t.Errorf("%s (%d) sees %s points, expected %s", b.Name, i, points, want)
		}
		if b.Text("document.title") != "The target was a "+string(info.Nature)+" · Luna" {
			t.Errorf("%s: %s", b.Name, b.Text("document.title"))
		}
	}
	if human != (info.Nature == trade.Human) {
		t.Errorf("the target was a %s, but Dot saw another thing", info.Nature)
	}
	if human {
		dot.Wait("The game is over")
	}
	return info.Nature
}

// begin clicks the text field, again if news moved it away from under the click.
func (b *window) begin() {
	for range 20 {
		b.Click("#text")
		if b.Text("document.activeElement.id") == "text" {
			return
		}
	}
}

// bettorOf is how a player was called in a game that has ended.
func bettorOf(b *window) string {
	name := b.Text("document.querySelector('.gains .me th').textContent")
	return strings.TrimSuffix(strings.TrimSpace(name), " (you)")
}

// typed types as fast as the player does.
func (m manner) typed(b *window, text string) {
	if m.character == 0 {
		b.Insert(text)
		return
	}
	for _, r := range text {
		b.Insert(string(r))
		time.Sleep(m.character)
	}
}
