package pages_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// shotsEnv names a directory for screenshots of all pages that the tests visit, in light and dark:
//
//	LUNA_SCREENSHOTS=shots go test ./luna/internal/lunagame/pages -run Browser
const shotsEnv = "LUNA_SCREENSHOTS"

var accessibility = pagetest.SiteScript

// tab is the browser window of one person, with its own cookies.
type tab struct {
	*pagetest.Tab
	pages int // looked at
}

func newTab(
	t *testing.T, browser context.Context, at *place, name string, width, height int64,
) *tab {
	t.Helper()
	b := pagetest.NewTab(t, browser, pagetest.TabOptions{
		Base: at.URL, Name: name, Width: width, Height: height, Script: accessibility,
		Dir: os.Getenv(shotsEnv),
	})
	b.Shots, b.Keep = at.shots, pagetest.ShownIn(pictures)
	return &tab{Tab: b}
}

// follow waits for a page that the current page loads by itself. Instead of waiting for the next
// poll, it triggers one, as returning to the tab does.
func (b *tab) follow(title string) {
	// may be gone by now
	_, _ = chromedp.Run(b.Context(), chromedp.Evaluate[bool]("document.dispatchEvent(new "+
		"Event('visibilitychange'))"))
	b.Wait(title)
}

// player returns the player whose form is shown.
func (b *tab) player() game.PlayerID {
	id, _, _ := strings.Cut(b.Text("document.querySelector('form').dataset.draft"), "/")
	return game.PlayerID(id)
}

