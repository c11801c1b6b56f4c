package pages_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/trade"
)

// events reads a stream of events for a while.
func (v *person) events(path, last string, d time.Duration) string {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), d)
	defer cancel()
	r := suite.Must(http.NewRequestWithContext(ctx, http.MethodGet, v.at.URL+path, nil))(v.t)
	r.Header.Set("Last-Event-ID", last)
	res := suite.Must(v.client.Do(r))(v.t)
	defer res.Body.Close()
	var b strings.Builder
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		b.WriteString(lines.Text() + "\n")
	}
	return b.String()
}

// TestPeeking asks for everything that a player could ask for, before they may know it.
func TestPeeking(t *testing.T) {
	p := open(t, trade.Settings{})
	ann, bob, eve := p.guest(t), p.guest(t), p.guest(t)
	for _, v := range []*person{ann, bob} {
		v.post("/trade/enter", url.Values{"role": {"bettor"}, "public": {"yes"}})
	}
	p.program = "The Secret Program"
	id := p.start(ann.id, bob.id)
	game := "/trade/games/" + id
	do := func(v *person, what string, form url.Values) {
		t.Helper()
		form.Set("key", what+string(v.id)+form.Encode())
		v.post(game+"/"+what, form).want(t, 200, "Person or computer?")
	}
	do(ann, "ask", url.Values{"text": {"Open question"}})
	do(ann, "ask", url.Values{"text": {"Queued of Ann"}})
	p.happen(trade.Event{Kind: trade.Answer, Text: "Late words"})
	do(ann, "ask", url.Values{"text": {"Hidden in the queue"}})
	all := func(v *person) string {
		var b strings.Builder
		for _, path := range []string{
			"/trade", game, game + "/write", game + "/state", game + "/events",
			"/trade/archive", "/trade/archive/" + id, "/trade/archive/" + id + ".jsonl",
			"/trade/archive?q=Late", "/trade/logs.jsonl", "/trade/leaders", "/me", "/",
		} {
			if strings.HasSuffix(path, "/events") {
				b.WriteString(v.events(path, "", 300*time.Millisecond))
				continue
			}
			b.WriteString(v.get(path).html)
		}
		return b.String()
	}
	got := all(bob)
	for _, secret := range []string{"Late words", "Hidden in the queue", p.program, `"nature":`} {
		if strings.Contains(got, secret) {
			t.Errorf("Bob sees %q too early", secret)
		}
	}
	if !strings.Contains(got, `"type":"answered"`) || !strings.Contains(got, "You see it in") {
		t.Error("Bob does not see that there is an answer")
	}
	if got := all(ann); !strings.Contains(got, "Late words") ||
		!strings.Contains(got, "Hidden in the queue") {
		t.Error("Ann does not see what is hers")
	}
	for _, path := range []string{game, game + "/write", game + "/state", game + "/events"} {
		eve.get(path).want(t, 404, "Page not found")
	}
	eve.post(game+"/bet", url.Values{"side": {"human"}, "key": {"x"}}).want(t, 404,
		"Page not found")
	p.pass(6 * time.Second)
	if got := all(bob); !strings.Contains(got, "Late words") ||
		strings.Contains(got, "Hidden in the queue") {
		t.Error("after the delay, Bob does not see the answer, or sees the queue of Ann")
	}
	p.pass(2 * time.Minute)
	bob.get(game).want(t, 200, "The target was a computer", p.program)
	bob.get("/trade/archive/"+id).want(t, 200, "Replay of a game", p.program, "Late words")
}

// TestEvents reads streams from different points on.
func TestEvents(t *testing.T) {
	p := open(t, trade.Settings{})
	ann := p.guest(t)
	p.start(ann.id)
	game := "/trade/games/game1"
	for i := range 4 {
		ann.post(game+"/bet", url.Values{"side": {"human"}, "key": {string(rune('a' + i))}})
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
	if got := ann.get(game + "/events?after=9"); got.status != http.StatusNoContent {
		t.Errorf("a stream of nothing has status %d", got.status)
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
		got := ann.post(game+"/"+c.what, c.form, "Accept", "application/json")
		if got.status != c.status || !strings.HasPrefix(got.html, `{"error":"`) ||
			!strings.Contains(got.html, c.words) {
			t.Errorf("%s %v: %d %s, expected %d with %q", c.what, c.form, got.status, got.html,
				c.status, c.words)
		}
	}
	ann.post(game+"/ask", url.Values{"text": {"<script>x</script>" + strings.Repeat("y", 500)},
		"key": {"6"}}).want(t, 400, "That is not possible right now", "Back to the game",
		"&lt;script&gt;x&lt;/script&gt;")
	// A key acts once.
	for range 3 {
		got := ann.post(game+"/bet", url.Values{"side": {"computer"}, "key": {"7"}}, "Accept",
			"application/json")
		if got.status != 200 || got.html != "{}" {
			t.Errorf("a bet: %d %s", got.status, got.html)
		}
	}
	if p.game.Bets() != 1 {
		t.Errorf("a bet that was sent three times counts %d times", p.game.Bets())
	}
	markup := url.Values{"text": {"<img src=x onerror=alert(1)>"}, "key": {"8"}}
	ann.post(game+"/ask", markup).want(t, 200, "Person or computer?", "&lt;img src=x").lacks(t, "<img")
	p.pass(2 * time.Minute)
	ann.post(game+"/bet", url.Values{"side": {"computer"}, "key": {"9"}}).want(t, 409,
		"That is not possible right now", "the game has ended", "Back to the game")
}
