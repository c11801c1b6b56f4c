package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/wire"
)

// players lists the routes that need a token.
var players = []struct{ method, path string }{
	{"POST", "/saveGuest"}, {"POST", "/home"}, {"GET", "/home"}, {"GET", "/home/x"},
	{"POST", "/home/x/interview"}, {"POST", "/home/x/response"},
	{"POST", "/home/x/guess"}, {"GET", "/home/x/deactivate"}, {"PUT", "/home/responseGrades"},
	{"DELETE", "/notifs"}, {"GET", "/oldquestions"},
	{"GET", "/profile"}, {"POST", "/profile/initial"}, {"POST", "/profile/color"},
	{"GET", "/profile/consent"}, {"POST", "/profile/consent"},
	{"GET", "/profile/email"}, {"POST", "/profile/email"},
}

// TestRefusedTokens tries every route that needs a token without one and with an invalid one.
// Packages auth and accounts test what is invalid.
func TestRefusedTokens(t *testing.T) {
	s := newSite(t, guard.Limits{Refusals: guard.Rate{Burst: 10_000, Every: time.Second}}, "")
	good := s.register("ann")
	for _, token := range []string{"", good + "x", strings.Repeat("x", 10_000)} {
		for _, p := range players {
			a := s.send(token, p.method, p.path, "application/json", "{}", nil)
			challenge := a.header.Get("WWW-Authenticate")
			if a.status != 401 || message(t, a) == "" || !strings.HasPrefix(challenge, "Bearer ") ||
				strings.Contains(challenge, "invalid_token") != (token != "") {
				t.Errorf("a token %.20q, %s %s: %v, %q", token, p.method, p.path, a, challenge)
			}
		}
	}
	for name, change := range map[string]func(*http.Request){
		"cookie": func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "token", Value: good}) },
		"basic":  func(r *http.Request) { r.SetBasicAuth("ann", "correct horse") },
		"bare":   func(r *http.Request) { r.Header.Set("Authorization", good) },
	} {
		if a := s.send("", "GET", "/home", "", "", change); a.status != 401 {
			t.Errorf("by %s: %v", name, a)
		}
	}
	if a := s.send("", "GET", "/home", "", "",
		func(r *http.Request) { r.Header.Set("Authorization", "bearer "+good) }); a.status != 200 {
		t.Error(a)
	}
}

// TestRefusedGuesses tries each invalid guess as a text and, if possible, as a JSON number.
func TestRefusedGuesses(t *testing.T) {
	s, id, ann, _ := guessing(t)
	path := "/home/" + string(id) + "/guess"
	for _, g := range []string{"NaN", "nan", "Infinity", "+Inf", "-1", "101", "100.00001",
		"-0.00001", "abc", "", " ", "0x10", "0x1p4", "1e400", "1_0", "5 0", "50%", "50,5", "٥٠",
		"1e999999999999999999999", "true", "null", "--1", "1;DROP TABLE events"} {
		for name, a := range map[string]answer{
			"form": s.send(ann, "POST", path, formType,
				"guess="+strings.NewReplacer("%", "%25", ";", "%3B", "+", "%2B").Replace(g), nil),
			"JSON text": s.json(ann, "POST", path, map[string]string{"guess": g}),
			"JSON":      s.send(ann, "POST", path, "application/json", `{"guess":`+g+`}`, nil),
		} {
			if a.status != 400 || message(t, a) == "" {
				t.Errorf("%q as %s: %v", g, name, a)
			}
		}
	}
	for _, body := range []string{`{}`, `{"guess":[50]}`, `{"guess":{}}`, `{"Guess":50}`,
		`{"guesses":50}`, `[50]`, `50`, `"50"`, ``} {
		if a := s.send(ann, "POST", path, "application/json", body, nil); a.status != 400 {
			t.Errorf("%s: %v", body, a)
		}
	}
	if a := s.send(ann, "POST", path, formType, "guess=50&guess=60", nil); a.status != 400 {
		t.Error(a)
	}
	if v := s.view(s.json(ann, "GET", "/home/"+string(id), nil)); v.Phase != 4 {
		t.Errorf("a refused guess counts: phase %d", v.Phase)
	}
	for _, g := range []string{"0", "100", " 66.6 ", "6.6e1", "+50", ".5"} {
		s, id, ann, _ := guessing(t)
		if v := s.view(s.json(ann, "POST", "/home/"+string(id)+"/guess",
			map[string]string{"guess": g})); v.Phase != 5 {
			t.Errorf("%q: %+v", g, v)
		}
	}
}

