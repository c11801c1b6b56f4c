package pages_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/guard"
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
	ann.Post("/me/look", url.Values{"initial": {" Ä "}, "color": {"#FFEE00"}}).Want(t, 200,
		"Your profile", "Your initial and color were saved",
		`fill="#ffee00"`, `fill="#000000"`, `aria-label="Ä on yellow"`)
	ann.Post("/me/look", url.Values{"initial": {"too long"}, "color": {"#ffee00"}}).Want(t,
		400, "Problem: Your profile",
		"Expected one or two characters", `value="too long"`)
	ann.Post("/me/look", url.Values{"initial": {"B"}, "color": {"yellow"}}).Want(t,
		400, "Problem: Your profile", "&#34;yellow&#34;")
	ann.Post("/me/consent", url.Values{"consent": {"yes"}}).Want(t, 200, "Your profile",
		"about publishing was saved")
	ann.Post("/me/consent", url.Values{"consent": {"maybe"}}).Want(t, 400, "Nothing was chosen")
	if a := account(); a.Initial != "B" || a.Color != "#ffee00" || !a.Consent {
		t.Errorf("initial %q, color %q, consent %v; want B, #ffee00, true", a.Initial, a.Color,
			a.Consent)
	}
	ann.Get("/me?done=%3Cb%3E").Want(t, 200, "Your profile", "Create an account")
	ann.Get("/leave").Want(t, 200, "Log out", "nobody can get back to your games")
	ann.Post("/me/revoke", nil).Want(t, 404, "Page not found")
	ann.Post("/me/password", url.Values{"old": {""}, "password": {"correct horse"}}).Want(t,
		404, "Page not found")

	// The guest becomes a named player and keeps their games.
	ann.begin("1", "2", "3", "4", "5")
	ann.Post("/me/save", url.Values{"username": {"Ann"}, "password": {"short"}}).Want(t,
		400, "Problem: Your profile", "too short", `value="Ann"`)
	ann.Post("/me/save", url.Values{"username": {"Ann"}, "password": {"correct horse"},
		"email": {"ann@"}}).Want(t, 400, "Problem: Your profile", `value="ann@"`)
	ann.Post("/me/save", url.Values{"username": {"Ann"}, "password": {"correct horse"},
		"email": {"ann@example.org"}}).Want(t, 200, "Your profile", "You have an account now",
		"Not confirmed yet")
	ann.Post("/me/save", url.Values{"username": {"Eve"}, "password": {"correct horse"}}).Want(t,
		409, "That is not possible right now", "has a name already")
	elsewhere := p.visitor(t)
	elsewhere.Post("/enter/login",
		url.Values{"username": {"ANN"}, "password": {"correct horse"}, "next": {"/play"}}).Want(t,
		200, "Your games", "Game 1")
	p.visitor(t).Post("/enter/signup",
		url.Values{"consent": {"no"}, "username": {"aNN"}, "password": {"correct horse"}}).Want(t,
		409, "Sign up", "The name is taken")

	// A new password logs out other sessions, but not this one.
	ann.Post("/me/password", url.Values{"old": {"wrong horse"},
		"password": {"battery staple"}}).Want(t, 401, "Problem: Your profile",
		"not your current password")
	ann.Post("/me/password", url.Values{"old": {"correct horse"}, "password": {"x"}}).Want(t,
		400, "Problem: Your profile", "too short")
	elsewhere.Get("/me").Want(t, 200, "Your profile")
	ann.Post("/me/password", url.Values{"old": {"correct horse"},
		"password": {"battery staple"}}).Want(t, 200, "Your profile", "Your password was changed")
	elsewhere.Get("/me").Want(t, 200, "Log in")
	ann.Get("/me").Want(t, 200, "Your profile")
	ann.Post("/me/revoke", nil).Want(t, 200, "Log in")
	ann.Get("/me").Want(t, 200, "Log in")
}

