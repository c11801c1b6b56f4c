package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx/openapitest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/wire"
)

// hard are problematic texts, in lengths up to the limit.
var hard = []string{
	`'; DROP TABLE events; --`,
	`<script>alert("1")</script> &amp; &lt;b&gt; %3Cb%3E + %2B {{.}} ${x} \u0041 \n`,
	"\u0000\u0001\t\r\n\u2028\u2029\ufeff\ufffd\u202e)evil(\u202c",
	strings.Repeat("\U0001F469\u200D\U0001F680", 1666) + "e\u0301",
	strings.Repeat("\U00010348", 5000),
}

// TestWholeGame plays a game in each encoding, through every route for players. One has a hard name
// and writes hard texts, which come back exactly.
func TestWholeGame(t *testing.T) {
	const bob = "<b>'; -- \"Bob\" & Ω"
	written := func(p, what string) []string {
		if p == bob {
			return hard
		}
		return texts(p, what)
	}
	for _, e := range encodings {
		t.Run(e.name, func(t *testing.T) {
			s := newSite(t, guard.Limits{}, "")
			post := func(token, path string, values url.Values) answer {
				kind, body := e.encode(values)
				return s.send(token, "POST", path, kind, body, nil)
			}
			tokens := make(map[string]string)
			for _, p := range []string{"ann", bob} {
				who := url.Values{"username": {p}, "password": {"correct & horse+ä"}}
				tokens[p] = read[wire.Token](t, post("", "/register", who)).Token
				if again := read[wire.Token](t, post("", "/login", who)).Token; again == "" {
					t.Fatal("no token")
				}
			}
			opened := s.view(post(tokens["ann"], "/home",
				url.Values{"questions": texts("ann", "question")}))
			joined := s.view(post(tokens[bob], "/home",
				url.Values{"questions": written(bob, "question")}))
			if opened.ID != joined.ID || opened.Phase != 1 || joined.Phase != 2 ||
				opened.Turn != game.Waiting || joined.Turn != game.ToAct {
				t.Fatalf("%+v\n%+v", opened, joined)
			}
			home := "/home/" + string(opened.ID)
			for i, p := range []string{"ann", bob} {
				v := s.view(post(tokens[p], home+"/response",
					url.Values{"responses": written(p, "response")}))
				if v.Phase != 3+i || len(v.Responses) != 5 ||
					v.Responses[4].Text != written(p, "response")[4] {
					t.Fatalf("%+v", v)
				}
			}
			shown, own := s.view(s.json(tokens["ann"], "GET", home, nil)), s.view(s.json(tokens[bob], "GET", home, nil))
			for _, found := range [][]string{game.QuestionTexts(shown.OpQuestions),
				game.ResponseTexts(shown.OpResponses), game.QuestionTexts(own.Questions),
				game.ResponseTexts(own.Responses)} {
				if !slices.Equal(found, hard) {
					t.Errorf("%q came back as %q", hard, found)
				}
			}
			if p := read[wire.Profile](t, s.json(tokens[bob], "GET", "/profile", nil)); p.Username != bob {
				t.Errorf("the name came back as %q", p.Username)
			}
			rid := shown.OpResponses[0].ID
			if ok := read[bool](t, s.json(tokens["ann"], "PUT", "/home/responseGrades",
				[]wire.Grade{{Response: rid, Score: 62.5}})); !ok {
				t.Error("grades are not accepted")
			}
			s.view(post(tokens["ann"], home+"/guess", url.Values{"guess": {"62.5"}}))
			last := s.view(post(tokens[bob], home+"/guess", url.Values{"guess": {"100"}}))
			if last.Phase != 6 || *last.Outcome != game.Tied || *last.SmartsRating != 62.5 ||
				*last.OpGuess != 62.5 || *last.Guess != 100 ||
				last.Responses[0].Score == nil || *last.Responses[0].Score != 62.5 ||
				*last.OpMachine || last.OpLook.Initial != "A" {
				t.Fatalf("%+v", last)
			}
			checkAfterwards(s, tokens["ann"], opened.ID)
		})
	}
}

