package lunagame_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// sent is a request to send.
type sent struct {
	method, path string
	token        string // bearer token
	cookie       string
	kind, body   string
	header       http.Header
}

// got is a response with its whole body.
type got struct {
	status int
	header http.Header
	text   string
}

func (r *running) send(t *testing.T, s sent) got {
	t.Helper()
	q := suite.Must(http.NewRequestWithContext(t.Context(), s.method, r.url+s.path,
		strings.NewReader(s.body)))(t)
	for name, values := range s.header {
		q.Header[name] = values
	}
	if s.kind != "" {
		q.Header.Set("Content-Type", s.kind)
	}
	if s.token != "" {
		q.Header.Set("Authorization", "Bearer "+s.token)
	}
	if s.cookie != "" {
		q.AddCookie(&http.Cookie{Name: "luna", Value: s.cookie})
	}
	a := suite.Must(http.DefaultTransport.RoundTrip(q))(t)
	defer a.Body.Close()
	text := suite.Must(io.ReadAll(a.Body))(t)
	return got{a.StatusCode, a.Header, string(text)}
}

const (
	form     = "application/x-www-form-urlencoded"
	jsonType = "application/json"
)

// opened starts a server with generous limits and cheap password hashes.
func opened(t *testing.T, clock func() time.Time) *running {
	t.Helper()
	rate := guard.Rate{Burst: 1 << 20, Every: time.Millisecond}
	limits := guard.Limits{Registrations: rate, Logins: rate, Guesses: rate, Refusals: rate,
		Players: rate, Addresses: rate, Texts: rate}
	o := site.Options{DB: filepath.Join(t.TempDir(), "luna.db"), Limits: limits, Clock: clock}
	r := run(t, options{o, lunagame.Options{ExportKeep: time.Nanosecond}})
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	return r
}

// id returns the account ID of a player.
func (r *running) id(t *testing.T, name string) accounts.ID {
	t.Helper()
	a := suite.Must(r.Accounts().Named(t.Context(), name))(t)
	return a.ID
}

// TestMisusedTokens tries every kind of signed token where it does not belong.
func TestMisusedTokens(t *testing.T) {
	r, other := opened(t, nil), opened(t, nil)
	ann, foreign := r.player(t, "ann").Token(), other.player(t, "ann").Token()
	id := r.id(t, "ann")
	tokens := r.Accounts().Tokens()
	confirm := suite.Must(tokens.Link(auth.ConfirmEmail,
		auth.Link{Account: string(id), Value: "ann@example.org"}, time.Hour))(t)
	end := suite.Must(tokens.Link(auth.Unsubscribe,
		auth.Link{Account: string(id), Value: "ann@example.org"}, time.Hour))(t)
	removed := suite.Must(tokens.Session(strings.Repeat("0", 24), "ann", 0))(t)
	later := suite.Must(tokens.Session(string(id), "ann", 1))(t)
	before, current := r.player(t, "bob").Token(), r.id(t, "bob")
	suite.Must(r.Accounts().Revoke(t.Context(), current))(t)
	bad := map[string]string{
		"another server's": foreign, "a link to confirm": confirm, "a link to end mail": end,
		"of a removed player": removed, "of a generation to come": later, "revoked": before,
		"half": ann[:len(ann)/2], "without a signature": ann[:strings.LastIndex(ann, ".")+1],
		"twice": ann + ann, "long": strings.Repeat("A", 20_000), "NULs": "\x7f",
	}
	for name, token := range bad {
		if name != "NULs" {
			if a := r.send(t, sent{method: "GET", path: "/home", token: token}); a.status != 401 {
				t.Errorf("as Bearer %s: %d %s", name, a.status, a.text)
			}
		}
		if a := r.send(t, sent{method: "GET", path: "/play",
			cookie: strings.Trim(token, "\x7f")}); a.status != 303 ||
			a.header.Get("Location") != "/enter/login?next=%2Fplay" ||
			name != "NULs" && !strings.Contains(a.header.Get("Set-Cookie"), "Max-Age=0") {
			t.Errorf("as cookie %s: %d %s", name, a.status, a.header.Get("Location"))
		}
	}
	for _, s := range []struct {
		why  string
		sent sent
		want int
	}{
		{"a cookie for the interface", sent{method: "GET", path: "/home", cookie: ann}, 401},
		{"a cookie to leave a game", sent{method: "GET", path: "/home/x/deactivate", cookie: ann},
			401},
		{"Bearer for the pages", sent{method: "GET", path: "/play", token: ann}, 303},
		{"a token in the path's query", sent{method: "GET", path: "/home?token=" + ann}, 401},
		{"a token in the body", sent{method: "POST", path: "/home", kind: form, body: "token=" +
			ann + "&access_token=" + ann}, 401},
		{"a token to confirm", sent{method: "GET", path: "/mail/confirm?token=" + ann}, 403},
		{"a token to end mail", sent{method: "POST", path: "/mail/unsubscribe", kind: form,
			body: "token=" + ann}, 403},
		{"one link for the other", sent{method: "POST", path: "/mail/unsubscribe", kind: form,
			body: "token=" + confirm}, 403},
		{"the other for the one", sent{method: "POST", path: "/mail/confirm", kind: form,
			body: "token=" + end}, 403},
		{"a link of another server", sent{method: "POST", path: "/mail/confirm", kind: form,
			body: "token=" + foreign}, 403},
		{"no link", sent{method: "POST", path: "/mail/confirm", kind: form}, 403},
		{"the token where it belongs", sent{method: "GET", path: "/home", token: ann}, 200},
		{"the cookie where it belongs", sent{method: "GET", path: "/play", cookie: ann}, 200},
	} {
		if a := r.send(t, s.sent); a.status != s.want {
			t.Errorf("%s: %d, want %d", s.why, a.status, s.want)
		}
	}
	if a, err := r.Accounts().Get(t.Context(), id); err != nil || a.EmailConfirmed {
		t.Errorf("%+v, %v", a, err)
	}
}

