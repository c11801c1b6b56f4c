package web_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/luna/game"
)

// shotsEnv names a directory for screenshots of all pages that the tests visit, in light and dark:
//
//	LUNA_SCREENSHOTS=shots go test ./luna/internal/web -run Browser
const shotsEnv = "LUNA_SCREENSHOTS"

var accessibility = pagetest.SiteScript

// tab is the browser window of one person, with its own cookies.
type tab struct {
	t             *testing.T
	ctx           context.Context
	at            *place
	name          string
	width, height int64
	pages         int
}

// patience is how long a step may take on a busy machine.
const patience = 30 * time.Second

func newTab(
	t *testing.T, browser context.Context, at *place, name string, width, height int64,
) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx, at: at, name: name, width: width, height: height}
	b.do(chromedp.EmulateViewport(width, height))
	return b
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Func(func(ctx context.Context,
		target *chromedp.Target) error {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		_, err := chromedp.Steps(steps...)(ctx, target)
		return err
	})); err != nil {
		b.t.Fatalf("%s, at %q: %v", b.name, b.where(), err)
	}
}

func (b *tab) where() string {
	at, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](
		"location.pathname + ' ' + document.title"))
	return at
}

func (b *tab) open(path string) { b.t.Helper(); b.do(chromedp.Navigate(b.at.URL + path)) }

func (b *tab) click(css string) { b.t.Helper(); b.do(chromedp.Click(chromedp.CSS(css))) }

// typed clicks an element and types into it.
func (b *tab) typed(css, text string) {
	b.t.Helper()
	b.click(css)
	b.insert(text)
}

// insert inserts a text at once into the focused element, as input methods do.
func (b *tab) insert(text string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx,
		func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
			return cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: text})
		}); err != nil {
		b.t.Fatal(err)
	}
}

// text evaluates a JavaScript expression and returns its string value.
func (b *tab) text(js string) string {
	b.t.Helper()
	s, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](js))
	if err != nil {
		b.t.Fatalf("%s: %s: %v", b.name, js, err)
	}
	return s
}

// wait waits until the requested page, identified by its title, has loaded.
func (b *tab) wait(title string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.readyState === 'complete' && document.title === %q",
		title+" · Luna"))
}

// follow waits for a page that the current page loads by itself. Instead of waiting for the next
// poll, it triggers one, as returning to the tab does.
func (b *tab) follow(title string) {
	b.t.Helper()
	// may be gone by now
	_, _ = chromedp.Run(b.ctx, chromedp.Evaluate[bool]("document.dispatchEvent(new "+
		"Event('visibilitychange'))"))
	b.wait(title)
}

func (b *tab) until(js string) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if yes, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](js)); err == nil && yes {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("%s timed out waiting for %s at %q", b.name, js, b.where())
		}
	}
}

// tabTo presses Tab until an element has the focus, which must be visible.
func (b *tab) tabTo(css string) {
	b.t.Helper()
	for range 120 {
		b.do(chromedp.KeyEvent("\t"))
		if b.text(fmt.Sprintf("String(document.activeElement.matches(%q))", css)) == "true" {
			if b.text("getComputedStyle(document.activeElement).outlineStyle + "+
				"getComputedStyle(document.activeElement).outlineWidth") != "solid3px" {
				b.t.Errorf("%s: the focus on %s is not visible at %s", b.name, css, b.where())
			}
			return
		}
	}
	b.t.Fatalf("%s: Tab does not reach %s at %s", b.name, css, b.where())
}

// press moves the focus to an element by keyboard and presses a key there.
func (b *tab) press(css, key string) {
	b.t.Helper()
	b.tabTo(css)
	b.do(chromedp.KeyEvent(key))
}

// player returns the player whose form is shown.
func (b *tab) player() game.PlayerID {
	b.t.Helper()
	id, _, _ := strings.Cut(b.text("document.querySelector('form').dataset.draft"), "/")
	return game.PlayerID(id)
}

