package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// site is a server of the JSON API with a clock that the test sets.
type site struct {
	t        *testing.T
	handler  http.Handler
	accounts *accounts.Service
	store    *store.Store
	referee  *play.Referee
	now      time.Time
	weighed  bool // guesses are, as on a public server
}

func newSite(t *testing.T, l guard.Limits, machines jsonapi.Machines) *site {
	t.Helper()
	s := &site{t: t, now: time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return s.now }
	st, a := sitetest.Accounts(t, l, clock)
	s.accounts, s.store = a, st
	s.referee = suite.Must(play.Open(t.Context(),
		play.Options{Store: st, Accounts: a, Clock: clock}))(t)
	t.Cleanup(s.referee.Close)
	s.open(jsonapi.Options{Machines: machines}, api.Routes(s.referee))
	return s
}

// open replaces the handler.
func (s *site) open(o jsonapi.Options, routes []jsonapi.Route) {
	s.t.Helper()
	o.Accounts, o.Rules = s.accounts, status.Rules(play.Statuses())
	s.handler = suite.Must(jsonapi.New(o, routes))(s.t)
}

// answer is the response to a request.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.body) }

// send makes a request as a remote client does; change, if not nil, may modify it.
func (s *site) send(token, method, path, kind, body string, change func(*http.Request)) answer {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.RemoteAddr = "203.0.113.7:50000"
	if strings.HasSuffix(path, "/guess") && !s.weighed {
		r.RemoteAddr = "127.0.0.1:50000" // so that guesses of newcomers have their full weight
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

// json sends a body encoded as JSON.
func (s *site) json(token, method, path string, body any) answer {
	s.t.Helper()
	text := ""
	if body != nil {
		text = string(suite.Must(json.Marshal(body))(s.t))
	}
	return s.send(token, method, path, "application/json", text, nil)
}

// read decodes a successful answer into a value.
func read[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	if a.status != http.StatusOK ||
		a.header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Fatal(a)
	}
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%v: %v", a, err)
	}
	return v
}

func (s *site) register(name string) (token string) {
	s.t.Helper()
	return read[wire.Token](s.t, s.json("", "POST", "/register",
		wire.Credentials{Username: name, Password: "correct horse"})).Token
}

func (s *site) view(a answer) game.View {
	s.t.Helper()
	return read[wire.Game](s.t, a).View
}

func texts(of, what string) []string {
	list := make([]string, game.Questions)
	for i := range list {
		list[i] = fmt.Sprintf("%s of %s, number %d", what, of, i)
	}
	return list
}

// encoding is a way to encode lists and single values.
type encoding struct {
	name   string
	encode func(values url.Values) (kind, body string)
}

// form encodes lists under names made of the field's name and an index.
func form(kind string, name func(string, int) string) func(url.Values) (string, string) {
	return func(values url.Values) (string, string) {
		out := make(url.Values)
		for n, list := range values {
			for i, v := range list {
				key := n
				if n == "questions" || n == "responses" {
					key = name(n, i)
				}
				out.Add(key, v)
			}
		}
		return kind, out.Encode()
	}
}

func asJSON(kind string) func(url.Values) (string, string) {
	return func(values url.Values) (string, string) {
		out := make(map[string]any)
		for n, list := range values {
			switch {
			case n == "questions" || n == "responses":
				out[n] = list
			case n == "guess":
				out[n] = json.Number(list[0])
			default:
				out[n] = list[0]
			}
		}
		text, _ := json.Marshal(out)
		return kind, string(text)
	}
}

func asMultipart(values url.Values) (string, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for n, list := range values {
		for _, v := range list {
			part, _ := w.CreateFormField(n)
			io.WriteString(part, v)
		}
	}
	w.Close()
	return w.FormDataContentType(), b.String()
}

const formType = "application/x-www-form-urlencoded"

