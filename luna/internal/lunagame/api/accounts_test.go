package api_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/lunagame/api"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/guard"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/wire"
)

// login returns a token of a player, who is registered at the first time.
func (s *site) login(name string) string {
	s.t.Helper()
	who := wire.Credentials{Username: name, Password: "correct horse"}
	if a := s.json("", "POST", "/register", who); a.status == http.StatusOK {
		return read[wire.Token](s.t, a).Token
	}
	return read[wire.Token](s.t, s.json("", "POST", "/login", who)).Token
}

// expect checks the status of an answer and words of its message.
func (s *site) expect(a answer, status int, words string) {
	s.t.Helper()
	if a.status != status || !strings.Contains(a.body, words) {
		s.t.Errorf("%v, want %d and %q", a, status, words)
	}
}

// TestLogout checks that a token is refused after its session has ended, and others are not.
func TestLogout(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	first, second := s.login("ann"), s.login("ann")
	s.expect(s.json(first, "POST", "/logout", nil), 200, "true")
	for _, path := range []string{"/home", "/profile"} {
		s.expect(s.json(first, "GET", path, nil), 401, "logged out")
	}
	s.expect(s.json(first, "POST", "/logout", nil), 401, "logged out")
	s.expect(s.json(second, "GET", "/home", nil), 200, "")
	third := s.login("ann")
	s.expect(s.json(third, "POST", "/logout", object{"everywhere": "perhaps"}), 400, "everywhere")
	s.expect(s.json(third, "POST", "/logout", object{"everywhere": true}), 200, "true")
	s.expect(s.json(second, "GET", "/home", nil), 401, "revoked")
	s.expect(s.json(s.login("ann"), "GET", "/home", nil), 200, "")
}

// TestForgot asks for links to reset passwords.
func TestForgot(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	s.expect(s.json("", "POST", "/forgot", object{"username": "ann"}), 403, "luna admin password")
	var asked []string
	refusal := error(nil)
	s.open(jsonapi.Options{Forgot: func(address, text string) error {
		asked = append(asked, address+" for "+text)
		return refusal
	}}, api.Routes(s.referee))
	s.login("ann")
	s.expect(s.json("", "POST", "/forgot", object{}), 400, "username: is missing")
	known := s.json("", "POST", "/forgot", object{"username": "ann"})
	unknown := s.json("", "POST", "/forgot", object{"username": "nobody"})
	if known.String() != unknown.String() || known.status != 200 || known.body != "true" {
		t.Errorf("known: %v, unknown: %v", known, unknown)
	}
	if len(asked) != 2 || !strings.HasSuffix(asked[0], " for ann") {
		t.Errorf("%q", asked)
	}
	refusal = &guard.LimitError{What: "requests", Wait: time.Minute}
	s.expect(s.json("", "POST", "/forgot", object{"username": "ann"}), 429, "too many requests")
}

// TestReset chooses a new password with the token in a link.
func TestReset(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	before := s.login("ann")
	ann := suite.Must(s.accounts.Named(t.Context(), "ann"))(t)
	link := suite.Must(s.accounts.ResetToken(ann, time.Hour))(t)
	s.expect(s.json("", "POST", "/reset", object{"token": link, "password": "x"}), 400, "too short")
	s.expect(s.json("", "POST", "/reset", object{"token": before, "password": "battery staple"}), 403,
		"does not work")
	a := s.json("", "POST", "/reset", object{"token": link, "password": "battery staple"})
	token := read[wire.Token](t, a).Token
	s.expect(s.json(token, "GET", "/home", nil), 200, "")
	s.expect(s.json(before, "GET", "/home", nil), 401, "revoked")
	s.expect(s.json("", "POST", "/reset", object{"token": link, "password": "battery staple"}), 403,
		"used already")
	who := wire.Credentials{Username: "ann", Password: "battery staple"}
	s.expect(s.json("", "POST", "/login", who), 200, "token")
}

// TestDeleteAccount deletes accounts by their players.
func TestDeleteAccount(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.login("ann")
	for _, body := range []object{{}, {"password": "wrong horse"}} {
		s.expect(s.json(token, "POST", "/profile/delete", body), 401, "not your current password")
	}
	s.expect(s.json(token, "POST", "/profile/delete", object{"texts": 7}), 400, "texts")
	s.expect(s.json(token, "GET", "/profile", nil), 200, "")
	s.expect(s.json(token, "POST", "/profile/delete", object{"password": "correct horse"}), 200,
		"true")
	s.expect(s.json(token, "GET", "/profile", nil), 401, "no longer exists")
	if _, err := s.accounts.Named(t.Context(), "ann"); !errors.Is(err, accounts.ErrUnknown) {
		t.Error(err)
	}
	guest := read[wire.Token](t, s.json("", "GET", "/registerGuest", nil)).Token
	s.expect(s.json(guest, "POST", "/profile/delete", nil), 200, "true")
	s.expect(s.json(guest, "GET", "/home", nil), 401, "no longer exists")
}

// TestSuspended checks that a suspended player is told why everywhere.
func TestSuspended(t *testing.T) {
	s := newSite(t, guard.Limits{}, "")
	token := s.login("ann")
	ann := suite.Must(s.accounts.Named(t.Context(), "ann"))(t)
	suite.Must(s.accounts.Suspend(t.Context(), ann.ID, "rings of guests"))(t)
	for _, a := range []answer{
		s.json(token, "GET", "/home", nil), s.json(token, "POST", "/home", object{}),
		s.json(token, "POST", "/profile/delete", object{"password": "correct horse"}),
		s.json("", "POST", "/login", wire.Credentials{Username: "ann", Password: "correct horse"}),
	} {
		s.expect(a, 403, "the account is suspended: rings of guests")
	}
	s.expect(s.json("", "POST", "/login",
		wire.Credentials{Username: "ann", Password: "wrong horse"}), 401, "no account")
	suite.Must(s.accounts.Unsuspend(t.Context(), ann.ID))(t)
	s.expect(s.json(token, "GET", "/home", nil), 200, "")
}