// checkAfterwards checks everything that a player is shown once a game is over.
func checkAfterwards(s *site, token string, id game.GameID) {
	s.t.Helper()
	games := read[[]wire.Game](s.t, s.json(token, "GET", "/home", nil))
	if len(games) != 1 || games[0].ID != id || !games[0].Notice {
		s.t.Errorf("%+v", games)
	}
	if !read[bool](s.t, s.json(token, "DELETE", "/notifs", nil)) ||
		s.view(s.json(token, "GET", "/home/"+string(id), nil)).Notice {
		s.t.Error("the notice is still there")
	}
	if v := s.view(s.json(token, "GET", "/home/"+string(id)+"/deactivate", nil)); v.Phase != 6 ||
		v.Turn != game.Complete {
		s.t.Errorf("a finished game, deactivated: phase %d, turn %v", v.Phase, v.Turn)
	}
	asked := read[[]wire.OldQuestion](s.t, s.json(token, "GET", "/oldquestions", nil))
	if len(asked) != 5 || asked[0].Games != 1 || asked[0].Wins != 0 ||
		asked[0].Text != texts("ann", "question")[0] {
		s.t.Errorf("%+v", asked)
	}
	p := read[wire.Profile](s.t, s.json(token, "GET", "/profile", nil))
	if p.Username != "ann" || *p.Rating != 100 || p.Games != 1 || len(p.History) != 1 ||
		len(p.Guesses) != 1 || p.Guesses[0].Guess != 62.5 || p.Machine || p.Guest ||
		!p.Joined.Equal(s.now) {
		s.t.Errorf("%+v", p)
	}
}

// TestNewPlayer checks the answers about a player without games, whose lists are empty, not null.
func TestNewPlayer(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := read[wire.Token](t, s.send("", "GET", "/registerGuest", "", "", nil)).Token
	for path, want := range map[string]string{
		"/home": "[]", "/oldquestions": "[]", "/profile/consent": "false",
		"/profile/email": `{"email":"","confirmed":false}`,
	} {
		if a := s.json(token, "GET", path, nil); a.status != 200 || a.body != want {
			t.Errorf("%s: %v, want %s", path, a, want)
		}
	}
	profile := read[struct {
		JoinDate string
		Player   map[string]any
	}](t, s.json(token, "GET", "/profile", nil))
	want := []string{"color", "guessHistory", "initial", "isGuest", "isMachine", "numGames",
		"numStalled", "numWins", "smartsRating", "smartsRatingHistory",
		"username", "winningStreak", "winningStreakRecord"}
	var found []string
	for name := range profile.Player {
		found = append(found, name)
	}
	slices.Sort(found)
	if !slices.Equal(found, want) || profile.JoinDate != "2016-03-03T12:00:00.000Z" ||
		len(profile.Player["username"].(string)) != 32 ||
		profile.Player["isGuest"] != true || profile.Player["smartsRating"] != nil ||
		fmt.Sprint(profile.Player["guessHistory"]) != "[]" {
		t.Errorf("%+v", profile)
	}
	if a := s.json(token, "DELETE", "/notifs", nil); a.status != 200 || a.body != "true" {
		t.Error(a)
	}
	if a := s.send("", "GET", "/healthz", "", "", nil); a.status != 200 ||
		a.body != `{"status":"ok"}` {
		t.Error(a)
	}
}

func TestSettings(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.register("ann")
	for _, c := range []struct{ path, body, want string }{
		{"/profile/initial", `{"initial":"Ä"}`, `"Ä"`},
		{"/profile/color", `{"color":"#AABBCC"}`, `"#aabbcc"`},
		{"/profile/consent", `{"consent":true}`, `true`},
		{"/profile/email", `{"email":"ann@example.org"}`,
			`{"email":"ann@example.org","confirmed":false}`},
		{"/profile/email", `{"email":""}`, `{"email":"","confirmed":false}`},
	} {
		if a := s.send(token, "POST", c.path, "application/json", c.body, nil); a.status != 200 ||
			a.body != c.want {
			t.Errorf("%s: %v, want %s", c.path, a, c.want)
		}
	}
	if a := s.send(token, "POST", "/profile/consent", formType, "consent=false",
		nil); a.body != "false" {
		t.Error(a)
	}
	for _, c := range []struct{ path, body string }{
		{"/profile/initial", `{"initial":""}`}, {"/profile/initial", `{"initial":"ABC"}`},
		{"/profile/initial", `{}`}, {"/profile/initial", `{"initial":7}`},
		{"/profile/color", `{"color":"red"}`}, {"/profile/color", `{"color":"#12345g"}`},
		{"/profile/color", `{"color":["#aabbcc"]}`},
		{"/profile/consent", `{}`}, {"/profile/consent", `{"consent":"maybe"}`},
		{"/profile/consent", `{"consent":1}`},
		{"/profile/email", `{}`}, {"/profile/email", `{"email":"nowhere"}`},
		{"/profile/email", `{"email":{}}`},
	} {
		if a := s.send(token, "POST", c.path, "application/json", c.body, nil); a.status != 400 ||
			message(t, a) == "" {
			t.Errorf("%s %s: %v", c.path, c.body, a)
		}
	}
}

