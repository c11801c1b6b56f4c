package pages_test

import (
	"html"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// changing returns all requests that change state.
func changing(path string) map[string]url.Values {
	return map[string]url.Values{
		"/enter/guest":      {"consent": {"yes"}},
		"/enter/signup":     {"consent": {"yes"}, "username": {"Eve"}, "password": {"correct horse"}},
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
	for _, from := range [][2]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
		{"Origin", "https://evil.example"}, {"Origin", "null"},
		{"Origin", strings.Replace(p.URL, "127.0.0.1", "127.0.0.1.evil.example", 1)},
		{"Origin", "http://luna.example.org.evil.example"},
	} {
		for to, form := range changing(path) {
			if got := ann.Send(http.MethodPost, to, form.Encode(), from[0], from[1], "Content-Type",
				"application/x-www-form-urlencoded"); got.Status != http.StatusForbidden ||
				got.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s from %v: %d", to, from, got.Status)
			}
			tried++
		}
	}
	if diff := cmp.Diff(before, stateOf(t, p, ann)); diff != "" {
		t.Errorf("after %d tries (-before +after):\n%s", tried, diff)
	}
	// The site's own name is the same origin, even if a proxy uses another name for the server.
	if got := ann.Send(http.MethodPost, "/play/seen", "", "Origin", "http://luna.example.org"); got.Status != http.StatusOK {
		t.Errorf("from the site's own name: %d", got.Status)
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
		if got := ann.Get(to + "?" + changing(path)[to].Encode()); got.Status >= 500 {
			t.Errorf("%s: %d", to, got.Status)
		}
	}
	for _, to := range []string{"/", "/consent", "/rules", "/about", "/privacy", "/play", path,
		"/me", "/leave", "/news?page=" + path} {
		ann.Get(to).Want(t, 200, ann.Get(to).Title())
	}
	if diff := cmp.Diff(before, stateOf(t, p, ann)); diff != "" {
		t.Errorf("-before +after:\n%s", diff)
	}
}

// stateOf returns everything that is stored about a player.
func stateOf(t *testing.T, p *place, v *person) []any {
	t.Helper()
	games, _, err := p.referee.Games(t.Context(), v.id, archive.Page{})
	suite.OK(t, err)
	account := suite.Must(p.accounts.Get(t.Context(), accounts.ID(v.id)))(t)
	return []any{games, account}
}