// Look checks the page for accessibility faults, in light and dark, and takes screenshots if they
// are requested.
func (b *tab) Look(name string) {
	b.pages++
	b.Tab.Look(name)
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
	t.Parallel()
	b := pagetest.Launch(t)
	p := open(t, limits, nil)
	ann, bob := newTab(t, b, p, "Ann", 360, 740), newTab(t, b, p, "Bob", 1280, 900)

	// The accessibility check finds faults.
	ann.Open("/about")
	ann.Wait("About")
	wrong := ann.Text(`{
		document.querySelector("main").insertAdjacentHTML("beforeend", "<h4>x</h4><input><svg></svg><p id=pale>pale</p><p id=wide>wide</p><button>x</button><table><tr><th>x</table><p id=pale></p><p aria-describedby=none></p><a href=/> </a><h1>Again</h1>");
		document.getElementById("pale").style.color = "#999";
		document.getElementById("wide").style.width = "500px";
		document.querySelector("main button").style.cssText = "min-height: 0; padding: 0; border: 0; line-height: 1";
		` + accessibility + `.join("; ")
	}`)
	for _, want := range []string{"a heading of level 4 after one of", "<input> has no label",
		"<svg> has no name", "<th> has no scope", "<p#pale> has a contrast of 2.", "<p#wide>", "<button> is",
		"two of the id pale", "refers to none", "<a> has no name", "2 of <h1>"} {
		if !strings.Contains(wrong, want) {
			t.Errorf("%q is not among the faults found: %s", want, wrong)
		}
	}

	// Ann: landing, consent, guest, first game: three clicks.
	ann.Open("/")
	ann.Wait("The Luna Game")
	ann.Look("01-landing")
	ann.Click("main a[href='/consent']")
	ann.Wait("Before you play")
	ann.Look("02-consent")
	ann.Click("#consent-yes")
	ann.Click("form button:not([formaction])")
	ann.Wait("Your turn: ask")
	for i, q := range questions {
		ann.Typed(fmt.Sprintf("#q%d", i+1), q)
	}
	got := ann.Text("document.getElementById('q1-count').textContent")
	if got != "18 of at most 5,000 characters" {
		t.Errorf("the counter says %q", got)
	}
	// A reload loses nothing.
	ann.Do(chromedp.Reload())
	ann.Wait("Your turn: ask")
	for i, q := range questions {
		if got := ann.Text(fmt.Sprintf("document.getElementById('q%d').value", i+1)); got != q {
			t.Errorf("after a reload question %d is %q", i+1, got)
		}
	}
	id := ann.player()
	ann.Look("07-interview")
	ann.Click("#texts .actions button")
	ann.Wait("Waiting for another player")
	ann.Look("09-waiting")

	// Bob signs up by keyboard.
	bob.Open("/")
	bob.Wait("The Luna Game")
	bob.Look("01-landing")
	bob.Press("main a[href='/consent']", "\r")
	bob.Wait("Before you play")
	bob.Look("02-consent")
	bob.Press("#consent-yes", " ")
	bob.Press("button[formaction='/enter/signup']", "\r")
	bob.Wait("Sign up")
	bob.Look("03-signup")
	bob.Press("#username", "Bob")
	bob.Press("#password", "correct horse")
	bob.Press("#email", "bob@example.org")
	bob.Press("main button", "\r")
	bob.Wait("Your turn: ask")
	for i := range 5 {
		bob.TabTo(fmt.Sprintf("#q%d", i+1))
		bob.Do(chromedp.KeyEvent(fmt.Sprintf("Bob's %d\r", i+1)))
		bob.Insert("with a second line?")
	}
	bobs := bob.player()
	bob.Look("07-interview")
	bob.Press("#texts .actions button", "\r")
	bob.Wait("Your turn: respond")

	// Ann's page updates by itself, and says so.
	ann.Wait("Your turn: respond")
	ann.Until("document.getElementById('status').textContent === 'Your turn: respond'")
	got = ann.Text("document.getElementById('r1-question').textContent")
	if got != "Bob's 1\nwith a second line?" {
		t.Errorf("the question is %q", got)
	}
	for i, r := range responses {
		ann.Typed(fmt.Sprintf("#r%d", i+1), r)
	}
	ann.Look("08-response")
	ann.Click("#texts .actions button")
	ann.Wait("Waiting for the other player's responses")
	for i := range 5 {
		bob.TabTo(fmt.Sprintf("#r%d", i+1))
		bob.Insert(responses[i])
	}
	bob.Look("08-response")
	bob.Press("#texts .actions button", "\r")
	bob.Wait("Your turn: guess")
	ann.follow("Your turn: guess")

	// Ann moves sliders, whose mean becomes the guess; Bob types numbers.
	ann.Look("10-guess")
	ann.Click("#s1 + input[type=range]") // at its middle, as far as pixels allow
	if got := ann.Text("document.getElementById('guess').value"); got != "50" && got != "51" {
		t.Errorf("after one score of 50 the guess is %q", got)
	}
	ann.Typed("#s2", "81")
	if got := ann.Text("document.getElementById('guess').value"); got != "66" {
		t.Errorf("after scores of 50 and 81 the guess is %q", got)
	}
	ann.Look("11-guess-scored")
	ann.Click("#send")
	ann.Wait("Waiting for the other player's guess")
	bob.TabTo("#s1 + input[type=range]")
	bob.Do(chromedp.KeyEvent(kb.ArrowUp))
	if got := bob.Text("document.getElementById('s1').value"); got == "" || got == "50" {
		t.Errorf("an arrow key made the score %q", got)
	}
	bob.TabTo("#guess")
	bob.Do(chromedp.KeyEvent("\b\b\b77.5"))
	bob.Look("11-guess-scored")
	bob.Press("#send", "\r")
	bob.Wait("A tie")
	bob.Look("12-final-tie")
	ann.follow("A tie")
	ann.Look("12-final-tie")

	// The second game is between rated players and is entered with old questions while the first
	// still has an unseen notice.
	ann.Click("main a[href='/play/new']")
	ann.Wait("Your turn: ask")
	ann.Click("#old summary")
	ann.Look("13-interview-old")
	ann.Click("button[name=fill][value=last]")
	if got := ann.Text("document.getElementById('q5').value"); got != questions[4] {
		t.Errorf("the fifth old question is %q", got)
	}
	ann.Click("#texts .actions button")
	ann.Wait("Waiting for another player")
	bob.Press("main a[href='/play/new']", "\r")
	bob.Wait("Your turn: ask")
	bob.Press("#old summary", "\r")
	bob.Press("button[name=fill][value=last]", "\r")
	bob.Until("document.getElementById('status').textContent.includes('Question 5')")
	bob.Press("#texts .actions button", "\r")
	bob.Wait("Your turn: respond")
	ann.Open("/play")
	ann.Wait("Your turn in 1 game")
	ann.Look("06-home")
	path := ann.Text("document.querySelector('.games a').getAttribute('href')")
	for _, x := range []*tab{ann, bob} {
		x.Open(path)
		x.Wait("Your turn: respond")
		x.Do(chromedp.Submit(chromedp.CSS("#texts")))
		x.Until("!document.title.startsWith('Your turn: respond')")
	}
	ann.follow("Your turn: guess")
	ann.Typed("#guess", "60")
	ann.Click("#send")
	ann.Wait("Waiting for the other player's guess")
	bob.Wait("Your turn: guess")
	bob.Press("#guess", "90")
	bob.Press("#send", "\r")
	bob.Wait("You lost")
	bob.Look("14-final-lost")
	ann.follow("You won")
	ann.Look("15-final-won")
	ann.Text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
	ann.Look("15-final-texts")

	// Both go on to play others.
	var others []game.PlayerID
	for range 5 {
		a := suite.Must(p.accounts.RegisterGuest(t.Context(), "here", false))(t)
		others = append(others, game.PlayerID(a.ID))
	}
	for i := range 24 {
		about := func(x float64) float64 { return x + 14*math.Sin(float64(i)*1.7) }
		rate(t, p, id, others[i%5], about(30+10*float64(i%5)), about(71))
		rate(t, p, bobs, others[i%5], about(33+9*float64(i%5)), about(64))
	}
	for _, x := range []*tab{ann, bob} {
		x.Open("/me")
		x.Wait("Your profile")
		x.Look("16-profile")
		x.Text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
		x.Look("17-profile-tables")
		x.Open("/play")
		x.Wait("Your games")
		x.Look("06-home-ended")
		for _, path := range []string{"/about", "/privacy", "/leave", "/nowhere"} {
			x.Open(path)
			x.Until("document.readyState === 'complete'")
			x.Look("20-" + strings.TrimPrefix(path, "/"))
		}
		x.SameOrigin()
	}
	// Bob logs out and in again.
	bob.Open("/leave")
	bob.Wait("Log out")
	bob.Press("main button", "\r")
	bob.Wait("The Luna Game")
	if n := bob.Text("String(Object.keys(localStorage).length)"); n != "0" {
		t.Errorf("%s texts are left in browser storage", n)
	}
	bob.Open(path)
	bob.Wait("Log in")
	bob.Press("#username", "bob")
	bob.Press("#password", "wrong horse\r")
	bob.Until("document.querySelector('[role=alert]') !== null")
	bob.Look("04-login-refused")
	bob.Press("#password", "correct horse\r")
	bob.Wait("You lost")
	t.Logf("checked %d of Ann's pages and %d of Bob's", ann.pages, bob.pages)
	pagetest.CompareShown(t, pictures, p.shots)
}

