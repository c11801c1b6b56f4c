package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/trade"
)

// request sends a request to a server, with a body in JSON if it is not empty.
func request(s http.Handler, token, method, path, body string) (answer map[string]any, text string) {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	return answer, w.Body.String()
}

func openGames(t *testing.T, db string, games ...string) *server.Server {
	t.Helper()
	s := suite.Must(server.Open(t.Context(), server.Options{DB: db, Games: games, Trading: server.Trading{
		Patience: time.Millisecond, Settings: trade.Settings{Delay: -1},
	}}))(t)
	return s
}

// TestTexts plays a game of Turing Trade and removes its texts, while the server offers both games,
// while it offers only the other one, and by the operator's command. The tables of both games are
// verified, made again and verified.
func TestTexts(t *testing.T) {
	suite.Slow(t, "plays dozens of games")
	for _, how := range []string{"operator", "both", "luna", "trade"} {
		t.Run(how, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "luna.db")
			s := openGames(t, db)
			var tokens []string
			for _, role := range []string{"bettor", "target"} {
				a, text := request(s, "", "POST", "/register", fmt.Sprintf(
					`{"username":"a %s","password":"correct horse","consent":true}`, role))
				token, ok := a["token"].(string)
				if !ok {
					t.Fatal(text)
				}
				tokens = append(tokens, token)
				request(s, token, "POST", "/trade/api/enter", fmt.Sprintf(`{"role":%q,"consent":true}`, role))
			}
			var game string
			for game == "" {
				a, _ := request(s, tokens[0], "GET", "/trade/api/lobby", "")
				game, _ = a["game"].(string)
				time.Sleep(time.Millisecond)
			}
			for _, act := range []string{
				`{"type":"question","text":"my secret","key":"1"}`,
				`{"type":"done","key":"2"}`, // ends the game, for there is no other bettor
			} {
				_, text := request(s, tokens[0], "POST", "/trade/api/games/"+game+"/act", act)
				if !strings.Contains(text, "true") {
					t.Fatal(text)
				}
			}
			logs := func(s http.Handler) (text string) {
				for range 100 {
					if _, text = request(s, "", "GET", "/trade/logs.jsonl", ""); text != "" {
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
				return text
			}
			if text := logs(s); !strings.Contains(text, "my secret") {
				t.Fatalf("the logs are %q", text)
			}
			switch how {
			case "both":
			case "operator":
				suite.OK(t, server.EraseTexts(t.Context(), db, "a bettor"))
			default:
				suite.OK(t, s.Close())
				s = openGames(t, db, how)
			}
			if how != "operator" {
				suite.OK(t, s.EraseTexts(t.Context(), "a bettor"))
			}
			suite.OK(t, s.Close())
			for range 2 {
				v, err := server.Verify(t.Context(), db, nil)
				if err != nil || len(v.Problems) > 0 || v.Games != 1 {
					t.Errorf("%+v, %v", v, err)
				}
				suite.OK(t, server.Rebuild(t.Context(), db))
			}
			s = openGames(t, db)
			defer s.Close()
			if text := logs(s); strings.Contains(text, "secret") || !strings.Contains(text, "[removed]") {
				t.Errorf("the logs are %q", text)
			}
		})
	}
}

// TestGames opens servers with games that do not exist, and with programs that do not.
func TestGames(t *testing.T) {
	for _, o := range []server.Options{
		{Games: []string{"chess"}}, {Games: []string{"luna", "luna"}}, {Games: []string{}},
		{Trading: server.Trading{Targets: []string{"oracle"}}},
		{Trading: server.Trading{Targets: []string{"simple", "simple"}}},
		{Trading: server.Trading{Targets: []string{}}},
		{Trading: server.Trading{Settings: trade.Settings{StartPrice: 200}}},
		{Trading: server.Trading{Settings: trade.Settings{Market: "bazaar"}}},
	} {
		o.DB = filepath.Join(t.TempDir(), "luna.db")
		if s, err := server.Open(t.Context(), o); err == nil {
			t.Errorf("%+v: found no error", o)
			s.Close()
		}
	}
}

// TestArchiveTarget has the program that follows the site's own games as the only target.
func TestArchiveTarget(t *testing.T) {
	for spec, valid := range map[string]bool{
		"retrieval": true, "echo=retrieval": true, "retrieval:": false, "retrieval:missing": false,
	} {
		s, err := server.Open(t.Context(), server.Options{
			DB:      filepath.Join(t.TempDir(), "luna.db"),
			Trading: server.Trading{Targets: []string{spec}},
		})
		if valid != (err == nil) {
			t.Errorf("%s: %v", spec, err)
		}
		if err == nil {
			s.Close()
		}
	}
}

// alone opens a fresh server, which nobody else uses, and a window at its start page.
func alone(t *testing.T, width int64) (*pagetest.Tab, string) {
	t.Helper()
	db := filepath.Join(t.TempDir(), "luna.db")
	s := suite.Must(server.Open(t.Context(), server.Options{DB: db}))(t)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
		suite.OK(t, s.Close())
	})
	b := pagetest.NewTab(t, pagetest.Launch(t), pagetest.TabOptions{
		Base: h.URL, Name: "Ann", Width: width, Height: 740, Script: pagetest.SiteScript,
		Dir: os.Getenv("LUNA_SCREENSHOTS"),
	})
	b.Open("/")
	b.Wait("Luna Game and Turing Trade")
	return b, db
}

