package pages_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/internal/site/status"
	tradepages "github.com/luna-rating/luna/luna/internal/tradegame/pages"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// place is a server of the pages with a fake game.
type place struct {
	*httptest.Server
	*fakeGame
	accounts *accounts.Service
	log      *bytes.Buffer
}

func open(t testing.TB, s trade.Settings) *place {
	t.Helper()
	p := &place{fakeGame: newFakeGame(s), log: &bytes.Buffer{}}
	t.Cleanup(func() {
		if p.log.Len() > 0 {
			t.Errorf("unexpected server log: %s", p.log)
		}
	})
	_, p.accounts = sitetest.Accounts(t, sitetest.Wide, nil)
	h := suite.Must(pages.New(pages.Options{
		Accounts: p.accounts, Rules: status.Rules(play.Statuses()),
		Log: slog.New(slog.NewTextHandler(p.log, nil)),
	}, tradepages.Pages(p.fakeGame, s)))(t)
	p.Server = httptest.NewServer(h)
	t.Cleanup(func() {
		p.CloseClientConnections()
		p.Close()
	})
	return p
}

// person simulates a person with a browser, as far as forms and cookies go.
type person struct {
	t      testing.TB
	at     *place
	client *http.Client
	id     accounts.ID
}

// page is a response as the browser received it.
type page struct {
	status     int
	path, html string
	header     http.Header
}

func (p *place) visitor(t testing.TB) *person {
	t.Helper()
	jar := suite.Must(cookiejar.New(nil))(t)
	return &person{t: t, at: p,
		client: &http.Client{Jar: jar, Timeout: time.Minute, Transport: p.Client().Transport}}
}

// guest returns a visitor who plays as a guest.
func (p *place) guest(t testing.TB) *person {
	t.Helper()
	v := p.visitor(t)
	v.post("/enter/guest", url.Values{"consent": {"no"}, "next": {"/trade"}}).want(t, 200,
		"Turing Trade")
	u := suite.Must(url.Parse(p.URL))(t)
	for _, c := range v.client.Jar.Cookies(u) {
		if c.Name == "luna" {
			s := suite.Must(p.accounts.Tokens().ParseSession(c.Value))(t)
			v.id = accounts.ID(s.Account)
		}
	}
	return v
}

func (v *person) do(r *http.Request) page {
	v.t.Helper()
	res := suite.Must(v.client.Do(r))(v.t)
	defer res.Body.Close()
	body := suite.Must(io.ReadAll(res.Body))(v.t)
	return page{res.StatusCode, res.Request.URL.Path, string(body), res.Header}
}

func (v *person) get(path string) page {
	v.t.Helper()
	r := suite.Must(http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.at.URL+path, nil))(v.t)
	return v.do(r)
}

func (v *person) post(path string, form url.Values, headers ...string) page {
	v.t.Helper()
	r := suite.Must(http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.at.URL+path,
		strings.NewReader(form.Encode())))(v.t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", v.at.URL)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return v.do(r)
}

// want checks the status and title of a page and that it contains words.
func (p page) want(t testing.TB, status int, title string, words ...string) page {
	t.Helper()
	if p.status != status || !strings.Contains(p.html, "<title>"+title+" · Luna</title>") {
		t.Fatalf("%s: %d, want %d %q\n%s", p.path, p.status, status, title, p.html)
	}
	for _, w := range words {
		if !strings.Contains(p.html, w) {
			t.Fatalf("%s: %q is missing\n%s", p.path, w, p.html)
		}
	}
	return p
}

// lacks checks that a page does not contain words.
func (p page) lacks(t testing.TB, words ...string) page {
	t.Helper()
	for _, w := range words {
		if strings.Contains(p.html, w) {
			t.Fatalf("%s: %q is there\n%s", p.path, w, p.html)
		}
	}
	return p
}
