package tradegame_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/tradegame"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
)

// world is a site with players who are logged in.
type world struct {
	*site.Site
	t       *testing.T
	players map[string]player
	log     bytes.Buffer
}

type player struct {
	id    accounts.ID
	name  string
	token string
}

func newWorld(t *testing.T, o play.Options, names ...string) *world {
	t.Helper()
	w := &world{t: t, players: make(map[string]player)}
	s := suite.Must(site.Open(t.Context(), site.Options{
		DB: filepath.Join(t.TempDir(), "luna.db"), Limits: sitetest.Wide, Cost: sitetest.Cost,
		Log: slog.New(slog.NewTextHandler(&w.log, nil)),
	}, tradegame.Opener(o)))(t)
	w.Site = s
	t.Cleanup(func() {
		suite.OK(t, s.Close())
	})
	for _, name := range names {
		p := player{name: secret("name")}
		a, err := s.Accounts().Register(t.Context(), "test",
			accounts.Credentials{Username: p.name, Password: "correct horse"})
		if err == nil {
			p.id = a.ID
			p.token, err = s.Accounts().Token(a)
		}
		suite.OK(t, err)
		w.players[name] = p
	}
	return w
}

// secret returns a word that occurs nowhere else.
func secret(kind string) string { return "zq" + strings.ToLower(rand.Text()[:10]) + kind }

// send sends a request of a player, who is "" for a visitor, as pages or as programs do.
func (w *world) send(
	name, method, path, body string, header http.Header,
) (status int, text string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Millisecond)
	defer cancel()
	if method == http.MethodPost {
		ctx = w.t.Context()
	}
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
	for k, v := range header {
		r.Header[k] = v
	}
	if p, ok := w.players[name]; ok {
		r.Header.Set("Authorization", "Bearer "+p.token)
		r.AddCookie(&http.Cookie{Name: "luna", Value: p.token})
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	a := httptest.NewRecorder()
	w.ServeHTTP(a, r)
	var all strings.Builder
	for k, v := range a.Header() {
		fmt.Fprintln(&all, k, v)
	}
	return a.Code, all.String() + a.Body.String()
}

// call calls the interface for programs.
func (w *world) call(name, method, path string, body any) (status int, answer map[string]any) {
	w.t.Helper()
	text := ""
	if body != nil {
		b := suite.Must(json.Marshal(body))(w.t)
		text = string(b)
	}
	status, text = w.send(name, method, "/trade/api"+path, text, nil)
	_ = json.Unmarshal([]byte(text[strings.IndexByte(text, '{'):]), &answer)
	return status, answer
}

// word is a secret word of a game, and from when on whom it may be shown to.
type word struct {
	text   string
	asker  int // the bettor who asked the question, or that which it answers
	answer bool
	now    bool          // a question that has become current
	at     time.Duration // when it was answered
}

// model says what may be seen. It knows the rules in their shortest form, and shares no code with
// them.
type model struct {
	words   []*word
	queues  [3][]*word
	current *word
	over    time.Duration // when everything is public; less than 0 before the end
}

func (m *model) ask(bettor int, text string) {
	q := &word{text: text, asker: bettor}
	m.words = append(m.words, q)
	if m.current == nil {
		m.current, q.now = q, true
		return
	}
	m.queues[bettor] = append(m.queues[bettor], q)
}

func (m *model) reply(text string, at time.Duration) {
	asker := m.current.asker
	m.words = append(m.words, &word{text: text, asker: asker, answer: true, at: at})
	m.current = nil
	for i := 1; i <= 3 && m.current == nil; i++ {
		if j := (asker + i) % 3; len(m.queues[j]) > 0 {
			m.current, m.queues[j] = m.queues[j][0], m.queues[j][1:]
			m.current.now = true
		}
	}
}

// may reports whether a viewer may see a word: a bettor by number, 3 for the target, 4 for others.
func (m *model) may(x *word, viewer int, now time.Duration) bool {
	switch {
	case m.over >= 0 && now >= m.over:
		return true // all logs are public
	case viewer == 4:
		return false
	case x.answer:
		return viewer == 3 || viewer == x.asker || now >= x.at+5*time.Second
	}
	return x.now || viewer == x.asker
}

// TestNoPeeking plays random games. After each step, players, a stranger and a visitor try every
// route with every parameter, and no byte of any answer may tell what they must not know yet.
func TestNoPeeking(t *testing.T) {
	people, programs, most := 0, 0, uint64(20)
	if !suite.Full(t) {
		most = 1
	}
	for seed := uint64(0); seed < most && (people < 2 || programs < 1); seed++ {
		synctest.Test(t, func(t *testing.T) {
			if peek(t, seed) {
				people++
			} else {
				programs++
			}
		})
	}
}