// guessing returns a site with a game in which it is ann's and bob's turn to guess.
func guessing(t *testing.T) (s *site, id game.GameID, ann, bob string) {
	s = newSite(t, guard.Limits{}, "")
	ann, bob = s.register("ann"), s.register("bob")
	return s, s.toGuess(ann, bob), ann, bob
}

// toGuess has two players play up to the guesses.
func (s *site) toGuess(tokens ...string) (id game.GameID) {
	s.t.Helper()
	for _, token := range tokens {
		id = s.view(s.json(token, "POST", "/home",
			wire.Questions{Questions: texts("one", "question")})).ID
	}
	for _, token := range tokens {
		s.view(s.json(token, "POST", "/home/"+string(id)+"/response",
			wire.Responses{Responses: texts("one", "response")}))
	}
	return id
}

func TestRefusedTexts(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	ann, bob := s.register("ann"), s.register("bob")
	long := append(texts("ann", "question")[:4], strings.Repeat("x", 5001))
	for name, list := range map[string]any{
		"four": texts("a", "q")[:4], "six": append(texts("a", "q"), "6"), "none": []string{},
		"5,001 characters": long, "null": nil,
		"blank": append(texts("a", "q")[:4], " \u200b\n"), "a text": "one", "a number": 5,
		"numbers":   []int{1, 2, 3, 4, 5},
		"an object": map[string]string{"0": "a"}, "null among them": []any{"a", "b", "c", "d", nil},
		"lists": [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}},
	} {
		if a := s.json(ann, "POST", "/home", map[string]any{"questions": list}); a.status != 400 ||
			!strings.Contains(message(t, a), "questions") {
			t.Errorf("%s: %.200v", name, a)
		}
	}
	for _, body := range []string{
		"questions=a&questions=b&questions=c&questions=d",
		"questions=a&questions[]=b&questions[]=c&questions[]=d&questions[]=e",
		"questions[0]=a&questions[1]=b&questions[2]=c&questions[3]=d&questions[5]=e",
		"questions[0]=a&questions[0]=b&questions[1]=c&questions[2]=d&questions[3]=e",
		"questions=a&questions=b&questions=c&questions=d&questions=%ff", "questions=%zz",
		"questions=a;questions=b",
	} {
		if a := s.send(ann, "POST", "/home", formType, body, nil); a.status != 400 ||
			message(t, a) == "" {
			t.Errorf("%s: %v", body, a)
		}
	}
	if a := s.send(ann, "POST", "/home", "application/json",
		"{\"questions\":[\"\xff\",\"b\",\"c\",\"d\",\"e\"]}", nil); a.status != 400 {
		t.Error(a)
	}
	if games := read[[]wire.Game](t, s.json(ann, "GET", "/home", nil)); len(games) != 0 {
		t.Fatalf("refused texts opened %d games", len(games))
	}
	// Unknown fields are ignored, including those that old players send.
	id := s.view(s.json(ann, "POST", "/home",
		map[string]any{"questions": texts("ann", "q"), "version": 7, "opQuestions": nil})).ID
	s.view(s.json(bob, "POST", "/home", wire.Questions{Questions: texts("bob", "q")}))
	path := "/home/" + string(id) + "/response"
	for name, list := range map[string]any{"four": texts("a", "q")[:4],
		"six": append(texts("a", "q"), "6"), "5,001 characters": long} {
		if a := s.json(ann, "POST", path, map[string]any{"responses": list}); a.status != 400 {
			t.Errorf("%s: %.200v", name, a)
		}
	}
	if v := s.view(s.json(ann, "POST", path,
		wire.Responses{Responses: []string{"", "", "", "", ""}})); v.Phase != 3 {
		t.Errorf("empty responses: %+v", v)
	}
}

