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
