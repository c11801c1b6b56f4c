package pages_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
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

// place is a server of pages together with its state.
type place struct {
	*httptest.Server
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
	p := &place{log: &bytes.Buffer{}, shots: make(map[string][]byte)}
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

// person simulates a person with a browser, as far as forms and cookies go.
type person struct {
	t      testing.TB
	at     *place
	client *http.Client
	id     game.PlayerID
}

// page is a response as the browser received it.
type page struct {
	status int
	path   string // where it ended, after redirects
	header http.Header
	html   string
}

func (p *place) visitor(t testing.TB) *person {
	t.Helper()
	jar := suite.Must(cookiejar.New(nil))(t)
	c := &http.Client{Jar: jar, Timeout: time.Minute, Transport: p.Client().Transport}
	return &person{t: t, at: p, client: c}
}

// guest returns a visitor who plays as a guest with the given consent.
func (p *place) guest(t testing.TB, consent string) *person {
	t.Helper()
	v := p.visitor(t)
	if got := v.post("/enter/guest", url.Values{"consent": {consent}}); got.path != "/play/new" {
		t.Fatalf("a guest was redirected to %s (%d)", got.path, got.status)
	}
	v.id = v.player()
	return v
}

// player returns the player that the session cookie identifies.
func (v *person) player() game.PlayerID {
	v.t.Helper()
	u := suite.Must(url.Parse(v.at.URL))(v.t)
	for _, c := range v.client.Jar.Cookies(u) {
		if c.Name == "luna" {
			s := suite.Must(v.at.accounts.Tokens().ParseSession(c.Value))(v.t)
			return game.PlayerID(s.Account)
		}
	}
	v.t.Fatal("the browser has no session")
	return ""
}

func (v *person) do(r *http.Request) page {
	v.t.Helper()
	res := suite.Must(v.client.Do(r))(v.t)
	defer res.Body.Close()
	body := suite.Must(io.ReadAll(res.Body))(v.t)
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") && res.StatusCode/100 != 3 {
		for _, f := range faults(string(body)) {
			v.t.Errorf("%s (%d): %s", res.Request.URL, res.StatusCode, f)
		}
	}
	return page{status: res.StatusCode, path: res.Request.URL.Path, header: res.Header,
		html: string(body)}
}

func (v *person) get(path string) page {
	v.t.Helper()
	r := suite.Must(http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.at.URL+path, nil))(v.t)
	return v.do(r)
}

// post sends a form as a browser does: with the hidden fields of its page and an Origin.
func (v *person) post(path string, form url.Values) page {
	v.t.Helper()
	r := suite.Must(http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.at.URL+path,
		strings.NewReader(form.Encode())))(v.t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", v.at.URL)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return v.do(r)
}

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
	v.t.Helper()
	got := v.post("/play/new", five("q", questions...))
	if got.status != http.StatusOK || !strings.HasPrefix(got.path, "/play/") ||
		got.path == "/play/new" {
		v.t.Fatalf("a new game: %d at %s\n%s", got.status, got.path, got.html)
	}
	return got.path
}

var titles = regexp.MustCompile(`<title>(.*) · Luna</title>`)

func (p page) title() string {
	if m := titles.FindStringSubmatch(p.html); m != nil {
		return m[1]
	}
	return ""
}

// want checks the status and title of a page and that it contains words.
func (p page) want(t testing.TB, status int, title string, words ...string) page {
	t.Helper()
	if p.status != status || p.title() != title {
		t.Fatalf("%s: %d %q, want %d %q\n%s", p.path, p.status, p.title(), status, title, p.html)
	}
	for _, w := range words {
		if !strings.Contains(p.html, w) {
			t.Fatalf("%s: %q is missing\n%s", p.path, w, p.html)
		}
	}
	return p
}