// peek plays a game, and reports whether its target is a person.
func peek(t *testing.T, seed uint64) (person bool) {
	rng := mathrand.New(mathrand.NewPCG(seed, 0))
	program := secret("program")
	w := newWorld(t, play.Options{
		Targets:  []play.Target{{Name: program, Responder: silent{}}},
		Patience: time.Millisecond,
	}, "ann", "bob", "cat", "tom", "eve")
	bettors := []string{"ann", "bob", "cat"}
	for _, name := range bettors {
		w.call(name, "POST", "/enter", map[string]any{"role": "bettor", "consent": true})
	}
	w.call("tom", "POST", "/enter", map[string]any{"role": "target", "consent": true})
	time.Sleep(50 * time.Millisecond)
	synctest.Wait()
	_, l := w.call("ann", "GET", "/lobby", nil)
	game, _ := l["game"].(string)
	_, l = w.call("tom", "GET", "/lobby", nil)
	person = l["game"] == game
	start := time.Now()
	_, s := w.call("ann", "GET", "/games/"+game, nil)
	start = start.Add(-time.Duration(s["now"].(float64) * float64(time.Second)))
	m := &model{over: -1}
	act := func(name string, fields map[string]any) bool {
		fields["key"] = rand.Text()
		status, answer := w.call(name, "POST", "/games/"+game+"/act", fields)
		if status >= 500 || status == 400 {
			t.Fatalf("%s: %v: %d %v", name, fields, status, answer)
		}
		return status == 200
	}
	looks, seen := 0, 0
	check := func() {
		for viewer, name := range append(bettors, "tom", "eve", "") {
			if viewer >= 4 || viewer == 3 && !person {
				viewer = 4
			}
			for _, path := range w.paths(game, m, rng) {
				header := http.Header{}
				if strings.HasSuffix(path, "/events") {
					header.Set("Last-Event-ID", []string{"0", "3", "1000000", "-1", "x"}[rng.IntN(5)])
				}
				_, text := w.send(name, "GET", path, "", header)
				now := time.Since(start)
				looks++
				for _, x := range m.words {
					if !strings.Contains(text, x.text) {
						continue
					}
					if seen++; !m.may(x, viewer, now) {
						t.Errorf("seed %d: after %v %q sees %q at %s:\n%s", seed, now, name, x.text, path, text)
					}
				}
				if m.over < 0 {
					w.checkNature(name, path, text, program)
				}
			}
		}
	}
	check()
	for time.Since(start) < 110*time.Second && !t.Failed() {
		switch k := rng.IntN(10); {
		case k < 3:
			b := rng.IntN(3)
			if text := secret("question"); act(bettors[b], map[string]any{"type": "question", "text": text}) {
				m.ask(b, text)
			}
		case k < 6 && person && m.current != nil:
			text, n := secret("answer"), 0
			for _, x := range m.words {
				if x.now && !x.answer {
					n++
				}
			}
			if act("tom", map[string]any{"type": "answer", "text": text, "number": n}) {
				m.reply(text, time.Since(start))
			}
		default:
			act(bettors[rng.IntN(3)], map[string]any{"type": "bet",
				"side": []string{"human", "computer"}[rng.IntN(2)]})
		}
		time.Sleep(time.Duration(rng.Float64() * float64(9*time.Second)))
		check()
	}
	time.Sleep(2*time.Minute - time.Since(start) + 10*time.Second)
	m.over = 0
	check()
	_, logs := w.send("", "GET", "/trade/logs.jsonl", "", nil)
	for _, x := range m.words {
		if !strings.Contains(logs, x.text) {
			t.Errorf("%q is not in the public log", x.text)
		}
	}
	if seen < 100 {
		t.Errorf("the viewers saw %d words, expected more", seen)
	}
	t.Logf("seed %d, a person: %v; %d words, %d answers read", seed, person, len(m.words), looks)
	return person
}

// checkNature looks for what tells who is in a game, and as what.
func (w *world) checkNature(viewer, path, text, program string) {
	w.t.Helper()
	for _, hidden := range []string{program, `"nature":`, `"type":"end"`} {
		described := path == "/openapi.json" && hidden == `"nature":` // the name of a field
		if strings.Contains(text, hidden) && !described {
			w.t.Errorf("%q sees %q at %s:\n%s", viewer, hidden, path, text)
		}
	}
	for name, p := range w.players {
		if name != viewer && (strings.Contains(text, p.name) || strings.Contains(text, string(p.id))) {
			w.t.Errorf("%q sees who %s is at %s:\n%s", viewer, name, path, text)
		}
	}
}

// paths returns what there is to look at.
func (w *world) paths(game string, m *model, rng *mathrand.Rand) []string {
	list := []string{
		"/", "/me", "/privacy", "/export", "/metrics", "/readyz", "/healthz", "/openapi.json",
		"/trade", "/trade/rules", "/trade/leaders", "/trade/logs.jsonl",
		"/trade/logs.jsonl?game=" + game, "/trade/archive", "/trade/archive?limit=100&nature=computer",
		"/trade/archive?before=9223372036854775807", "/trade/archive/" + game,
		"/trade/archive/" + game + ".jsonl", "/trade/archive/" + game + "?t=0",
		"/trade/games/" + game, "/trade/games/" + game + "/write", "/news?page=/trade/games/" + game,
		"/trade/games/" + game + "/events", "/trade/games/" + game + "/events?after=0",
		"/trade/games/" + game + "/events?viewer=target&seat=-1&player=" + string(w.players["tom"].id),
		"/trade/api/lobby", "/trade/api/games/" + game, "/trade/api/games/" + game + "?viewer=-1",
		"/trade/api/games/" + game + "/messages?after=0&wait=0",
		"/trade/api/games/" + game + "/messages?after=99999&wait=0",
		"/trade/api/games/" + game + "/messages?viewer=-1&name=target&wait=0",
	}
	if len(m.words) > 0 { // a search for the beginning of a word must not find the rest
		x := m.words[rng.IntN(len(m.words))]
		list = append(list, "/trade/archive?q="+x.text[:8], "/trade/archive?text="+x.text[:8])
	}
	return list
}

// silent is a program that answers nothing.
type silent struct{}

func (silent) Respond(context.Context, []string) ([]string, error) { return nil, responder.ErrNoReply }