// TestRefusedMoves tries moves that the rules do not allow at the time, and moves in other players'
// games, which must look exactly like games that do not exist.
func TestRefusedMoves(t *testing.T) {
	s, id, ann, bob := guessing(t)
	eve := s.register("eve")
	s.view(s.json(eve, "POST", "/home", wire.Questions{Questions: texts("eve", "question")}))
	moves := []struct {
		method, move string
		body         any
	}{
		{"GET", "", nil}, {"GET", "/deactivate", nil},
		{"POST", "/interview", wire.Questions{Questions: texts("a", "q")}},
		{"POST", "/response", wire.Responses{Responses: texts("a", "r")}},
		{"POST", "/guess", wire.Guess{Guess: 50}},
	}
	newcomer := s.register("newcomer")
	for _, m := range moves {
		for _, token := range []string{eve, newcomer} {
			others, none := s.json(token, m.method, "/home/"+string(id)+m.move, m.body),
				s.json(token, m.method, "/home/"+strings.Repeat("0", 24)+m.move, m.body)
			if others.status != 404 || others.String() != none.String() ||
				fmt.Sprint(others.header) != fmt.Sprint(none.header) {
				t.Errorf("%s %s: %v, for a game that does not exist: %v",
					m.method, m.move, others, none)
			}
		}
	}
	for _, m := range moves[2:4] {
		if a := s.json(ann, m.method, "/home/"+string(id)+m.move, m.body); a.status != 409 {
			t.Errorf("%s in the guess phase: %v", m.move, a)
		}
	}
	s.view(s.json(ann, "POST", "/home/"+string(id)+"/guess", wire.Guess{Guess: 50}))
	if a := s.json(ann, "POST", "/home/"+string(id)+"/guess",
		wire.Guess{Guess: 50}); a.status != 409 {
		t.Errorf("a second time: %v", a)
	}
	rid := s.view(s.json(ann, "GET", "/home/"+string(id), nil)).OpResponses[0].ID
	for token, status := range map[string]int{ann: 200, bob: 400, eve: 400} {
		if a := s.json(token, "PUT", "/home/responseGrades",
			[]wire.Grade{{Response: rid, Score: 1}}); a.status != status {
			t.Errorf("a grade: %v, want %d", a, status)
		}
	}
	for _, body := range []string{`[{"rid":"` + string(rid) + `","grade":101}]`, `[{"rid":"` +
		string(rid) + `"}]`, `[{"grade":1}]`, `[7]`, `{}`, `{"rid":"x","grade":1}`,
		`[{"rid":7,"grade":1}]`,
		"[" + strings.Repeat(`{"rid":"x","grade":1},`, 1000) + `{"rid":"x","grade":1}]`} {
		if a := s.send(ann, "PUT", "/home/responseGrades", "application/json", body,
			nil); a.status != 400 || message(t, a) == "" {
			t.Errorf("%.80s: %v", body, a)
		}
	}
	if a := s.send(ann, "PUT", "/home/responseGrades/", "application/json",
		`{"rid":"`+string(rid)+`","grade":"39.5"}`, nil); a.body != "true" {
		t.Errorf("one grade alone, and a path with a slash: %d %s", a.status, a.body)
	}
	if a := s.send(ann, "PUT", "/home/responseGrades", formType,
		"rid="+string(rid)+"&grade=40&rid="+string(rid)+"&grade=41", nil); a.body != "true" {
		t.Error(a)
	}
	s.now = s.now.Add(game.ExpireAfter)
	if a := s.json(bob, "POST", "/home/"+string(id)+"/guess",
		wire.Guess{Guess: 50}); a.status != 409 {
		t.Errorf("after three days: %v", a)
	}
	if v := s.view(s.json(bob, "GET", "/home/"+string(id)+"/deactivate", nil)); v.Active ||
		v.Phase != 5 {
		t.Errorf("an expired game, deactivated: phase %d, active %v", v.Phase, v.Active)
	}
}