// TestMailLinks checks that links in mail ask for confirmation before they act.
func TestMailLinks(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.visitor(t)
	ann.Post("/enter/signup", url.Values{"consent": {"yes"}, "username": {"Ann"},
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
	stranger.Get("/mail/confirm?token="+token).Want(t, 200, "Confirm your address",
		"ann@example.org", token)
	if e := email(); e != "ann@example.org false" {
		t.Errorf("after only opening the link: %s", e)
	}
	stranger.Get("/mail/unsubscribe?token="+token).Want(t, 403, "This link does not work")
	stranger.Post("/mail/confirm",
		url.Values{"token": {link(auth.Unsubscribe, "ann@example.org")}}).Want(t,
		403, "This link does not work")
	stranger.Post("/mail/confirm", url.Values{"token": {token}}).Want(t, 200,
		"Your address is confirmed")
	ann.Get("/me").Want(t, 200, "Your profile", "Confirmed: you get email")
	stranger.Post("/mail/unsubscribe",
		url.Values{"token": {link(auth.Unsubscribe, "another@example.org")}}).Want(t, 200,
		"You will get no more email")
	if e := email(); e != "ann@example.org true" {
		t.Errorf("after a link for another address: %s", e)
	}
	// One-click unsubscription by a mail program loads no page first.
	stranger.Send(http.MethodPost, "/mail/unsubscribe?token="+link(auth.Unsubscribe, "ann@example.org"),
		"List-Unsubscribe=One-Click").Want(t, 200, "You will get no more email")
	if e := email(); e != " false" {
		t.Errorf("at the end: %s", e)
	}
}

// TestWithoutMail checks that a site without mail never asks for an address.
func TestWithoutMail(t *testing.T) {
	p := open(t, limits, func(o *options) { o.Mail, o.Export, o.Contact = false, pages.Export{}, "" })
	v := p.visitor(t)
	for _, path := range []string{"/enter/signup", "/privacy", "/about"} {
		if g := v.Get(path); strings.Contains(g.HTML, `name="email"`) ||
			strings.Contains(g.HTML, "mailto:") || strings.Contains(g.HTML, "are published</a>") {
			t.Errorf("%s\n%s", path, g.HTML)
		}
	}
	v.Post("/enter/signup", url.Values{"consent": {"no"}, "username": {"Ann"},
		"password": {"correct horse"}, "email": {"ann@example.org"}}).Want(t, 200, "Your turn: ask")
	v.Post("/me/email", url.Values{"email": {"ann@example.org"}}).Want(t, 404, "Page not found")
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
		if got := v.Get(from); got.Path != to {
			t.Errorf("%s leads to %s, want %s", from, got.Path, to)
		}
	}
	v.Post("/enter/guest", nil).Want(t, 400, "Before you play", "Please choose yes or no")
	v.Post("/enter/signup", url.Values{"username": {"Ann"}, "password": {"correct horse"}}).Want(t,
		400, "Sign up", "Please choose yes or no", `value="Ann"`)
	v.Get("/enter/signup?consent=yes").Want(t, 200, "Sign up", `value="yes" required checked`)
	ann := p.guest(t, "no")
	for from, to := range map[string]string{"/consent": "/play", "/enter/login": "/play",
		"/enter/signup": "/me", "/enter/login?next=/me": "/me"} {
		if got := ann.Get(from); got.Path != to {
			t.Errorf("%s leads to %s, want %s", from, got.Path, to)
		}
	}
	before := ann.player()
	if got := ann.Post("/enter/guest", url.Values{"consent": {"yes"}}); got.Path != "/play" ||
		ann.player() != before {
		t.Error("a guest became another guest")
	}
	ann.Get("/").Want(t, 200, "The Luna Game", "Your games")
}

// TestFailure checks that an internal error is reported as the server's fault, without details.
func TestFailure(t *testing.T) {
	p := open(t, limits, nil)
	p.mayLog = true
	ann := p.guest(t, "no")
	path := ann.begin("1", "2", "3", "4", "5")
	p.referee.Close()
	ann.Post("/play/new", five("q", "kept text", "2", "3", "4", "5")).Want(t,
		503, "Problem: Your turn: ask", "The rating system is closing",
		"kept text")
	ann.Post(path+"/end", nil).Want(t, 503, "Not available right now", "Nothing was changed")
	suite.OK(t, p.store.Close())
	if g := ann.Get("/play").Want(t, 500, "Something went wrong",
		"our fault"); strings.Contains(g.HTML, "sql") || strings.Contains(g.HTML, "database") {
		t.Errorf("the page reveals too much: %s", g.HTML)
	}
	if log := p.log.String(); !strings.Contains(log, "a page failed") ||
		strings.Contains(log, "kept text") {
		t.Errorf("the log: %s", log)
	}
}

// signup returns a visitor who has an account.
func (p *place) signup(t testing.TB, name string) *person {
	t.Helper()
	v := p.visitor(t)
	v.Post("/enter/signup", url.Values{"consent": {"yes"}, "username": {name},
		"password": {"correct horse"}}).Want(t, 200, "Your turn: ask")
	return v
}

// refused checks that a token is refused by the service that pages and interface share.
func (p *place) refused(t *testing.T, what, token string) {
	t.Helper()
	if _, err := p.accounts.Authenticate(t.Context(), "here", token); !errors.Is(err,
		accounts.ErrToken) {
		t.Errorf("%s: %v", what, err)
	}
}

// TestLoggedOutToken takes the token out of the cookie, and tries it after every way to end a
// session.
func TestLoggedOutToken(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.signup(t, "Ann")
	elsewhere := p.visitor(t)
	login := url.Values{"username": {"ann"}, "password": {"correct horse"}}
	elsewhere.Post("/enter/login", login)
	token := ann.Cookie("luna")
	ann.Post("/leave", nil).Want(t, 200, "The Luna Game")
	p.refused(t, "after log-out", token)
	elsewhere.Get("/me").Want(t, 200, "Your profile")

	token = elsewhere.Cookie("luna")
	elsewhere.Post("/enter/login", login).Want(t, 200, "Your games")
	p.refused(t, "after another login", token)

	guest := p.guest(t, "no")
	token = guest.Cookie("luna")
	guest.Post("/me/save", url.Values{"username": {"Bob"}, "password": {"correct horse"}}).Want(t,
		200, "Your profile", "You have an account now")
	p.refused(t, "a guest's after they took a name", token)
	guest.Get("/me").Want(t, 200, "Your profile", "Bob")
}

// TestKnownBrowser tries wrong passwords for a name from elsewhere until it is locked. A browser
// that has logged in before still can.
func TestKnownBrowser(t *testing.T) {
	limited := limits
	limited.Names = guard.Rate{Burst: 30, Every: time.Hour}
	p := open(t, limited, nil)
	ann := p.signup(t, "Ann")
	if ann.Cookie("luna-device") == "" {
		t.Error("the browser is not known after signing up")
	}
	if guest := p.guest(t, "no"); guest.Cookie("luna-device") != "" {
		t.Error("a guest's browser has a cookie for logins")
	}
	ann.Post("/leave", nil)
	suite.OK(t, p.store.Write(t.Context(), func(tx *sql.Tx) error { // as if this were not where she did
		_, err := tx.Exec("DELETE FROM known_places")
		return err
	}))
	for n := range 66 {
		_, _ = p.accounts.Login(t.Context(), "203.0.113."+string(rune('0'+n)), "ann", "wrong horse")
	}
	login := url.Values{"username": {"ann"}, "password": {"correct horse"}}
	p.visitor(t).Post("/enter/login", login).Want(t, 429, "Log in",
		"Too many logins of this username")
	ann.Post("/enter/login", login).Want(t, 200, "Your games")
}

// TestForgottenPassword asks for a link, and chooses a new password with it.
func TestForgottenPassword(t *testing.T) {
	var asked []string
	refusal := error(nil)
	p := open(t, limits, func(o *options) {
		o.Forgot = func(address, text string) error {
			asked = append(asked, address+" "+text)
			return refusal
		}
	})
	ann := p.signup(t, "Ann")
	v := p.visitor(t)
	v.Get("/enter/login").Want(t, 200, "Log in", `href="/enter/forgot"`)
	v.Get("/enter/forgot").Want(t, 200, "Forgot your password?")
	v.Post("/enter/forgot", url.Values{"who": {" "}}).Want(t, 400,
		"Forgot your password?", "Please enter your username")
	known := v.Post("/enter/forgot", url.Values{"who": {"ann"}}).Want(t, 200, "Check your email")
	unknown := v.Post("/enter/forgot", url.Values{"who": {"bob"}})
	if known.HTML != unknown.HTML || known.Status != unknown.Status {
		t.Error("the answers to a known and an unknown username differ")
	}
	if want := "127.0.0.1 ann,127.0.0.1 bob"; strings.Join(asked, ",") != want {
		t.Errorf("asked for %q, want %q", asked, want)
	}
	refusal = &guard.LimitError{What: "requests to reset a password", Wait: time.Minute}
	v.Post("/enter/forgot", url.Values{"who": {"ann"}}).Want(t, 429,
		"Forgot your password?", "Too many requests to reset", `value="ann"`)

	account := suite.Must(p.accounts.Named(t.Context(), "ann"))(t)
	token := suite.Must(p.accounts.ResetToken(account, time.Hour))(t)
	link := "/enter/reset?token=" + url.QueryEscape(token)
	v.Get(link).Want(t, 200, "Choose a new password", "Ann")
	v.Post("/enter/reset", url.Values{"token": {token}, "password": {"short"}}).Want(t,
		400, "Choose a new password", "too short")
	v.Post("/enter/reset", url.Values{"token": {token}, "password": {"battery staple"}}).Want(t,
		200, "Your profile", "Your password was changed")
	ann.Get("/me").Want(t, 200, "Log in")
	for _, bad := range []string{token, token + "x", "", v.Cookie("luna")} {
		v.Get("/enter/reset?token="+url.QueryEscape(bad)).Want(t, 403, "This link does not work")
		v.Post("/enter/reset", url.Values{"token": {bad}, "password": {"another staple"}}).Want(t,
			403, "This link does not work")
	}

	p = open(t, limits, func(o *options) { o.Mail = false })
	p.visitor(t).Get("/enter/forgot").Want(t, 200, "Forgot your password?", "sends no mail")
	p.visitor(t).Post("/enter/forgot", url.Values{"who": {"ann"}}).Want(t, 404, "Page not found")
}

// TestDeletedByThemself deletes a person's and a guest's account from the profile.
func TestDeletedByThemself(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.signup(t, "Ann")
	token := ann.Cookie("luna")
	form := url.Values{"password": {"correct horse"}}
	ann.Post("/me/delete", form).Want(t, 400, "Nothing was deleted")
	form.Set("sure", "yes")
	form.Set("password", "wrong horse")
	ann.Post("/me/delete", form).Want(t, 401, "Problem: Your profile", "not your current password")
	form.Set("password", "correct horse")
	ann.Post("/me/delete", form).Want(t, 200, "Your account was deleted")
	if ann.Cookie("luna") != "" || ann.Cookie("luna-device") != "" {
		t.Error("cookies are left")
	}
	p.refused(t, "after the deletion", token)
	ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}}).Want(t,
		401, "Log in", "no account with that username and password")
	guest := p.guest(t, "no")
	guest.Post("/me/delete", url.Values{"sure": {"yes"}}).Want(t, 200, "Your account was deleted")
	if _, err := p.accounts.Get(t.Context(), accounts.ID(guest.id)); !errors.Is(err,
		accounts.ErrUnknown) {
		t.Error(err)
	}
}

