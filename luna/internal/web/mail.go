package web

import (
	"net/http"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// mailAction is what a link in a mail is for. Following it shows a button, since programs that look at mail follow links too.
type mailAction struct {
	Purpose              auth.Purpose
	Title, Text, Button  string
	DoneTitle, DoneText  string
	Path, Token, Address string
	Done                 bool
	do                   func(*exchange, auth.Link) error
}

var confirmMail = mailAction{
	Purpose: auth.ConfirmEmail, Path: "/mail/confirm", Title: "Confirm your address", Button: "Yes, this is my address",
	Text:      "Shall we send mail to this address when it is your turn in a game?",
	DoneTitle: "Your address is confirmed", DoneText: "You will get mail when it is your turn in a game.",
	do: func(x *exchange, l auth.Link) error {
		return x.referee().ConfirmEmail(x.r.Context(), game.PlayerID(l.Account), l.Value)
	},
}

var unsubscribeMail = mailAction{
	Purpose: auth.Unsubscribe, Path: "/mail/unsubscribe", Title: "No more mail", Button: "Send me no more mail",
	Text:      "Shall we send no more mail to this address?",
	DoneTitle: "You get no more mail", DoneText: "The address was removed from your account.",
	do: func(x *exchange, l auth.Link) error {
		a, err := x.referee().Account(x.r.Context(), game.PlayerID(l.Account))
		if err != nil || a.Email != l.Value {
			return nil // there is nothing left to be removed
		}
		return x.referee().SetEmail(x.r.Context(), a.ID, "")
	},
}

var errLink = &refusal{Status: http.StatusForbidden, Title: "This link does not work",
	Text: "It has expired, or part of it is missing. You can ask for another one in your profile.", Link: "/me", LinkText: "To your profile"}

func mailForm(m mailAction) func(*exchange) error {
	return func(x *exchange) error {
		m := m
		m.Token = x.r.URL.Query().Get("token")
		l, err := x.site.Desk.Tokens.ParseLink(m.Purpose, m.Token)
		if err != nil {
			return errLink
		}
		m.Address = l.Value
		return x.show(http.StatusOK, view{Page: "mail", Title: m.Title, Body: m})
	}
}

func mailDone(m mailAction) func(*exchange) error {
	return func(x *exchange) error {
		m := m
		m.Token = x.r.URL.Query().Get("token") // of a mail program that unsubscribes by itself (RFC 8058), in a form of its own
		if m.Token == "" {
			if err := x.form(); err != nil {
				return err
			}
			m.Token = x.value("token")
		}
		l, err := x.site.Desk.Tokens.ParseLink(m.Purpose, m.Token)
		if err != nil {
			return errLink
		}
		if err := m.do(x, l); err != nil {
			return err
		}
		m.Done, m.Address = true, l.Value
		return x.show(http.StatusOK, view{Page: "mail", Title: m.DoneTitle, Body: m})
	}
}
