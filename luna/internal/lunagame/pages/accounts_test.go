package pages_test

import (
	"database/sql"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
)

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
	p.visitor(t).Post("/enter/login", login).Want(t, http.StatusTooManyRequests, "Log in",
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
	v.Post("/enter/forgot", url.Values{"who": {" "}}).Want(t, http.StatusBadRequest,
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
	v.Post("/enter/forgot", url.Values{"who": {"ann"}}).Want(t, http.StatusTooManyRequests,
		"Forgot your password?", "Too many requests to reset", `value="ann"`)

	account := suite.Must(p.accounts.Named(t.Context(), "ann"))(t)
	token := suite.Must(p.accounts.ResetToken(account, time.Hour))(t)
	link := "/enter/reset?token=" + url.QueryEscape(token)
	v.Get(link).Want(t, 200, "Choose a new password", "Ann")
	v.Post("/enter/reset", url.Values{"token": {token}, "password": {"short"}}).Want(t,
		http.StatusBadRequest, "Choose a new password", "too short")
	v.Post("/enter/reset", url.Values{"token": {token}, "password": {"battery staple"}}).Want(t,
		200, "Your profile", "Your password was changed")
	ann.Get("/me").Want(t, 200, "Log in")
	for _, bad := range []string{token, token + "x", "", v.Cookie("luna")} {
		v.Get("/enter/reset?token="+url.QueryEscape(bad)).Want(t, http.StatusForbidden,
			"This link does not work")
		v.Post("/enter/reset", url.Values{"token": {bad}, "password": {"another staple"}}).Want(t,
			http.StatusForbidden, "This link does not work")
	}

	p = open(t, limits, func(o *options) { o.Mail = false })
	p.visitor(t).Get("/enter/forgot").Want(t, 200, "Forgot your password?", "sends no mail")
	p.visitor(t).Post("/enter/forgot", url.Values{"who": {"ann"}}).Want(t, http.StatusNotFound,
		"Page not found")
}

// TestDeletedByThemself deletes a person's and a guest's account from the profile.
func TestDeletedByThemself(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.signup(t, "Ann")
	token := ann.Cookie("luna")
	form := url.Values{"password": {"correct horse"}}
	ann.Post("/me/delete", form).Want(t, http.StatusBadRequest, "Nothing was deleted")
	form.Set("sure", "yes")
	form.Set("password", "wrong horse")
	ann.Post("/me/delete", form).Want(t, http.StatusUnauthorized, "Problem: Your profile",
		"not your current password")
	form.Set("password", "correct horse")
	ann.Post("/me/delete", form).Want(t, 200, "Your account was deleted")
	if ann.Cookie("luna") != "" || ann.Cookie("luna-device") != "" {
		t.Error("cookies are left")
	}
	p.refused(t, "after the deletion", token)
	ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}}).Want(t,
		http.StatusUnauthorized, "Log in", "no account with that username and password")
	guest := p.guest(t, "no")
	guest.Post("/me/delete", url.Values{"sure": {"yes"}}).Want(t, 200, "Your account was deleted")
	if _, err := p.accounts.Get(t.Context(), accounts.ID(guest.id)); !errors.Is(err,
		accounts.ErrUnknown) {
		t.Error(err)
	}
}

// TestSuspendedPages checks that a suspended player is told why on every page of theirs, can log out
// and read what everybody can.
func TestSuspendedPages(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.signup(t, "Ann")
	account := suite.Must(p.accounts.Named(t.Context(), "ann"))(t)
	suite.Must(p.accounts.Suspend(t.Context(), account.ID, "rings of <guests>"))(t)
	for _, path := range []string{"/play", "/me", "/play/new"} {
		ann.Get(path).Want(t, http.StatusForbidden, "Your account is suspended",
			"rings of &lt;guests&gt;", "luna@example.org")
	}
	ann.Post("/play/new", five("q", "1", "2", "3", "4", "5")).Want(t, http.StatusForbidden,
		"Your account is suspended")
	ann.Get("/rules").Want(t, 200, "The rules")
	ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}}).Want(t,
		http.StatusForbidden, "Log in", "suspended: rings of &lt;guests&gt;")
	ann.Post("/leave", nil).Want(t, 200, "The Luna Game")
	if ann.Cookie("luna") != "" {
		t.Error("still logged in")
	}
	suite.Must(p.accounts.Unsuspend(t.Context(), account.ID))(t)
	ann.Post("/enter/login", url.Values{"username": {"ann"}, "password": {"correct horse"}}).Want(t,
		200, "Your games")
}