// TestHeaders checks the security headers of all pages, and that they load nothing from elsewhere.
func TestHeaders(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	path := ann.begin("1", "2", "3", "4", "5")
	for _, to := range []string{"/", "/consent", "/rules", "/play", "/play/new", path, "/me",
		"/nowhere", "/static/luna.css", "/static/nothing"} {
		g := ann.Get(to)
		csp := g.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'",
			"frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy %q lacks %s", to, csp, want)
			}
		}
		secured := http.Header{}
		httpx.Secure(secured, "")
		for name := range secured {
			if g.Header.Get(name) == "" {
				t.Errorf("%s has no %s", to, name)
			}
		}
		if strings.Contains(csp, "unsafe") || g.Header.Get("X-Content-Type-Options") != "nosniff" ||
			g.Header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: %v", to, g.Header)
		}
		if static := strings.HasPrefix(to, "/static/luna"); !static &&
			g.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %q", to, g.Header.Get("Cache-Control"))
		}
		for _, bad := range []string{"http://", "https://", " style=", "javascript:", "<style",
			"onclick"} {
			if !strings.HasPrefix(to, "/static/") && strings.Contains(g.HTML, bad) {
				t.Errorf("%s contains %q", to, bad)
			}
		}
	}
	css := ann.Get(between(ann.Get("/").HTML, `href="/static/luna.css`, `"`))
	if css.Status != 200 || !strings.Contains(css.Header.Get("Cache-Control"), "immutable") ||
		!strings.HasPrefix(css.Header.Get("Content-Type"), "text/css") {
		t.Errorf("%d %v", css.Status, css.Header)
	}
	for method, want := range map[string]int{http.MethodPut: 405, http.MethodDelete: 405,
		http.MethodPost: 405} {
		if g := ann.Send(method, "/rules", ""); g.Status != want || g.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s /rules: %d, Allow %q", method, g.Status, g.Header.Get("Allow"))
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
		v.Stay()
		set := v.Post("/enter/guest", url.Values{"consent": {"no"}}).Header.Get("Set-Cookie")
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

// TestLogin checks that all failures look alike, that the next page is one of the site's own, and
// that attempts are limited.
func TestLogin(t *testing.T) {
	limited := limits
	limited.Guesses = guard.Rate{Burst: 6, Every: time.Hour}
	p := open(t, limited, nil)
	ann := p.visitor(t)
	ann.Post("/enter/signup", url.Values{"consent": {"yes"}, "username": {"Ann"},
		"password": {"correct horse"}}).Want(t, 200, "Your turn: ask")
	ann.Get("/leave").Want(t, 200, "Log out", "Ann")
	ann.Post("/leave", nil).Want(t, 200, "The Luna Game")
	ann.Get("/me").Want(t, 200, "Log in", `name="next" value="/me"`)

	wrong := ann.Post("/enter/login", url.Values{"username": {"Ann"}, "password": {"wrong horse"}})
	nobody := ann.Post("/enter/login", url.Values{"username": {"Nob"}, "password": {"wrong horse"}})
	wrong.Want(t, 401, "Log in", "no account with that username and password", `value="Ann"`)
	if strings.ReplaceAll(wrong.HTML, "Ann", "Nob") != nobody.HTML ||
		wrong.Status != nobody.Status {
		t.Errorf("the answer to a wrong password differs from that to an unknown name")
	}
	for next, want := range map[string]string{
		"/me": "/me", "/play": "/play", "https://evil.example/": "/play", "//evil.example": "/play",
		`/\evil.example`: "/play", "/play/../../x": "/play", "/play/0a1": "/play/0a1",
		"/play//evil.example": "/play", "javascript:alert(1)": "/play", "/leave": "/play",
		"": "/play", "/play/\r\nx": "/play",
	} {
		v := p.visitor(t)
		v.Stay()
		got := v.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"},
			"next": {next}})
		if at := got.Header.Get("Location"); got.Status != http.StatusSeeOther || at != want {
			t.Errorf("%q leads to %q (%d)", next, at, got.Status)
		}
	}
	for range 6 {
		ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"wrong horse"}})
	}
	got := ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}})
	got.Want(t, 429, "Log in", "Too many failed logins")
	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	// The limits are shared with the JSON API.
	for range 6 {
		p.visitor(t).Post("/enter/login",
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
	p.visitor(t).Post("/enter/guest", url.Values{"consent": {"no"}}).Want(t,
		429, "Too many requests", "registrations")
	limited = limits
	limited.Texts = guard.Rate{Burst: 30, Every: time.Hour}
	p = open(t, limited, nil)
	ann := p.guest(t, "no")
	ann.begin(texts("ann", "question")...)
	ann.Post("/play/new", five("q", "second <one>", "b", "c", "d", "e")).Want(t,
		429, "Too many requests", "many texts from this address",
		"second &lt;one&gt;")
	limited.Addresses = guard.Rate{Burst: 3, Every: time.Hour}
	p = open(t, limited, nil)
	v := p.visitor(t)
	for range 3 {
		v.Get("/rules").Want(t, 200, "The rules")
	}
	if got := v.Get("/rules").Want(t, 429,
		"Too many requests"); got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// rate plays a game in which player guesses guess and other guesses rating.
func rate(t *testing.T, p *place, player, other game.PlayerID, guess, rating float64) {
	t.Helper()
	r, ctx := p.referee, t.Context()
	g := suite.Must(r.Enter(ctx, player, texts("", "q")))(t)
	suite.Must(r.Enter(ctx, other, texts("", "q")))(t)
	for _, id := range []game.PlayerID{player, other} {
		suite.Must(r.Respond(ctx, id, g.ID, texts("", "r")))(t)
	}
	suite.Must(r.Guess(ctx, player, g.ID, guess))(t)
	suite.Must(r.Guess(ctx, other, g.ID, rating))(t)
}

// TestGamesOfOthersAreNotThere checks that other players' games are answered exactly like games
// that do not exist.
func TestGamesOfOthersAreNotThere(t *testing.T) {
	p := open(t, limits, nil)
	ann, eve := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(texts("Ann", "question")...)
	for _, try := range []string{"", "/interview", "/response", "/guess", "/end",
		"/seen"} {
		var answers [2]page
		for i, at := range []string{path, "/play/000000000000000000000000"} {
			if try == "" {
				answers[i] = eve.Get(at + try)
			} else {
				answers[i] = eve.Post(at+try, url.Values{"guess": {"50"}, "q1": {"x"}, "r1": {"x"}})
			}
			answers[i].HTML = strings.ReplaceAll(answers[i].HTML, at, "")
		}
		if answers[0].Status != http.StatusNotFound || answers[0].HTML != answers[1].HTML {
			t.Errorf("%s: %d, %d\n%s", try, answers[0].Status, answers[1].Status, answers[0].HTML)
		}
	}
	for _, at := range []string{path, "/play/000000000000000000000000"} {
		eve.Get("/news?page="+at).Want(t, 200, "", `"state":"gone"`, `{"/play":0}`)
	}
	if v, err := p.referee.Game(t.Context(), ann.id, idOf(path)); err != nil || !v.Active || v.Phase != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestTextsStayTexts sends markup and other special texts in every field.
func TestTextsStayTexts(t *testing.T) {
	p := open(t, limits, nil)
	hostile := []string{
		`<script>document.title='x'</script>`, `"><img src=x onerror=alert(1)>`,
		`'; DROP TABLE accounts; --`, `</textarea></blockquote><script>1</script>`,
		"{{.Site.Desk}} ${7*7} %s %00 \u202Eabc \u2066שלום עולם 👩🏽‍🚀\n\n  a\u0301\ttab  ",
	}
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	path := ann.begin(hostile...)
	bob.begin(hostile...)
	plain := func(g page, what string) {
		t.Helper()
		text := html.UnescapeString(g.HTML)
		for _, h := range hostile {
			if !strings.Contains(text, h) {
				t.Fatalf("%s: %q is not shown unchanged\n%s", what, h, g.HTML)
			}
			if strings.Contains(h, "<") && strings.Contains(g.HTML, h) {
				t.Fatalf("%s: %q is not escaped", what, h)
			}
		}
	}
	plain(ann.Get(path), "responding")
	plain(ann.Get("/play/new"), "old questions")
	typed := five("q", hostile...)
	typed.Set("fill", "none")
	plain(ann.Post("/play/new", typed), "typed again")
	for _, v := range []*person{ann, bob} {
		v.Post(path+"/response", five("r", hostile...))
	}
	plain(ann.Get(path), "guessing")
	ann.Post(path+"/guess", url.Values{"guess": {"50"}})
	plain(ann.Get(path), "waiting")
	bob.Post(path+"/guess", url.Values{"guess": {"50"}})
	plain(bob.Get(path), "final")

	for _, h := range []string{"<b>", "'\"", "{{.}}", "<>", "é", "\u202Ea"} {
		ann.Post("/me/look", url.Values{"initial": {h}, "color": {"#12345\""}})
		if g := ann.Get("/me"); strings.Contains(g.HTML, "<b>") ||
			strings.Contains(g.HTML, `#12345"`) {
			t.Errorf("%q: %s", h, g.HTML)
		}
	}
	eve := p.visitor(t)
	got := eve.Post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {`<i>"eve"</i>`}, "password": {"12345678"},
			"email": {"<b>@"}})
	got.Want(t, 400, "Sign up", `value="&lt;i&gt;&#34;eve&#34;&lt;/i&gt;"`)
	got = eve.Post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {`<i>"eve"</i>`}, "password": {"12345678"}})
	if got.Path == "/rules" && strings.Contains(eve.Get("/me").HTML, "<i>") {
		t.Error("a name is not escaped")
	}
}