var encodings = []encoding{
	{"form", form(formType, func(n string, _ int) string { return n })},
	{"form with []", form(formType+"; charset=UTF-8",
		func(n string, _ int) string { return n + "[]" })},
	{"form with numbers", form(formType,
		func(n string, i int) string { return fmt.Sprintf("%s[%d]", n, i) })},
	{"multipart", asMultipart},
	{"JSON", asJSON("application/json")},
	{"JSON in UTF-8", asJSON("application/json; charset=utf-8")},
	{"JSON by another name", asJSON("text/json; charset=utf8")},
	{"JSON called a form", asJSON(formType)},
	{"JSON without a type", asJSON("")},
	{"form without a type", form("", func(n string, _ int) string { return n })},
}

// login returns a token of a player, who is registered at the first time.
func (s *site) login(name string) string {
	s.t.Helper()
	who := wire.Credentials{Username: name, Password: "correct horse"}
	if a := s.json("", "POST", "/register", who); a.status == http.StatusOK {
		return read[wire.Token](s.t, a).Token
	}
	return read[wire.Token](s.t, s.json("", "POST", "/login", who)).Token
}

// expect checks the status of an answer and words of its message.
func (s *site) expect(a answer, status int, words string) {
	s.t.Helper()
	if a.status != status || !strings.Contains(a.body, words) {
		s.t.Errorf("%v, want %d and %q", a, status, words)
	}
}

// TestLogout checks that a token is refused after its session has ended, and others are not.
func TestLogout(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	first, second := s.login("ann"), s.login("ann")
	s.expect(s.json(first, "POST", "/logout", nil), 200, "true")
	for _, path := range []string{"/home", "/profile"} {
		s.expect(s.json(first, "GET", path, nil), 401, "logged out")
	}
	s.expect(s.json(first, "POST", "/logout", nil), 401, "logged out")
	s.expect(s.json(second, "GET", "/home", nil), 200, "")
	third := s.login("ann")
	s.expect(s.json(third, "POST", "/logout", object{"everywhere": "perhaps"}), 400, "everywhere")
	s.expect(s.json(third, "POST", "/logout", object{"everywhere": true}), 200, "true")
	s.expect(s.json(second, "GET", "/home", nil), 401, "revoked")
	s.expect(s.json(s.login("ann"), "GET", "/home", nil), 200, "")
}

// TestForgot asks for links to reset passwords.
func TestForgot(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	s.expect(s.json("", "POST", "/forgot", object{"username": "ann"}), 403, "luna admin password")
	var asked []string
	refusal := error(nil)
	s.open(jsonapi.Options{Forgot: func(address, text string) error {
		asked = append(asked, address+" for "+text)
		return refusal
	}}, api.Routes(s.referee))
	s.login("ann")
	s.expect(s.json("", "POST", "/forgot", object{}), 400, "username: is missing")
	known := s.json("", "POST", "/forgot", object{"username": "ann"})
	unknown := s.json("", "POST", "/forgot", object{"username": "nobody"})
	if known.String() != unknown.String() || known.status != 200 || known.body != "true" {
		t.Errorf("known: %v, unknown: %v", known, unknown)
	}
	if len(asked) != 2 || !strings.HasSuffix(asked[0], " for ann") {
		t.Errorf("%q", asked)
	}
	refusal = &guard.LimitError{What: "requests", Wait: time.Minute}
	s.expect(s.json("", "POST", "/forgot", object{"username": "ann"}), 429, "too many requests")
}

// TestTextsPerAddressAreLimited has a player open and leave games, each of which stays in the log.
func TestTextsPerAddressAreLimited(t *testing.T) {
	s := newSite(t, guard.Limits{Texts: guard.Rate{Burst: 1000, Every: time.Second}}, "")
	token, other := s.register("ann"), s.register("bob")
	long := wire.Questions{Questions: []string{strings.Repeat("x", 5000), "b", "c", "d", "e"}}
	opened := 0
	for ; opened < 1000; opened++ {
		a := s.json(token, "POST", "/home", long)
		if a.status == 429 {
			if a.header.Get("Retry-After") == "" ||
				!strings.Contains(message(t, a), "too many texts from this address") {
				t.Error(a)
			}
			break
		}
		s.view(s.json(token, "GET", "/home/"+string(s.view(a).ID)+"/deactivate", nil))
	}
	if opened < 30 || opened > 60 { // 5 KiB of texts and 16 KiB for the game itself
		t.Errorf("%d games were opened", opened)
	}
	// reading is free
	s.view(s.json(token, "GET", "/home/"+string(read[[]wire.Game](t,
		s.json(token, "GET", "/home", nil))[0].ID), nil))
	if a := s.json(other, "POST", "/home", long); a.status != 429 {
		t.Errorf("another player at the same address: %v", a)
	}
	elsewhere := func(peer, host string) func(*http.Request) {
		return func(r *http.Request) { r.RemoteAddr, r.Host = peer, host }
	}
	body := string(suite.Must(json.Marshal(long))(t))
	s.view(s.send(other, "POST", "/home", "application/json", body,
		elsewhere("198.51.100.1:5000", "luna.example.org")))
	s.view(s.send(other, "POST", "/home", "application/json", body,
		elsewhere("127.0.0.1:5000", "localhost")))
	s.now = s.now.Add(30 * time.Second)
	s.view(s.json(token, "POST", "/home", long))
}