func TestRefusedRequests(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.register("ann")
	full := `{"questions":["a","b","c","d","e"]}`
	for _, c := range []struct {
		method, path, kind, body string
		status                   int
	}{
		{"GET", "/", "", "", 404}, {"GET", "/nothing", "", "", 404},
		{"POST", "/home/x/y", "", "", 404}, {"GET", "/home/x/y/z", "", "", 404},
		{"GET", "/home//", "", "", 404},
		{"DELETE", "/home", "", "", 405}, {"PUT", "/home", "", "", 405},
		{"GET", "/login", "", "", 405}, {"POST", "/profile", "", "", 405},
		{"OPTIONS", "/home", "", "", 405},
		{"HEAD", "/registerGuest", "", "", 405}, {"POST", "/registerGuest", "", "", 405},
		{"HEAD", "/home/x/deactivate", "", "", 405},
		{"POST", "/home/x/deactivate", "", "", 405},
		{"GET", "/home/x/guess", "", "", 405}, {"GET", "/notifs", "", "", 405},
		{"POST", "/home", "text/plain", full, 415}, {"POST", "/home", "application/xml", "<a/>",
			415}, {"POST", "/home", "application/json; charset=latin1", full, 415},
		{"POST", "/home", "multipart/form-data", full, 415}, {"POST", "/home", ";", full, 415},
		{"POST", "/home", "multipart/form-data; boundary=x", "no parts", 400},
		{"POST", "/home", "application/json", `{"questions":`, 400},
		{"POST", "/home", "application/json", full + full, 400},
		{"POST", "/home", "application/json", full + "]", 400},
		{"POST", "/home", "application/json", strings.Repeat("[", 100_000), 400},
		{"POST", "/home", "application/json", "null", 400},
		{"POST", "/home", "application/json", "", 400},
		{"POST", "/home", "application/json", strings.Repeat(" ", jsonapi.MaxBody) + full, 413},
		{"POST", "/home", formType, strings.Repeat("x", jsonapi.MaxBody+1), 413},
		{"POST", "/login", "application/json", `{"username":"ann","password":"` +
			strings.Repeat("x", 32<<10) + `"}`, 413},
		{"POST", "/register", formType, "x=" + strings.Repeat("x", 32<<10), 413},
		{"POST", "/register", "application/json", `{"username":"Ann","password":"correct horse"}`,
			409}, {"POST", "/register", "application/json", `{"username":"new","password":"short"}`,
			400},
		{"POST", "/register", "application/json", `{"username":7,"password":"correct horse"}`, 400},
		{"POST", "/register", "application/json",
			`{"username":"new","password":["correct horse"]}`, 400},
		{"POST", "/register", "application/json", `{"username":"new"}`, 400}, {"POST", "/register",
			"application/json", `{}`, 400},
		{"POST", "/register", formType, "username=a&username=b&password=correct+horse", 400},
		{"POST", "/register", "application/json",
			`{"username":"new","password":"correct horse","email":"x"}`, 400},
		{"POST", "/login", "application/json", `{"username":"ann","password":"wrong"}`, 401},
		{"POST", "/login", "application/json", `{"username":"nobody","password":"wrong"}`, 401},
		{"POST", "/login", "application/json", `{}`, 401},
	} {
		a := s.send(token, c.method, c.path, c.kind, c.body, nil)
		if a.status != c.status || message(t, a) == "" {
			t.Errorf("%s %s %s %.60q: %v, want %d", c.method, c.path, c.kind, c.body, a, c.status)
		}
		if c.status == 405 && a.header.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.path)
		}
		if c.status == 401 && a.header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s %s: no WWW-Authenticate", c.method, c.path)
		}
	}
	gzip := func(r *http.Request) { r.Header.Set("Content-Encoding", "gzip") }
	if a := s.send(token, "POST", "/home", "application/json", full, gzip); a.status != 415 {
		t.Error(a)
	}
	a := s.json(token, "GET", "/home", nil)
	secured := http.Header{}
	httpx.Secure(secured, "")
	for name := range secured {
		if a.header.Get(name) == "" {
			t.Errorf("%s has no %s", "/home", name)
		}
	}
	for name, want := range map[string]string{"Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "", "Set-Cookie": ""} {
		if found := a.header.Get(name); found != want {
			t.Errorf("%s: %q, want %q", name, found, want)
		}
	}
	wrong, unknown := s.send("", "POST", "/login", "application/json",
		`{"username":"ann","password":"wrong"}`, nil),
		s.send("", "POST", "/login", "application/json", `{"username":"nobody","password":"wrong"}`,
			nil)
	if wrong.String() != unknown.String() ||
		fmt.Sprint(wrong.header) != fmt.Sprint(unknown.header) {
		t.Errorf("wrong password: %v, unknown name: %v", wrong, unknown)
	}
}

