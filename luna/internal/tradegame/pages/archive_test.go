package pages_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// finish plays a game with one question, some bets and an end.
func (t *fakeGame) finish(v *person, question string, nature trade.Side) string {
	t.nature = nature
	players := []*person{v}
	if nature == trade.Human {
		players = append(players, &person{id: "somebody"})
	}
	t.seats = nil
	id := t.start(v.id, players[len(players)-1].id)
	if nature == trade.Computer {
		id = t.start(v.id)
	}
	t.happen(trade.Event{Kind: trade.Question, Bettor: "Bettor 1", Text: question})
	t.trades("Bettor 1", trade.Human, 4, time.Second)
	t.pass(6 * time.Second)
	t.happen(trade.Event{Kind: trade.Answer, Text: "Perhaps."})
	t.trades("Bettor 1", trade.Computer, 6, time.Second)
	t.pass(3 * time.Minute)
	return id
}

// TestArchive lists, searches and pages finished games, and reads their logs.
func TestArchive(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).Get("/trade/archive").Want(t, 200, "Games of Turing Trade",
		"No game has finished yet")
	ann, v := p.guest(t), p.visitor(t)
	for i := range 25 {
		nature := []trade.Side{trade.Human, trade.Computer}[i%2]
		p.finish(ann, fmt.Sprintf("Number %d <&>?", i), nature)
	}
	first := v.Get("/trade/archive").Want(t, 200, "Games of Turing Trade", "Number 24 &lt;&amp;&gt;?",
		"Number 5 ", "Older games", "last price 48", "10 bets of 1 bettor").Lacks(t, "Number 4 ")
	_, older, _ := strings.Cut(first.HTML, `href="/trade/archive?before=`)
	older, _, _ = strings.Cut(older, `"`)
	v.Get("/trade/archive?before="+older).Want(t, 200, "Games of Turing Trade", "Number 4 ",
		"Newest games").Lacks(t, "Number 5 ", "Older games")
	v.Get("/trade/archive?q=Number+7&nature=computer").Want(t, 200, "Games of Turing Trade",
		"Number 7 ", `value="Number 7"`, "Simple").Lacks(t, "Number 8 ")
	v.Get("/trade/archive?nature=human&q="+url.QueryEscape("\xff\"<b>")).Want(t, 200,
		"Games of Turing Trade", "No finished game fits").Lacks(t, "<b>")
	v.Get("/trade/archive/game2").Want(t, 200, "Replay of a game", "the computer Simple",
		"Bettor 1: 4 bets on human", "Bettor 1: 6 bets on computer", "Perhaps.")
	v.Get("/trade/archive/game2").Lacks(t, "Report what others wrote")
	ann.Get("/trade/archive/game2").Want(t, 200, "Replay of a game", "Report what others wrote")
	ann.Post("/trade/archive/game2/report", url.Values{"reason": {"an insult"}}).Want(t, 200,
		"Reported", "Thank you for your report")
	if log := p.log.String(); !strings.Contains(log, "luna admin reports") {
		t.Errorf("the operator's log: %q", log)
	}
	p.log.Reset()
	ann.Post("/trade/archive/nothing/report", url.Values{"reason": {"an insult"}}).Want(t, 404, "Page not found")
	v.Get("/trade/archive/nothing").Want(t, 404, "Page not found")
	v.Get("/trade/archive/nothing.jsonl").Want(t, 404, "Page not found")
	one, all := v.Get("/trade/archive/game3.jsonl"), v.Get("/trade/logs.jsonl")
	for log, want := range map[string]int{one.HTML: 1, all.HTML: 25} {
		n := 0
		for played, err := range trade.ReadLogs(strings.NewReader(log), "log") {
			if err != nil || played.Bets() != 10 {
				t.Fatalf("a log cannot be read: %v", err)
			}
			n++
		}
		if n != want {
			t.Errorf("found %d games in a log, expected %d", n, want)
		}
	}
	if got := all.Header.Get("Content-Type"); got != "application/jsonl" {
		t.Errorf("logs are %s", got)
	}
}

// TestBrowserReplay moves the slider of a replay, and plays it.
func TestBrowserReplay(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{})
	id := p.finish(p.guest(t), "Who are you?", trade.Computer)
	b := newTab(t, browser, p.URL, "Ann", 360, 740)
	b.Open("/trade/archive/" + id)
	b.Wait("Replay of a game")
	shown := func() string {
		return b.Text("[...document.querySelectorAll('#happened li:not([hidden])')]" +
			".map((e) => e.dataset.kind).join(' ')")
	}
	if got := shown(); got != "question bet answer bet end" {
		t.Errorf("at the end, %q is shown", got)
	}
	move := func(t string) {
		b.Text("(() => { const s = document.getElementById('time'); s.value = " + t +
			"; s.dispatchEvent(new Event('input')); return ''; })()")
	}
	move("5")
	if got, price := shown(), b.Text("document.getElementById('price-at').textContent"); got !=
		"question bet" || price != "54" {
		t.Errorf("after 5 seconds, %q is shown and the price is %s", got, price)
	}
	b.Look("73-replay-middle")
	b.Text("(document.getElementById('speed').value = '16', '')")
	b.Click("#play")
	b.Until("document.getElementById('play').textContent === 'Pause'")
	b.Until("document.querySelectorAll('.dots circle').length === 1")
	b.Until("document.getElementById('play').textContent === 'Play'")
	if got := shown(); got != "question bet answer bet end" {
		t.Errorf("after it was played, %q is shown", got)
	}
	// By keyboard.
	b.Press("#time", "\x1b")
	b.Text("(document.getElementById('time').focus(), '')")
	if got := b.Text("document.getElementById('time').getAttribute('aria-valuetext')"); !strings.HasSuffix(
		got, ", price 48") {
		t.Errorf("the slider says %q", got)
	}
	b.SameOrigin()
}