var pictures = []pagetest.Shown{
	{File: "../../../../docs/images/luna_pages.png", Width: 360, Height: 540, Pages: []string{
		"07-interview-360-light.png", "10-guess-360-dark.png", "15-final-won-360-light.png"}},
}

// as logs a window in as a person who has played without a browser.
func (b *tab) as(v *person) {
	b.Open("/static/none")
	b.Text("document.cookie = 'luna=" + v.Cookie("luna") + "; path=/'")
}

// TestBrowserEnterGuesses types a guess and presses Enter, with and without scripts.
func TestBrowserEnterGuesses(t *testing.T) {
	t.Parallel()
	browser := pagetest.Launch(t)
	for name, scripts := range map[string]bool{"with scripts": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			p := open(t, limits, nil)
			ann, _, path := p.guessing(t)
			b := newTab(t, browser, p, "Ann", 1280, 900)
			b.as(ann)
			if !scripts {
				b.ScriptsOff()
			} else if n := b.EnterEverywhere("/"); n < 15 {
				t.Errorf("Ann finds %d fields, expected those of guesses and of the profile", n)
			}
			b.Open(path)
			b.Wait("Your turn: guess")
			for _, id := range []string{"s1", "s2", "s3", "s4", "s5"} {
				b.Typed("#"+id, "10")
			}
			if scripts {
				b.Click("#guess")
				b.Text("document.getElementById('guess').select() || ''")
				b.Insert("35")
			} else {
				b.Typed("#guess", "35")
			}
			b.Keys("\r")
			b.Wait("Waiting for the other player's guess")
			id := game.GameID(path[len("/play/"):])
			v := suite.Must(p.referee.Game(t.Context(), ann.id, id))(t)
			if v.Guess == nil || *v.Guess != 35 {
				t.Errorf("Ann typed 35 and pressed Enter, and guessed %v", v.Guess)
			}
		})
	}
}
