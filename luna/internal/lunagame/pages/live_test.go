package pages_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	lunapages "github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/responder"
)

// noPolling takes away the timer by which pages ask for news without a stream.
const noPolling = "window.setInterval = () => 0;"

// always runs a script at the beginning of each page of a window.
func (b *tab) always(t *testing.T, script string) {
	t.Helper()
	suite.Must(chromedp.Run(b.Context(), func(ctx context.Context, target *chromedp.Target) (
		cdppage.AddScriptToEvaluateOnNewDocumentResult, error) {
		return cdp.Call(ctx, target, cdppage.AddScriptToEvaluateOnNewDocument,
			cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}))(t)
}

// slow makes the network of a window slow.
func (b *tab) slow(t *testing.T) {
	t.Helper()
	suite.Must(chromedp.Run(b.Context(), func(ctx context.Context, target *chromedp.Target) (
		network.EmulateNetworkConditionsByRuleResult, error) {
		return cdp.Call(ctx, target, network.EmulateNetworkConditionsByRule,
			network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
				{Latency: 400, DownloadThroughput: 50_000, UploadThroughput: 50_000}}})
	}))(t)
}

// sees waits until a window shows something, and logs how long after an action it does.
func (b *tab) sees(t *testing.T, what string, after time.Time, js string) {
	t.Helper()
	b.Until(js)
	t.Logf("%5.2f s  %s sees: %s", time.Since(after).Seconds(), b.Name, what)
}

// told waits for a message that leaves the page as it is.
func (b *tab) told(t *testing.T, text string, after time.Time) {
	t.Helper()
	b.sees(t, text, after, fmt.Sprintf("document.querySelector('#latest a')?.textContent === %q", text))
}

func titled(title string) string {
	return fmt.Sprintf("document.readyState === 'complete' && document.title.endsWith(%q)", title+" · Luna")
}

// newLive opens a window of a player that gets news by its stream only.
func newLive(t *testing.T, browser context.Context, p *place, v *person, name string, width int64) *tab {
	t.Helper()
	b := newTab(t, browser, p, name, width, 740)
	b.always(t, noPolling)
	b.as(v)
	return b
}

// TestBrowserLive has two people play in two browsers: Ann by mouse on a telephone, Bob by
// keyboard. Each sees at once what the other does, and what they type stays.
func TestBrowserLive(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, nil)
	va, vb := p.guest(t, "no"), p.guest(t, "no")
	ann, bob := newLive(t, browser, p, va, "Ann", 390), newLive(t, browser, p, vb, "Bob", 1280)
	path := va.begin(texts("Ann", "question")...)
	ann.Open(path)
	ann.Wait("Waiting for another player")
	bob.Open("/play/new")
	bob.Wait("Your turn: ask")
	for i := range game.Questions {
		bob.TabTo(fmt.Sprintf("#q%d", i+1))
		bob.Insert(fmt.Sprintf("Question %d?", i+1))
	}
	bob.TabTo("#texts .actions button")
	now := time.Now()
	bob.Keys("\r")
	ann.sees(t, "Your turn: respond", now, titled("Your turn: respond"))
	ann.Until("document.getElementById('status').textContent === 'Your turn: respond'")
	bob.Wait("Your turn: respond")

	bob.TabTo("#r1")
	bob.Insert("half a response")
	ann.Typed("#r1", "a response")
	now = time.Now()
	ann.Click("#texts .actions button")
	bob.told(t, "The other player has responded, and waits for your responses.", now)
	if got := bob.Text("document.getElementById('r1').value + document.activeElement.id"); got != "half a responser1" {
		t.Errorf("Bob's page has changed while he typed: %q", got)
	}
	bob.Look("80-news-while-typing")
	ann.Wait("Waiting for the other player's responses")
	ann.slow(t)
	bob.TabTo("#texts .actions button")
	now = time.Now()
	bob.Keys("\r")
	ann.sees(t, "Your turn: guess, over a slow network", now, titled("Your turn: guess"))
	bob.Wait("Your turn: guess")

	bob.TabTo("#s1")
	bob.Insert("40")
	ann.Typed("#guess", "60")
	now = time.Now()
	ann.Click("#send")
	bob.told(t, "The other player has guessed, and waits for your guess.", now)
	ann.Wait("Waiting for the other player's guess")
	bob.TabTo("#guess")
	now = time.Now()
	bob.Keys("70\r")
	ann.sees(t, "the result, over a slow network", now, titled("A tie"))
	bob.Wait("A tie")
}

