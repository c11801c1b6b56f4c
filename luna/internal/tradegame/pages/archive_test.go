package pages_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
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