// looks returns all requests, to the pages and the JSON API, whose answers show something of games,
// and the public export.
func looks(id game.GameID, token string) []sent {
	var list []sent
	for _, path := range []string{"/home", "/home/" + string(id), "/oldquestions", "/profile"} {
		list = append(list, sent{method: "GET", path: path, token: token})
	}
	for _, path := range []string{"/play", "/news?page=/play", "/play/" + string(id),
		"/news?page=/play/" + string(id), "/play/new", "/me"} {
		list = append(list, sent{method: "GET", path: path, cookie: token})
	}
	return append(list, sent{method: "POST", path: "/play/" + string(id) + "/guess", cookie: token,
		kind: form, body: "guess=x"}, sent{method: "GET", path: "/export"},
		sent{method: "GET", path: "/export/answers.jsonl"})
}

// TestNoPeeking has ann play a machine and in each phase requests everything as either player and
// as a stranger: no answer may contain what is still secret from them. At the end all is revealed.
func TestNoPeeking(t *testing.T) {
	r, ctx := opened(t, nil), t.Context()
	ann, eve := r.player(t, "ann"), r.player(t, "eve")
	bob := r.client(t)
	suite.Must(bob.RegisterMachine(ctx, "bob the machine"))(t)
	for c, look := range map[*client.Client][2]string{ann: {"Ⱥ", "#a1b2c3"}, bob: {"Ƀ", "#b4c5d6"}} {
		for i, field := range []string{"initial", "color"} {
			body := fmt.Sprintf(`{%q: %q}`, field, look[i])
			a := r.send(t, sent{method: "POST", path: "/profile/" + field, token: c.Token(), kind: jsonType,
				body: body})
			if a.status != http.StatusOK {
				t.Fatal(a.text)
			}
		}
		suite.Must(c.SetConsent(ctx, true))(t)
	}
	rate(t, r, "ann", 61.25)
	rate(t, r, "bob the machine", 38.75)
	// each player's secrets, by stage of the game: questions, responses, guess
	secrets := map[*client.Client][4][]string{
		ann: {{"of-ann-q"}, {"of-ann-r"},
			{"17.75", "17.8", `"Ⱥ"`, "#a1b2c3", "61.25", "61.3", "a person</strong>"}, nil},
		bob: {{"of-bob-q", "a machine"}, {"of-bob-r", "a machine"},
			{"82.75", "82.8", "Ƀ", "#b4c5d6", "38.75", "38.8", "a machine</strong>"}, nil},
	}
	var id game.GameID
	check := func(phase int) {
		t.Helper()
		for viewer, other := range map[*client.Client]*client.Client{ann: bob, bob: ann, eve: nil} {
			var hidden []string
			for who, s := range secrets {
				for stage := phase / 2; stage < 3; stage++ {
					if who == other || other == nil {
						hidden = append(hidden, s[stage]...)
					}
				}
				if other == nil { // a stranger must not see what the players were shown either
					for stage := range min(phase/2, 2) {
						hidden = append(hidden, s[stage][0])
					}
				}
			}
			for _, s := range looks(id, viewer.Token()) {
				a := r.send(t, s)
				a.text = clock24.ReplaceAllString(a.text, "") // a time may contain any number
				if strings.HasPrefix(s.path, "/export") && phase == 6 {
					continue
				}
				for _, secret := range hidden {
					if strings.Contains(a.text, secret) &&
						!(secret == "a machine" && s.path == "/play/new") {
						t.Errorf("phase %d: %s shows %q\n%s", phase, s.path, secret, a.text)
					}
				}
				if mine := strings.Contains(s.path, string(id)) && s.path[:5] != "/news"; mine &&
					(a.status == 404) != (viewer == eve || viewer == bob && phase == 1) {
					t.Errorf("phase %d: %s answers %d", phase, s.path, a.status)
				}
			}
			for seat := range 2 {
				for n := range game.Questions {
					body := fmt.Sprintf(`[{"rid":"%s.r%d%d","grade":50}]`, id, seat, n)
					if a := r.send(t, sent{method: "PUT", path: "/home/responseGrades",
						token: viewer.Token(), kind: jsonType, body: body}); phase < 4 &&
						a.status != 400 || other == nil && a.status != 400 {
						t.Errorf("phase %d: an unseen response can be scored: %d", phase, a.status)
					}
				}
			}
		}
	}
	phase := 0
	for stage, name := range []string{"q", "r", "guess"} {
		for _, c := range []*client.Client{ann, bob} {
			who := map[*client.Client]string{ann: "ann", bob: "bob"}[c]
			var v game.View
			var err error
			switch stage {
			case 0:
				v, err = c.NewGame(ctx, texts("of-"+who+"-"+name))
			case 1:
				v, err = c.Respond(ctx, id, texts("of-"+who+"-"+name))
			case 2:
				v, err = c.Guess(ctx, id, map[string]float64{"ann": 17.75, "bob": 82.75}[who])
			}
			if phase++; err != nil || v.Phase != phase {
				t.Fatalf("phase %d: %+v, %v", phase, v, err)
			}
			id = v.ID
			check(phase)
		}
	}
	a := r.send(t, sent{method: "GET", path: "/play/" + string(id), cookie: ann.Token()})
	for _, revealed := range []string{"82.8", "38.8", "Ƀ", "a machine", "of-bob-q 4", "of-bob-r 4"} {
		if !strings.Contains(a.text, revealed) {
			t.Errorf("%q is not shown at the end", revealed)
		}
	}
	if v, err := bob.Game(ctx, id); err != nil || *v.OpSmartsRating != 61.25 ||
		*v.OpGuess != 17.75 || *v.OpMachine {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := ann.Game(ctx, id); err != nil || *v.SmartsRating != 61.25 ||
		*v.OldSmartsRating != 61.25 || !*v.OpMachine {
		t.Errorf("a machine's guess counts: %+v, %v", v, err)
	}
}

// clock24 matches a time of day to the second or finer.
var clock24 = regexp.MustCompile(`\d\d:\d\d:\d\d(\.\d+)?`)

// rate gives a player a rating through the guess of a guest.
func rate(t *testing.T, r *running, name string, rating float64) {
	t.Helper()
	ctx := t.Context()
	token := suite.Must(r.Accounts().Token(suite.Must(r.Accounts().Named(ctx, name))(t)))(t)
	player, guest := suite.Must(client.New(r.url, token, client.Options{}))(t), r.client(t)
	suite.Must(guest.RegisterGuest(ctx))(t)
	var id game.GameID
	for stage := range 3 {
		for _, c := range []*client.Client{player, guest} {
			switch stage {
			case 0:
				id = suite.Must(c.NewGame(ctx, texts("nobody")))(t).ID
			case 1:
				suite.Must(c.Respond(ctx, id, texts("nobody")))(t)
			default:
				suite.Must(c.Guess(ctx, id, rating))(t)
			}
		}
	}
}

// TestRaces makes concurrent requests of which only a limited number may succeed.
//
//luna:race
func TestRaces(t *testing.T) {
	r, ctx := opened(t, nil), t.Context()
	players := [2][2]*client.Client{{r.player(t, "ann"), r.player(t, "bob")},
		{r.player(t, "cat"), r.player(t, "dan")}}
	guest := r.client(t)
	suite.Must(guest.RegisterGuest(ctx))(t)
	fin := r.player(t, "fin").Token()
	// begun returns a game in which it is both players' turn to guess.
	begun := func(players [2]*client.Client) (id game.GameID) {
		for stage := range 2 {
			for _, c := range players {
				if stage == 0 {
					id = suite.Must(c.NewGame(ctx, texts("q")))(t).ID
				} else {
					suite.Must(c.Respond(ctx, id, texts("r")))(t)
				}
			}
		}
		return id
	}
	games := [2]game.GameID{begun(players[0]), begun(players[1])}
	for _, c := range []struct {
		name string
		do   func(n int) sent
		won  int // how many succeed
	}{
		{"guesses", func(n int) sent {
			return sent{method: "POST", path: "/home/" + string(games[0]) + "/guess",
				token: players[0][0].Token(), kind: form, body: fmt.Sprint("guess=", n)}
		}, 1},
		{"guesses by pages and interface", func(n int) sent {
			if n%2 == 0 {
				return sent{method: "POST", path: "/home/" + string(games[1]) + "/guess",
					token: players[1][0].Token(), kind: form, body: fmt.Sprint("guess=", n)}
			}
			return sent{method: "POST", path: "/play/" + string(games[1]) + "/guess",
				cookie: players[1][0].Token(), kind: form, body: fmt.Sprint("guess=", n)}
		}, 1},
		{"registrations of a name", func(n int) sent {
			return sent{method: "POST", path: "/register", kind: form, body: "username=" +
				[]string{"Eve", "EVE", "ｅｖｅ", "+eve+"}[n%4] + "&password=correct+horse"}
		}, 1},
		{"namings of a guest", func(n int) sent {
			return sent{method: "POST", path: "/saveGuest", token: guest.Token(), kind: form,
				body: fmt.Sprintf("username=saved%d&password=correct+horse", n)}
		}, 1},
		{"new games", func(n int) sent {
			return sent{method: "POST", path: "/home", token: fin, kind: jsonType,
				body: `{"questions":["a","b","c","d","e"]}`}
		}, game.MaxActive},
	} {
		var won atomic.Int32
		var all sync.WaitGroup
		for n := range 20 {
			all.Go(func() {
				a := r.send(t, c.do(n))
				switch {
				case a.status == 200 && a.text != "false" || a.status == 303:
					won.Add(1)
				case a.status == 401 && c.name == "namings of a guest": // whose token is void by then
				case a.status != 409 && a.text != "false":
					t.Errorf("%s: %d %s", c.name, a.status, a.text)
				}
			})
		}
		all.Wait()
		if int(won.Load()) != c.won {
			t.Errorf("%s: %d succeed, want %d", c.name, won.Load(), c.won)
		}
	}
	// A player leaves a game while its last guess is made: both players see a result, or neither.
	for i, id := range games {
		ann, bob := players[i][0], players[i][1]
		var all sync.WaitGroup
		all.Go(func() {
			r.send(t, sent{method: "POST", path: "/home/" + string(id) + "/guess",
				token: bob.Token(), kind: form, body: "guess=50"})
		})
		all.Go(func() {
			r.send(t, sent{method: "GET", path: "/home/" + string(id) + "/deactivate",
				token: ann.Token()})
		})
		all.Wait()
		mine, err1 := ann.Game(ctx, id)
		theirs, err2 := bob.Game(ctx, id)
		if err1 != nil || err2 != nil || mine.Active || mine.Phase != theirs.Phase ||
			(mine.Phase == 6) != (mine.Outcome != nil) ||
			(mine.Phase == 6) != (theirs.OpGuess != nil) {
			t.Errorf("%+v, %+v, %v, %v", mine, theirs, err1, err2)
		}
	}
}

// TestClockSetBack plays while the server's clock jumps.
func TestClockSetBack(t *testing.T) {
	var jump atomic.Int64
	r, ctx := opened(t, func() time.Time { return time.Now().Add(time.Duration(jump.Load())) }),
		t.Context()
	set := func(d time.Duration) { jump.Store(int64(d)) }
	ann, bob := r.player(t, "ann"), r.player(t, "bob")
	v := suite.Must(ann.NewGame(ctx, texts("q")))(t)
	set(-365 * 24 * time.Hour)
	if j, err := bob.NewGame(ctx, texts("q")); err != nil || j.ID != v.ID {
		t.Fatalf("a year back: %+v, %v", j, err)
	}
	if a := r.send(t, sent{method: "GET", path: "/play/" + string(v.ID),
		cookie: ann.Token()}); a.status != 200 {
		t.Errorf("a page a year back: %d", a.status)
	}
	set(0)
	if g, err := ann.Game(ctx, v.ID); err != nil || !g.Active || g.Phase != 2 {
		t.Errorf("%+v, %v", g, err)
	}
	set(game.ExpireAfter + time.Minute)
	if _, err := ann.Respond(ctx, v.ID, texts("r")); err == nil ||
		!strings.Contains(err.Error(), "expired") {
		t.Errorf("after three days: %v", err)
	}
	set(-game.ExpireAfter)
	if g, err := ann.Game(ctx, v.ID); err != nil || g.Active {
		t.Errorf("an expired game is active again: %+v, %v", g, err)
	}
	set(auth.SessionLife + time.Minute)
	if a := r.send(t, sent{method: "GET", path: "/home", token: ann.Token()}); a.status != 401 ||
		!strings.Contains(a.text, "expired") {
		t.Errorf("an expired token: %d %s", a.status, a.text)
	}
}

// TestHostileFields puts problematic texts into every field of the pages and the JSON API. No
// answer may be a server error, nothing may come back as markup, and no invalid name may be
// registered.
func TestHostileFields(t *testing.T) {
	r := opened(t, nil)
	ann := r.player(t, "ann").Token()
	hard := []string{
		"'; DROP TABLE accounts; --", `" OR 1=1 --`, "<script>alert(1)</script>",
		`"><img src=x onerror=alert(1)>`, "{{.Site}}{{template \"x\"}}", "${7*7}#{7*7}",
		"a\r\nSet-Cookie: luna=x",
		"a\x00b", "\xff\xfe", "\u202egnp.exe", "\ufeff", "\ud7ff\ue000",
		strings.Repeat("\u0301", 64), "javascript:alert(1)", "expression(alert(1))",
		"#fff;background:url(//evil)", "../../etc/passwd", "%00%ff", strings.Repeat("A", 6000),
	}
	fields := map[string][]string{
		"/register": {"username", "password", "email", "consent"},
		"/login":    {"username", "password"}, "/saveGuest": {"username", "password"},
		"/registerMachine": {"username"},
		"/profile/initial": {"initial"}, "/profile/color": {"color"},
		"/profile/consent": {"consent"}, "/profile/email": {"email"}, "/home": {"questions"},
		"/home/x/guess": {"guess"},
		"/enter/signup": {"username", "password", "email", "consent"},
		"/enter/login":  {"username", "password", "next"}, "/enter/guest": {"consent"},
		"/me/look": {"initial", "color"}, "/me/consent": {"consent"},
		"/me/save": {"username", "password"}, "/me/password": {"old", "password"},
		"/play/new": {"q1", "once", "fill"}, "/play/x/guess": {"guess", "s1", "suggest"},
		"/mail/confirm": {"token"},
	}
	for path, names := range fields {
		for _, name := range names {
			for _, text := range hard {
				values := url.Values{"username": {"a name"}, "password": {"correct horse"},
					"consent": {"yes"}, "initial": {"A"}, "color": {"#000000"}}
				values.Set(name, text)
				s := sent{method: "POST", path: path, kind: form, body: values.Encode()}
				if strings.HasPrefix(path, "/enter") || strings.HasPrefix(path, "/me") ||
					strings.HasPrefix(path, "/play") {
					if s.cookie = ann; strings.HasPrefix(path, "/enter") {
						s.cookie = ""
					}
				} else {
					s.token = ann
				}
				a := r.send(t, s)
				if a.status >= 500 || len(a.header.Values("Set-Cookie")) > 2 ||
					strings.Contains(a.text, "<script>alert") ||
					strings.Contains(a.text, "<img src=x") ||
					strings.Contains(a.header.Get("Location"), "evil") {
					t.Errorf("%s %s=%.40q: %d %v %.300s", path, name, text, a.status, a.header,
						a.text)
				}
			}
		}
	}
	for _, text := range hard {
		for _, s := range []sent{
			{method: "GET", path: "/home/" + url.PathEscape(text), token: ann},
			{method: "GET", path: "/play/" + url.PathEscape(text), cookie: ann},
			{method: "GET", path: "/export/" + url.PathEscape(text)},
			{method: "GET", path: "/" + url.PathEscape(text)}, {method: "GET",
				path: "/enter/login?next=" + url.QueryEscape(text)},
			{method: "GET", path: "/me?done=" + url.QueryEscape(text), cookie: ann},
			{method: "GET", path: "/static/" + url.PathEscape(text)}, {method: "GET",
				path: "/mail/confirm?token=" + url.QueryEscape(text)},
			{method: "GET", path: "/enter/signup?consent=" + url.QueryEscape(text)},
			{method: "GET", path: "/home",
				header: http.Header{"Authorization": {"Bearer " + url.QueryEscape(text)}}},
			{method: "POST", path: "/login", kind: url.QueryEscape(text)},
		} {
			if a := r.send(t, s); a.status >= 500 || strings.Contains(a.text, "<script>alert") ||
				strings.Contains(a.text, "<img src=x") {
				t.Errorf("%s %s: %d %.300s", s.method, s.path, a.status, a.text)
			}
		}
	}
	people := suite.Must(r.Accounts().Find(t.Context(), accounts.Search{Kind: accounts.Person}))(t)
	for _, a := range people {
		if strings.ContainsAny(a.Username, "\x00\r\n\u202e\ufeff") {
			t.Errorf("registered %q", a.Username)
		}
	}
}

// habitual is a person who asks the same questions in all games and gives the same answer whenever
// a question is repeated.
type habitual struct {
	*client.Client
	name string
	asks []string
}

func habit(t *testing.T, r *running, name string) *habitual {
	t.Helper()
	return &habitual{r.player(t, name), name, texts("question of " + name)}
}

// returns logs a person in whose token has expired.
func (h *habitual) returns(t *testing.T) {
	t.Helper()
	suite.Must(h.Login(t.Context(), h.name, "correct horse"))(t)
}

func (h *habitual) answers(questions []game.Question) []string {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = h.name + " on " + q.Text
	}
	return list
}

// playGame has two people play a whole game.
func playGame(t *testing.T, people [2]*habitual, guesses [2]float64) {
	t.Helper()
	var id game.GameID
	for stage := range 3 {
		for i, h := range people {
			switch stage {
			case 0:
				id = suite.Must(h.NewGame(t.Context(), h.asks))(t).ID
			case 1:
				v := suite.Must(h.Game(t.Context(), id))(t)
				suite.Must(h.Respond(t.Context(), id, h.answers(v.OpQuestions)))(t)
			default:
				suite.Must(h.Guess(t.Context(), id, guesses[i]))(t)
			}
		}
	}
}

// download fetches everything that is published and returns how many guesses and files there are.
func (r *running) download(t *testing.T) (guesses, files int) {
	t.Helper()
	_, index, _ := get(t, r.url+"/export")
	var list struct{ Files []struct{ Path string } }
	suite.OK(t, json.Unmarshal([]byte(index), &list))
	for _, f := range list.Files {
		status, text, _ := get(t, r.url+f.Path)
		if status != 200 {
			t.Fatalf("%s: %d %s", f.Path, status, text)
		}
		guesses += strings.Count(text, `"guess":`) + strings.Count(text, `"rating":`)
	}
	return guesses, len(list.Files)
}