// TestBrowserLeft has the other player leave in each phase.
func TestBrowserLeft(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, nil)
	va, vb := p.guest(t, "no"), p.guest(t, "no")
	ann := newLive(t, browser, p, va, "Ann", 390)
	const left = "The other player has left the game."
	for phase, field := range map[string]string{"asks": "#q1", "responds": "#r1", "guesses": "#guess", "waits": ""} {
		path := "/play/" + string(suite.Must(p.referee.Enter(t.Context(), va.id, nil))(t).ID)
		vb.begin(texts("Bob", "question")...)
		if phase != "asks" {
			va.Post(path+"/interview", five("q", texts("Ann", "question")...))
		}
		if phase == "guesses" || phase == "waits" {
			va.Post(path+"/response", five("r", texts("Ann", "response")...))
		}
		if phase == "guesses" {
			vb.Post(path+"/response", five("r", texts("Bob", "response")...))
		}
		ann.Open(path)
		if field != "" {
			ann.Typed(field, "7")
		} else {
			ann.Wait("Waiting for the other player's responses")
		}
		now := time.Now()
		vb.Post(path+"/end", url.Values{})
		if field == "" {
			ann.sees(t, "the end of the game, while she "+phase, now, titled("This game ended without a result"))
			continue
		}
		ann.sees(t, left+" While she "+phase, now, "document.querySelector('#latest a')?.textContent === '"+left+"'")
		if got := ann.Text("document.querySelector('" + field + "').value"); got != "7" {
			t.Errorf("while Ann %s: the field has %q", phase, got)
		}
		ann.Until("Object.keys(localStorage).some((k) => k.startsWith('luna draft '))")
		ann.Look("81-left-while-one-" + phase)
		ann.Click("#latest a")
		ann.Wait("This game ended without a result")
	}
}

// TestBrowserOwnEnd has a player end a game whose news come before the answer to the form.
func TestBrowserOwnEnd(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, nil)
	ended, told, all := make(chan struct{}), make(chan struct{}), p.Config.Handler
	tell := sync.OnceFunc(func() { close(told) })
	p.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/end") {
			all.ServeHTTP(w, r)
			select {
			case <-ended:
				if r.URL.Path == "/news" {
					tell()
				}
			default:
			}
			return
		}
		answer := httptest.NewRecorder()
		all.ServeHTTP(answer, r)
		close(ended)
		select {
		case <-told:
		case <-time.After(10 * time.Second):
			t.Error("found no news of the end, expected some before its answer")
		}
		time.Sleep(500 * time.Millisecond) // in which the page would be loaded anew
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
	})
	va := p.guest(t, "no")
	ann := newLive(t, browser, p, va, "Ann", 390)
	ann.Open(va.begin(texts("Ann", "question")...))
	ann.Wait("Waiting for another player")
	ann.Text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
	ann.Click("form[action$='/end'] button")
	ann.Wait("Your games")
}

// TestBrowserCalled has somebody join a game while its player practises, with two tabs open.
func TestBrowserCalled(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, func(o *options) {
		o.Programs.Practice = []lunapages.Machine{{Name: "Echo", About: "says the same", Responder: echo{}}}
	})
	va, vb := p.guest(t, "no"), p.guest(t, "no")
	ann := newTab(t, browser, p, "Ann", 390, 740)
	ann.always(t, noPolling+`window.calls = []; window.Notification = class {
		static permission = "granted";
		static requestPermission() { return Promise.resolve("granted"); }
		constructor(title, o) { window.calls.push(o.body); }
	};`)
	ann.as(va)
	path := va.begin(texts("Ann", "question")...)
	ann.Open(path)
	ann.Wait("Waiting for another player")
	ann.Click("#call button")
	ann.Until("document.getElementById('calling').textContent.startsWith('You will be called')")
	ann.Click("form[action='/practice'] button")
	ann.Wait("Practice: ask")
	ann.Until("document.querySelector('#call button').textContent === 'Do not call me any more'")
	ann.Typed("#q1", "Who?")
	now := time.Now()
	vb.begin(texts("Bob", "question")...)
	const text = "Somebody plays with you: it is your turn to respond."
	ann.told(t, text, now)
	for what, js := range map[string]string{
		text:                       "window.calls.join()",
		"off":                      "document.getElementById('latest').getAttribute('aria-live')", // it is heard once
		"(1) Practice: ask · Luna": "document.title",
		"1 new":                    "document.querySelector('nav .badge').textContent",
		"Who?":                     "document.getElementById('q1').value",
	} {
		if got := ann.Text(js); got != what {
			t.Errorf("%s is %q, expected %q", js, got, what)
		}
	}
	ann.Look("82-called-while-practising")
	for _, other := range []string{"/me", "/rules", "/play/new"} {
		ann.Open(other)
		ann.Until(titled(map[string]string{"/me": "Your profile", "/rules": "The rules", "/play/new": "Your turn: ask"}[other]))
		was := va.phase(t, path)
		now = time.Now()
		if was == 2 {
			vb.Post(path+"/response", five("r", texts("Bob", "response")...))
			ann.told(t, "The other player has responded, and waits for your responses.", now)
		} else if other == "/rules" {
			va.Post(path+"/response", five("r", texts("Ann", "response")...)) // in another window
			ann.Until("document.querySelector('nav .badge') === null")
		} else {
			vb.Post(path+"/end", url.Values{})
			ann.told(t, "1 game of yours ended.", now)
		}
	}
	ann.Click("#latest a")
	ann.Until(titled("Your games"))
}

