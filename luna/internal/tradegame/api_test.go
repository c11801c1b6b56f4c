package tradegame_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// TestRefusals sends what the interface for programs must refuse.
func TestRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "silent", Responder: silent{}}},
			Patience: time.Millisecond,
		}, "ann", "tom", "eve")
		w.players["mallory"] = player{token: w.players["ann"].token + "x"}
		w.call("ann", "POST", "/enter", map[string]any{"consent": true})
		w.call("tom", "POST", "/enter", map[string]any{"role": "target", "consent": true})
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		_, l := w.call("ann", "GET", "/lobby", nil)
		game := fmt.Sprint("/games/", l["game"])
		act := func(kind, key string) string {
			return fmt.Sprintf(`{"type":%q,"key":%q,"side":"human","text":"x","number":7}`, kind, key)
		}
		for _, c := range []struct {
			why, player, method, path, body string
			want                            int
		}{
			{"no token", "", "POST", game + "/act", act("bet", "1"), 401},
			{"no token for messages", "", "GET", game + "/messages", "", 401},
			{"a foreign token", "mallory", "POST", game + "/act", act("bet", "1"), 401},
			{"a stranger", "eve", "POST", game + "/act", act("bet", "1"), 404},
			{"a stranger's look", "eve", "GET", game, "", 404},
			{"a stranger's messages", "eve", "GET", game + "/messages?after=0", "", 404},
			{"no such game", "ann", "POST", "/games/x/act", act("bet", "1"), 404},
			{"no key", "ann", "POST", game + "/act", act("bet", ""), 400},
			{"no JSON", "ann", "POST", game + "/act", `{"type":`, 400},
			{"a list", "ann", "POST", game + "/act", `[1]`, 400},
			{"a number as the type", "ann", "POST", game + "/act", `{"type":5}`, 400},
			{"an unknown type", "ann", "POST", game + "/act", act("end", "2"), 400},
			{"an answer of a bettor", "ann", "POST", game + "/act", act("answer", "3"), 403},
			{"a long question", "ann", "POST", game + "/act",
				fmt.Sprintf(`{"type":"question","key":"4","text":%q}`, strings.Repeat("<b>", 2000)), 400},
			{"a huge question", "ann", "POST", game + "/act",
				fmt.Sprintf(`{"type":"question","key":"4","text":%q}`, strings.Repeat("x", 1<<20)), 413},
			{"after is a word", "ann", "GET", game + "/messages?after=x", "", 400},
			{"after is negative", "ann", "GET", game + "/messages?after=-1", "", 400},
			{"a long wait", "ann", "GET", game + "/messages?wait=1e9", "", 400},
			{"a wait for ever", "ann", "GET", game + "/messages?wait=Inf", "", 400},
			{"another method", "ann", "PUT", game + "/act", act("bet", "1"), 405},
			{"another path", "ann", "GET", game + "/nature", "", 404},
			{"a bet", "ann", "POST", game + "/act", act("bet", "5"), 200},
			{"the same bet", "ann", "POST", game + "/act", act("bet", "5"), 200},
			{"another game meanwhile", "ann", "POST", "/enter", `{"role":"target"}`, 409},
		} {
			status, text := w.send(c.player, c.method, "/trade/api"+c.path, c.body, http.Header{})
			if status != c.want {
				t.Errorf("%s: found status %d, expected %d: %s", c.why, status, c.want, text)
			}
		}
		_, s := w.call("ann", "GET", game, nil)
		if s["price"] != 51.0 {
			t.Errorf("after one bet, sent twice, the price is %v", s["price"])
		}
		time.Sleep(3 * time.Minute)
		status, _ := w.send("ann", "POST", "/trade/api"+game+"/act", act("bet", "6"), http.Header{})
		if status != http.StatusConflict {
			t.Errorf("a bet after the end: status %d", status)
		}
	})
}

// TestStream follows a game by several streams, which begin where others broke off: nothing is lost
// and nothing comes twice, while the game runs and in the archive.
func TestStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "silent", Responder: silent{}}},
			Patience: time.Millisecond,
		}, "ann", "tom")
		w.call("ann", "POST", "/enter", map[string]any{"consent": true})
		w.call("tom", "POST", "/enter", map[string]any{"role": "target", "consent": true})
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		_, l := w.call("ann", "GET", "/lobby", nil)
		game := fmt.Sprint("/games/", l["game"])
		path := "/trade" + game + "/events"
		ids, last := []string{}, "0"
		follow := func() (status int) {
			status, text := w.send("ann", "GET", path, "", http.Header{"Last-Event-Id": {last}})
			for line := range strings.Lines(text) {
				if id, ok := strings.CutPrefix(strings.TrimSpace(line), "id: "); ok {
					ids, last = append(ids, id), id
				}
			}
			return status
		}
		for n := range 30 {
			w.call("ann", "POST", game+"/act",
				map[string]any{"type": "bet", "side": "human", "key": fmt.Sprint(n)})
			if n%3 == 0 {
				follow()
			}
		}
		time.Sleep(3 * time.Minute)
		follow()
		for i, id := range ids {
			if id != fmt.Sprint(i+1) {
				t.Fatalf("the ids are %q", ids)
			}
		}
		if len(ids) != 61 { // two messages for each bet, and the end
			t.Errorf("found %d messages, expected 61", len(ids))
		}
		if status := follow(); status != http.StatusNoContent {
			t.Errorf("a stream after its end: status %d", status)
		}
	})
}

