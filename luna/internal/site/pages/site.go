package pages

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Options configure [New]. Only Accounts is required.
type Options struct {
	Accounts *accounts.Service
	// BaseURL is the public URL of the pages, such as "https://luna.example.org"; "" means unknown.
	// If it is an https URL, cookies are restricted to https.
	BaseURL string
	Mail    bool // mail is sent, so players are asked for their addresses
	// Forgot sends links to reset passwords to the players whom a text names, at the request of an
	// address; nil if no mail is sent.
	Forgot  func(address, text string) error
	Contact string       // how to reach the operator, a mail address or a URL; not shown if ""
	Banner  string       // shown at the top of each page; "" means none
	Rules   httpx.Rules  // the status of errors
	Log     *slog.Logger // reports internal errors; nil discards
}

// site holds the pages and what they need.
type site struct {
	Options
	Home      string // of the first set
	Footer    []Link
	sets      []Set
	secure    bool // cookies go over https only
	templates templates
	assets    *assets
	mux       *http.ServeMux
}

// The maximum sizes of a form. Five texts of 5,000 characters are up to 300,000 bytes as browsers
// encode them; more is read only to say which text is too long. The forms of visitors who are not
// logged in only have a name, a password and an address; their limit bounds the memory that clients
// can take up with many slow connections.
const (
	maxBody       = 1 << 20
	maxPublicBody = 32 << 10
)

// New returns the handler of the pages of accounts and of games. It answers every path. The
// RemoteAddr of a request must be the client's; see [httpx.Proxies].
func New(o Options, sets ...Set) (http.Handler, error) {
	if o.Accounts == nil || len(sets) == 0 {
		return nil, errors.New("the pages need accounts and a game")
	}
	base, err := parseBase(o.BaseURL)
	if err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &site{Options: o, sets: sets, Home: sets[0].Home, secure: base.Scheme == "https"}
	for _, set := range sets {
		s.Footer = append(s.Footer, set.Footer...)
	}
	if s.assets, err = loadAssets(sets); err != nil {
		return nil, err
	}
	if s.templates, err = loadTemplates(s); err != nil {
		return nil, err
	}
	s.route()
	return s.guard(base)
}

func parseBase(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	web := err == nil && (base.Scheme == "http" || base.Scheme == "https") && base.Host != "" &&
		(base.Path == "" || base.Path == "/")
	if text != "" && !web {
		return nil, fmt.Errorf("the address of the pages is %q, expected one such as "+
			"\"https://luna.example.org\"", text)
	}
	return base, nil
}

// ContactURL returns the target of the link to the operator.
func (s *site) ContactURL() string {
	if strings.Contains(s.Contact, "@") && !strings.Contains(s.Contact, ":") {
		return "mailto:" + s.Contact
	}
	return s.Contact
}

// forSuspended are the pages for players that are open to suspended ones.
var forSuspended = []string{"GET /me", "GET /me/data", "POST /me/consent", "POST /me/delete", "GET /leave",
	"POST /trade/disagree"}

// route registers all pages.
func (s *site) route() {
	s.mux = http.NewServeMux()
	routes := []Route{
		{"GET /consent", consent, true},
		{"GET /privacy", Still("privacy", "Privacy"), true},

		{"GET /enter/guest", func(x *Exchange) error { return x.Redirect("/consent") }, true},
		{"POST /enter/guest", enterGuest, true},
		{"GET /enter/signup", signupForm, true},
		{"POST /enter/signup", signup, true},
		{"GET /enter/login", loginForm, true},
		{"POST /enter/login", login, true},
		{"GET /enter/forgot", forgotForm, true},
		{"POST /enter/forgot", forgot, true},
		{"GET /enter/reset", resetForm, true},
		{"POST /enter/reset", resetPassword, true},
		{"GET /leave", Still("leave", "Log out"), false},
		{"POST /leave", leave, true},

		{"GET /me", me, false},
		{"POST /me/look", setLook, false},
		{"POST /me/consent", setConsent, false},
		{"POST /me/name", setPublicName, false},
		{"POST /me/email", setEmail, false},
		{"POST /me/save", nameGuest, false},
		{"POST /me/password", setPassword, false},
		{"POST /me/revoke", revoke, false},
		{"GET /me/data", data, false},
		{"POST /me/delete", deleteAccount, false},
		{"GET /mail/confirm", mailForm(confirmMail), true},
		{"POST /mail/confirm", mailDone(confirmMail), true},
		{"GET /mail/unsubscribe", mailForm(unsubscribeMail), true},
		{"POST /mail/unsubscribe", mailDone(unsubscribeMail), true},
		{"GET /news", s.news, true},
		{"GET /news/events", s.newsEvents, true},
		{"/", s.notFound, true},
	}
	for _, set := range s.sets {
		routes = append(routes, set.Routes...)
	}
	start := false
	for _, r := range routes {
		start = start || r.Pattern == "GET /{$}"
		if !r.Public {
			r.Page = needPlayer(r.Page, slices.Contains(forSuspended, r.Pattern))
		}
		s.mux.Handle(r.Pattern, counted(r.Pattern, s.handler(r.Page)))
	}
	if !start {
		home := s.handler(func(x *Exchange) error { return x.Redirect(s.Home) })
		s.mux.Handle("GET /{$}", counted("GET /{$}", home))
	}
	s.mux.Handle("GET /static/{file}", counted("GET /static/{file}", s.assets))
}

// counted makes a handler's requests count under its pattern.
func counted(pattern string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.SetRoute(r, pattern)
		next.ServeHTTP(w, r)
	})
}

// Still returns a page that only shows a template, under a title.
func Still(page, title string) Page {
	return func(x *Exchange) error { return x.Show(http.StatusOK, View{Page: page, Title: title}) }
}
