package pages

import (
	"context"
	"net/http"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// mailAction is the action of a link in a letter. Following the link only shows a button, since
// programs that scan mail follow links, too.
type mailAction struct {
	Purpose              auth.Purpose
	Title, Text, Button  string
	DoneTitle, DoneText  string
	Path, Token, Address string
	Done                 bool
	do                   func(*accounts.Service, context.Context, accounts.ID, string) error
}

var confirmMail = mailAction{
	Purpose: auth.ConfirmEmail, Path: "/mail/confirm",
	Title: "Confirm your address", Button: "Yes, this is my address",
	Text:      "Do you want to get email at this address when it is your turn in a game?",
	DoneTitle: "Your address is confirmed",
	DoneText:  "You will get email when it is your turn in a game.",
	do:        (*accounts.Service).ConfirmEmail,
}

var unsubscribeMail = mailAction{
	Purpose: auth.Unsubscribe, Path: "/mail/unsubscribe",
	Title: "Stop email", Button: "Stop sending me email",
	Text:      "Do you want us to stop sending email to this address?",
	DoneTitle: "You will get no more email",
	DoneText:  "The address was removed from your account.",
	do:        (*accounts.Service).Unsubscribe,
}

var errLink = &Refusal{
	Status: http.StatusForbidden, Title: "This link does not work",
	Text: "It has expired, or part of it is missing. You can request another one in your profile.",
	Link: "/me", LinkText: "Your profile",
}

func mailForm(m mailAction) Page {
	return func(x *Exchange) error {
		m := m
		m.Token = x.Request.URL.Query().Get("token")
		l, err := x.site.Accounts.Tokens().ParseLink(m.Purpose, m.Token)
		if err != nil {
			return errLink
		}
		m.Address = l.Value
		return x.Show(http.StatusOK, View{Page: "mail", Title: m.Title, Body: m})
	}
}

func mailDone(m mailAction) Page {
	return func(x *Exchange) error {
		m := m
		// Mail programs that unsubscribe by themselves (RFC 8058) post the link with a form of
		// their own.
		m.Token = x.Request.URL.Query().Get("token")
		if m.Token == "" {
			if err := x.Form(); err != nil {
				return err
			}
			m.Token = x.Value("token")
		}
		l, err := x.site.Accounts.Tokens().ParseLink(m.Purpose, m.Token)
		if err != nil {
			return errLink
		}
		if err := m.do(x.site.Accounts, x.Context(), accounts.ID(l.Account), l.Value); err != nil {
			return err
		}
		m.Done, m.Address = true, l.Value
		return x.Show(http.StatusOK, View{Page: "mail", Title: m.DoneTitle, Body: m})
	}
}
