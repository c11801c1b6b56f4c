package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

func TestSettings(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	account := func() accounts.Account {
		return suite.Must(p.accounts.Get(t.Context(), accounts.ID(ann.id)))(t)
	}
	ann.post("/me/look", url.Values{"initial": {" Ä "}, "color": {"#FFEE00"}}).want(t, 200,
		"Your profile", "Your initial and color were saved",
		`fill="#ffee00"`, `fill="#000000"`, `aria-label="Ä on yellow"`)
	ann.post("/me/look", url.Values{"initial": {"too long"}, "color": {"#ffee00"}}).want(t,
		http.StatusBadRequest, "Problem: Your profile",
		"Expected one or two characters", `value="too long"`)
	ann.post("/me/look", url.Values{"initial": {"B"}, "color": {"yellow"}}).want(t,
		http.StatusBadRequest, "Problem: Your profile", "&#34;yellow&#34;")
	ann.post("/me/consent", url.Values{"consent": {"yes"}}).want(t, 200, "Your profile",
		"about publishing was saved")
	ann.post("/me/consent", url.Values{"consent": {"maybe"}}).want(t, http.StatusBadRequest,
		"Nothing was chosen")
	if a := account(); a.Initial != "B" || a.Color != "#ffee00" || !a.Consent {
		t.Errorf("initial %q, color %q, consent %v; want B, #ffee00, true", a.Initial, a.Color,
			a.Consent)
	}
	ann.get("/me?done=%3Cb%3E").want(t, 200, "Your profile", "Create an account")
	ann.get("/leave").want(t, 200, "Log out", "nobody can get back to your games")
	ann.post("/me/revoke", nil).want(t, http.StatusNotFound, "Page not found")
	ann.post("/me/password", url.Values{"old": {""}, "password": {"correct horse"}}).want(t,
		http.StatusNotFound, "Page not found")

	// The guest becomes a named player and keeps their games.
	ann.begin("1", "2", "3", "4", "5")
	ann.post("/me/save", url.Values{"username": {"Ann"}, "password": {"short"}}).want(t,
		http.StatusBadRequest, "Problem: Your profile", "too short", `value="Ann"`)
	ann.post("/me/save", url.Values{"username": {"Ann"}, "password": {"correct horse"},
		"email": {"ann@"}}).want(t, http.StatusBadRequest, "Problem: Your profile", `value="ann@"`)
	ann.post("/me/save", url.Values{"username": {"Ann"}, "password": {"correct horse"},
		"email": {"ann@example.org"}}).want(t, 200, "Your profile", "You have an account now",
		"Not confirmed yet")
	ann.post("/me/save", url.Values{"username": {"Eve"}, "password": {"correct horse"}}).want(t,
		http.StatusConflict, "That is not possible right now", "has a name already")
	elsewhere := p.visitor(t)
	elsewhere.post("/enter/login",
		url.Values{"username": {"ANN"}, "password": {"correct horse"}, "next": {"/play"}}).want(t,
		200, "Your games", "Game 1")
	p.visitor(t).post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {"aNN"}, "password": {"correct horse"}}).want(t,
		http.StatusConflict, "Sign up", "The name is taken")

	// A new password logs out other sessions, but not this one.
	ann.post("/me/password", url.Values{"old": {"wrong horse"},
		"password": {"battery staple"}}).want(t, http.StatusUnauthorized, "Problem: Your profile",
		"not your current password")
	ann.post("/me/password", url.Values{"old": {"correct horse"}, "password": {"x"}}).want(t,
		http.StatusBadRequest, "Problem: Your profile", "too short")
	elsewhere.get("/me").want(t, 200, "Your profile")
	ann.post("/me/password", url.Values{"old": {"correct horse"},
		"password": {"battery staple"}}).want(t, 200, "Your profile", "Your password was changed")
	elsewhere.get("/me").want(t, 200, "Log in")
	ann.get("/me").want(t, 200, "Your profile")
	ann.post("/me/revoke", nil).want(t, 200, "Log in")
	ann.get("/me").want(t, 200, "Log in")
}