// TestProfileLimit asks for a part of the histories.
func TestProfileLimit(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	tokens := []string{s.register("ann"), s.register("bob")}
	for n := range 2 {
		home := "/home/" + string(s.toGuess(tokens...))
		for _, token := range tokens {
			s.view(s.json(token, "POST", home+"/guess", wire.Guess{Guess: float64(10 * n)}))
		}
	}
	for _, x := range []struct {
		query string
		n     int
	}{{"", 2}, {"?limit=1", 1}, {"?limit=1000", 2}} {
		p := read[wire.Profile](t, s.json(tokens[0], "GET", "/profile"+x.query, nil))
		if len(p.Guesses) != x.n || p.Guesses[x.n-1].Guess != 10 || p.Games != 2 {
			t.Errorf("%q: %+v, want the %d newest", x.query, p.Guesses, x.n)
		}
	}
	for _, limit := range []string{"0", "1001", "-1", "x"} {
		s.expect(s.json(tokens[0], "GET", "/profile?limit="+limit, nil), 400,
			"limit: expected a whole number from 1 to 1000")
	}
}

// TestEightGames checks that a player with eight active games is answered false.
func TestEightGames(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.register("ann")
	for n := range 10 {
		a := s.json(token, "POST", "/home", wire.Questions{Questions: texts("ann", "question")})
		if a.status != 200 || (a.body == "false") != (n >= 8) {
			t.Errorf("game %d: %v", n, a)
		}
	}
}

// TestEscapedBodiesFit sends five texts of 5,000 characters, each escaped as two \u sequences of
// JSON. One more character is refused.
func TestEscapedBodiesFit(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.register("ann")
	body := func(n int) string {
		text := `"` + strings.Repeat(`\ud800\udf48`, n) + `"`
		return `{"questions":[` + strings.Join(slices.Repeat([]string{text}, 5), ", ") + `]}`
	}
	v := s.view(s.send(token, "POST", "/home", "application/json", body(5000), nil))
	if v.Questions[4].Text != strings.Repeat("\U00010348", 5000) {
		t.Error("the text changed")
	}
	if a := s.send(token, "POST", "/home", "application/json", body(5001), nil); a.status != 400 ||
		!strings.Contains(a.body, "5001 characters") {
		t.Errorf("%.200v", a)
	}
}

func message(t *testing.T, a answer) string {
	t.Helper()
	var m wire.Message
	if err := json.Unmarshal([]byte(a.body), &m); err != nil {
		t.Fatalf("%v: %v", a, err)
	}
	return m.Message
}

// described is a site whose answers are held against its description.
type described struct {
	*site
	*openapitest.Document
}

func newDescribed(t *testing.T) *described {
	t.Helper()
	s := newSite(t, guard.Limits{}, jsonapi.OpenMachines)
	s.open(jsonapi.Options{Machines: jsonapi.OpenMachines, OpenAPI: [][]byte{api.OpenAPI},
		Forgot: func(string, string) error { return nil }}, api.Routes(s.referee))
	d := suite.Must(openapitest.Parse([]byte(s.send("", "GET", "/openapi.json", "", "", nil).body)))(t)
	return &described{s, d}
}