// events reads a stream of events for a while.
func (v *person) events(path, last string, d time.Duration) string {
	v.at.t.Helper()
	ctx, cancel := context.WithTimeout(v.at.t.Context(), d)
	defer cancel()
	r := suite.Must(http.NewRequestWithContext(ctx, http.MethodGet, v.at.URL+path, nil))(v.at.t)
	r.Header.Set("Last-Event-ID", last)
	res := suite.Must(v.Client.Do(r))(v.at.t)
	defer res.Body.Close()
	var b strings.Builder
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		b.WriteString(lines.Text() + "\n")
	}
	return b.String()
}

// TestEvents reads streams from different points on.
func TestEvents(t *testing.T) {
	p := open(t, trade.Settings{})
	ann := p.guest(t)
	p.start(ann.id)
	game := "/trade/games/game1"
	for i := range 4 {
		ann.Post(game+"/bet", url.Values{"side": {"human"}, "key": {string(rune('a' + i))}})
	}
	got := ann.events(game+"/events", "", 200*time.Millisecond)
	for _, want := range []string{"retry: 1000\n", "event: clock\ndata: {\"t\":",
		"id: 1\nevent: message\n", "id: 8\nevent: message\ndata: {\"type\":\"price\",\"t\":"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	got = ann.events(game+"/events?after=3", "6", 200*time.Millisecond) // the header counts
	if strings.Contains(got, "id: 6\n") || !strings.Contains(got, "id: 7\n") {
		t.Errorf("after 6 come\n%s", got)
	}
	for _, odd := range []string{"-5", "x", "99999999999999999999"} {
		got := ann.events(game+"/events", odd, 200*time.Millisecond)
		if !strings.Contains(got, "id: 1\n") {
			t.Errorf("after %q come\n%s", odd, got)
		}
	}
	p.pass(3 * time.Minute)
	if got := ann.events(game+"/events", "8", time.Second); !strings.HasSuffix(got,
		"event: over\ndata: {}\n\n") || !strings.Contains(got, `"nature":"computer"`) {
		t.Errorf("after the end come\n%s", got)
	}
	if got := ann.Get(game + "/events?after=9"); got.Status != http.StatusNoContent {
		t.Errorf("a stream of nothing has status %d", got.Status)
	}
}

// TestRefusals sends what cannot be done, as a script and as a form.
func TestRefusals(t *testing.T) {
	p := open(t, trade.Settings{StartPrice: 100})
	ann := p.guest(t)
	p.start(ann.id)
	game := "/trade/games/game1"
	for _, c := range []struct {
		what   string
		form   url.Values
		status int
		words  string
	}{
		{"bet", url.Values{"side": {"human"}, "key": {"1"}}, 409, "at its limit"},
		{"bet", url.Values{"side": {"cat"}, "key": {"2"}}, 409, "cat"},
		{"bet", url.Values{"side": {"computer"}}, 400, "Key: "},
		{"ask", url.Values{"text": {""}, "key": {"3"}}, 409, "empty"},
		{"ask", url.Values{"text": {strings.Repeat("x", archive.MaxText+1)}, "key": {"4"}}, 400,
			"500"},
		{"answer", url.Values{"text": {"I am"}, "number": {"1"}, "key": {"5"}}, 403, "role"},
	} {
		got := ann.Post(game+"/"+c.what, c.form, "Accept", "application/json")
		if got.Status != c.status || !strings.HasPrefix(got.HTML, `{"error":"`) ||
			!strings.Contains(got.HTML, c.words) {
			t.Errorf("%s %v: %d %s, expected %d with %q", c.what, c.form, got.Status, got.HTML,
				c.status, c.words)
		}
	}
	ann.Post(game+"/ask", url.Values{"text": {"<script>x</script>" + strings.Repeat("y", 500)},
		"key": {"6"}}).Want(t, 400, "That is not possible right now", "Back to the game",
		"&lt;script&gt;x&lt;/script&gt;")
	// A key acts once.
	for range 3 {
		got := ann.Post(game+"/bet", url.Values{"side": {"computer"}, "key": {"7"}}, "Accept",
			"application/json")
		if got.Status != 200 || got.HTML != "{}" {
			t.Errorf("a bet: %d %s", got.Status, got.HTML)
		}
	}
	if p.game.Bets() != 1 {
		t.Errorf("a bet that was sent three times counts %d times", p.game.Bets())
	}
	markup := url.Values{"text": {"<img src=x onerror=alert(1)>"}, "key": {"8"}}
	ann.Post(game+"/ask", markup).Want(t, 200, "Person or computer?", "&lt;img src=x").Lacks(t, "<img")
	p.pass(2 * time.Minute)
	ann.Post(game+"/bet", url.Values{"side": {"computer"}, "key": {"9"}}).Want(t, 409,
		"That is not possible right now", "the game has ended", "Back to the game")
}

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
		// The title comes before the table does, and the page is loaded again when the game is
		// over.
		b.Until("document.title.startsWith('The target was a') && " +
			"document.querySelector('.gains .me strong') !== null && document.readyState === 'complete'")
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
	return strings.TrimSuffix(strings.TrimSpace(
		b.Text("document.querySelector('.gains .me th').textContent")), " (you)")
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
