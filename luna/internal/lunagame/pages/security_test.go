package pages_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// changing returns all requests that change state.
func changing(path string) map[string]url.Values {
	return map[string]url.Values{
		"/enter/guest": {"consent": {"yes"}},
		"/enter/signup": {"consent": {"yes"}, "username": {"Eve"},
			"password": {"correct horse"}},
		"/enter/login":      {"username": {"Ann"}, "password": {"correct horse"}},
		"/leave":            {},
		"/play/new":         five("q", "1", "2", "3", "4", "5"),
		"/play/seen":        {},
		path + "/interview": five("q", "1", "2", "3", "4", "5"),
		path + "/response":  five("r", "1", "2", "3", "4", "5"),
		path + "/guess":     {"guess": {"50"}},
		path + "/end":       {},
		path + "/seen":      {},
		"/me/look":          {"initial": {"E"}, "color": {"#000000"}},
		"/me/consent":       {"consent": {"yes"}},
		"/me/email":         {"email": {"eve@example.org"}},
		"/me/save":          {"username": {"Eve"}, "password": {"correct horse"}},
		"/me/password":      {"old": {"correct horse"}, "password": {"battery staple"}},
		"/me/revoke":        {},
		"/mail/confirm":     {"token": {"x"}},
		"/mail/unsubscribe": {"token": {"x"}},
	}
}

// TestOtherSitesCanDoNothing sends every form with the player's cookies, as a page of another site
// could make the browser send it.
func TestOtherSitesCanDoNothing(t *testing.T) {
	p := open(t, limits, func(o *options) { o.BaseURL = "http://luna.example.org" })
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin("1", "2", "3", "4", "5")
	bob.begin("1", "2", "3", "4", "5")
	before := stateOf(t, p, ann)
	tried := 0
	for _, from := range []http.Header{
		{"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}},
		{"Origin": {"https://evil.example"}}, {"Origin": {"null"}},
		{"Origin": {strings.Replace(p.URL, "127.0.0.1", "127.0.0.1.evil.example", 1)}},
		{"Origin": {"http://luna.example.org.evil.example"}},
	} {
		for to, form := range changing(path) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+to,
				strings.NewReader(form.Encode()))
			must(t, err)
			r.Header = from.Clone()
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if got := ann.do(r); got.status != http.StatusForbidden ||
				got.header.Get("Set-Cookie") != "" {
				t.Errorf("%s from %v: %d", to, from, got.status)
			}
			tried++
		}
	}
	if diff := cmp.Diff(before, stateOf(t, p, ann)); diff != "" {
		t.Errorf("after %d tries (-before +after):\n%s", tried, diff)
	}
	// The site's own name is the same origin, even if a proxy uses another name for the server.
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+"/play/seen",
		strings.NewReader(""))
	must(t, err)
	r.Header.Set("Origin", "http://luna.example.org")
	if got := ann.do(r); got.status != http.StatusOK {
		t.Errorf("from the site's own name: %d", got.status)
	}
}

// TestGetChangesNothing requests every page by GET, including those that only accept forms.
func TestGetChangesNothing(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin("1", "2", "3", "4", "5")
	bob.begin("1", "2", "3", "4", "5")
	before := stateOf(t, p, ann)
	for to := range changing(path) {
		if got := ann.get(to + "?" + changing(path)[to].Encode()); got.status >= 500 {
			t.Errorf("%s: %d", to, got.status)
		}
	}
	for _, to := range []string{"/", "/consent", "/rules", "/about", "/privacy", "/play", path,
		"/me", "/leave", "/play/state"} {
		ann.get(to).want(t, 200, ann.get(to).title())
	}
	if diff := cmp.Diff(before, stateOf(t, p, ann)); diff != "" {
		t.Errorf("-before +after:\n%s", diff)
	}
}

// stateOf returns everything that is stored about a player.
func stateOf(t *testing.T, p *place, v *person) []any {
	t.Helper()
	games, _, err := p.referee.Games(t.Context(), v.id, archive.Page{})
	must(t, err)
	account, err := p.accounts.Get(t.Context(), accounts.ID(v.id))
	must(t, err)
	return []any{games, account}
}