// TestBrowserPracticeLuna plays a whole Luna Game alone, by keyboard on the desktop.
func TestBrowserPracticeLuna(t *testing.T) {
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b, db := alone(t, width)
			press := b.Click
			if width > 360 {
				press = func(css string) { t.Helper(); b.Press(css, "\r") }
			}
			begun := time.Now()
			b.Look("80-landing")
			press("form[action='/practice'] button")
			b.Wait("Practice: ask")
			b.Look("81-practice-ask")
			for i := range 5 {
				b.Typed(fmt.Sprintf("#q%d", i+1), fmt.Sprintf("What do you think of the number %d?", i))
			}
			press("#texts .actions button")
			b.Wait("Practice: respond")
			b.Look("82-practice-respond")
			for i := range 5 {
				b.Typed(fmt.Sprintf("#r%d", i+1), "I would have to think about it.")
			}
			press("#texts .actions button")
			b.Wait("Practice: guess")
			b.Look("83-practice-guess")
			if n := b.Text("String(document.querySelectorAll('.text.theirs').length)"); n != "5" {
				t.Errorf("the machine gave %s responses", n)
			}
			b.Typed("#guess", "35")
			b.Typed("#s1", "20")
			press("#send")
			b.Wait("Practice is over")
			b.Look("84-practice-over")
			text := b.Text("document.querySelector('main').innerText")
			for _, want := range []string{"You guessed 35", "nothing to compare with yet", "no rating has changed",
				"which you scored 20"} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing: %s", want, text)
				}
			}
			if d := time.Since(begun); d > time.Minute {
				t.Errorf("it took %v", d)
			}
			leavesNothing(t, db)
		})
	}
}

// TestBrowserFirstMinutes follows somebody who finds a new site empty: they judge answers, answer
// the question of the day, and begin a game, as far as it goes alone.
func TestBrowserFirstMinutes(t *testing.T) {
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b, _ := alone(t, width)
			b.Look("60-landing")
			b.Click("form[action='/judge'] button")
			for i, guess := range []string{"30", "12"} {
				b.Wait("How smart is this answer?")
				b.Look(fmt.Sprintf("6%d-judge", 1+2*i))
				b.Typed("#guess", guess)
				b.Keys("\r")
				b.Wait("You guessed " + guess)
				b.Look(fmt.Sprintf("6%d-judged", 2+2*i))
				b.Click("form[action$='/next'] button")
			}
			b.Wait("How smart is this answer?")
			b.Open("/judge")
			b.Wait("Guess alone")
			b.Look("65-guess-alone")
			b.Open("/play/day")
			b.Wait("The question of the day")
			b.Look("66-day")
			b.Click("main a[href^='/consent']")
			b.Wait("Before you play")
			b.Look("67-consent")
			b.Click("#consent-no")
			b.Click("form button:not([formaction])")
			b.Wait("The question of the day")
			b.Look("68-day-form")
			b.Typed("#answer", "It depends on who asks.")
			b.Click("#judging-yes")
			b.Click("#texts .actions button")
			b.Until("document.querySelector('.text.theirs') !== null")
			b.Look("69-day-answered")
			b.Click("form[action='/judge'] button")
			b.Wait("No answer is left")
			b.Look("70-none-left")
			b.Open("/play/new")
			b.Wait("Your turn: ask")
			b.Look("71-interview")
			b.Click("button[value=examples]")
			b.Until("document.getElementById('q5').value.startsWith('If a hacker')")
			b.Look("72-interview-examples")
			b.Click("#texts .actions button")
			b.Until("document.title !== 'Your turn: ask · Luna'")
			b.Look("73-waiting")
			b.Open("/me")
			b.Wait("Your profile")
			b.Look("74-profile")
			b.Open("/trade")
			b.Wait("Turing Trade")
			b.Look("75-trade")
		})
	}
}

// TestBrowserPracticeTrade plays a whole game of Turing Trade alone.
func TestBrowserPracticeTrade(t *testing.T) {
	for _, width := range []int64{360, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b, db := alone(t, width)
			begun := time.Now()
			b.Click("form[action='/trade/practice'] button")
			b.Wait("Practice: person or computer?")
			b.Look("85-practice-trade")
			b.Typed("#text", "What did you have for breakfast?")
			b.Keys("\r\x1b")
			b.Until("document.querySelectorAll('#talk .back .words').length >= 1")
			b.Keys("hhh")
			b.Until("document.getElementById('held').textContent === '3 human'")
			b.Look("86-practice-trade-bets")
			b.Click("#done-button")
			b.Until("document.title.startsWith('The target ')")
			b.Until("document.body.dataset.state === undefined")
			b.Look("87-practice-trade-end")
			text := b.Text("document.querySelector('main').innerText")
			for _, want := range []string{"counts for nothing", "a program", "The target was "} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing: %s", want, text)
				}
			}
			if d := time.Since(begun); d > time.Minute {
				t.Errorf("it took %v", d)
			}
			leavesNothing(t, db)
		})
	}
}

