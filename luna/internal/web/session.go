package web

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
	"github.com/luna-rating/luna/luna/internal/store"
)

// cookieName is that of the session's cookie. Browsers take one that begins __Host- by https for all of a host only, and from nobody else.
func (s *site) cookieName() string {
	if s.secure {
		return "__Host-luna"
	}
	return "luna"
}

// identify finds who is logged in. A cookie that is good for nothing is taken away.
func (x *exchange) identify() error {
	c, err := x.r.Cookie(x.site.cookieName())
	if err != nil || c.Value == "" {
		return nil
	}
	a, err := x.site.Desk.Authenticate(x.r.Context(), addressKey(x.r), c.Value)
	if errors.Is(err, accounts.ErrToken) {
		x.forget()
		return nil
	}
	if err != nil {
		return err
	}
	x.account = &a
	return x.renew(c.Value)
}

// renew replaces a token that is past half of its life, so that a guest who keeps playing stays who she is.
func (x *exchange) renew(token string) error {
	s, err := x.site.Desk.Tokens.ParseSession(token)
	if err != nil || s.Expires.Sub(s.Issued) > 2*time.Since(s.Issued) {
		return nil
	}
	return x.remember(*x.account)
}

// remember logs an account in, in this browser.
func (x *exchange) remember(a store.Account) error {
	token, err := x.site.Desk.Token(a)
	if err != nil {
		return err
	}
	x.account = &a
	x.cookie(token, int(auth.SessionLife/time.Second))
	return nil
}

// forget logs out, in this browser.
func (x *exchange) forget() {
	x.account = nil
	x.cookie("", -1)
}

func (x *exchange) cookie(value string, age int) {
	http.SetCookie(x.w, &http.Cookie{
		Name: x.site.cookieName(), Value: value, Path: "/", MaxAge: age, Secure: x.site.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// ownPath returns a path to which a player may be sent after she logged in: her profile or one of her games, else all of her games.
func ownPath(path string) string {
	game, ok := strings.CutPrefix(path, "/play/")
	if path == "/me" || ok && game != "" && strings.Trim(game, "0123456789abcdefghijklmnopqrstuvwxyz") == "" {
		return path
	}
	return "/play"
}
