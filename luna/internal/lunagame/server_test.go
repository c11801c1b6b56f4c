package lunagame_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/aggregate"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// options holds the options of a site with the Luna Game and cheap password hashes.
type options struct {
	site.Options
	lunagame lunagame.Options
}

func open(ctx context.Context, o options) (*site.Site, error) {
	if o.Cost == (auth.Cost{}) {
		o.Cost = sitetest.Cost
	}
	return site.Open(ctx, o.Options, lunagame.Opener(o.lunagame))
}

// running is a server listening on a free port.
type running struct {
	*site.Site
	url  string
	db   string
	stop func() error
}

func run(t *testing.T, o options) *running {
	t.Helper()
	s := suite.Must(open(t.Context(), o))(t)
	l := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	stopped := false
	r := &running{Site: s, url: "http://" + l.Addr().String(), db: o.DB}
	r.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		http.DefaultClient.CloseIdleConnections()
		err := <-done
		suite.OK(t, s.Close())
		return err
	}
	t.Cleanup(func() { r.stop() })
	return r
}

func (r *running) player(t *testing.T, name string) *client.Client {
	t.Helper()
	c := r.client(t)
	suite.Must(c.Register(t.Context(),
		wire.Credentials{Username: name, Password: "correct horse", Consent: true}))(t)
	return c
}

// client returns a client that nobody has logged in with.
func (r *running) client(t *testing.T) *client.Client {
	t.Helper()
	return suite.Must(client.New(r.url, "", client.Options{}))(t)
}

func texts(of string) []string {
	list := make([]string, game.Questions)
	for i := range list {
		list[i] = fmt.Sprintf("%s %d", of, i)
	}
	return list
}

func get(t *testing.T, url string) (int, string, http.Header) {
	t.Helper()
	resp := suite.Must(http.Get(url))(t)
	defer resp.Body.Close()
	body := suite.Must(io.ReadAll(resp.Body))(t)
	return resp.StatusCode, string(body), resp.Header
}