// TestHeaders checks the security headers of all pages, and that they load nothing from elsewhere.
func TestHeaders(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	path := ann.begin("1", "2", "3", "4", "5")
	for _, to := range []string{"/", "/consent", "/rules", "/play", "/play/new", path, "/me",
		"/nowhere", "/static/luna.css", "/static/nothing"} {
		g := ann.get(to)
		csp := g.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'",
			"frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy %q lacks %s", to, csp, want)
			}
		}
		secured := http.Header{}
		httpx.Secure(secured, "")
		for name := range secured {
			if g.header.Get(name) == "" {
				t.Errorf("%s has no %s", to, name)
			}
		}
		if strings.Contains(csp, "unsafe") || g.header.Get("X-Content-Type-Options") != "nosniff" ||
			g.header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %v", to, g.header)
		}
		if static := strings.HasPrefix(to, "/static/luna"); !static &&
			g.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %q", to, g.header.Get("Cache-Control"))
		}
		for _, bad := range []string{"http://", "https://", " style=", "javascript:", "<style",
			"onclick"} {
			if !strings.HasPrefix(to, "/static/") && strings.Contains(g.html, bad) {
				t.Errorf("%s contains %q", to, bad)
			}
		}
	}
	css := ann.get(between(ann.get("/").html, `href="/static/luna.css`, `"`))
	if css.status != 200 || !strings.Contains(css.header.Get("Cache-Control"), "immutable") ||
		!strings.HasPrefix(css.header.Get("Content-Type"), "text/css") {
		t.Errorf("%d %v", css.status, css.header)
	}
	for method, want := range map[string]int{http.MethodPut: 405, http.MethodDelete: 405,
		http.MethodPost: 405} {
		r, err := http.NewRequestWithContext(t.Context(), method, p.URL+"/rules", nil)
		must(t, err)
		if g := ann.do(r); g.status != want || g.header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s /rules: %d, Allow %q", method, g.status, g.header.Get("Allow"))
		}
	}
}

// between returns the text from the last slash in from up to to, as a path.
func between(text, from, to string) string {
	_, after, _ := strings.Cut(text, from)
	rest, _, _ := strings.Cut(after, to)
	return strings.TrimPrefix(from, `href="`) + rest
}

// TestCookie checks the flags that hide the cookie from scripts and other sites.
func TestCookie(t *testing.T) {
	for base, want := range map[string]string{
		"":                         "luna",
		"http://luna.example.org":  "luna",
		"https://luna.example.org": "__Host-luna",
	} {
		p := open(t, limits, func(o *options) { o.BaseURL = base })
		v := p.visitor(t)
		v.client.CheckRedirect = func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		}
		set := v.post("/enter/guest", url.Values{"consent": {"no"}}).header.Get("Set-Cookie")
		for _, part := range []string{want + "=", "; HttpOnly", "; SameSite=Lax", "; Path=/",
			"; Max-Age=5184000"} {
			if !strings.Contains(set, part) {
				t.Errorf("%q: %s lacks %s", base, set, part)
			}
		}
		if strings.Contains(set, "Secure") != strings.HasPrefix(base, "https") ||
			strings.Contains(set, "Domain") {
			t.Errorf("%q: %s", base, set)
		}
	}
	for _, base := range []string{"luna.example.org", "ftp://luna.example.org", "https://",
		"https://a/b", ":"} {
		if _, err := pages.New(pages.Options{Accounts: open(t, limits, nil).accounts,
			BaseURL: base}, pages.Set{}); err == nil {
			t.Errorf("%q is accepted as the base URL", base)
		}
	}
	if _, err := pages.New(pages.Options{}, pages.Set{}); err == nil {
		t.Error("pages were made without accounts")
	}
}

// TestInvalidTokens checks that invalid tokens are refused and their cookies deleted.
func TestInvalidTokens(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	foreign, err := auth.NewTokens(auth.NewKey(), nil)
	must(t, err)
	other, err := foreign.Session(string(ann.id), "Ann", 0)
	must(t, err)
	link, err := p.accounts.Tokens().Link(auth.ConfirmEmail, auth.Link{Account: string(ann.id)},
		time.Hour)
	must(t, err)
	nobody, err := p.accounts.Tokens().Session("nobody", "Nobody", 0)
	must(t, err)
	for _, token := range []string{other, link, nobody, "x", strings.Repeat("x", 5000)} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+"/play", nil)
		must(t, err)
		r.AddCookie(&http.Cookie{Name: "luna", Value: token})
		v := p.visitor(t)
		v.client.CheckRedirect = func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		}
		got := v.do(r)
		if got.status != http.StatusSeeOther ||
			got.header.Get("Location") != "/enter/login?next=%2Fplay" ||
			!strings.Contains(got.header.Get("Set-Cookie"), "Max-Age=0") {
			t.Errorf("%.20s: %d %v", token, got.status, got.header)
		}
	}
	_, err = p.accounts.Revoke(t.Context(), accounts.ID(ann.id))
	must(t, err)
	ann.get("/play").want(t, 200, "Log in")
}

