package pages_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	lunapages "github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
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
	Export lunapages.Export
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
	p.referee = suite.Must(play.Open(t.Context(),
		play.Options{Store: p.store, Accounts: p.accounts}))(t)
	t.Cleanup(p.referee.Close)
	o := options{pages.Options{
		Accounts: p.accounts, Mail: true, Contact: "luna@example.org",
		Rules: status.Rules(play.Statuses()), Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}, lunapages.Export{Path: "/export", After: 90 * 24 * time.Hour}}
	if change != nil {
		change(&o)
	}
	h := suite.Must(pages.New(o.Options, lunapages.Pages(p.referee, p.accounts, o.Export)))(t)
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
