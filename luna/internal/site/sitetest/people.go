// Package sitetest provides the accounts of a site for tests, in a file that is removed after the
// test.
package sitetest

import (
	"encoding/xml"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// Person simulates a person with a browser, as far as forms and cookies go.
type Person struct {
	Client *http.Client

	t   testing.TB
	url string // of the site
}

// Page is a response as a browser receives it.
type Page struct {
	Status int
	Path   string // where it ended, after redirects
	Header http.Header
	HTML   string
}

// Visitor returns somebody who has come to the site at a URL.
func Visitor(t testing.TB, url string, transport http.RoundTripper) *Person {
	t.Helper()
	c := httpx.Client(transport)
	c.Jar = suite.Must(cookiejar.New(nil))(t)
	c.Timeout = time.Minute
	c.CheckRedirect = nil
	return &Person{c, t, url}
}

// Cookie returns the value of a cookie in the browser, "" if there is none.
func (p *Person) Cookie(name string) string {
	p.t.Helper()
	for _, c := range p.Client.Jar.Cookies(suite.Must(url.Parse(p.url))(p.t)) {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// Account returns the account of the player who is logged in.
func (p *Person) Account(a *accounts.Service) accounts.ID {
	p.t.Helper()
	return accounts.ID(suite.Must(a.Tokens().ParseSession(p.Cookie("luna")))(p.t).Account)
}

// Stay makes the browser follow no redirects.
func (p *Person) Stay() { p.Client.CheckRedirect = httpx.NoRedirects }

// Send sends a request with headers, as names and values in turn. Whatever page comes back must be
// well formed.
func (p *Person) Send(method, path, body string, headers ...string) Page {
	p.t.Helper()
	r := suite.Must(http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body)))(p.t)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res := suite.Must(p.Client.Do(r))(p.t)
	defer res.Body.Close()
	text := suite.Must(io.ReadAll(res.Body))(p.t)
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") && res.StatusCode/100 != 3 {
		if err := WellFormed(string(text)); err != nil {
			p.t.Errorf("%s (%d) is not well formed: %v", res.Request.URL, res.StatusCode, err)
		}
	}
	return Page{res.StatusCode, res.Request.URL.Path, res.Header, string(text)}
}

// WellFormed returns an error if tags of a page are not balanced.
func WellFormed(page string) (err error) {
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict = false
	d.AutoClose = xml.HTMLAutoClose
	d.Entity = xml.HTMLEntity
	for err == nil {
		_, err = d.Token()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// Get opens a page.
func (p *Person) Get(path string) Page { p.t.Helper(); return p.Send(http.MethodGet, path, "") }

// Post sends a form as a browser does, with further headers.
func (p *Person) Post(path string, form url.Values, headers ...string) Page {
	p.t.Helper()
	return p.Send(http.MethodPost, path, form.Encode(), append(headers, "Origin", p.url,
		"Sec-Fetch-Site", "same-origin", "Content-Type", "application/x-www-form-urlencoded")...)
}

var titles = regexp.MustCompile(`<title>(.*) · Luna</title>`)

// Want checks the status and title of a page and that it contains words.
func (p Page) Want(t testing.TB, status int, title string, words ...string) Page {
	t.Helper()
	if p.Status != status || p.Title() != title {
		t.Fatalf("%s: %d %q, want %d %q\n%s", p.Path, p.Status, p.Title(), status, title, p.HTML)
	}
	for _, w := range words {
		if !strings.Contains(p.HTML, w) {
			t.Fatalf("%s: %q is missing\n%s", p.Path, w, p.HTML)
		}
	}
	return p
}

// Title returns the title of a page, without the name of the site.
func (p Page) Title() string {
	if m := titles.FindStringSubmatch(p.HTML); m != nil {
		return m[1]
	}
	return ""
}

// Lacks checks that a page does not contain words.
func (p Page) Lacks(t testing.TB, words ...string) Page {
	t.Helper()
	for _, w := range words {
		if strings.Contains(p.HTML, w) {
			t.Fatalf("%s: %q is there\n%s", p.Path, w, p.HTML)
		}
	}
	return p
}

// Cost is the cost of a hash of a password that takes no time to compute.
var Cost = auth.Cost{Memory: 64, Passes: 1, Lanes: 1}

// Wide contains limits that no test reaches.
var Wide = func() guard.Limits {
	wide := guard.Rate{Burst: 1 << 20, Every: time.Nanosecond}
	return guard.Limits{
		Registrations: wide, Logins: wide, Guesses: wide, Refusals: wide, Players: wide,
		Addresses: wide,
	}
}()

// Accounts opens a new database and its accounts, and closes them when the test ends. A nil clock
// means time.Now.
func Accounts(
	t testing.TB, limits guard.Limits, clock func() time.Time,
) (*store.Store, *accounts.Service) {
	t.Helper()
	s := suite.Must(store.Open(t.Context(), filepath.Join(t.TempDir(), "luna.db")))(t)
	t.Cleanup(func() {
		suite.OK(t, s.Close())
	})
	a := suite.Must(accounts.Open(t.Context(),
		accounts.Options{Store: s, Limits: limits, Cost: Cost, Clock: clock}))(t)
	return s, a
}