// phase returns the phase of a game.
func (v *person) phase(t *testing.T, path string) int {
	t.Helper()
	return suite.Must(v.at.referee.Game(t.Context(), v.id, idOf(path)))(t).Phase
}

type echo struct{}

func (echo) Respond(_ context.Context, list []string) ([]string, error) { return list, nil }

var _ responder.Responder = echo{}

// TestBrowserManyTabs opens more tabs than a browser has connections to a server. All get news.
func TestBrowserManyTabs(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, nil)
	va, vb := p.guest(t, "no"), p.guest(t, "no")
	path := va.begin(texts("Ann", "question")...)
	ann := newLive(t, browser, p, va, "Ann", 390)
	ann.Open(path)
	ann.Wait("Waiting for another player")
	var tabs []*tab
	for i := range 6 {
		b := &tab{Tab: ann.Another(fmt.Sprintf("Ann's tab %d", i+2))}
		b.always(t, noPolling)
		b.Open([]string{path, "/me"}[i%2])
		b.Until("document.readyState === 'complete' && document.title.endsWith('Luna')")
		tabs = append(tabs, b)
	}
	now := time.Now()
	vb.begin(texts("Bob", "question")...)
	for i, b := range append(tabs, ann) {
		if i%2 == 1 {
			b.told(t, "Somebody plays with you: it is your turn to respond.", now)
		} else {
			b.sees(t, "Your turn: respond", now, titled("Your turn: respond"))
		}
	}
}

// TestBrowserWithoutStreams has pages ask for news where the server's streams fail.
func TestBrowserWithoutStreams(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, nil)
	va, vb := p.guest(t, "no"), p.guest(t, "no")
	path := va.begin(texts("Ann", "question")...)
	ann := newTab(t, browser, p, "Ann", 390, 740)
	ann.always(t, "delete window.EventSource")
	ann.as(va)
	ann.Open(path)
	ann.Wait("Waiting for another player")
	now := time.Now()
	vb.begin(texts("Bob", "question")...)
	ann.sees(t, "Your turn: respond, without a stream", now, titled("Your turn: respond"))
	ann.Typed("#r1", "7")
	now = time.Now()
	vb.Post(path+"/end", url.Values{})
	ann.told(t, "The other player has left the game.", now)
}

// TestNewsStream reads the stream of a player as a program does.
func TestNewsStream(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	ann.Get("/news?page="+path).Want(t, 200, "", `{"/play":0}`, `"state":"1-0-true"`)
	read := ann.news(t)
	if got := read(); got != "data: tick\n\n" {
		t.Errorf("the stream begins with %q", got)
	}
	bob.begin(texts("Bob", "question")...)
	if got := read(); got != "data: news\n\n" {
		t.Errorf("after somebody joined, the stream has %q", got)
	}
	ann.Get("/news?page="+path).Want(t, 200, "", `{"/play":1}`, `"state":"2-1-true"`, `"link":"`+path+`"`)
	ann.Get("/news?page=/play").Want(t, 200, "", `"text":"Somebody plays with you: it is your turn to respond."`)
	if got := p.visitor(t).Get("/news/events"); got.Status != 401 {
		t.Errorf("a visitor's stream: %d", got.Status)
	}
	p.visitor(t).Get("/news?page="+path).Want(t, 200, "", `"player":false`, `"state":""`)
}

// TestNewsOfSuspended tells a suspended player's page of a game, and leaves others as they are.
func TestNewsOfSuspended(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	suite.Must(p.accounts.Suspend(t.Context(), accounts.ID(ann.id), "rude"))(t)
	for _, page := range []string{path, "/me"} {
		ann.Get("/news?page="+page).Want(t, 200, "", `"player":true`, `"state":"gone"`, "Your account is suspended.")
	}
	if got := ann.Get("/news/events"); got.Status != 401 {
		t.Errorf("the stream of a suspended player: %d", got.Status)
	}
}

// TestBrowserLoggedOut logs out in one tab. The others say so, and keep what is typed.
func TestBrowserLoggedOut(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	p := open(t, limits, nil)
	ann, _, path := p.guessing(t)
	x := newTab(t, browser, p, "Ann", 390, 740)
	x.as(ann)
	x.Open("/me")
	other := &tab{Tab: x.Another("Ann's other tab")}
	other.Open(path)
	other.Typed("#guess", "7")
	ann.Post("/leave", url.Values{})
	for _, b := range []*tab{x, other} {
		b.told(t, "You are not logged in any more.", time.Now())
	}
	if got := other.Text("document.getElementById('guess').value"); got != "7" {
		t.Errorf("the guess is %q", got)
	}
}

// news opens the stream of a player's news and returns a function that reads its next message.
func (v *person) news(t *testing.T) func() string {
	t.Helper()
	res := suite.Must(v.Client.Get(v.at.URL + "/news/events"))(t)
	t.Cleanup(func() { res.Body.Close() })
	return func() string {
		b := make([]byte, 100)
		n, err := res.Body.Read(b)
		suite.OK(t, err)
		return strings.TrimSpace(string(b[:n])) + "\n\n"
	}
}