// TestContrast computes the contrast of the colors by WCAG 2: at least 4.5 for text and 3 for
// borders and other indicators.
func TestContrast(t *testing.T) {
	css := suite.Must(os.ReadFile("../../site/pages/static/luna.css"))(t)
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(css), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d color schemes", len(blocks))
	}
	for i, scheme := range []string{"light", "dark"} {
		colors := map[string]float64{}
		for _, m := range regexp.MustCompile(
			`--([a-z-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(blocks[i][1], -1) {
			n := suite.Must(strconv.ParseUint(m[2], 16, 32))(t)
			colors[m[1]] = luminance(n)
		}
		if len(colors) != 17 {
			t.Errorf("%s: %d colors", scheme, len(colors))
		}
		for _, pair := range []struct {
			front, back string
			least       float64
		}{
			{"ink", "page", 4.5}, {"ink", "card", 4.5}, {"ink", "theirs", 4.5},
			{"ink", "bad-back", 4.5}, {"ink", "good-back", 4.5},
			{"soft", "page", 4.5}, {"soft", "card", 4.5}, {"accent", "page", 4.5},
			{"accent", "card", 4.5}, {"on-accent", "accent", 4.5},
			{"bad", "page", 4.5}, {"bad", "card", 4.5}, {"on-sky", "sky", 4.5},
			{"moon", "sky", 4.5},
			{"edge", "card", 3}, {"edge", "page", 3}, {"focus", "page", 3}, {"focus", "card", 3},
			{"good", "good-back", 3}, {"bad", "bad-back", 3}, {"accent", "theirs", 3},
		} {
			a, b := colors[pair.front], colors[pair.back]
			if c := (max(a, b) + 0.05) / (min(a, b) + 0.05); c < pair.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", scheme, pair.front,
					pair.back, c, pair.least)
			}
		}
	}
}

func luminance(rgb uint64) float64 {
	l := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(rgb>>(16-8*i)&255) / 255
		if v <= 0.04045 {
			l += weight * v / 12.92
		} else {
			l += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return l
}
