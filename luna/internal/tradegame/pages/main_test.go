package pages_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	tradepages "github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place is a server of the pages with a fake game.
type place struct {
	*httptest.Server
	*fakeGame
	t        testing.TB
	accounts *accounts.Service
	log      *bytes.Buffer
}

func open(t testing.TB, s trade.Settings) *place {
	t.Helper()
	p := &place{t: t, fakeGame: newFakeGame(s), log: &bytes.Buffer{}}
	t.Cleanup(func() {
		if p.log.Len() > 0 {
			t.Errorf("unexpected server log: %s", p.log)
		}
	})
	_, p.accounts = sitetest.Accounts(t, sitetest.Wide, nil)
	p.woken = p.accounts.Wake
	h := suite.Must(pages.New(pages.Options{
		Accounts: p.accounts, Rules: status.Rules(play.Statuses()),
		Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}, tradepages.Pages(p.fakeGame, s)))(t)
	p.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
	})
	return p
}

// person is a person with a browser, as far as forms and cookies go.
type person struct {
	*sitetest.Person
	at *place
	id accounts.ID
}

func (p *place) visitor(t testing.TB) *person {
	t.Helper()
	return &person{Person: sitetest.Visitor(t, p.URL, p.Client().Transport), at: p}
}

// guest returns a visitor who plays as a guest.
func (p *place) guest(t testing.TB) *person {
	t.Helper()
	v := p.visitor(t)
	v.Post("/enter/guest", url.Values{"consent": {"no"}, "next": {"/trade"}}).Want(t, 200,
		"Turing Trade")
	v.id = v.Account(p.accounts)
	return v
}

// TestLobby enters, waits, withdraws and gets into a game.
func TestLobby(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).Get("/trade").Want(t, 200, "Turing Trade", "Person or computer?", "two minutes",
		`href="/consent?next=/trade"`, "Turing Trade</a>").Lacks(t, `name="role"`)
	ann, bob := p.guest(t), p.guest(t)
	ann.Get("/trade").Want(t, 200, "Turing Trade", `name="public"`, "Join as a bettor")
	ann.Post("/trade/enter", url.Values{"role": {"bettor"}}).Want(t, 403,
		"Problem: Turing Trade", "tick this box", `aria-invalid="true"`)
	ann.Post("/trade/enter", url.Values{"role": {"cat"}, "public": {"yes"}}).Want(t, 400,
		"No role was chosen")
	ann.Post("/trade/enter", url.Values{"role": {"bettor"}, "public": {"yes"}}).Want(t, 200,
		"Waiting for a game", "Nobody offers to be the target", `content="3"`)
	bob.Post("/trade/enter", url.Values{"role": {"target"}, "public": {"yes"}}).Want(t, 200,
		"Waiting for a game", "at most 12 seconds", "chance decides")
	ann.Get("/news?page=/trade").Want(t, 200, "",
		`"state":"{\"bettors\":1,\"starts\":12,\"targets\":1,\"waiting\":true}"`)
	bob.Post("/trade/withdraw", url.Values{}).Want(t, 200, "Turing Trade").Lacks(t, `name="public"`)
	p.nature = trade.Human
	id := p.start(ann.id, bob.id)
	ann.Get("/news?page=/trade").Want(t, 200, "", `"text":"Your game of Turing Trade is under way."`,
		`{\"bettors\":0,\"game\":\"/trade/games/`+id+`\",\"starts\":-1,\"targets\":0,\"waiting\":false}`)
	ann.Get("/news?page=/trade/games/"+id).Want(t, 200, "", `"state":"open"`, `{"/trade":0}`)
	p.visitor(t).Get("/news?page=/trade/games/"+id).Want(t, 200, "", `"player":false`, `"state":"gone"`)
	ann.Get("/trade").Want(t, 200, "Person or computer?")
	ann.Get("/trade/games/"+id).Want(t, 200, "Person or computer?", "Bet human")
	bob.Get("/trade/games/"+id).Want(t, 200, "You are the target").Lacks(t, "Bet human")
	for _, path := range []string{"", "/write", "/events"} {
		p.guest(t).Get("/trade/games/"+id+path).Want(t, 404, "Page not found")
	}
	p.guest(t).Post("/trade/games/"+id+"/bet", url.Values{"side": {"human"}, "key": {"x"}}).Want(t, 404,
		"Page not found")
	if got := p.visitor(t).Get("/trade/games/" + id); got.Path != "/enter/login" {
		t.Errorf("a visitor came to %s", got.Path)
	}
}