// TestLogin checks that all failures look alike, that the next page is one of the site's own, and
// that attempts are limited.
func TestLogin(t *testing.T) {
	limited := limits
	limited.Guesses = guard.Rate{Burst: 6, Every: time.Hour}
	p := open(t, limited, nil)
	ann := p.visitor(t)
	ann.post("/enter/signup", url.Values{"consent": {"yes"}, "username": {"Ann"},
		"password": {"correct horse"}}).want(t, 200, "Your turn: ask")
	ann.get("/leave").want(t, 200, "Log out", "Ann")
	ann.post("/leave", nil).want(t, 200, "The Luna Game")
	ann.get("/me").want(t, 200, "Log in", `name="next" value="/me"`)

	wrong := ann.post("/enter/login", url.Values{"username": {"Ann"}, "password": {"wrong horse"}})
	nobody := ann.post("/enter/login", url.Values{"username": {"Nob"}, "password": {"wrong horse"}})
	wrong.want(t, http.StatusUnauthorized, "Log in", "no account with that username and password",
		`value="Ann"`)
	if strings.ReplaceAll(wrong.html, "Ann", "Nob") != nobody.html ||
		wrong.status != nobody.status {
		t.Errorf("the answer to a wrong password differs from that to an unknown name")
	}
	for next, want := range map[string]string{
		"/me": "/me", "/play": "/play", "https://evil.example/": "/play", "//evil.example": "/play",
		`/\evil.example`: "/play", "/play/../../x": "/play", "/play/0a1": "/play/0a1",
		"/play//evil.example": "/play", "javascript:alert(1)": "/play", "/leave": "/play",
		"": "/play", "/play/\r\nx": "/play",
	} {
		v := p.visitor(t)
		v.client.CheckRedirect = func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		}
		got := v.post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"},
			"next": {next}})
		if at := got.header.Get("Location"); got.status != http.StatusSeeOther || at != want {
			t.Errorf("%q leads to %q (%d)", next, at, got.status)
		}
	}
	for range 6 {
		ann.post("/enter/login", url.Values{"username": {"ann"}, "password": {"wrong horse"}})
	}
	got := ann.post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}})
	got.want(t, http.StatusTooManyRequests, "Log in", "Too many failed logins")
	if got.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	// The limits are shared with the JSON API.
	for range 6 {
		p.visitor(t).post("/enter/login",
			url.Values{"username": {"ann"}, "password": {"wrong horse"}})
	}
	if _, err := p.accounts.Login(t.Context(), httpx.AddressKey(netip.MustParseAddr("127.0.0.1")),
		"ann", "correct horse"); err == nil {
		t.Error("the limit is not shared with the JSON API")
	}
}

// TestFloods checks the limits per address.
func TestFloods(t *testing.T) {
	limited := limits
	limited.Registrations = guard.Rate{Burst: 3, Every: time.Hour}
	p := open(t, limited, nil)
	for range 3 {
		p.guest(t, "no")
	}
	p.visitor(t).post("/enter/guest", url.Values{"consent": {"no"}}).want(t,
		http.StatusTooManyRequests, "Too many requests", "registrations")
	limited = limits
	limited.Texts = guard.Rate{Burst: 30, Every: time.Hour}
	p = open(t, limited, nil)
	ann := p.guest(t, "no")
	ann.begin(texts("ann", "question")...)
	ann.post("/play/new", five("q", "second <one>", "b", "c", "d", "e")).want(t,
		http.StatusTooManyRequests, "Too many requests", "many texts from this address",
		"second &lt;one&gt;")
	limited.Addresses = guard.Rate{Burst: 3, Every: time.Hour}
	p = open(t, limited, nil)
	v := p.visitor(t)
	for range 3 {
		v.get("/rules").want(t, 200, "The rules")
	}
	if got := v.get("/rules").want(t, http.StatusTooManyRequests,
		"Too many requests"); got.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}
