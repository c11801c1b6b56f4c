package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/trade"
)

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

// TestEachConsentByItself comes for Turing Trade, is asked about its logs there, about Luna Games at
// the first one, each once, and withdraws all of it in the profile.
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
