package tradegame_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/httpx/openapitest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/tradegame/api"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// quick are options of a site whose games begin at once, with a program that says nothing.
var quick = play.Options{
	Targets: []play.Target{{Name: "silent", Responder: silent{}}}, Patience: time.Millisecond,
}

// meet has a target and bettors enter, and returns the path of their game.
func (w *world) meet(target string, bettors ...string) string {
	w.t.Helper()
	for _, name := range bettors {
		w.call(name, "POST", "/enter", map[string]any{"consent": true})
	}
	w.call(target, "POST", "/enter", map[string]any{"role": "target", "consent": true})
	time.Sleep(5 * time.Second)
	_, l := w.call(bettors[0], "GET", "/lobby", nil)
	return fmt.Sprint("/games/", l["game"])
}

// TestRefusals sends what the interface for programs must refuse.
func TestRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, quick, "ann", "tom", "eve")
		w.players["mallory"] = player{token: w.players["ann"].token + "x"}
		game := w.meet("tom", "ann")
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

// TestOneNetwork has two accounts of one network wait, one of them on the page: they do not meet
// until the bettor enters from somewhere else.
func TestOneNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, quick, "ann", "tom")
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

// TestSlowReaders has a player open a stream and not read it, beside one who reads. The first is
// cut off within the time that is allowed for a write, and the other sees each bet at once.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, play.Options{
			Targets: quick.Targets, Patience: time.Second, Settings: trade.Settings{Seconds: 600},
		}, "ann", "bob", "tom")
		game := w.meet("tom", "ann", "bob")

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
			t.Errorf("%d bytes were kept for a reader that does not read", n)
		}
		close(listener.conns)
		s.Close()
		time.Sleep(time.Minute)
	})
}

// described is a site whose answers are held against its description.
type described struct {
	*world
	*openapitest.Document
	game string
}

// ask makes a request of a described operation and checks the answer.
func (d *described) ask(name, method, path, body string, status int) string {
	d.t.Helper()
	route, _, _ := strings.Cut("/trade/api"+path, "?")
	if d.game != "" {
		route = strings.Replace(route, d.game, "{game}", 1)
	}
	o := d.Paths[route][strings.ToLower(method)]
	if o == nil {
		d.t.Fatalf("%s %s is not described", method, route)
	}
	code, text := d.send(name, method, "/trade/api"+path, body, nil)
	text = text[strings.IndexByte(text, '{'):]
	if code != status {
		d.t.Errorf("%s %s: found status %d, expected %d: %s", method, path, code, status, text)
	}
	suite.OK(d.t, o.Answer(d.Document, code, "application/json", []byte(text)))
	return text
}

// TestOpenAPI plays a game by programs. The description has exactly the routes, all answers match
// it, refusals too, and every field in it occurs in an answer.
func TestOpenAPI(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &described{world: newWorld(t, play.Options{
			Targets:  []play.Target{{Name: "fixed", Responder: responder.Fixed("ok")}},
			Settings: trade.Settings{Seconds: 600}, Patience: time.Second,
		}, "ann", "bob", "tom", "eve")}
		robot := suite.Must(d.Accounts().RegisterMachine(t.Context(), "test",
			accounts.Credentials{Username: "robot", Consent: true}))(t)
		token := suite.Must(d.Accounts().Token(robot))(t)
		d.players["robot"] = player{id: robot.ID, name: "robot", token: token}
		_, text := d.send("", "GET", "/openapi.json", "", nil)
		d.Document = suite.Must(openapitest.Parse([]byte(text[strings.IndexByte(text, '{'):])))(t)
		d.routes()
		d.play()
		for _, p := range d.Unseen() {
			if strings.HasPrefix(p, "Trade") {
				t.Errorf("described but in no answer: %s", p)
			}
		}
	})
}

