package pages

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// cookieName is that of the session's cookie. Browsers accept a name that begins with __Host- only
// over https, for a whole host, and from that host.
func (s *site) cookieName() string {
	if s.secure {
		return "__Host-luna"
	}
	return "luna"
}

// identify finds out who is logged in. An invalid cookie is removed.
func (x *Exchange) identify() error {
	c, err := x.Request.Cookie(x.site.cookieName())
	if err != nil || c.Value == "" {
		return nil
	}
	a, err := x.site.Accounts.Authenticate(x.Context(), x.Address(), c.Value)
	if errors.Is(err, accounts.ErrToken) {
		x.logOut()
		return nil
	}
	if err != nil {
		return err
	}
	x.Account = &a
	httpx.SetPlayer(x.Request, string(a.ID))
	return x.renew(c.Value)
}

// renew replaces a token that is past half of its life, so that a guest who keeps playing stays
// logged in.
func (x *Exchange) renew(token string) error {
	s, err := x.site.Accounts.Tokens().ParseSession(token)
	if err != nil || s.Expires.Sub(s.Issued) > 2*time.Since(s.Issued) {
		return nil
	}
	return x.logIn(*x.Account)
}

// logIn logs an account in, in this browser.
func (x *Exchange) logIn(a accounts.Account) error {
	token, err := x.site.Accounts.Token(a)
	if err != nil {
		return err
	}
	x.Account = &a
	x.setCookie(token, int(auth.SessionLife/time.Second))
	return nil
}

// logOut logs out, in this browser.
func (x *Exchange) logOut() {
	x.Account = nil
	x.setCookie("", -1)
}

func (x *Exchange) setCookie(value string, age int) {
	http.SetCookie(x.w, &http.Cookie{
		Name: x.site.cookieName(), Value: value, Path: "/", MaxAge: age,
		Secure: x.site.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// ownPath returns a path to which players may be sent after they logged in: their profile, or one
// of their games. For other paths it returns the home of the first game.
func (s *site) ownPath(path string) string {
	if path == "/me" {
		return path
	}
	for _, set := range s.sets {
		id, ok := strings.CutPrefix(path, set.Home+"/")
		simple := id != "" && strings.Trim(id, "0123456789abcdefghijklmnopqrstuvwxyz") == ""
		if path == set.Home || ok && simple {
			return path
		}
	}
	return s.Home
}