// send makes a request of a described operation and checks body and answer against it.
func (d *described) send(token, method, path string, body any, status int) answer {
	d.t.Helper()
	route := path
	for id := range strings.SplitSeq(path, "/") {
		if len(id) > 20 { // of a game
			route = strings.Replace(path, id, "{game}", 1)
		}
	}
	o := d.Paths[route][strings.ToLower(method)]
	if o == nil {
		d.t.Fatalf("%s %s is not described", method, route)
	}
	if body != nil {
		var sent any
		text, err := json.Marshal(body)
		if err == nil {
			err = json.Unmarshal(text, &sent)
		}
		if err == nil && status == 200 {
			err = d.Check(path, o.RequestBody.Content["application/json"].Schema, sent)
		}
		if err != nil {
			d.t.Error(err)
		}
	}
	a := d.json(token, method, path, body)
	if a.status != status {
		d.t.Errorf("%s %s: %v, expected %d", method, path, a, status)
	}
	suite.OK(d.t, o.Answer(d.Document, a.status, a.header.Get("Content-Type"), []byte(a.body)))
	return a
}

type object = map[string]any

// move has two players play, wait for each other afterwards, and the second one moved to the first
// one's game when the game ends in which they are opponents.
func (d *described) move(first, second string) {
	d.t.Helper()
	questions := object{"questions": texts("x", "question")}
	enter := func(token string) string {
		return "/home/" + read[object](d.t, d.send(token, "POST", "/home", questions, 200))["_id"].(string)
	}
	enter(first)
	both := enter(second)
	enter(first)
	waiting := enter(second)
	d.send(first, "GET", both+"/deactivate", nil, 200)
	for range 1000 {
		if _, moved := read[object](d.t, d.send(second, "GET", waiting, nil, 200))["moved"]; moved {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	d.t.Error("nobody was moved")
}

// The description has exactly the routes. Answers of a whole game match it, refusals too, and every
// field in it occurs in an answer.
func TestOpenAPI(t *testing.T) {
	d := newDescribed(t)
	list, problems := d.Operations()
	for _, p := range problems {
		t.Error(p)
	}
	served := d.handler.(*jsonapi.API).Routes()
	slices.Sort(served)
	if !slices.Equal(list, served) {
		t.Errorf("described %q\nserved %q", list, served)
	}

	tokens := make(map[string]string)
	for _, name := range []string{"ann", "bob"} {
		who := object{"username": name, "password": "correct horse", "consent": true, "email": ""}
		tokens[name] = read[wire.Token](t, d.send("", "POST", "/register", who, 200)).Token
		d.send("", "POST", "/login", object{"username": name, "password": "correct horse"}, 200)
	}
	d.send("", "POST", "/register", object{"username": "ann", "password": "correct horse"}, 409)
	d.send("", "POST", "/login", object{"username": "ann", "password": "wrong horse"}, 401)
	d.send("", "POST", "/registerMachine", object{"username": "watson"}, 200)
	guest := read[wire.Token](t, d.send("", "GET", "/registerGuest", nil, 200)).Token
	eve := object{"username": "eve", "password": "correct horse"}
	guest = read[wire.Token](t, d.send(guest, "POST", "/saveGuest", eve, 200)).Token

	ann, bob := tokens["ann"], tokens["bob"]
	for n := range 4 { // the second game shows provisional ratings before it, the fourth full ones
		d.weighed = n < 2
		questions := object{"questions": texts("ann", "question")}
		game := read[object](t, d.send(ann, "POST", "/home", questions, 200))["_id"].(string)
		home := "/home/" + game
		d.send(bob, "POST", "/home", questions, 200)
		d.send(ann, "POST", home+"/interview", questions, 409)
		for _, token := range []string{ann, bob} {
			d.send(token, "POST", home+"/response", object{"responses": texts("x", "response")}, 200)
			d.send(token, "GET", home, nil, 200)
		}
		v := d.view(d.json(ann, "GET", home, nil))
		grades := []object{{"rid": v.OpResponses[0].ID, "grade": 50}}
		d.send(ann, "PUT", "/home/responseGrades", grades, 200)
		d.send(ann, "POST", home+"/guess", object{"guess": 150}, 400)
		d.send(ann, "POST", home+"/guess", object{"guess": 40}, 200)
		d.send(bob, "POST", home+"/guess", object{"guess": 60.5}, 200)
		d.send(bob, "GET", home+"/deactivate", nil, 200)
		d.send(ann, "GET", "/profile", nil, 200)
	}
	d.move(ann, bob)
	last := read[[]object](d.t, d.send(bob, "GET", "/home", nil, 200))[0]["_id"].(string)
	d.send(ann, "POST", "/home/"+last+"/block", nil, 200)
	d.send(ann, "GET", "/profile", nil, 200)
	d.send(ann, "DELETE", "/home/"+last+"/block", nil, 200)
	d.send(ann, "GET", "/home", nil, 200)
	d.send(guest, "GET", "/home/"+strings.Repeat("x", 26), nil, 404)
	d.send("", "GET", "/home", nil, 401)
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"DELETE", "/notifs", nil}, {"GET", "/oldquestions", nil}, {"GET", "/profile", nil},
		{"POST", "/profile/initial", object{"initial": "X"}},
		{"POST", "/profile/color", object{"color": "#123456"}},
		{"GET", "/profile/consent", nil}, {"POST", "/profile/consent", object{"consent": true}},
		{"GET", "/profile/email", nil}, {"POST", "/profile/email", object{"email": ""}},
		{"POST", "/forgot", object{"username": "ann"}}, {"POST", "/logout", object{}},
		{"GET", "/livez", nil}, {"GET", "/readyz", nil}, {"GET", "/healthz", nil},
		{"GET", "/openapi.json", nil},
	} {
		d.send(ann, c.method, c.path, c.body, http.StatusOK)
	}
	d.send(ann, "GET", "/home", nil, 401)
	account := suite.Must(d.accounts.Named(t.Context(), "ann"))(t)
	reset := object{"token": suite.Must(d.accounts.ResetToken(account, time.Hour))(t),
		"password": "battery staple"}
	ann = read[wire.Token](t, d.send("", "POST", "/reset", reset, 200)).Token
	d.send("", "POST", "/reset", reset, 403)
	d.send(bob, "POST", "/profile/delete", object{"password": "wrong horse"}, 401)
	d.send(bob, "POST", "/profile/delete", object{"password": "correct horse", "texts": true}, 200)
	d.send(bob, "GET", "/profile", nil, 401)
	eveID := suite.Must(d.accounts.Named(t.Context(), "eve"))(t).ID
	suite.Must(d.accounts.Suspend(t.Context(), eveID, "rude"))(t)
	d.send(guest, "GET", "/home", nil, 403)
	d.referee.Close()
	d.send(ann, "POST", "/home", object{"questions": texts("ann", "question")}, 503)
	missing := slices.DeleteFunc(d.Unseen(), func(p string) bool {
		return p == "Message.request_id" // which the site adds, see its tests
	})
	if len(missing) > 0 {
		t.Errorf("described but in no answer: %q", missing)
	}
}