// TestMachineRegistration registers machines from where the operator's programs run, and from
// callers that only pretend to be there.
func TestMachineRegistration(t *testing.T) {
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	sites := make(map[jsonapi.Machines]*site)
	for i, c := range []struct {
		machines jsonapi.Machines
		peer     string
		host     string
		change   func(*http.Request)
		allowed  bool
	}{
		{"", "127.0.0.1:5000", "127.0.0.1:8080", nil, true},
		{"", "127.0.0.1:5000", "localhost:8080", nil, true},
		{"", "[::1]:5000", "[::1]:8080", nil, true},
		{"", "[::ffff:127.0.0.1]:5000", "LOCALHOST", nil, true},
		{"", "127.0.0.1:5000", "localhost:8080", header("Sec-Fetch-Site", "same-origin"), true},
		{"", "127.0.0.1:5000", "localhost:8080", header("Origin", "http://localhost:8080"), true},
		{"", "203.0.113.7:5000", "localhost:8080", nil, false},
		{"", "127.0.0.1:5000", "luna.example.org", nil, false},
		{"", "127.0.0.1:5000", "localhost.example.org", nil, false},
		{"", "127.0.0.1:5000", "127.0.0.1.example.org:80", nil, false},
		{"", "127.0.0.1:5000", "", nil, false},
		{"", "", "localhost:8080", nil, false},
		{"", "@", "localhost:8080", nil, false},
		{"", "127.0.0.1:5000", "localhost:8080", header("X-Forwarded-For", "127.0.0.1"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("X-Forwarded-Proto", "https"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Forwarded", "for=127.0.0.1"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Via", "1.1 proxy"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("X-Real-IP", "127.0.0.1"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Origin", "https://evil.example.org"),
			false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Origin", "null"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Origin", "http://localhost:9090"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Sec-Fetch-Site", "cross-site"), false},
		{"", "127.0.0.1:5000", "localhost:8080", header("Sec-Fetch-Site", "same-site"), false},
		{jsonapi.LocalMachines, "203.0.113.7:5000", "luna.example.org", nil, false},
		{jsonapi.OpenMachines, "203.0.113.7:5000", "luna.example.org", nil, true},
		{jsonapi.NoMachines, "127.0.0.1:5000", "127.0.0.1:8080", nil, false},
	} {
		s := sites[c.machines]
		if s == nil {
			s = newSite(t, guard.Limits{}, c.machines)
			sites[c.machines] = s
		}
		a := s.send("", "POST", "/registerMachine", "application/json",
			fmt.Sprintf(`{"username":"machine %d"}`, i), func(r *http.Request) {
				r.RemoteAddr, r.Host = c.peer, c.host
				if c.change != nil {
					c.change(r)
				}
			})
		if c.allowed {
			token := read[wire.Token](t, a).Token
			if p := read[wire.Profile](t, s.json(token, "GET", "/profile", nil)); !p.Machine ||
				p.Guest {
				t.Errorf("case %d: %+v", i, p)
			}
		} else if a.status != 403 || !strings.Contains(message(t, a),
			"luna machine add NAME --db FILE") &&
			!strings.Contains(message(t, a), "a page of another site") {
			t.Errorf("case %d, %+v: %v", i, c, a)
		}
	}
	s := sites[""]
	s.open(jsonapi.Options{Proxied: true}, nil)
	a := s.send("", "POST", "/registerMachine", "application/json", `{"username":"behind a proxy"}`,
		func(r *http.Request) { r.RemoteAddr, r.Host = "127.0.0.1:5000", "127.0.0.1:8080" })
	if a.status != 403 {
		t.Errorf("through a proxy that adds no header: %v", a)
	}
	if _, err := jsonapi.New(jsonapi.Options{Accounts: s.accounts,
		Machines: "sometimes"}); err == nil {
		t.Error("an unknown setting is accepted")
	}
	if _, err := jsonapi.New(jsonapi.Options{}); err == nil {
		t.Error("an API was made without accounts")
	}
}

// TestOtherSitesCannotRegister sends the requests without a token that a page of another site can
// make a browser send.
func TestOtherSitesCannotRegister(t *testing.T) {
	s := newSite(t, guard.Limits{Registrations: guard.Rate{Burst: 6, Every: time.Hour},
		Guesses: guard.Rate{Burst: 1, Every: time.Hour}}, "")
	s.register("ann")
	try := func(method, path, body, name, value string) int {
		return s.send("", method, path, formType, body,
			func(r *http.Request) { r.Host = "luna.example.org"; r.Header.Set(name, value) }).status
	}
	for name, values := range map[string][]string{
		"Sec-Fetch-Site": {"cross-site", "same-site", "nonsense"},
		"Origin": {"https://evil.example.org", "null", "http://luna.example.org:8081",
			"https://luna.example.org.evil.example.org", "::"},
	} {
		for _, value := range values {
			for _, status := range []int{
				try("GET", "/registerGuest", "", name, value), try("POST", "/register",
					"username="+value+"&password=correct+horse", name, value),
				try("POST", "/login", "username=ann&password=guess", name, value), try("POST",
					"/registerMachine", "username=x", name, value),
			} {
				if status != 403 {
					t.Errorf("%s: %s: %d", name, value, status)
				}
			}
		}
	}
	for i, value := range []string{"same-origin", "none"} {
		if status := try("GET", "/registerGuest", "", "Sec-Fetch-Site", value); status != 200 {
			t.Errorf("%s: %d", value, status)
		}
		if status := try("POST", "/register", fmt.Sprintf("username=%d&password=correct+horse", i),
			"Origin", "https://luna.example.org"); status != 200 {
			t.Errorf("the site's own page: %d", status)
		}
	}
	if status := try("POST", "/login", "username=ann&password=correct+horse", "Sec-Fetch-Site",
		"same-origin"); status != 200 {
		t.Errorf("a login: %d", status)
	}
}

// TestFloodsAreLimited checks each limit with its status, Retry-After and message.
func TestFloodsAreLimited(t *testing.T) {
	s := newSite(t, guard.Limits{
		Logins:        guard.Rate{Burst: 20, Every: time.Second},
		Names:         guard.Rate{Burst: 40, Every: 10 * time.Second},
		Players:       guard.Rate{Burst: 50, Every: time.Second},
		Addresses:     guard.Rate{Burst: 2000, Every: time.Second},
		Refusals:      guard.Rate{Burst: 30, Every: time.Second},
		Registrations: guard.Rate{Burst: 100, Every: 10 * time.Second},
	}, "")
	from := func(peer string) func(
		*http.Request) {
		return func(r *http.Request) { r.RemoteAddr = peer }
	}
	token := s.register("ann")
	for _, c := range []struct {
		name string
		pass int
		wait string
		try  func(n int) answer
	}{
		{"guests from one network", 100, "10", func(n int) answer {
			return s.send("", "GET", "/registerGuest", "", "",
				from(fmt.Sprintf("[2001:db8::%x]:5000", n+1)))
		}},
		{"logins of a name from an address", 10, "60", func(int) answer {
			return s.send("", "POST", "/login", formType, "username=ann&password=guess",
				from("198.51.100.199:5000"))
		}},
		{"logins of a name", 40, "10", func(n int) answer {
			return s.send("", "POST", "/login", formType, "username=bob&password=guess",
				from(fmt.Sprintf("198.51.100.%d:5000", n)))
		}},
		{"logins from an address", 20, "1", func(n int) answer {
			return s.send("", "POST", "/login", formType,
				fmt.Sprintf("username=%d&password=guess", n), from("198.51.100.200:5000"))
		}},
		{"requests of a player", 50, "1", func(n int) answer {
			return s.send(token, "GET", "/home", "", "", from(fmt.Sprintf("198.51.100.%d:5000", n)))
		}},
		{"requests without a token", 30, "1",
			func(int) answer {
				return s.send("", "GET", "/home", "", "", from("198.51.100.201:5000"))
			}},
		{"requests from an address", 2000, "1",
			func(int) answer {
				return s.send("", "GET", "/nothing", "", "", from("198.51.100.202:5000"))
			}},
	} {
		passed := 0
		for passed <= c.pass && c.try(passed).status != 429 {
			passed++
		}
		a := c.try(passed)
		if passed != c.pass || a.status != 429 || a.header.Get("Retry-After") != c.wait ||
			!strings.Contains(message(t, a), "try again in "+c.wait+" s") {
			t.Errorf("%s: %d passed, want %d; then %v, %q", c.name, passed, c.pass, a,
				a.header.Get("Retry-After"))
		}
	}
	// Programs on the server's own machine are not limited by address.
	for range 3000 {
		if a := s.send("", "GET", "/nothing", "", "",
			func(r *http.Request) {
				r.RemoteAddr, r.Host = "127.0.0.1:5000",
					"localhost"
			}); a.status != 404 {
			t.Fatal(a)
		}
	}
}

// TestAfterClose sends a request to a server whose referee is closed.
func TestAfterClose(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.register("ann")
	s.referee.Close()
	a := s.json(token, "POST", "/home", wire.Questions{Questions: texts("ann", "q")})
	if a.status != 503 || a.header.Get("Retry-After") == "" || message(t, a) == "" {
		t.Error(a)
	}
}

// TestInternalErrors checks that an internal error is answered 500 without details.
func TestInternalErrors(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.register("ann")
	s.open(jsonapi.Options{}, api.Routes(nil)) // without a referee the handler fails
	a := s.json(token, "GET", "/home", nil)
	if a.status != 500 || message(t, a) != "something went wrong in the server" {
		t.Error(a)
	}
}

func TestCanceledRequest(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := s.send("", "POST", "/login", formType, "username=ann&password=x",
		func(r *http.Request) { *r = *r.WithContext(ctx) })
	if a.status != 503 {
		t.Error(a)
	}
}

func TestOwns(t *testing.T) {
	a := newSite(t, guard.Limits{}, "").handler.(*jsonapi.API)
	for path, want := range map[string]bool{"/home": true, "/home/x/guess": true, "/login": true,
		"/healthz": true, "/": false, "/homes": false, "/play": false, "": false,
		"/export/answers.jsonl": false} {
		if a.Owns(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}
