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

// The names of the cookies: for the session, and for the token that identifies a browser in which
// somebody has logged in with a password; see [accounts.From].
const (
	sessionCookie = "luna"
	deviceCookie  = "luna-device"
)

// cookieName returns the name of a cookie in the browser. They accept a name that begins with
// __Host- only over https, for a whole host, and from that host.
func (s *site) cookieName(name string) string {
	if s.secure {
		return "__Host-" + name
	}
	return name
}

// cookie returns the value of a cookie, "" if there is none.
func (x *Exchange) cookie(name string) string {
	c, err := x.Request.Cookie(x.site.cookieName(name))
	if err != nil {
		return ""
	}
	return c.Value
}

// identify finds out who is logged in. An invalid cookie is removed. A suspended player counts as a
// visitor but on the pages of [forSuspended], and is told why on other pages for players.
func (x *Exchange) identify() error {
	token := x.cookie(sessionCookie)
	if token == "" {
		return nil
	}
	a, err := x.site.Accounts.Authenticate(x.Context(), x.Address(), token)
	if errors.Is(err, accounts.ErrToken) {
		x.setCookie(sessionCookie, "", -1)
		return nil
	}
	if suspended, ok := errors.AsType[*accounts.SuspendedError](err); ok {
		x.suspended, x.barred = suspended, &a
		return nil
	}
	if err != nil {
		return err
	}
	x.Account = &a
	httpx.SetPlayer(x.Request, string(a.ID))
	return x.renew(token)
}

// renew replaces a token that is past half of its life, so that a guest who keeps playing stays
// logged in.
func (x *Exchange) renew(token string) error {
	fresh, ok, err := x.site.Accounts.Renew(token)
	if ok {
		x.setCookie(sessionCookie, fresh, int(auth.SessionLife/time.Second))
	}
	return err
}

// from is where a login comes from.
func (x *Exchange) from() accounts.From {
	return accounts.From{Address: x.Address(), Device: x.cookie(deviceCookie)}
}

// logIn logs an account in, in this browser, and another one out if necessary.
func (x *Exchange) logIn(a accounts.Account) error {
	if err := x.endSession(); err != nil {
		return err
	}
	token, err := x.site.Accounts.Token(a)
	if err != nil {
		return err
	}
	x.Account = &a
	x.setCookie(sessionCookie, token, int(auth.SessionLife/time.Second))
	if a.Kind != accounts.Person {
		return nil
	}
	device, err := x.site.Accounts.Device(a)
	if err == nil {
		x.setCookie(deviceCookie, device, int(accounts.DeviceLife/time.Second))
	}
	return err
}

// logOut logs out, in this browser.
func (x *Exchange) logOut() error {
	if err := x.endSession(); err != nil {
		return err
	}
	x.Account = nil
	x.setCookie(sessionCookie, "", -1)
	return nil
}

// endSession makes the tokens of the session in this browser void, if there is one.
func (x *Exchange) endSession() error {
	token := x.cookie(sessionCookie)
	if token == "" {
		return nil
	}
	err := x.site.Accounts.EndSession(x.Context(), token)
	if errors.Is(err, accounts.ErrToken) {
		return nil // it is void already
	}
	return err
}

func (x *Exchange) setCookie(name, value string, age int) {
	http.SetCookie(x.w, &http.Cookie{
		Name: x.site.cookieName(name), Value: value, Path: "/", MaxAge: age,
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
		below, ok := strings.CutPrefix(path, set.Home+"/")
		simple := below != "" && !strings.Contains(path, "//") &&
			strings.Trim(below, "/0123456789abcdefghijklmnopqrstuvwxyz") == ""
		if path == set.Home || ok && simple {
			return path
		}
	}
	return s.Home
}