// TestPracticeByShare has three households begin all practice games that they can, from many of
// their addresses. Visitors find room, and keep it.
func TestPracticeByShare(t *testing.T) {
	for _, path := range []string{"/practice", "/trade/practice"} {
		s := openGames(t, filepath.Join(t.TempDir(), "luna.db"))
		ask := func(method, path, address string) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
			r.RemoteAddr, r.Host = address, "localhost"
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			return w
		}
		flood := func() {
			for n := range 450 {
				ask("POST", path, fmt.Sprintf("[2001:db8:%d:%x::1]:1", n%3, n%90))
			}
		}
		flood()
		games := make(map[string]string)
		for n := range 20 {
			address := fmt.Sprintf("198.51.100.%d:1", n)
			w := ask("POST", path, address)
			if w.Code != http.StatusSeeOther {
				t.Fatalf("%s: visitor %d: %d %s", path, n, w.Code, w.Body)
			}
			games[address] = w.Header().Get("Location")
		}
		flood()
		for address, game := range games {
			if w := ask("GET", game, address); w.Code != http.StatusOK {
				t.Errorf("%s: the game of %s: %d", path, address, w.Code)
			}
		}
		suite.OK(t, s.Close())
	}
}

// leavesNothing checks that practice has left no player and no game in a database.
func leavesNothing(t *testing.T, db string) {
	t.Helper()
	if list, err := server.Players(t.Context(), db, server.PlayerSearch{}); err != nil || len(list) > 0 {
		t.Errorf("found players %v, error %v", list, err)
	}
	for _, name := range []string{db, db + "-wal"} {
		content, err := os.ReadFile(name)
		if err == nil && (bytes.Contains(content, []byte("breakfast")) ||
			bytes.Contains(content, []byte("of the number"))) {
			t.Errorf("%s has texts of practice", name)
		}
	}
}

// TestReports has a guest report what another one asked. The operator sees it with the texts, even
// when the game was left, and closes it; the guest's reasons go when their texts are removed.
func TestReports(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	s := openGames(t, db)
	h := httptest.NewServer(s)
	defer h.Close()
	defer s.Close()
	guest := func() func(string, url.Values) (path, text string) {
		v := sitetest.Visitor(t, h.URL, h.Client().Transport)
		v.Post("/enter/guest", url.Values{"consent": {"no"}})
		return func(path string, form url.Values) (string, string) {
			p := v.Post(path, form)
			return p.Path, fmt.Sprint(p.Status, p.HTML)
		}
	}
	five := func(text string) url.Values {
		form := url.Values{}
		for _, q := range []string{"q1", "q2", "q3", "q4", "q5"} {
			form.Set(q, text+" "+q)
		}
		return form
	}
	ann, bob := guest(), guest()
	ann("/play/new", five("You are an insult?"))
	game, _ := bob("/play/new", five("How are you?"))
	for reason, want := range map[string]string{"": "say what is wrong", " ": "say what is wrong",
		strings.Repeat("x", 1001): "say what is wrong", "It is an <insult>.": "Thank you for your report"} {
		if _, text := bob(game+"/report", url.Values{"reason": {reason}}); !strings.Contains(text, want) {
			t.Errorf("reason %.20q: %q is missing: %s", reason, want, text)
		}
	}
	if _, text := guest()(game+"/report", url.Values{"reason": {"x"}}); !strings.Contains(text, "404") {
		t.Errorf("a stranger reports: %s", text)
	}
	bob(game+"/end", nil)
	list, err := server.Reports(t.Context(), db, false)
	if err != nil || len(list) != 1 {
		t.Fatalf("found %+v, %v", list, err)
	}
	r := list[0]
	if r.Reason != "It is an <insult>." || r.Kind != "luna" || len(r.Texts) != 10 ||
		r.Texts[0].Text != "You are an insult? q1" || r.Texts[0].Player == r.Reporter ||
		r.Texts[9].Player != r.Reporter {
		t.Errorf("found %+v", r)
	}
	suite.OK(t, server.EraseTexts(t.Context(), db, r.Reporter))
	for range 9 {
		bob(game+"/report", url.Values{"reason": {"again"}})
	}
	if _, text := bob(game+"/report", url.Values{"reason": {"x"}}); !strings.Contains(text, "429") {
		t.Errorf("an 11th report: %s", text)
	}
	suite.OK(t, server.CloseReport(t.Context(), db, r.ID))
	if err := server.CloseReport(t.Context(), db, r.ID); err == nil {
		t.Error("a report can be closed twice")
	}
	list, err = server.Reports(t.Context(), db, true)
	if err != nil || len(list) != 10 || !list[0].Closed || list[0].Reason != "[removed]" || list[1].Closed {
		t.Errorf("found %+v, %v", list, err)
	}
}