// TestSuspendedPages checks that a suspended player is told why on every page of theirs, can log in
// and out, withdraw consent, take their data, delete the account, and read what everybody can.
func TestSuspendedPages(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.signup(t, "Ann")
	account := suite.Must(p.accounts.Named(t.Context(), "ann"))(t)
	suite.Must(p.accounts.Suspend(t.Context(), account.ID, "rings of <guests>"))(t)
	for _, path := range []string{"/play", "/play/new"} {
		ann.Get(path).Want(t, 403, "Your account is suspended",
			"rings of &lt;guests&gt;", "luna@example.org")
	}
	for path, form := range map[string]url.Values{"/play/new": five("q", "1", "2", "3", "4", "5"),
		"/me/look": {}, "/me/name": {}, "/me/password": {}, "/me/save": {}} {
		ann.Post(path, form).Want(t, 403, "Your account is suspended")
	}
	ann.Get("/me").Want(t, 200, "Your account is suspended", "rings of &lt;guests&gt;", "luna@example.org",
		"/me/data", "/me/consent", "/me/delete").Lacks(t, "/me/look", "/me/password", "Smarts Rating over")
	ann.Post("/me/consent", url.Values{"consent": {"no"}}).Want(t, 200, "Your account is suspended")
	if a := suite.Must(p.accounts.Get(t.Context(), account.ID))(t); a.Consent {
		t.Error("the consent was not withdrawn")
	}
	if d := ann.Get("/me/data"); d.Status != 200 || !strings.Contains(d.HTML, `"suspended":"rings of <`) {
		t.Errorf("the data are %d %s", d.Status, d.HTML)
	}
	ann.Get("/rules").Want(t, 200, "The rules")
	ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}}).Want(t,
		200, "Your account is suspended", "rings of &lt;guests&gt;")
	ann.Post("/leave", nil).Want(t, 200, "The Luna Game")
	if ann.Cookie("luna") != "" {
		t.Error("still logged in")
	}
	suite.Must(p.accounts.Unsuspend(t.Context(), account.ID))(t)
	ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}}).Want(t,
		200, "Your games")
	suite.Must(p.accounts.Suspend(t.Context(), account.ID, "again"))(t)
	ann.Post("/me/delete", url.Values{"sure": {"yes"}, "password": {"correct horse"}}).Want(t, 200,
		"Your account was deleted")
}