// TestOneNetwork has two accounts of one network wait, one of them on the page: they do not meet
// until the bettor enters from somewhere else.
func TestOneNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "silent", Responder: silent{}}},
			Patience: time.Millisecond,
		}, "ann", "tom")
		post := func(name, address, path, kind, body string) {
			t.Helper()
			r := httptest.NewRequestWithContext(t.Context(), "POST", path, strings.NewReader(body))
			r.RemoteAddr, r.Host = address, "localhost"
			r.Header.Set("Content-Type", kind)
			r.Header.Set("Authorization", "Bearer "+w.players[name].token)
			r.Header.Set("Origin", "http://localhost")
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			r.AddCookie(&http.Cookie{Name: "luna", Value: w.players[name].token})
			a := httptest.NewRecorder()
			if w.ServeHTTP(a, r); a.Code >= 400 {
				t.Fatalf("%s: status %d: %s", path, a.Code, a.Body)
			}
		}
		meet := func() bool {
			time.Sleep(time.Second)
			_, l := w.call("ann", "GET", "/lobby", nil)
			return l["game"] != nil
		}
		const form, json = "application/x-www-form-urlencoded", "application/json"
		post("tom", "203.0.113.7:1", "/trade/enter", form, "role=target&public=yes")
		if _, l := w.call("tom", "GET", "/lobby", nil); l["role"] != "target" {
			t.Fatalf("tom sees %v", l)
		}
		post("ann", "203.0.113.7:2", "/trade/api/enter", json, `{"consent":true}`)
		if meet() {
			t.Error("two accounts of one network meet")
		}
		post("ann", "203.0.113.7:2", "/trade/api/withdraw", json, `{}`)
		post("ann", "203.0.113.8:2", "/trade/api/enter", json, `{"consent":true}`)
		if !meet() {
			t.Error("two networks do not meet")
		}
	})
}

// pipes is a listener for connections without buffers, whose times are those of the test.
type pipes struct {
	net.Listener
	conns chan net.Conn
}

type local struct{ net.Conn }

func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return local{c}, nil
}

func (p *pipes) Close() error { return nil }

// TestSlowReaders has a player open a stream and not read it, beside one who reads. The first is cut
// off within the time that is allowed for a write, and the other sees each bet at once.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, tradegame.Options{
			Targets:  []play.Target{{Name: "silent", Responder: silent{}}},
			Patience: time.Second, Settings: trade.Settings{Seconds: 600},
		}, "ann", "bob", "tom")
		w.call("ann", "POST", "/enter", map[string]any{"consent": true})
		w.call("bob", "POST", "/enter", map[string]any{"consent": true})
		w.call("tom", "POST", "/enter", map[string]any{"role": "target", "consent": true})
		time.Sleep(5 * time.Second)
		_, l := w.call("ann", "GET", "/lobby", nil)
		game := fmt.Sprint("/games/", l["game"])

		listener := &pipes{conns: make(chan net.Conn)}
		closed := make(chan time.Time, 10)
		s := &http.Server{Handler: w, ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateClosed {
				closed <- time.Now()
			}
		}}
		go s.Serve(listener)
		follow := func(name string) *bufio.Reader {
			t.Helper()
			client, server := net.Pipe()
			t.Cleanup(func() { client.Close() })
			listener.conns <- server
			suite.Must(fmt.Fprintf(client, "GET /trade%s/events HTTP/1.1\r\nHost: localhost\r\n"+
				"Cookie: luna=%s\r\n\r\n", game, w.players[name].token))(t)
			r := bufio.NewReader(client)
			if status, err := r.ReadString('\n'); err != nil || !strings.Contains(status, "200") {
				t.Fatalf("%q, %v", status, err)
			}
			return r
		}
		slow, reader := follow("ann"), follow("bob")
		prices := make(chan time.Time, 1000)
		go func() {
			for {
				line, err := reader.ReadString('\n')
				if err != nil {
					return
				}
				if strings.Contains(line, `"type":"price"`) {
					prices <- time.Now()
				}
			}
		}()
		start := time.Now()
		for n := range 20 {
			sent := time.Now()
			status, _ := w.call("ann", "POST", game+"/act",
				map[string]any{"type": "bet", "side": "human", "key": fmt.Sprint(n)})
			if seen := <-prices; status != http.StatusOK || seen.Sub(sent) > time.Second {
				t.Errorf("bet %d: status %d, seen after %v", n, status, seen.Sub(sent))
			}
			time.Sleep(time.Second)
		}
		select {
		case at := <-closed:
			if at.Sub(start) > 30*time.Second {
				t.Errorf("cut off after %v", at.Sub(start))
			}
		case <-time.After(10 * time.Second):
			t.Error("who does not read is not cut off")
		}
		if n, err := io.Copy(io.Discard, slow); err == nil && n > 64<<10 {
			t.Errorf("%d bytes were kept for who does not read", n)
		}
		close(listener.conns)
		s.Close()
		time.Sleep(time.Minute)
	})
}