// TestWholeGame plays a game over the network, restarts the server in the middle of it, and checks
// what is published.
//
//luna:race
func TestWholeGame(t *testing.T) {
	o := options{site.Options{DB: filepath.Join(t.TempDir(), "luna.db")},
		lunagame.Options{ExportAfter: -1}}
	r, ctx := run(t, o), t.Context()
	tokens := make([]string, 2)
	var id game.GameID
	for i, name := range []string{"ann", "bob"} {
		c := r.player(t, name)
		v := suite.Must(c.NewGame(ctx, texts("question of "+name)))(t)
		id, tokens[i] = v.ID, c.Token()
	}
	suite.OK(t, r.stop())
	r = run(t, o)
	for stage := range 2 {
		for i, name := range []string{"ann", "bob"} {
			c := suite.Must(client.New(r.url, tokens[i], client.Options{}))(t)
			if stage == 0 {
				suite.Must(c.Respond(ctx, id, texts("response of "+name)))(t)
			} else {
				suite.Must(c.Guess(ctx, id, 50+float64(i)))(t)
			}
		}
	}
	for path, want := range map[string]string{
		"/healthz": `{"status":"ok"}`, "/": "<!doctype html", "/nothing": "<!doctype html",
		"/export": `"records":2`, "/export/answers.jsonl": "response of ann 4",
	} {
		status, body, header := get(t, r.url+path)
		if !strings.Contains(strings.ToLower(body), want) ||
			(status == 200) != (path != "/nothing") {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
		secured := http.Header{}
		httpx.Secure(secured, "")
		for name := range secured {
			if header.Get(name) == "" {
				t.Errorf("%s has no %s", path, name)
			}
		}
	}
}

// TestGamesExpire checks that games expire without any request.
//
//luna:race
func TestGamesExpire(t *testing.T) {
	o := options{Options: site.Options{DB: filepath.Join(t.TempDir(), "luna.db")}}
	r := run(t, o)
	ann := r.player(t, "ann")
	v, err := ann.NewGame(t.Context(), texts("question"))
	if err != nil || !v.Active {
		t.Fatal(v, err)
	}
	suite.OK(t, r.stop())
	// Each look at the clock takes an hour, the time for which it must have gone steadily.
	var looks atomic.Int64
	o.Clock = func() time.Time {
		return time.Now().Add(game.ExpireAfter + time.Duration(looks.Add(1))*time.Hour)
	}
	r = run(t, o)
	again := suite.Must(client.New(r.url, ann.Token(), client.Options{}))(t)
	for v.Active {
		time.Sleep(20 * time.Millisecond)
		v = suite.Must(again.Game(t.Context(), v.ID))(t)
	}
}

// TestGracefulShutdown stops a server during a request: that request is answered, later ones are
// not.
//
//luna:race
func TestGracefulShutdown(t *testing.T) {
	r := run(t, options{Options: site.Options{DB: filepath.Join(t.TempDir(), "luna.db")}})
	address := strings.TrimPrefix(r.url, "http://")
	c := suite.Must(net.Dial("tcp", address))(t)
	defer c.Close()
	body := `{"username":"ann","password":"correct horse"}`
	fmt.Fprintf(c, "POST /register HTTP/1.1\r\nHost: x\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(body))
	in := bufio.NewReader(c)
	if line, err := in.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatal(line, err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- r.stop() }()
	// New connections learn that the process lives and shuts down, and nothing else.
	late := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	status := func(path string) int {
		resp := suite.Must(late.Get(r.url + path))(t)
		resp.Body.Close()
		return resp.StatusCode
	}
	for status("/readyz") == 200 {
		time.Sleep(time.Millisecond)
	}
	for path, want := range map[string]int{
		"/livez": 200, "/healthz": 200, "/readyz": 503, "/": 503, "/registerGuest": 503,
	} {
		if got := status(path); got != want {
			t.Errorf("%s is %d while shutting down, expected %d", path, got, want)
		}
	}
	fmt.Fprint(c, body)
	if rest, err := io.ReadAll(in); err != nil ||
		!strings.Contains(string(rest), "HTTP/1.1 200 OK") ||
		!strings.Contains(string(rest), `"token"`) {
		t.Errorf("%s, %v", rest, err)
	}
	suite.OK(t, <-stopped)
}

// TestLimitsArePerClientOfAProxy has one client behind a proxy exhaust its limits.
func TestLimitsArePerClientOfAProxy(t *testing.T) {
	s := suite.Must(open(t.Context(), options{Options: site.Options{
		DB:      filepath.Join(t.TempDir(), "luna.db"),
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		Limits:  guard.Limits{Registrations: guard.Rate{Burst: 3, Every: time.Hour}},
	}}))(t)
	defer s.Close()
	guest := func(client string) int {
		r := httptest.NewRequest("GET", "/registerGuest", nil)
		r.RemoteAddr = "127.0.0.1:5000"
		r.Header.Set("X-Forwarded-For", client)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	for n := range 4 {
		if want := map[bool]int{true: 200, false: 429}[n < 3]; guest("203.0.113.1") != want {
			t.Errorf("registration %d: not %d", n, want)
		}
	}
	if guest("203.0.113.2") != 200 {
		t.Error("another client is refused")
	}
	for n := range 101 {
		r := httptest.NewRequest("GET", "/export", nil)
		r.RemoteAddr = "203.0.113.3:5000"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if want := map[bool]int{true: 200, false: 429}[n < 100]; w.Code != want {
			t.Fatalf("export %d: %d", n, w.Code)
		}
	}
}

// TestNoLocalClientsBehindAProxy registers a machine player from the local host, which behind a
// proxy may stand for any client.
func TestNoLocalClientsBehindAProxy(t *testing.T) {
	for base, want := range map[string]int{
		"": 200, "http://localhost:8080": 200, "http://127.0.0.1:8080": 200, "http://[::1]": 200,
		"http://luna.example.org": 403, "https://luna.example.org": 403,
		"https://localhost": 403,
	} {
		r := run(t, options{Options: site.Options{DB: filepath.Join(t.TempDir(), "luna.db"),
			BaseURL: base}})
		a := suite.Must(http.Post(r.url+"/registerMachine", "application/json",
			strings.NewReader(`{"username":"machine"}`)))(t)
		a.Body.Close()
		if a.StatusCode != want {
			t.Errorf("%q: %d, want %d", base, a.StatusCode, want)
		}
	}
}

// TestMail has a mail server receive the letters to a player with a confirmed address.
//
//luna:race
func TestMail(t *testing.T) {
	l := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	subjects := make(chan string, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			receive(c, subjects)
		}
	}()
	r := run(t, options{Options: site.Options{
		DB: filepath.Join(t.TempDir(), "luna.db"), SMTP: "smtp://" + l.Addr().String(),
		From: "luna@example.org", BaseURL: "http://luna.example.org",
	}})
	ann := r.player(t, "ann")
	account := suite.Must(r.Accounts().Named(t.Context(), "ann"))(t)
	suite.Must(r.Accounts().SetEmail(t.Context(), "here", account.ID, "ann@example.org"))(t)
	if s := <-subjects; !strings.Contains(s, "confirm your address") {
		t.Error(s)
	}
	suite.OK(t, r.Accounts().ConfirmEmail(t.Context(), account.ID, "ann@example.org"))
	bob := r.player(t, "bob")
	enter := func(c *client.Client) game.View {
		return suite.Must(c.NewGame(t.Context(), texts("question")))(t)
	}
	both := enter(ann)
	enter(bob)
	if s := <-subjects; !strings.Contains(s, "it is your turn") {
		t.Error(s)
	}
	// Both wait, and are paired when the game ends in which they are opponents. Bob has waited
	// longer, so that ann's is withdrawn while they are away.
	enter(bob)
	waiting := enter(ann)
	suite.Must(bob.Deactivate(t.Context(), both.ID))(t)
	if s := <-subjects; !strings.Contains(s, "it is your turn") {
		t.Error(s)
	}
	if v, err := ann.Game(t.Context(), waiting.ID); err != nil || !v.Active || v.Moved == "" {
		t.Errorf("%+v, %v", v, err)
	}
}

// receive accepts mail on a connection.
func receive(c net.Conn, subjects chan<- string) {
	defer c.Close()
	fmt.Fprint(c, "220 test\r\n")
	in, data := bufio.NewScanner(c), false
	for in.Scan() {
		line := in.Text()
		if s, ok := strings.CutPrefix(line, "Subject: "); ok && data {
			subjects <- s
		}
		switch {
		case data && line != ".":
			continue
		case line == "DATA":
			data = true
			fmt.Fprint(c, "354 go on\r\n")
			continue
		case line == "QUIT":
			fmt.Fprint(c, "221 bye\r\n")
			return
		}
		data = false
		fmt.Fprint(c, "250 ok\r\n")
	}
}

func TestInvalidSettings(t *testing.T) {
	dir := t.TempDir()
	for name, o := range map[string]site.Options{
		"no file":  {DB: filepath.Join(dir, "no", "such", "folder")},
		"a folder": {DB: dir},
		"machines": {DB: filepath.Join(dir, "a.db"), Machines: "sometimes"},
		"limits": {DB: filepath.Join(dir, "b.db"),
			Limits: guard.Limits{Logins: guard.Rate{Burst: -1, Every: 1}}},
		"mail without base": {DB: filepath.Join(dir, "c.db"), SMTP: "smtp://127.0.0.1",
			From: "luna@example.org"},
		"base": {DB: filepath.Join(dir, "d.db"), BaseURL: "luna.example.org"},
		"cost": {DB: filepath.Join(dir, "e.db"), Cost: auth.Cost{Memory: 1}},
	} {
		if s, err := open(t.Context(), options{Options: o}); err == nil {
			s.Close()
			t.Errorf("%s: the settings are accepted", name)
		}
	}
	median := suite.Must(aggregate.ByName("median"))(t)
	o := options{
		Options:  site.Options{DB: filepath.Join(dir, "f.db")},
		lunagame: lunagame.Options{Aggregate: median},
	}
	s := suite.Must(open(t.Context(), o))(t)
	if second, err := open(t.Context(), o); err == nil ||
		!strings.Contains(err.Error(), "another server keeps it") {
		second.Close()
		t.Errorf("a second server on the same file: %v", err)
	}
	s.Close()
	o.lunagame.Aggregate = nil
	if s, err := open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "median") {
		s.Close()
		t.Errorf("another aggregate: %v", err)
	}
}

// TestClockAtTheStart serves a site with clocks that are 200 and 61 days ahead when it starts, and
// then right again. Nothing may be published early, not even of what was played meanwhile; no
// session that was ended may come back; no game may expire. With the operator's word the clock
// holds.
func TestClockAtTheStart(t *testing.T) {
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	db := filepath.Join(t.TempDir(), "luna.db")
	const day = 24 * time.Hour
	rate := guard.Rate{Burst: 1 << 20, Every: time.Millisecond}
	start := func(ahead time.Duration, word time.Time) *running {
		return run(t, options{site.Options{DB: db, ClockOK: word,
			Limits: guard.Limits{Registrations: rate, Logins: rate, Guesses: rate, Refusals: rate,
				Players: rate, Addresses: rate, Texts: rate},
			Clock: func() time.Time { return time.Now().Add(ahead) },
		}, lunagame.Options{ExportKeep: time.Nanosecond}})
	}
	var people []*habitual
	playAll := func(r *running) {
		for i := 0; i < len(people); i += 2 {
			two := [2]*habitual{people[i], people[i+1]}
			for _, h := range two {
				h.Client = r.client(t)
				h.returns(t)
			}
			playGame(t, two, [2]float64{40, 60})
		}
	}
	expect := func(r *running, when string, published bool) {
		t.Helper()
		if guesses, files := r.download(t); published != (guesses > 0) {
			t.Errorf("%s: published %d guesses, in %d files", when, guesses, files)
		}
	}
	r := start(0, time.Time{})
	for i := range 6 {
		people = append(people, habit(t, r, fmt.Sprint("person ", i)))
	}
	playAll(r)
	open := suite.Must(people[0].NewGame(t.Context(), texts("q")))(t)
	ended := r.player(t, "ann").Token()
	suite.OK(t, r.Accounts().EndSession(t.Context(), ended))
	expect(r, "at first", false)
	for _, days := range []time.Duration{200, 61} {
		r.stop()
		r = start(days*day, time.Time{})
		expect(r, fmt.Sprint(int(days), " days ahead"), false)
		other := r.player(t, fmt.Sprint("bob ", int(days))).Token()
		if err := r.Accounts().EndSession(t.Context(), other); err != nil { // which forgets others
			t.Fatal(err)
		}
		if days == 200 {
			playAll(r)
		}
		r.stop()
		r = start(0, time.Time{})
		expect(r, fmt.Sprint("after ", int(days), " days ahead"), false)
		if a := r.send(t, sent{method: "GET", path: "/home", token: ended}); a.status != 401 {
			t.Errorf("after %d days ahead, an ended session: status %d", days, a.status)
		}
		people[0].Client = r.client(t)
		people[0].returns(t)
		if v, err := people[0].Game(t.Context(), open.ID); err != nil || !v.Active {
			t.Errorf("after %d days ahead, a game: %+v, %v", days, v, err)
		}
	}
	r.stop()
	r = start(400*day, time.Now().Add(-365*day)) // a word that was left in a file long ago
	expect(r, "with an old word", false)
	r.stop()
	r = start(400*day, time.Now().Add(400*day).UTC().Truncate(day))
	if _, err := r.Accounts().Authenticate(t.Context(), "192.0.2.1", ended); err == nil {
		t.Error("an ended session is back")
	}
	expect(r, "with the operator's word", true)
}

// TestOtherSitesInABrowser has pages of another site, one of them after DNS rebinding, read pages
// and act in a browser in which somebody is logged in.
func TestOtherSitesInABrowser(t *testing.T) {
	r := run(t, options{site.Options{DB: filepath.Join(t.TempDir(), "luna.db"), Hosts: []string{}},
		lunagame.Options{}})
	form := "application/x-www-form-urlencoded"
	play := func(tab *pagetest.Tab) {
		tab.Text(`fetch("/enter/guest", {method: "POST", body: new URLSearchParams({consent: "no"})})
			.then(a => document.title = "entered " + a.status), ""`)
		tab.Until("document.title === 'entered 200'")
	}
	pagetest.Attack(t, r, play,
		pagetest.Ask{Method: "GET", Path: "/me"}, pagetest.Ask{Method: "GET", Path: "/"},
		pagetest.Ask{Method: "GET", Path: "/home"}, pagetest.Ask{Method: "GET", Path: "/export"},
		pagetest.Ask{Method: "GET", Path: "/openapi.json"},
		pagetest.Ask{Method: "POST", Path: "/me/consent", Type: form, Body: "consent=yes"},
		pagetest.Ask{Method: "POST", Path: "/me/delete", Type: form, Body: "sure=yes"},
		pagetest.Ask{Method: "POST", Path: "/enter/guest", Type: form, Body: "consent=yes"},
		pagetest.Ask{Method: "POST", Path: "/leave", Type: form, Body: "a=b"},
		pagetest.Ask{Method: "POST", Path: "/registerGuest", Type: form, Body: "consent=yes"},
		pagetest.Ask{Method: "POST", Path: "/registerMachine", Type: "application/json",
			Body: `{"username":"owned","consent":true}`},
		pagetest.Ask{Method: "POST", Path: "/login", Type: form, Body: "username=a&password=b"},
	).Check(t)
}
