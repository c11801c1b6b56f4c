package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/guard"
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
		"numWins", "smartsRating", "smartsRatingHistory",
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

func TestSaveGuest(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	guest := read[wire.Token](t, s.send("", "GET", "/registerGuest", "", "", nil)).Token
	id := s.view(s.json(guest, "POST", "/home",
		wire.Questions{Questions: texts("guest", "question")})).ID
	who := wire.Credentials{Username: "Ann", Password: "correct horse"}
	token := read[wire.Token](t, s.json(guest, "POST", "/saveGuest", who)).Token
	if a := s.json(guest, "GET", "/home", nil); a.status != http.StatusUnauthorized {
		t.Errorf("the guest's token: %v", a)
	}
	for _, tok := range []string{token,
		read[wire.Token](t, s.json("", "POST", "/login", who)).Token} {
		if v := s.view(s.json(tok, "GET", "/home/"+string(id), nil)); v.ID != id {
			t.Errorf("%+v", v)
		}
	}
	if a := s.json(token, "POST", "/saveGuest",
		wire.Credentials{Username: "Anna",
			Password: "correct horse"}); a.status != http.StatusConflict {
		t.Error(a)
	}
}

// TestProfileLimit asks for a part of the histories.
func TestProfileLimit(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	tokens := []string{s.register("ann"), s.register("bob")}
	for n := range 2 {
		var id game.GameID
		for _, token := range tokens {
			id = s.view(s.json(token, "POST", "/home",
				wire.Questions{Questions: texts("ann", "question")})).ID
		}
		home := "/home/" + string(id)
		for _, token := range tokens {
			s.view(s.json(token, "POST", home+"/response",
				wire.Responses{Responses: texts("ann", "response")}))
		}
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