// look checks the page for accessibility faults, in light and dark, and takes screenshots if they
// are requested.
func (b *tab) look(name string) {
	b.t.Helper()
	b.pages++
	for _, scheme := range []string{"dark", "light"} {
		if _, err := chromedp.Run(b.ctx,
			func(ctx context.Context, target *chromedp.Target) (cdp.Empty, error) {
				return cdp.Call(ctx, target, emulation.SetEmulatedMedia,
					emulation.SetEmulatedMediaParams{
						Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
							{Name: "prefers-reduced-motion", Value: "reduce"}},
					})
			}); err != nil {
			b.t.Fatal(err)
		}
		found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](accessibility))
		if err != nil {
			b.t.Fatal(err)
		}
		for _, f := range found {
			b.t.Errorf("%s (%s, %d wide): %s", name, scheme, b.width, f)
		}
		b.shoot(fmt.Sprintf("%s-%d-%s.png", name, b.width, scheme))
	}
}

func (b *tab) shoot(file string) {
	b.t.Helper()
	dir := os.Getenv(shotsEnv)
	if dir == "" && !shownInDocuments(file) {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	b.at.shots[file] = png
	if dir == "" {
		return
	}
	err = os.MkdirAll(dir, 0o777)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, file), png, 0o666)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// sameOrigin fails if a page sent a request to another server, or if the browser blocked something
// by the page's policy.
func (b *tab) sameOrigin() {
	b.t.Helper()
	list := b.text("performance.getEntriesByType('resource').map((e) => e.name).filter((n) => " +
		"!n.startsWith(location.origin)).join(' ')")
	if list != "" {
		b.t.Errorf("%s: the page made requests to other origins: %s", b.name, list)
	}
}

var questions = []string{
	"Do you like games?",
	"People who live in Boston are called Bostonians. What is a person who lives in Cambridge, " +
		"MA called?",
	"1-|-1=?",
	"How do you define success?",
	"If a hacker can determine when keys on your keyboard are pressed (without knowing which " +
		"keys), how are you in danger?",
}

var responses = []string{
	"Yes I love games",
	"An academic",
	`Why are you using capital I's, and what in the world is "-|-"?`,
	"Dictionary.com defines it as \"the favorable or prosperous termination of attempts or " +
		"endeavors\".",
	"It would make guessing passwords easier maybe, because the hacker would know the length of " +
		"a password.",
}