// TestNext goes through the forms of accounts to where somebody wanted to go.
func TestNext(t *testing.T) {
	p := open(t, trade.Settings{})
	for form, title := range map[string]string{
		"/consent": "Before you play", "/enter/signup": "Sign up",
	} {
		p.visitor(t).Get(form+"?next=/trade/leaders").Want(t, 200, title,
			`value="/trade/leaders"`, `href="/enter/login?next=%2ftrade%2fleaders"`)
	}
	for next, want := range map[string]string{
		"/trade/leaders": "/trade/leaders", "//evil.example": "/trade", "": "/trade",
	} {
		if got := p.guest(t).Get("/consent?next=" + next); got.Path != want {
			t.Errorf("after %q a player comes to %s, expected %s", next, got.Path, want)
		}
	}
}

// TestLeaving leaves a game that goes on, which is not opened again.
func TestLeaving(t *testing.T) {
	p := open(t, trade.Settings{})
	ann, bob := p.guest(t), p.guest(t)
	id := p.start(ann.id, bob.id)
	ann.Post("/trade/games/"+id+"/leave", url.Values{"key": {"1"}}).Want(t, 200,
		"You have left a game", "It goes on without you").Lacks(t, `name="role"`)
	ann.Get("/trade").Want(t, 200, "You have left a game", `data-state="open"`)
	ann.Get("/trade/games/"+id+"/write").Want(t, 200, "You have left a game")
	bob.Get("/trade").Want(t, 200, "Person or computer?")
	p.pass(3 * time.Minute)
	ann.Get("/trade").Want(t, 200, "Turing Trade", `name="role"`)
	ann.Get("/trade/games/"+id).Want(t, 200, "The target was a computer")
	p.nature = trade.Human
	id = p.start(ann.id, bob.id)
	bob.Post("/trade/games/"+id+"/leave", url.Values{"key": {"1"}}).Want(t, 200,
		"The game is over", "The target left.")
}

// TestBrowserLeaving leaves a game, whose end the page then shows by itself.
func TestBrowserLeaving(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, trade.Settings{})
	ann := newTab(t, browser, p.URL, "Ann", 360, 740)
	ann.play(p)
	p.start(ann.id, p.guest(t).id)
	ann.Wait("Person or computer?")
	ann.Click(".exits summary")
	ann.Click("#leave button")
	ann.Wait("You have left a game")
	ann.Look("53-left")
	p.pass(3 * time.Minute)
	ann.Wait("The target was a computer")
}

// TestLeaders looks at the leaderboards and at one's own standing.
func TestLeaders(t *testing.T) {
	p := open(t, trade.Settings{})
	p.visitor(t).Get("/trade/leaders").Want(t, 200, "Leaderboard of Turing Trade",
		"Guests are listed once", `aria-label="Bettors by points"`, ">Ann</th>", "116.1", "0.084",
		"Programs that bet", `aria-label="Programs by points"`, "noise-1", "−28.3", ">Cid</th>", "71.3",
		"Programs that are targets", "ELIZA").Lacks(t, "Nobody who")
	p.guest(t).Get("/me").Want(t, 200, "Your profile", "3 of 5 different opponents so far",
		"4 games that count", "61.5", "mean reward")
}

// surfer is somebody at a whole site.
type surfer struct {
	*sitetest.Person
	t *testing.T
}

func (l *live) surfer() *surfer {
	return &surfer{sitetest.Visitor(l.t, l.URL, &http.Transport{DisableKeepAlives: true}), l.t}
}