// TestTextsThatAreNotKept has many addresses send as many texts as they may: to a game that does
// not exist, in a body that is no JSON, and in one that is too long. They are limited, and nobody
// else.
func TestTextsThatAreNotKept(t *testing.T) {
	s := newSite(t, guard.Limits{Texts: guard.Rate{Burst: 1000, Every: time.Hour}}, "")
	token := s.register("ann")
	from := func(n int) func(*http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr, r.Host = fmt.Sprintf("198.51.100.%d:5000", n), "luna.example.org"
		}
	}
	text := `{"responses":["` + strings.Repeat("x", 390<<10) + `"]}`
	for n := range 40 {
		bodies := []struct {
			text   string
			status int
		}{{text, 404}, {text[1:], 400}, {text + strings.Repeat(" ", 100<<10), 413}}
		refused := 0
		for i := range 4 {
			b := bodies[(n+i)%len(bodies)]
			a := s.send(token, "POST", "/home/none/response", "application/json", b.text, from(n))
			if a.status == 429 {
				refused++
			} else if a.status != b.status {
				t.Fatalf("%d, expected %d", a.status, b.status)
			}
		}
		if refused == 0 {
			t.Fatalf("address %d may send as much as it likes", n)
		}
	}
	if part := s.accounts.Guard().Texts.Busiest(); part > 0 {
		t.Errorf("what was not kept counts as %v of what all may send", part)
	}
	body := `{"questions":["a","b","c","d","e"]}`
	for n := range 20 {
		s.view(s.send(token, "POST", "/home", "application/json", body, from(100+n)))
		games := read[[]wire.Game](t, s.json(token, "GET", "/home", nil))
		s.view(s.json(token, "GET", "/home/"+string(games[0].ID)+"/deactivate", nil))
	}
}

// TestLongListsCount has a player repeatedly request a long list of their own texts.
func TestLongListsCount(t *testing.T) {
	suite.Slow(t, "plays hundreds of games")
	s := newSite(t, guard.Limits{Players: guard.Rate{Burst: 100, Every: time.Second}}, "")
	token := s.register("ann")
	if a := s.json(token, "GET", "/home", nil); a.status != 200 || a.body != "[]" {
		t.Error(a)
	}
	long := make([]string, game.Questions)
	for i := range long {
		long[i] = strings.Repeat("<", game.MaxCharacters) // which JSON escapes
	}
	var ids []game.GameID
	for range 8 {
		ids = append([]game.GameID{s.view(s.json(token, "POST", "/home",
			wire.Questions{Questions: long})).ID}, ids...)
	}
	list := read[[]wire.Game](t, s.json(token, "GET", "/home", nil))
	for i, v := range list {
		one := s.view(s.json(token, "GET", "/home/"+string(ids[i]), nil))
		if v.ID != ids[i] || one.ID != v.ID || v.Questions[4].Text != long[4] ||
			one.Questions[4] != v.Questions[4] {
			t.Errorf("game %d of the list is %.100v", i, v)
		}
	}
	asked := 0
	for asked < 100 && s.json(token, "GET", "/home", nil).status == 200 {
		asked++
	}
	if len(list) != 8 || asked < 10 || asked > 20 { // 1.2 MB count as four more requests
		t.Errorf("a list of %d games was returned %d times", len(list), asked)
	}
}