// TestMailLinks checks that links in mail ask for confirmation before they act.
func TestMailLinks(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.visitor(t)
	ann.post("/enter/signup", url.Values{"consent": {"yes"}, "username": {"Ann"},
		"password": {"correct horse"}, "email": {"ann@example.org"}})
	id := ann.player()
	link := func(purpose auth.Purpose, address string) string {
		return suite.Must(p.accounts.Tokens().Link(purpose,
			auth.Link{Account: string(id), Value: address}, time.Hour))(t)
	}
	email := func() string {
		a := suite.Must(p.accounts.Get(t.Context(), accounts.ID(id)))(t)
		return fmt.Sprintf("%s %t", a.Email, a.EmailConfirmed)
	}
	stranger := p.visitor(t)
	token := link(auth.ConfirmEmail, "ann@example.org")
	stranger.get("/mail/confirm?token="+token).want(t, 200, "Confirm your address",
		"ann@example.org", token)
	if e := email(); e != "ann@example.org false" {
		t.Errorf("after only opening the link: %s", e)
	}
	stranger.get("/mail/unsubscribe?token="+token).want(t, http.StatusForbidden,
		"This link does not work")
	stranger.post("/mail/confirm",
		url.Values{"token": {link(auth.Unsubscribe, "ann@example.org")}}).want(t,
		http.StatusForbidden, "This link does not work")
	stranger.post("/mail/confirm", url.Values{"token": {token}}).want(t, 200,
		"Your address is confirmed")
	ann.get("/me").want(t, 200, "Your profile", "Confirmed: you get email")
	stranger.post("/mail/unsubscribe",
		url.Values{"token": {link(auth.Unsubscribe, "another@example.org")}}).want(t, 200,
		"You will get no more email")
	if e := email(); e != "ann@example.org true" {
		t.Errorf("after a link for another address: %s", e)
	}
	// One-click unsubscription by a mail program loads no page first.
	r := suite.Must(http.NewRequestWithContext(t.Context(), http.MethodPost,
		p.URL+"/mail/unsubscribe?token="+link(auth.Unsubscribe, "ann@example.org"),
		strings.NewReader("List-Unsubscribe=One-Click")))(t)
	stranger.do(r).want(t, 200, "You will get no more email")
	if e := email(); e != " false" {
		t.Errorf("at the end: %s", e)
	}
}

// TestWithoutMail checks that a site without mail never asks for an address.
func TestWithoutMail(t *testing.T) {
	p := open(t, limits, func(o *options) { o.Mail, o.Export, o.Contact = false, pages.Export{}, "" })
	v := p.visitor(t)
	for _, path := range []string{"/enter/signup", "/privacy", "/about"} {
		if g := v.get(path); strings.Contains(g.html, `name="email"`) ||
			strings.Contains(g.html, "mailto:") || strings.Contains(g.html, "are published</a>") {
			t.Errorf("%s\n%s", path, g.html)
		}
	}
	v.post("/enter/signup", url.Values{"consent": {"no"}, "username": {"Ann"},
		"password": {"correct horse"}, "email": {"ann@example.org"}}).want(t, 200, "Your turn: ask")
	v.post("/me/email", url.Values{"email": {"ann@example.org"}}).want(t, http.StatusNotFound,
		"Page not found")
	if len(p.asked) != 0 {
		t.Errorf("asked %q", p.asked)
	}
}

// TestWaysIn checks that players who are logged in are redirected from the pages for visitors, and
// visitors from the pages for players.
func TestWaysIn(t *testing.T) {
	p := open(t, limits, nil)
	v := p.visitor(t)
	for from, to := range map[string]string{"/play": "/enter/login", "/me": "/enter/login",
		"/play/new": "/enter/login", "/enter/guest": "/consent"} {
		if got := v.get(from); got.path != to {
			t.Errorf("%s leads to %s, want %s", from, got.path, to)
		}
	}
	v.post("/enter/guest", nil).want(t, http.StatusBadRequest, "Before you play",
		"Please choose yes or no")
	v.post("/enter/signup", url.Values{"username": {"Ann"}, "password": {"correct horse"}}).want(t,
		http.StatusBadRequest, "Sign up", "Please choose yes or no", `value="Ann"`)
	v.get("/enter/signup?consent=yes").want(t, 200, "Sign up", `value="yes" required checked`)
	ann := p.guest(t, "no")
	for from, to := range map[string]string{"/consent": "/play", "/enter/login": "/play",
		"/enter/signup": "/me", "/enter/login?next=/me": "/me"} {
		if got := ann.get(from); got.path != to {
			t.Errorf("%s leads to %s, want %s", from, got.path, to)
		}
	}
	before := ann.player()
	if got := ann.post("/enter/guest", url.Values{"consent": {"yes"}}); got.path != "/play" ||
		ann.player() != before {
		t.Error("a guest became another guest")
	}
	ann.get("/").want(t, 200, "The Luna Game", "Your games")
}

// TestFailure checks that an internal error is reported as the server's fault, without details.
func TestFailure(t *testing.T) {
	p := open(t, limits, nil)
	p.mayLog = true
	ann := p.guest(t, "no")
	path := ann.begin("1", "2", "3", "4", "5")
	p.referee.Close()
	ann.post("/play/new", five("q", "kept text", "2", "3", "4", "5")).want(t,
		http.StatusServiceUnavailable, "Problem: Your turn: ask", "The rating system is closing",
		"kept text")
	ann.post(path+"/end", nil).want(t, http.StatusServiceUnavailable, "Not available right now",
		"Nothing was changed")
	suite.OK(t, p.store.Close())
	if g := ann.get("/play").want(t, http.StatusInternalServerError, "Something went wrong",
		"our fault"); strings.Contains(g.html, "sql") || strings.Contains(g.html, "database") {
		t.Errorf("the page reveals too much: %s", g.html)
	}
	if log := p.log.String(); !strings.Contains(log, "a page failed") ||
		strings.Contains(log, "kept text") {
		t.Errorf("the log: %s", log)
	}
}
