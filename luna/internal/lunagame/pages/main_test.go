package pages_test

import (
	"bytes"
	"image/color"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	lunapages "github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var limits = sitetest.Wide

// place is a server of pages together with its state.
type place struct {
	*httptest.Server
	t        testing.TB
	accounts *accounts.Service
	referee  *play.Referee
	store    *store.Store
	log      *bytes.Buffer
	mayLog   bool              // the test provokes errors
	asked    []string          // addresses that await confirmation
	shots    map[string][]byte // screenshots by file name
}

// options holds the options of the pages and the path of the published games.
type options struct {
	pages.Options
	Export   lunapages.Export
	Programs lunapages.Programs
	Clock    func() time.Time
}

// open starts a server. If change is not nil, it may modify the options.
func open(t testing.TB, limits guard.Limits, change func(*options)) *place {
	t.Helper()
	p := &place{t: t, log: &bytes.Buffer{}, shots: make(map[string][]byte)}
	t.Cleanup(func() {
		if p.log.Len() > 0 && !p.mayLog {
			t.Errorf("unexpected server log: %s", p.log)
		}
	})
	p.store, p.accounts = sitetest.Accounts(t, limits, nil)
	p.accounts.Observe(accounts.Observer{EmailGiven: func(a accounts.Account, _ string) {
		p.asked = append(p.asked, a.Email)
	}})
	o := options{pages.Options{
		Accounts: p.accounts, Mail: true, Contact: "luna@example.org",
		Rules: status.Rules(play.Statuses()), Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}, lunapages.Export{Path: "/export", After: 90 * 24 * time.Hour}, lunapages.Programs{}, nil}
	if change != nil {
		change(&o)
	}
	p.referee = suite.Must(play.Open(t.Context(),
		play.Options{Store: p.store, Accounts: p.accounts, Clock: o.Clock}))(t)
	t.Cleanup(p.referee.Close)
	h := suite.Must(pages.New(o.Options, lunapages.Pages(p.referee, p.accounts, o.Export, fair.Networks{},
		o.Programs)))(t)
	p.Server = httptest.NewServer(h)
	t.Cleanup(p.Close)
	return p
}

// person is a person with a browser, as far as forms and cookies go.
type person struct {
	*sitetest.Person
	at *place
	id game.PlayerID
}

type page = sitetest.Page

func (p *place) visitor(t testing.TB) *person {
	t.Helper()
	return &person{Person: sitetest.Visitor(t, p.URL, p.Client().Transport), at: p}
}

// guest returns a visitor who plays as a guest with the given consent.
func (p *place) guest(t testing.TB, consent string) *person {
	t.Helper()
	v := p.visitor(t)
	if got := v.Post("/enter/guest", url.Values{"consent": {consent}}); got.Path != "/play/new" {
		t.Fatalf("a guest was redirected to %s (%d)", got.Path, got.Status)
	}
	v.id = v.player()
	return v
}

// player returns the player that the session cookie identifies.
func (v *person) player() game.PlayerID { return game.PlayerID(v.Account(v.at.accounts)) }

// five returns texts as the fields of a form.
func five(letter string, texts ...string) url.Values {
	form := url.Values{}
	for i, text := range texts {
		form.Set(letter+string(rune('1'+i)), text)
	}
	return form
}

func texts(who, what string) []string {
	list := make([]string, game.Questions)
	for i := range list {
		list[i] = who + "'s " + what + " " + string(rune('1'+i))
	}
	return list
}

// begin enters a game with five questions and returns the path of the game.
func (v *person) begin(questions ...string) string {
	got := v.Post("/play/new", five("q", questions...))
	if got.Status != http.StatusOK || !strings.HasPrefix(got.Path, "/play/") || got.Path == "/play/new" {
		v.at.t.Fatalf("a new game: %d at %s\n%s", got.Status, got.Path, got.HTML)
	}
	return got.Path
}

// long returns a text of n characters that take four bytes each.
func long(n int) string { return strings.Repeat("🌙", n) }

func idOf(path string) game.GameID { return game.GameID(strings.TrimPrefix(path, "/play/")) }

// TestDevelopersPage checks that the page for authors of players names this server's address, and
// that the files that it links to are those of the documentation.
func TestDevelopersPage(t *testing.T) {
	p := open(t, limits, nil)
	v := p.visitor(t)
	v.Get("/").Want(t, 200, "The Luna Game", `href="/developers"`)
	v.Get("/developers").Want(t, 200, "For developers", `href="/template.py"`,
		`href="/interface.md"`, p.URL+"/registerMachine")
	for path, file := range map[string]string{
		"/template.py":  "../../../../docs/players/template.py",
		"/interface.md": "../../../../docs/playing.md",
	} {
		want := suite.Must(os.ReadFile(file))(t)
		got := v.Get(path)
		if got.Status != http.StatusOK || got.HTML != string(want) {
			t.Errorf("%s is not %s (status %d): go generate ./luna/internal/lunagame/pages copies it", path,
				file, got.Status)
		}
	}
	behind := open(t, limits, func(o *options) { o.BaseURL = "https://luna.example.org/" })
	behind.visitor(t).Get("/developers").Want(t, 200, "For developers",
		"https://luna.example.org/registerMachine")
}

func TestBanner(t *testing.T) {
	p := open(t, limits, func(o *options) { o.Banner = "All people are <simulated>." })
	for _, path := range []string{"/", "/rules", "/nowhere"} {
		if got := p.visitor(t).Get(path).HTML; !strings.Contains(got,
			"All people are &lt;simulated&gt;.") {
			t.Errorf("%s has no banner:\n%s", path, got)
		}
	}
	if got := open(t, limits, nil).visitor(t).Get("/").HTML; strings.Contains(got, "banner") {
		t.Errorf("a banner without a text:\n%s", got)
	}
}

// TestBrowserEveryPageFits opens the pages that TestBrowserTwoPeoplePlay does not reach at both
// widths, with a banner and long words. The check of each page finds what is wider than the window.
func TestBrowserEveryPageFits(t *testing.T) {
	t.Parallel()
	b := pagetest.Launch(t)
	p := open(t, limits, func(o *options) {
		o.Forgot = func(string, string) error { return nil }
		o.Banner = "Practice server: the people who play here are SIMULATED."
	})
	for _, width := range []int64{360, 1280} {
		x := newTab(t, b, p, "Cid", width, 740)
		x.visit("/", "/rules", "/about", "/privacy", "/developers", "/consent", "/enter/signup",
			"/enter/login", "/nowhere", "/mail/confirm?token=x", "/enter/forgot",
			"/enter/reset?token=x")
		x.Open("/enter/forgot")
		x.Wait("Forgot your password?")
		x.Typed("#who", "nobody@"+strings.Repeat("w", 60)+".example")
		x.Click("main button")
		x.Wait("Check your email")
		x.Look("32-sent")
		a := suite.Must(p.accounts.Register(t.Context(), "here", accounts.Credentials{
			Username: strings.Repeat("Wide", int(width/100)), Password: "correct horse",
			Email: strings.Repeat("w", 50) + "@example.org",
		}))(t)
		for _, purpose := range []auth.Purpose{auth.ConfirmEmail, auth.Unsubscribe} {
			token := suite.Must(p.accounts.Tokens().Link(purpose,
				auth.Link{Account: string(a.ID), Value: a.Email}, time.Hour))(t)
			path := map[auth.Purpose]string{
				auth.ConfirmEmail: "/mail/confirm", auth.Unsubscribe: "/mail/unsubscribe",
			}[purpose]
			x.visit(path + "?token=" + url.QueryEscape(token))
		}
		reset := suite.Must(p.accounts.ResetToken(a, time.Hour))(t)
		x.visit("/enter/reset?token=" + url.QueryEscape(reset))
		x.Open("/enter/login")
		x.Wait("Log in")
		x.Typed("#username", a.Username)
		x.Typed("#password", "correct horse")
		x.Click("main button")
		x.Wait("Your games")
		x.visit("/play", "/me", "/leave", "/me?done=look")
		x.Open("/play/new")
		x.Wait("Your turn: ask")
		for _, id := range []string{"q1", "q2", "q3", "q4", "q5"} {
			x.Typed("#"+id, strings.Repeat("wide", 40))
		}
		x.Click("#texts .actions button")
		x.Until("document.title !== 'Your turn: ask · Luna'")
		x.Text("document.querySelectorAll('details').forEach((d) => d.open = true) || ''")
		x.Look("30-waiting-or-response")
		x.Click("form[action$='/end'] button")
		x.Wait("Your games")
		x.Click(".games a")
		x.Wait("This game ended without a result")
		x.Look("31-ended")
		x.Open("/me")
		x.Wait("Your profile")
		x.Typed("#delete-password", "wrong horse")
		x.Click("#delete-sure")
		x.Click("#delete button")
		x.Wait("Problem: Your profile")
		x.Look("33-not-deleted")
		x.Typed("#delete-password", "correct horse")
		x.Click("#delete-sure")
		x.Click("#delete button")
		x.Wait("Your account was deleted")
		x.Look("34-deleted")
	}
}

// visit opens pages and looks at each.
func (b *tab) visit(paths ...string) {
	for _, path := range paths {
		b.Open(path)
		b.Until("document.readyState === 'complete'")
		path, _, _ = strings.Cut(path, "?")
		b.Look("25" + strings.ReplaceAll(path, "/", "-"))
	}
}

// guessing returns two guests, in a game in which it is both players' turn to guess, and its path.
func (p *place) guessing(t testing.TB) (ann, bob *person, path string) {
	t.Helper()
	ann, bob = p.guest(t, "no"), p.guest(t, "no")
	path = ann.begin(texts("Ann", "question")...)
	bob.begin(texts("Bob", "question")...)
	for _, v := range []*person{ann, bob} {
		v.Post(path+"/response", five("r", texts("the", "response")...))
	}
	return ann, bob, path
}

// TestMissingGuess sends the form without a guess, as a browser without a script does.
func TestMissingGuess(t *testing.T) {
	p := open(t, limits, nil)
	ann, _, path := p.guessing(t)
	ann.Get(path).Want(t, 200, "Your turn: guess",
		`name="guess" type="number" inputmode="decimal" min="0" max="100" step="any" required value=""`,
		`id="s5" name="s5" type="number" inputmode="decimal" min="0" max="100" step="any" value=""`)
	for _, form := range []url.Values{
		{"s1": {"81"}, "s4": {"17,5"}}, {"s1": {"81"}, "s4": {"17,5"}, "guess": {"  "}},
	} {
		ann.Post(path+"/guess", form).Want(t, 400, "Problem: Your turn: guess",
			"Your guess is missing: enter a number from 0 to 100.", `value="81"`, `value="17,5"`)
	}
	ann.Get(path).Want(t, 200, "Your turn: guess")
}

// TestBrowserUnsetSliders checks that nothing suggests a number before a player chooses one, and
// that the keyboard and the mouse reach every number.
func TestBrowserUnsetSliders(t *testing.T) {
	t.Parallel()
	b := pagetest.Launch(t)
	p := open(t, limits, nil)
	for _, width := range []int64{360, 1280} {
		person, _, path := p.guessing(t)
		x := newTab(t, b, p, "Ann", width, 740)
		x.as(person)
		x.Open(path)
		x.Wait("Your turn: guess")
		unset := func(id string, want bool) {
			t.Helper()
			js := `{
				const s = document.querySelector("#` + id + ` + input[type=range]");
				[document.getElementById("` + id + `").value, s.classList.contains("unset"),
					s.getAttribute("aria-valuetext") === "not set", s.name].join()
			}`
			number, class := x.Text(js), ",true,true,"
			if n := x.accents(t, "#"+id+" + input[type=range]"); (n == 0) != want {
				t.Errorf("%d wide: the thumb of #%s has %d pixels", width, id, n)
			}
			if want && number != class || !want && (number == class || number[0] == ',') {
				t.Errorf("%d wide: #%s is %q, expected it to be unset: %t", width, id, number, want)
			}
		}
		ids := []string{"s1", "s2", "s3", "s4", "s5", "guess"}
		for _, id := range ids {
			unset(id, true)
		}
		x.Look("10-guess-unset")
		x.Click("#send") // the browser asks for the number
		if got := x.Text("String(document.activeElement.id)"); got != "guess" {
			t.Errorf("a form without a guess moves the focus to %q", got)
		}
		for id, key := range map[string]string{"s1": kb.ArrowUp, "s2": kb.ArrowDown} {
			x.Text(`document.querySelector("#` + id + ` + input").focus() || ""`)
			x.Do(chromedp.KeyEvent(key))
			unset(id, false)
			want := map[string]string{"s1": "0", "s2": "100"}[id]
			if got := x.Text(`document.getElementById("` + id + `").value`); got != want {
				t.Errorf("the first arrow key makes %s %q, expected %s", id, got, want)
			}
		}
		x.Do(chromedp.Reload()) // a draft has numbers only where the player gave some
		x.Wait("Your turn: guess")
		for _, id := range ids {
			// The guess is the mean of the scores.
			unset(id, id != "s1" && id != "s2" && id != "guess")
		}
		x.Typed("#s3", "7")
		unset("s3", false)
		x.Text(`{ const n = document.getElementById("s3"); n.value = "";
			n.dispatchEvent(new Event("input", {bubbles: true})); "" }`)
		unset("s3", true)
		x.Click("#s4 + input[type=range]")
		if got := x.Text(`document.getElementById("s4").value`); got != "50" && got != "51" {
			t.Errorf("a click into the middle of a slider makes %q", got)
		}
		x.Look("10-guess-some-set")
	}
}

// accents counts the pixels of an element that have the color of buttons and thumbs.
func (b *tab) accents(t *testing.T, css string) (n int) {
	t.Helper()
	text := suite.Must(chromedp.Run(b.Context(), chromedp.Screenshot(chromedp.CSS(css))))(t)
	shot := suite.Must(png.Decode(bytes.NewReader(text)))(t)
	bounds := shot.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if color.RGBAModel.Convert(shot.At(x, y)) == (color.RGBA{0x3b, 0x43, 0xb8, 0xff}) {
				n++
			}
		}
	}
	return n
}