// TestProvisionalOverHTTP plays as people of two networks do on a public server.
func TestProvisionalOverHTTP(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	s.weighed = true
	tokens := []string{s.register("ann"), s.register("bob")}
	play := func(guesses ...float64) (answers []answer) {
		views := make([]wire.Game, 2)
		for i, token := range tokens {
			views[i] = read[wire.Game](t, s.json(token, "POST", "/home", wire.Questions{Questions: texts("x", "question")}))
		}
		home := "/home/" + string(views[0].ID)
		for _, token := range tokens {
			s.json(token, "POST", home+"/response", wire.Responses{Responses: texts("x", "response")})
		}
		for i, token := range tokens {
			s.json(token, "POST", home+"/guess", object{"guess": guesses[i]})
		}
		for _, token := range tokens {
			answers = append(answers, s.json(token, "GET", home, nil))
		}
		return answers
	}
	first := play(40, 60)
	for i, want := range []string{`"smartsRating":null,`, `"provisionalRating":60,`, `"outcome":3,`} {
		if !strings.Contains(first[0].body, want) || strings.Contains(first[0].body, "ldProvisional") {
			t.Errorf("field %d: %v, expected %s", i, first[0], want)
		}
	}
	second := play(44, 71)
	v := read[wire.Game](t, second[0])
	if *v.Outcome != game.Won || *v.OpProvisional != 40 || *v.OldProvisional != 60 || v.OpSmartsRating != nil {
		t.Errorf("%v", second[0])
	}
	p := read[wire.Profile](t, s.json(tokens[0], "GET", "/profile", nil))
	if p.Rating != nil || p.Provisional == nil || *p.Provisional != 65.5 || p.Wins != 0 || p.Games != 2 {
		t.Errorf("%+v", p)
	}
}