// TestBrowserTwoPeoplePlay plays whole games in a real browser: Ann clicks on a phone, Bob uses a
// desktop by keyboard alone.
func TestBrowserTwoPeoplePlay(t *testing.T) {
	b := pagetest.Launch(t)
	p := open(t, limits, nil)
	ann, bob := newTab(t, b, p, "Ann", 360, 740), newTab(t, b, p, "Bob", 1280, 900)

	// The accessibility check finds faults.
	ann.open("/about")
	ann.wait("About")
	wrong := ann.text(`{
		document.querySelector("main").insertAdjacentHTML("beforeend", "<h4>x</h4><input><svg></svg><p id=pale>pale</p><p id=wide>wide</p><button>x</button>");
		document.getElementById("pale").style.color = "#999";
		document.getElementById("wide").style.width = "500px";
		document.querySelector("main button").style.cssText = "min-height: 0; padding: 0; border: 0; line-height: 1";
		` + accessibility + `.join("; ")
	}`)
	for _, want := range []string{"a heading of level 4 after one of", "<input> has no label",
		"<svg> has no name", "<p#pale> has a contrast of 2.", "<p#wide>", "<button> is"} {
		if !strings.Contains(wrong, want) {
			t.Errorf("%q is not among the faults found: %s", want, wrong)
		}
	}

	// Ann: landing, consent, guest, rules, first game.
	ann.open("/")
	ann.wait("The Luna Game")
	ann.look("01-landing")
	ann.click("main a[href='/consent']")
	ann.wait("Before you play")
	ann.look("02-consent")
	ann.click("#consent-yes")
	ann.click("form button:not([formaction])")
	ann.wait("The rules")
	ann.look("05-rules")
	ann.click("a[href='/play/new']")
	ann.wait("Your turn: ask")
	for i, q := range questions {
		ann.typed(fmt.Sprintf("#q%d", i+1), q)
	}
	got := ann.text("document.getElementById('q1-count').textContent")
	if got != "18 of at most 5,000 characters" {
		t.Errorf("the counter says %q", got)
	}
	// A reload loses nothing.
	ann.do(chromedp.Reload())
	ann.wait("Your turn: ask")
	for i, q := range questions {
		if got := ann.text(fmt.Sprintf("document.getElementById('q%d').value", i+1)); got != q {
			t.Errorf("after a reload question %d is %q", i+1, got)
		}
	}
	id := ann.player()
	ann.look("07-interview")
	ann.click("#texts .actions button")
	ann.wait("Waiting for another player")
	ann.look("09-waiting")

	// Bob signs up by keyboard.
	bob.open("/")
	bob.wait("The Luna Game")
	bob.look("01-landing")
	bob.press("main a[href='/consent']", "\r")
	bob.wait("Before you play")
	bob.look("02-consent")
	bob.press("#consent-yes", " ")
	bob.press("button[formaction='/enter/signup']", "\r")
	bob.wait("Sign up")
	bob.look("03-signup")
	bob.press("#username", "Bob")
	bob.press("#password", "correct horse")
	bob.press("#email", "bob@example.org")
	bob.press("main button", "\r")
	bob.wait("The rules")
	bob.press("a[href='/play/new']", "\r")
	bob.wait("Your turn: ask")
	for i := range 5 {
		bob.tabTo(fmt.Sprintf("#q%d", i+1))
		bob.do(chromedp.KeyEvent(fmt.Sprintf("Bob's %d\r", i+1)))
		bob.insert("with a second line?")
	}
	bobs := bob.player()
	bob.look("07-interview")
	bob.press("#texts .actions button", "\r")
	bob.wait("Your turn: respond")

	// Ann's page updates by itself, and says so.
	ann.wait("Your turn: respond")
	ann.until("document.getElementById('status').textContent === 'Your turn: respond'")
	got = ann.text("document.getElementById('r1-question').textContent")
	if got != "Bob's 1\nwith a second line?" {
		t.Errorf("the question is %q", got)
	}
	for i, r := range responses {
		ann.typed(fmt.Sprintf("#r%d", i+1), r)
	}
	ann.look("08-response")
	ann.click("#texts .actions button")
	ann.wait("Waiting for the other player's responses")
	for i := range 5 {
		bob.tabTo(fmt.Sprintf("#r%d", i+1))
		bob.insert(responses[i])
	}
	bob.look("08-response")
	bob.press("#texts .actions button", "\r")
	bob.wait("Your turn: guess")
	ann.follow("Your turn: guess")

	// Ann moves sliders, whose mean becomes the guess; Bob types numbers.
	ann.look("10-guess")
	ann.click("#s1 + input[type=range]") // at its middle, as far as pixels allow
	if got := ann.text("document.getElementById('guess').value"); got != "50" && got != "51" {
		t.Errorf("after one score of 50 the guess is %q", got)
	}
	ann.typed("#s2", "81")
	if got := ann.text("document.getElementById('guess').value"); got != "66" {
		t.Errorf("after scores of 50 and 81 the guess is %q", got)
	}
	ann.look("11-guess-scored")
	ann.click("#send")
	ann.wait("Waiting for the other player's guess")
	bob.tabTo("#s1 + input[type=range]")
	bob.do(chromedp.KeyEvent(kb.ArrowUp))
	if got := bob.text("document.getElementById('s1').value"); got == "" || got == "50" {
		t.Errorf("an arrow key made the score %q", got)
	}
	bob.tabTo("#guess")
	bob.do(chromedp.KeyEvent("\b\b\b77.5"))
	bob.look("11-guess-scored")
	bob.press("#send", "\r")
	bob.wait("A tie")
	bob.look("12-final-tie")
	ann.follow("A tie")
	ann.look("12-final-tie")

	// The second game is between rated players and is entered with old questions while the first
	// still has an unseen notice.
	ann.click("main a[href='/play/new']")
	ann.wait("Your turn: ask")
	ann.click("#old summary")
	ann.look("13-interview-old")
	ann.click("button[name=fill][value=last]")
	if got := ann.text("document.getElementById('q5').value"); got != questions[4] {
		t.Errorf("the fifth old question is %q", got)
	}
	ann.click("#texts .actions button")
	ann.wait("Waiting for another player")
	bob.press("main a[href='/play/new']", "\r")
	bob.wait("Your turn: ask")
	bob.press("#old summary", "\r")
	bob.press("button[name=fill][value=last]", "\r")
	bob.until("document.getElementById('status').textContent.includes('Question 5')")
	bob.press("#texts .actions button", "\r")
	bob.wait("Your turn: respond")
	ann.open("/play")
	ann.wait("Your turn in 1 game")
	ann.look("06-home")
	path := ann.text("document.querySelector('.games a').getAttribute('href')")
	for _, x := range []*tab{ann, bob} {
		x.open(path)
		x.wait("Your turn: respond")
		x.do(chromedp.Submit(chromedp.CSS("#texts")))
		x.until("!document.title.startsWith('Your turn: respond')")
	}
	ann.follow("Your turn: guess")
	ann.typed("#guess", "60")
	ann.click("#send")
	ann.wait("Waiting for the other player's guess")
	bob.wait("Your turn: guess")
	bob.press("#guess", "90")
	bob.press("#send", "\r")
	bob.wait("You lost")
	bob.look("14-final-lost")
	ann.follow("You won")
	ann.look("15-final-won")
	ann.text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
	ann.look("15-final-texts")

	// Both go on to play others.
	var others []game.PlayerID
	for range 5 {
		a, err := p.accounts.RegisterGuest(t.Context(), "here", false)
		must(t, err)
		others = append(others, game.PlayerID(a.ID))
	}
	for i := range 24 {
		about := func(x float64) float64 { return x + 14*math.Sin(float64(i)*1.7) }
		rate(t, p, id, others[i%5], about(30+10*float64(i%5)), about(71))
		rate(t, p, bobs, others[i%5], about(33+9*float64(i%5)), about(64))
	}
	for _, x := range []*tab{ann, bob} {
		x.open("/me")
		x.wait("Your profile")
		x.look("16-profile")
		x.text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
		x.look("17-profile-tables")
		x.open("/play")
		x.wait("Your games")
		x.look("06-home-ended")
		for _, path := range []string{"/about", "/privacy", "/leave", "/nowhere"} {
			x.open(path)
			x.until("document.readyState === 'complete'")
			x.look("20-" + strings.TrimPrefix(path, "/"))
		}
		x.sameOrigin()
	}
	// Bob logs out and in again.
	bob.open("/leave")
	bob.wait("Log out")
	bob.press("main button", "\r")
	bob.wait("The Luna Game")
	if n := bob.text("String(Object.keys(localStorage).length)"); n != "0" {
		t.Errorf("%s texts are left in browser storage", n)
	}
	bob.open(path)
	bob.wait("Log in")
	bob.press("#username", "bob")
	bob.press("#password", "wrong horse\r")
	bob.until("document.querySelector('[role=alert]') !== null")
	bob.look("04-login-refused")
	bob.press("#password", "correct horse\r")
	bob.wait("You lost")
	t.Logf("checked %d of Ann's pages and %d of Bob's", ann.pages, bob.pages)
	p.comparePictures(t)
}