func (s *surfer) do(status int, method, path string, form url.Values) string {
	s.t.Helper()
	p := s.Send(method, path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if p.Status != status {
		s.t.Fatalf("%s %s: %d, expected %d\n%s", method, path, p.Status, status, p.HTML)
	}
	return p.HTML
}

// expect says which words a page must have, and, after a !, which not.
func (s *surfer) expect(page string, words ...string) {
	s.t.Helper()
	for _, w := range words {
		if want := !strings.HasPrefix(w, "!"); strings.Contains(page, strings.TrimPrefix(w, "!")) != want {
			s.t.Errorf("%q is expected: %v, on the page\n%s", w, want, page)
		}
	}
}

// TestEachConsentByItself comes for Turing Trade, is asked about its logs there, about Luna Games
// at the first one, each once, and withdraws all of it in the profile.
func TestEachConsentByItself(t *testing.T) {
	l := openLive(t, trade.Settings{}, nil)
	s := l.surfer()
	const luna = "May we publish your questions, responses and guesses?"
	s.expect(s.do(200, "GET", "/consent?next=/trade", nil), "Turing Trade is public", "!"+luna, "!Luna Rating System")
	s.expect(s.do(200, "GET", "/consent", nil), luna, "Turing Trade is public")
	s.expect(s.do(400, "POST", "/enter/guest", nil), luna)
	s.expect(s.do(200, "GET", "/enter/signup?next=/trade", nil), "!"+luna)
	page := s.do(200, "POST", "/enter/signup", url.Values{"next": {"/trade"}, "username": {"zora quill"},
		"password": {"correct horse"}})
	s.expect(page, "I agree that the logs of my games are published")
	s.expect(s.do(200, "GET", "/me", nil), "You have not chosen yet", "You have not agreed that the logs")

	s.do(403, "POST", "/trade/enter", url.Values{"role": {"bettor"}})
	s.do(200, "POST", "/trade/enter", url.Values{"role": {"bettor"}, "public": {"yes"}})
	s.do(200, "POST", "/trade/withdraw", nil)
	s.expect(s.do(200, "GET", "/trade", nil), "!I agree")
	s.expect(s.do(200, "GET", "/me", nil), "you agreed that the logs", "You have not chosen yet")

	questions := url.Values{"q1": {"1?"}, "q2": {"2?"}, "q3": {"3?"}, "q4": {"4?"}, "q5": {"5?"}}
	s.expect(s.do(200, "GET", "/play/new", nil), luna)
	s.expect(s.do(400, "POST", "/play/new", questions), luna, "Please choose whether", "5?")
	questions.Set("consent", "yes")
	s.expect(s.do(200, "POST", "/play/new", questions), "we are looking for another player")
	s.expect(s.do(200, "GET", "/play/new", nil), "!"+luna)
	s.expect(s.do(200, "GET", "/me", nil), "You said <strong>yes</strong> on ")
	s.expect(s.do(200, "POST", "/me/consent", url.Values{"consent": {"no"}}), "You said <strong>no</strong> on ")
	s.expect(s.do(200, "POST", "/trade/disagree", nil), "Your consent was withdrawn", "you withdrew that the logs")
	s.expect(s.do(200, "GET", "/trade", nil), "I agree that the logs of my games are published")

	s.expect(s.do(400, "POST", "/me/name", url.Values{"publicName": {"аdmin"}}), "The site itself uses this word", `value="аdmin"`)
	s.expect(s.do(200, "POST", "/me/name", url.Values{"publicName": {"Moon fan"}}), "Everybody sees it on leaderboards, since")
	other := l.surfer()
	other.do(200, "POST", "/enter/guest", url.Values{"consent": {"no"}})
	other.expect(other.do(200, "GET", "/me", nil), "You said <strong>no</strong>")
	other.expect(other.do(409, "POST", "/me/name", url.Values{"publicName": {"Мoon fan"}}), "The name is taken")
	s.expect(s.do(200, "POST", "/me/name", url.Values{"publicName": {""}}), "Leaderboards show you without a name")
	other.do(200, "POST", "/me/name", url.Values{"publicName": {"Moon fan"}})
}

// TestBrowserConsents looks at the pages that ask for a consent and at those that show it.
func TestBrowserConsents(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	l := openLive(t, trade.Settings{}, nil)
	for _, width := range []int64{360, 1280} {
		b := newTab(t, browser, l.URL, "Ann", width, 740)
		b.Open("/consent?next=/trade")
		b.Look("90-consent-trade")
		b.Click("form button:not([formaction])")
		b.Wait("Turing Trade")
		b.Look("91-consent-lobby")
		b.Open("/me")
		b.Look("92-profile-unasked")
		b.Open("/trade")
		b.Click("#public")
		b.Click("button[value=bettor]")
		b.Wait("Waiting for a game")
		b.Open("/me")
		b.Typed("#public-name", "Moon fan")
		b.Keys("\r")
		b.Until("document.querySelector('.good') !== null")
		b.Look("93-profile-agreed")
		b.Click("#trade button")
		b.Until("document.querySelector('#trade button') === null")
		b.Look("94-profile-withdrawn")
		b.Text("document.querySelector('#public-name').select() || ''")
		b.Insert("[removed]")
		b.Keys("\r")
		b.Until("document.querySelector('#public-name[aria-invalid]') !== null")
		b.Open("/play/new")
		b.Wait("Your turn: ask")
		b.Look("95-interview-consent")
		b.Open("/trade/leaders")
		b.Look("96-leaders-empty")
		b.Open("/me")
		b.Text("document.querySelector('#public-name').value = ''")
		b.Click("#name button")
		b.Until("document.querySelector('.good') !== null")
	}
}