// routes compares the paths with those that are served.
func (d *described) routes() {
	list, problems := d.Operations()
	for _, p := range problems {
		d.t.Error(p)
	}
	list = slices.DeleteFunc(list, func(p string) bool { return !strings.Contains(p, "/trade/") })
	var served []string
	for _, r := range api.Routes(nil) {
		served = append(served, r.Method+" "+r.Path)
	}
	slices.Sort(served)
	if !slices.Equal(list, served) {
		d.t.Errorf("described %q\nserved %q", list, served)
	}
	if d.Paths["/login"] == nil || d.Paths["/home"] != nil {
		d.t.Error("expected the endpoints of accounts, and none of the Luna Game")
	}
}

func (d *described) play() {
	d.ask("", "GET", "/lobby", "", 401)
	d.ask("eve", "POST", "/enter", `{"role":"king"}`, 400)
	d.ask("eve", "POST", "/enter", `{"role":5}`, 400)
	d.ask("robot", "POST", "/enter", `{"role":"target"}`, 403)
	d.ask("robot", "POST", "/enter", `{}`, 403) // it agreed to something else when it registered
	d.ask("eve", "POST", "/consent", `{}`, 400)
	d.ask("eve", "POST", "/consent", `{"consent":true}`, 200)
	d.ask("eve", "POST", "/enter", `{}`, 200)
	d.ask("eve", "POST", "/consent", `{"consent":false}`, 200) // which ends the waiting
	d.ask("eve", "POST", "/enter", `{}`, 403)
	d.ask("eve", "POST", "/enter", `{"consent":true}`, 200)
	d.ask("eve", "POST", "/enter", `{"role":"target"}`, 409)
	d.ask("eve", "POST", "/withdraw", "", 200)
	for _, name := range []string{"ann", "bob", "robot"} {
		d.ask(name, "POST", "/enter", `{"role":"bettor","consent":true}`, 200)
		if name == "ann" {
			d.ask("tom", "POST", "/enter", `{"role":"target","consent":true}`, 200)
		}
	}
	time.Sleep(10 * time.Second)
	d.ask("ann", "GET", "/lobby", "", 200)
	_, lobby := d.call("ann", "GET", "/lobby", nil)
	game := fmt.Sprint("/games/", lobby["game"])
	d.game = fmt.Sprint(lobby["game"])
	key := 0
	act := func(name, action string, status int) {
		d.t.Helper()
		key++
		d.ask(name, "POST", game+"/act", fmt.Sprintf(`{"key":"%d",%s}`, key, action), status)
	}
	d.ask("ann", "GET", game+"/messages?after=0", "", 200)
	act("ann", `"type":"question","text":"one"`, 200)
	act("ann", `"type":"question","text":"two"`, 200)
	act("bob", `"type":"bet","side":"human"`, 200)
	act("bob", `"type":"bet","side":"nobody"`, 400)
	act("bob", `"type":"answer","number":1`, 403)
	act("eve", `"type":"done"`, 404)
	d.ask("ann", "GET", game, "", 200)
	_, lobby = d.call("tom", "GET", "/lobby", nil)
	if lobby["game"] != nil {
		act("tom", `"type":"answer","number":1,"text":"ok"`, 200)
		act("tom", `"type":"answer","number":1,"text":"ok"`, 409)
	}
	time.Sleep(3 * time.Minute)
	act("bob", `"type":"leave"`, 200)
	act("ann", `"type":"done"`, 200)
	d.ask("ann", "GET", game, "", 200)
	act("robot", `"type":"done"`, 200)
	time.Sleep(10 * time.Second)
	for _, name := range []string{"ann", "bob", "robot"} {
		d.ask(name, "GET", game, "", 200)
		d.ask(name, "GET", game+"/messages", "", 200)
	}
	d.ask("ann", "GET", game+"/messages?after=x", "", 400)
	d.ask("eve", "GET", game, "", 404)
	act("ann", `"type":"bet","side":"human"`, 409)
}
